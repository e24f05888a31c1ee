import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { TEMPLATE } from './testing/cluster.ts'
import { formatSchema } from './testing/format-schema.ts'
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
  '--exclude-pattern',
  '{winkel_migrations,without_costs}.*',
]

// `npm run schema` runs these tests and writes the files.

test('schema: schema.sql is what migrations and functions leave (else run npm run schema, and review the change)', async () => {
  const { owner, drop } = await emptyDatabase(TEMPLATE)
  onTestFinished(drop)
  const client = new Client(owner)
  await client.connect()
  onTestFinished(() => client.end())
  await expect(await formatSchema(client)).toMatchFileSnapshot('schema.sql')
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
