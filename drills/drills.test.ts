import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '../db/log.ts'
import { openStore } from '../db/open-store.ts'
import { createCleanUp } from '../tools/clean-up.ts'
import { createTemporaryFolder } from '../tools/temporary-folder.ts'
import { DRILLS, loadDrill, runDrill } from './lib/run-drill.ts'

const MIN_MEMORY_FOLDER_BYTES = 2 * 2 ** 30

const file = createCleanUp()
afterAll(file.finish)

const ignore = () => undefined

let parent: string
let preparedDataDir: string
beforeAll(async () => {
  parent = await findParent()
  preparedDataDir = join(createTemporaryFolder(file, 'winkel-drills-', parent), 'data')
  const store = await openStore({ dataDir: preparedDataDir, log: silentLog })
  await store.close()
})

/** A folder in memory where there is room: PostgreSQL writes a lot to disk when it starts and stops. */
async function findParent() {
  const memory = await statfs('/dev/shm').catch(() => undefined)
  return memory && memory.bavail * memory.bsize > MIN_MEMORY_FOLDER_BYTES ? '/dev/shm' : tmpdir()
}

// The longest has a dozen starts of a server or a command.
describe.concurrent('at its tiny size', { timeout: 300_000 }, () => {
  test.for(DRILLS)('drill %s: every promise but those about time holds', async (name, { skip }) => {
    const drill = await loadDrill(name)
    const obstacle = drill.findObstacle?.()
    skip(obstacle !== undefined, obstacle)
    const cleanUp = createCleanUp()
    const promises: { sentence: string; holds: boolean; detail: unknown }[] = []
    const promise = (sentence: string, holds: boolean, detail: unknown) => promises.push({ sentence, holds, detail })
    try {
      await runDrill(drill, {
        cleanUp,
        parent,
        preparedDataDir,
        options: drill.tiny,
        promise,
        limit: ignore,
        figure: ignore,
        progress: ignore,
      })
    } finally {
      await cleanUp.finish()
    }
    expect(promises.filter(({ holds }) => !holds)).toEqual([])
    expect(promises).not.toEqual([])
  })
})
