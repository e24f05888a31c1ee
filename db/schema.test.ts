import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { formatCatalogue, readCatalogue } from './catalogue/read-catalogue.ts'
import { TEMPLATE } from './testing/cluster.ts'
import { emptyDatabase } from './testing/store.ts'

const GENERATOR = join(import.meta.dirname, '..', 'node_modules', 'kysely-codegen', 'dist', 'cli', 'bin.js')
const TYPES = [
  '--numeric-parser',
  'number',
  '--date-parser',
  'string',
  '--default-schema',
  'public',
  '--type-mapping',
  '{"int8":"number"}',
]

// `npm run schema` runs these tests and writes the files.

test('schema: catalogue/expected.txt is what a migrated database has (else run npm run schema)', async () => {
  const { owner, login, drop } = await emptyDatabase(TEMPLATE)
  const client = new Client(login)
  await client.connect()
  onTestFinished(() => client.end().then(drop))
  const seenByLogin = formatCatalogue(await readCatalogue(client))
  await expect(seenByLogin).toMatchFileSnapshot('catalogue/expected.txt')
  // The doctor reads it as the owner.
  const ownerClient = new Client(owner)
  await ownerClient.connect()
  expect(formatCatalogue(await readCatalogue(ownerClient, login.user))).toBe(seenByLogin)
  await ownerClient.end()
})

test('schema: schema.ts is what kysely-codegen generates from the migrated database (else run npm run schema)', async () => {
  const { owner, drop } = await emptyDatabase(TEMPLATE)
  const folder = await mkdtemp(join(tmpdir(), 'winkel-schema-'))
  onTestFinished(async () => {
    await rm(folder, { recursive: true })
    await drop()
  })
  const file = join(folder, 'schema.ts')
  const url = `postgres://${owner.user}:${owner.password ?? ''}@/${owner.database}?host=${encodeURIComponent(String(owner.host))}&port=${owner.port}`
  await promisify(execFile)(process.execPath, [GENERATOR, '--dialect', 'postgres', '--url', url, '--out-file', file, ...TYPES])
  await expect(await readFile(file, 'utf8')).toMatchFileSnapshot('schema.ts')
})
