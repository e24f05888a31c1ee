import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CleanUp } from '../../tools/clean-up.ts'
import { createTemporaryFolder } from '../../tools/temporary-folder.ts'
import type { Drill, DrillContext } from './drill.ts'

const FOLDER = join(import.meta.dirname, '..')

/** The drills are the files of their folder. */
export const DRILLS = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'main.ts')
  .map((file) => file.slice(0, -'.ts'.length))

export const loadDrill = async (name: string): Promise<Drill> => (await import(join(FOLDER, `${name}.ts`))).default

type Given = Omit<DrillContext, 'onFinished' | 'folder'> & {
  cleanUp: CleanUp
  /** Where the drill's folder is made; the system's folder for temporary files by default. */
  parent?: string
}

/** Runs a drill. What it started and wrote is gone when `cleanUp` has finished. */
export async function runDrill(drill: Drill, { cleanUp, parent, ...given }: Given) {
  await drill.run({ ...given, onFinished: cleanUp.onFinished, folder: createTemporaryFolder(cleanUp, 'winkel-drill-', parent) })
}
