import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbedded } from '../../db/embedded/start-embedded.ts'
import { CannotStart } from '../../db/errors.ts'
import { silentLog } from '../../db/log.ts'
import type { Shop } from './business.ts'

/** The state of a filled folder, from which the next run continues. Times are local times of the business. */
export type DemoState = {
  /** The first day with sales. */
  from: string
  /** All sales closed until then are stored. */
  upTo: string
  businessid: string
  /** The keys of the shops' tills. */
  tills: Record<Shop['code'], string>
  /** In the order of STAFF. */
  employeeids: number[]
}

/** The version of the generated data and of its tables. A folder of another version is not continued. */
export const DATA_VERSION = 9
const MARKER = 'demo.json'

/** `isCurrent` is false where another version of Winkel filled the folder. */
type OpenedFolder = { state?: DemoState; isCurrent: boolean }

/**
 * Returns the state of a filled demo folder. An empty folder becomes a demo folder without a state, and a folder whose first
 * filling was interrupted is emptied. Throws CannotStart for any other folder.
 */
export async function openDemoFolder(folder: string): Promise<OpenedFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(join(folder, MARKER))) {
    if ((await readdir(folder)).length > 0)
      throw new CannotStart(`${folder} holds other files than a demo: choose another folder with DEMO_DATA_DIR.`)
    await write(folder, {})
    return { isCurrent: true }
  }
  const { dataVersion, ...state }: DemoState & { dataVersion: number } = JSON.parse(await readFile(join(folder, MARKER), 'utf8'))
  if (state.upTo) return { state, isCurrent: dataVersion === DATA_VERSION }
  console.log('The last filling of the demo was interrupted: starting again.')
  await empty(folder)
  return { isCurrent: true }
}

export const saveDemoState = (folder: string, state: DemoState) => write(folder, { dataVersion: DATA_VERSION, ...state })

async function write(folder: string, content: object) {
  const file = join(folder, MARKER)
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** Deletes everything but the marker, which still identifies a demo folder if this is interrupted too. */
async function empty(folder: string) {
  // A killed server leaves its PostgreSQL running: stop it. While a server runs on the folder, this fails and deletes nothing.
  if (existsSync(join(folder, 'postgres'))) {
    const { stop } = await startEmbedded({ dataDir: folder, log: silentLog })
    await stop()
  }
  for (const name of await readdir(folder)) if (name !== MARKER) await rm(join(folder, name), { recursive: true })
}
