import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbedded } from '../../db/embedded/start-embedded.ts'
import { CannotStart } from '../../db/errors.ts'
import { silentLog } from '../../db/log.ts'
import type { Shop } from './people.ts'

/** What a filled folder remembers, to go on where it stopped. Times are local ones of the business. */
export type Story = {
  /** The first day with sales. */
  from: string
  /** Every sale closed by then is stored. */
  upTo: string
  businessid: string
  /** The keys of the shops' tills. */
  tills: Record<Shop['code'], string>
  /** In the order of STAFF. */
  employeeids: number[]
}

/** Of the people, products and sales that the demo makes up: with another one, an older folder's history does not go on. */
export const EDITION = 1
const MARKER = 'demo.json'

type Opened = { story?: Story; goesOn: boolean }

/**
 * The story of a filled demo folder; none for an empty one, which is a demo folder from now on, and for one whose first filling
 * was broken off, which is emptied. Throws CannotStart where there is anything else.
 */
export async function openFolder(folder: string): Promise<Opened> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(join(folder, MARKER))) {
    if ((await readdir(folder)).length > 0)
      throw new CannotStart(`${folder} holds something else than a demo: choose another folder with DEMO_DATA_DIR.`)
    await write(folder, {})
    return { goesOn: true }
  }
  const { edition, ...story }: Story & { edition: number } = JSON.parse(await readFile(join(folder, MARKER), 'utf8'))
  if (story.upTo) return { story, goesOn: edition === EDITION }
  console.log('The last filling of the demo was broken off: beginning anew.')
  await empty(folder)
  return { goesOn: true }
}

export const saveStory = (folder: string, story: Story) => write(folder, { edition: EDITION, ...story })

async function write(folder: string, content: object) {
  const file = join(folder, MARKER)
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** All but the marker, which still says that the folder is a demo's if this is broken off too. */
async function empty(folder: string) {
  // A killed server leaves its PostgreSQL running, which this ends; a server that still lives refuses it, and keeps its folder.
  if (existsSync(join(folder, 'postgres'))) {
    const { stop } = await startEmbedded({ dataDir: folder, log: silentLog })
    await stop()
  }
  for (const name of await readdir(folder)) if (name !== MARKER) await rm(join(folder, name), { recursive: true })
}
