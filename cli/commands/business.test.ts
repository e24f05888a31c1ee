import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFilledBusiness } from '../../db/testing/create-filled-business.ts'
import { cutFile, downloadBusinessFile } from '../../server/testing/business-file.ts'
import { createOwner } from '../../server/testing/clients.ts'
import { testServer } from '../../server/testing/server.ts'
import { runWinkel, toDatabaseUrl } from '../testing/run-winkel.ts'

const source = await testServer()
const target = await testServer()
const folder = await mkdtemp(join(tmpdir(), 'winkel-cli-business-'))
afterAll(async () => {
  await Promise.all([source.close(), target.close(), rm(folder, { recursive: true })])
})

const winkel = (...args: string[]) =>
  runWinkel(args, {
    DATABASE_OWNER_URL: toDatabaseUrl(target.ownerPool.options),
    DATA_DIR: target.config.dataDir,
    PUBLIC_URL: 'https://winkel.example',
  })

test('winkel business: checks and imports a file, and says what is left to do', async () => {
  const owner = await createOwner(source, { businessname: 'Mokoena\u001b[31m Traders' })
  await createFilledBusiness(source.ownerPool)
  const path = join(folder, 'business.zip')
  await downloadBusinessFile(owner, path)

  const verified = await winkel('business', 'verify', path)
  expect(verified).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^The file of Mokoena Traders, made at .+, is complete: /),
  })
  const imported = await winkel('business', 'import', path)
  expect(imported).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Mokoena Traders is imported: \d+ rows\.\n/) })
  expect(imported.stdout).toContain(`Without SMTP_URL the invitations are files in ${target.config.dataDir}/outbox: 1.`)

  const countBusinesses = async () => (await target.ownerPool.query('select from business')).rowCount
  const again = await winkel('business', 'import', path, '--json')
  expect(again).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('This business is already here, as Mokoena'),
  })
  const { stdout } = await winkel('log', '--json')
  expect(JSON.parse(stdout)).toMatchObject([
    {
      command: 'business import',
      arguments: [path, '--json'],
      outcome: 'failed',
      reason: expect.stringContaining('already here'),
    },
    { command: 'business import', arguments: [path], outcome: 'done' },
  ])
  const cut = join(folder, 'cut.zip')
  await cutFile(path, cut, 4_000)
  await writeFile(join(folder, 'notes.txt'), 'x')
  const refused: [string, string][] = [
    [cut, 'no complete ZIP archive'],
    [join(folder, 'notes.txt'), 'no complete ZIP archive'],
    [join(folder, 'missing.zip'), 'missing.zip'],
    [folder, folder],
  ]
  for (const [file, sentence] of refused) {
    const { code, stdout, stderr } = await winkel('business', 'import', file)
    expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(sentence)
    expect(stderr).not.toContain('    at ')
  }
  expect(await countBusinesses()).toBe(1)
})
