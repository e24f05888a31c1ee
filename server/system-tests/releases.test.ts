import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { typeParsers } from '../../db/connection/pool.ts'
import { readMigrations, readReleasedMigrations } from '../../db/migration-files.ts'
import { readAppliedVersion } from '../../db/migration-state.ts'
import { emptyDatabase } from '../../db/testing/store.ts'
import { checkBackup, restoreBackup } from '../backup/restore-backup.ts'
import { readOperatorConfig } from '../config.ts'
import { createDoctorContext } from '../doctor/create-context.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { createObjectStore } from '../storage/object-store.ts'

// What a release wrote. `npm run release` records it.

const RELEASED = join(import.meta.dirname, '..', '..', 'db', 'released')
const released = await readReleasedMigrations()
const checksums = Object.fromEntries((await readMigrations()).map(({ name, sha256 }) => [name, sha256]))

test('released migrations: none has changed, and the new ones come after them', () => {
  const known: Record<string, string> = Object.assign({}, ...Object.values(released))
  const names = Object.keys(known)
  expect(Object.fromEntries(names.map((name) => [name, checksums[name]]))).toEqual(known)
  expect(Object.keys(checksums).slice(0, names.length)).toEqual(names)
})

test.for(Object.keys(released))(
  'release %s: its backup is restored and upgraded, and doctor has nothing to say',
  async (version) => {
    const file = join(RELEASED, `${version}.winkel-backup`)
    const openSource = async () => createReadStream(file)
    const manifest = await checkBackup(openSource)

    const dataDir = await mkdtemp(join(tmpdir(), 'winkel-release-'))
    const database = await emptyDatabase()
    const client = new Client({ ...database.owner, types: typeParsers })
    onTestFinished(async () => {
      await client.end()
      await database.drop()
      await rm(dataDir, { recursive: true })
    })
    await restoreBackup({
      ...{ manifest, openSource, owner: database.owner, login: { name: String(database.login.user) } },
      files: createObjectStore({ dataDir }),
      saveSecret: async () => undefined,
    })
    await writeFile(join(dataDir, 'auth-secret'), 'x'.repeat(40), { mode: 0o600 })
    await client.connect()
    expect(await readAppliedVersion(client)).toBe(Object.keys(checksums).at(-1))
    expect((await client.query('select count(*)::int as sales, sum(finalamount) as amount from sales')).rows).toEqual([
      { sales: 1, amount: 37.98 },
    ])

    // Doctor names a folder that waits for longer than a day, and the backup is older.
    await client.query('update file_removals set queued_at = now()')
    const environment = { DATA_DIR: dataDir, BACKUPS: 'off' }
    const context = createDoctorContext({ client, isEmbedded: true, config: readOperatorConfig(environment), environment })
    const faults: string[] = []
    for await (const { check, status, sentence } of runChecks(context)) if (status !== 'ok') faults.push(`${check}: ${sentence}`)
    // The cluster of the tests is not made to survive a power cut.
    expect(faults.filter((fault) => !fault.startsWith('PostgreSQL settings: '))).toEqual([])
  },
)
