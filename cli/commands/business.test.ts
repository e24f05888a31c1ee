import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createFilledBusiness } from '../../db/testing/create-filled-business.ts'
import { emptyDatabase } from '../../db/testing/store.ts'
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

test('winkel business erase: takes the name or --yes, erases files too, and a restore of an older backup erases it again', async () => {
  const { ownerPool, config } = target
  const owner = await createOwner(target, { businessname: 'Karoo\u001b[31m Pantry' })
  const other = await createOwner(target)
  const picture = join(config.dataDir, 'files', 'pictures', owner.businessid)
  await mkdir(picture, { recursive: true })
  await writeFile(join(picture, 'x-full.webp'), 'x')
  const backup = await winkel('backup')
  expect(backup.code, backup.stderr).toBe(0)
  const exists = async (id: string, pool = ownerPool) =>
    (await pool.query('select from business where id = $1', [id])).rowCount === 1

  for (const id of ['1', crypto.randomUUID()])
    expect(await winkel('business', 'erase', id, '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no business with this id'),
    })
  const asked = await winkel('business', 'erase', owner.businessid)
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining("The business 'Karoo Pantry' is erased, with all") })
  expect(await exists(owner.businessid)).toBe(true)

  const erased = await winkel('business', 'erase', owner.businessid, '--yes')
  expect(erased, erased.stderr).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^The business \S+ is erased: \d+ rows\.\nFiles deleted: 1\.\nBackups that the server makes/),
  })
  const [name = ''] = (await readdir(join(config.dataDir, 'backups'))).filter((file) => file.endsWith('.winkel-backup'))
  expect(erased.stdout).toContain(`These may have it:\n${join(config.dataDir, 'backups', name)}`)
  expect([await exists(owner.businessid), await exists(other.businessid)]).toEqual([false, true])
  await expect(readdir(picture)).resolves.toEqual([])
  const { stdout } = await winkel('log', '--json', '--last', '1')
  expect(JSON.parse(stdout)).toMatchObject([
    { command: 'business erase', arguments: [owner.businessid, '--yes'], outcome: 'done' },
  ])

  const restored = await emptyDatabase()
  const file = join(config.dataDir, 'backups', name)
  const into = { DATABASE_OWNER_URL: toDatabaseUrl(restored.owner), DATABASE_URL: toDatabaseUrl(restored.login) }
  const answer = await runWinkel(['restore', file], {
    ...into,
    DATA_DIR: join(folder, 'restored'),
    AUTH_SECRET: config.authSecret,
  })
  expect(answer.stdout, answer.stderr).toContain(
    `Erased again, because they were erased after this backup was made: ${owner.businessid}.`,
  )
  const client = new Client(restored.owner)
  await client.connect()
  const { rows } = await client.query('select id from business')
  const found = rows.map(({ id }) => id)
  expect(found).toContain(other.businessid)
  expect(found).not.toContain(owner.businessid)
  await client.end()
  await restored.drop()
})
