import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { TEMPLATE } from './testing/cluster.ts'
import { emptyDatabase } from './testing/store.ts'

const GENERATOR = join(import.meta.dirname, '..', 'node_modules', 'kysely-codegen', 'dist', 'cli', 'bin.js')

test('schema: schema.ts is what kysely-codegen generates from the migrated database', async () => {
  const { owner, drop } = await emptyDatabase(TEMPLATE)
  const folder = await mkdtemp(join(tmpdir(), 'winkel-schema-'))
  onTestFinished(async () => {
    await rm(folder, { recursive: true })
    await drop()
  })
  const file = join(folder, 'schema.ts')
  const url = `postgres://${owner.user}:${owner.password ?? ''}@/${owner.database}?host=${encodeURIComponent(String(owner.host))}&port=${owner.port}`
  const types = [
    '--numeric-parser',
    'number',
    '--date-parser',
    'string',
    '--default-schema',
    'public',
    '--type-mapping',
    '{"int8":"number"}',
  ]
  await promisify(execFile)(process.execPath, [GENERATOR, '--dialect', 'postgres', '--url', url, '--out-file', file, ...types])
  expect(await readFile(file, 'utf8')).toBe(await readFile(join(import.meta.dirname, 'schema.ts'), 'utf8'))
})
