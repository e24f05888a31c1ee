import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFilledBusiness } from '../../db/testing/create-filled-business.ts'
import { testCluster, testStore } from '../../db/testing/store.ts'
import { runWinkel, toDatabaseUrl } from '../testing/run-winkel.ts'

const store = await testStore()
const dataDir = await mkdtemp(join(tmpdir(), 'winkel-doctor-'))
afterAll(async () => {
  await store.close()
  await rm(dataDir, { recursive: true })
})
await createFilledBusiness(store.ownerPool)

function runDoctor(...options: string[]) {
  const { owner, login } = testCluster()
  const { database } = store.admin
  return runWinkel(['doctor', ...options], {
    DATA_DIR: dataDir,
    AUTH_SECRET: 'x'.repeat(32),
    DATABASE_URL: toDatabaseUrl({ ...login, database }),
    DATABASE_OWNER_URL: toDatabaseUrl({ ...owner, database }),
  })
}

const countWrong = async () => (await store.ownerPool.query('select count(*) from site_daily where orders <> 1')).rows[0].count

test('doctor command: says what is wrong, repairs roll-ups on request, and has an exit code for each case', async () => {
  await store.ownerPool.query('update site_daily set orders = 7')

  const found = await runDoctor('--json')
  expect(found.code).toBe(1)
  const { status, findings } = JSON.parse(found.stdout)
  expect(status).toBe('findings')
  expect(findings).toContainEqual({
    check: 'roll-ups',
    status: 'problem',
    sentence: expect.stringMatching(/^1 sum of the business '.+' differs from its sales \(site_daily\)\.$/),
    remedy: 'Run doctor --repair. It builds the roll-ups again while tills keep working.',
  })
  expect(found.stderr).toContain('ok       clock: It agrees with PostgreSQL.\n')

  const unconfirmed = await runDoctor('--repair')
  expect(unconfirmed).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Add --yes to confirm this. Nothing was changed.'),
  })
  expect(await countWrong()).toBe(1)

  const repaired = await runDoctor('--repair', '--yes')
  expect(repaired.stdout).toContain('ok       roll-ups: The roll-ups of 1 business equal their sales.\n')
  // The cluster of the tests is not safe against power cuts.
  expect(repaired.code).toBe(1)
  expect(await countWrong()).toBe(0)

  expect(await runDoctor('--sooner')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining("Unknown option '--sooner'"),
  })
})
