import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { checkAtStart, checkIdentity } from './check-at-start.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'winkel-start-'))
afterAll(() => rm(dataDir, { recursive: true }))

test('start: says which servers and places of the variables cannot be used, and no more', async () => {
  const check = async (variables: Record<string, string>) => {
    const logged: { event: string; check: string; msg: string }[] = []
    await checkAtStart(
      await readConfig({ DATA_DIR: dataDir, ...variables }),
      pino({}, { write: (line) => void logged.push(JSON.parse(line)) }),
    )
    return logged
  }
  expect(await check({})).toEqual([])
  const away = await check({
    SMTP_URL: 'smtp://user:secret@127.0.0.1:1',
    FILES_URL: 's3+http://key:secret@127.0.0.1:1/shop',
    BACKUP_URL: 's3+http://key:secret@127.0.0.1:1/shop/backups',
    DATABASE_URL: 'postgres://winkel:secret@127.0.0.1:1/winkel',
    AUTH_SECRET: 'x'.repeat(32),
    BACKUP_DATABASE_URL: 'postgres://winkel_backup:secret@127.0.0.1:1/winkel',
  })
  expect(new Set(away.map(({ event }) => event))).toEqual(new Set(['not_usable']))
  expect(away.map(({ check }) => check).sort()).toEqual(['backup role', 'file store', 'mail', 'place of backups'])
  expect(JSON.stringify(away)).not.toContain('secret')
})

test('start: is refused with an identity that is missing or of nobody', async () => {
  const [own, other] = await Promise.all([generateIdentity(), generateIdentity()])
  const backupEncryptTo = [await identityToRecipient(own)]
  const write = async (name: string, identity: string) => {
    await writeFile(join(dataDir, name), identity)
    return join(dataDir, name)
  }
  await checkIdentity({ backupEncryptTo })
  await checkIdentity({ backupEncryptTo, backupIdentityFile: await write('own', own) })
  const refused = 'BACKUP_IDENTITY_FILE does not read the backups of BACKUP_ENCRYPT_TO. '
  for (const file of [await write('other', other), join(dataDir, 'missing'), await write('damaged', own.slice(0, -1))])
    await expect(checkIdentity({ backupEncryptTo, backupIdentityFile: file }), file).rejects.toThrow(refused)
})
