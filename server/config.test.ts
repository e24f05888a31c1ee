import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CannotStart } from '../db/errors.ts'
import { checkServerConfig, readConfig, readOperatorConfig } from './config.ts'

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'winkel-config-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

const DATABASE_URL = 'postgres://winkel:word@db.example/winkel'
const AUTH_SECRET = 'a secret of thirty-two characters'

test('config: every variable is optional, and an empty one counts as not set', async () => {
  const dataDir = await folder()
  const config = await readConfig({ DATA_DIR: dataDir, PORT: '', DATABASE_URL: '' })
  expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', dataDir, publicUrl: 'http://localhost:3000', trustedProxies: 0 })
})

test('config: the secret is created once, and only its user may read the file', async () => {
  const dataDir = join(await folder(), 'data')
  const [one, two] = await Promise.all([readConfig({ DATA_DIR: dataDir }), readConfig({ DATA_DIR: dataDir })])
  expect(one.authSecret).toMatch(/^[\w-]{43}$/)
  expect(two.authSecret).toBe(one.authSecret)
  expect(await readFile(join(dataDir, 'auth-secret'), 'utf8')).toBe(one.authSecret)
  expect(await readdir(dataDir)).toEqual(['auth-secret'])
  if (process.platform !== 'win32') expect((await stat(join(dataDir, 'auth-secret'))).mode & 0o777).toBe(0o600)
})

test('config: the rules between variables are the same for a check and for a start, and a check writes nothing', async () => {
  const dataDir = join(await folder(), 'data')
  expect(checkServerConfig({ DATA_DIR: dataDir })).toMatchObject({ dataDir })
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT')
  for (const [variables, sentence, isOfCommands] of [
    [{ DATABASE_URL }, 'AUTH_SECRET is required with DATABASE_URL', false],
    [{ DATABASE_OWNER_URL: DATABASE_URL }, 'DATABASE_OWNER_URL needs DATABASE_URL beside it.', false],
    [{ DATABASE_READ_URL: DATABASE_URL }, 'DATABASE_READ_URL needs DATABASE_URL beside it.', true],
    [{ METRICS_HOST: '10.0.0.1' }, 'METRICS_HOST needs METRICS_PORT beside it.', true],
  ] as const) {
    await expect(readConfig({ DATA_DIR: dataDir, ...variables })).rejects.toThrow(sentence)
    expect(() => checkServerConfig(variables)).toThrow(sentence)
    if (isOfCommands) expect(() => readOperatorConfig(variables)).toThrow(sentence)
    else expect(() => readOperatorConfig(variables)).not.toThrow()
  }
})

test.each(['', 'x'.repeat(31), `${'x'.repeat(31)}\n`])('config: refuses a damaged file of the secret: %j', async (content) => {
  const dataDir = await folder()
  await writeFile(join(dataDir, 'auth-secret'), content)
  await expect(readConfig({ DATA_DIR: dataDir })).rejects.toThrow(
    `${join(dataDir, 'auth-secret')} is damaged: it has fewer than 32 characters. Restore it from a backup, or delete it: the next start creates another one, and everybody signs in again.`,
  )
})

test('config: reports every invalid variable in one error, a sentence for each', async () => {
  const wrong = {
    PORT: 'http',
    DATABASE_URL: 'mysql://x',
    PUBLIC_URL: 'shop',
    AUTH_SECRET: 'short',
    FILES_URL: 's3://host/bucket',
    TRUSTED_PROXIES: '1.5',
    STOP_WAIT_SECONDS: '-1',
    METRICS_PORT: '70000',
  }
  await expect(readConfig(wrong)).rejects.toThrow(
    [
      'PORT must be a whole number from 1 to 65535.',
      'DATABASE_URL must be a database address like postgres://user:password@host:5432/winkel. In a password, @ is written %40, / is %2F, # is %23, ? is %3F, and % is %25.',
      'PUBLIC_URL must be an http:// or https:// address.',
      'AUTH_SECRET must be at least 32 characters long, for example the output of openssl rand -base64 32.',
      'FILES_URL must be the address of a bucket like s3://key:secret@host/bucket?region=af-south-1.',
      'TRUSTED_PROXIES must be a whole number from 0 to 20.',
      'STOP_WAIT_SECONDS must be a whole number from 0 to 600.',
      'METRICS_PORT must be a whole number from 1 to 65535.',
    ].join('\n'),
  )
})

test.each(['https://shop.example/winkel', 'https://shop.example?a=b', 'https://me:secret@shop.example'])(
  'config: refuses a PUBLIC_URL with more than a host and a port: %s',
  async (PUBLIC_URL) => {
    await expect(readConfig({ PUBLIC_URL })).rejects.toThrow(
      new CannotStart('PUBLIC_URL must be only a host and a port, without a path, a query or a password.'),
    )
  },
)

test.each(['AGE-SECRET-KEY-1QQQQ', 'age1qqq,ssh-ed25519 AAAA', ' , '])(
  'config: %j is nobody whom backups can be encrypted for, and is not printed',
  async (value) => {
    const sentence =
      'BACKUP_ENCRYPT_TO must be one recipient of age or more, with commas between them: age1…. Never an identity (AGE-SECRET-KEY-1…).'
    await expect(readConfig({ BACKUP_ENCRYPT_TO: value })).rejects.toThrow(new CannotStart(sentence))
  },
)

test('config: backups are encrypted for one recipient or several', async () => {
  const DATA_DIR = await folder()
  expect(await readConfig({ DATA_DIR, BACKUP_ENCRYPT_TO: 'age1a, age1b' })).toMatchObject({ backupEncryptTo: ['age1a', 'age1b'] })
  expect((await readConfig({ DATA_DIR, BACKUP_ENCRYPT_TO: '' })).backupEncryptTo).toBeUndefined()
})

test.each([
  [{}, 0],
  [{ TRUSTED_PROXIES: '1' }, 5],
  [{ DATABASE_URL, AUTH_SECRET }, 5],
  [{ STOP_WAIT_SECONDS: '20' }, 20],
  [{ TRUSTED_PROXIES: '1', STOP_WAIT_SECONDS: '0' }, 0],
])('config: a stop waits where a proxy or other servers may be there: %j', async (given, seconds) => {
  expect(await readConfig({ DATA_DIR: await folder(), ...given })).toMatchObject({ stopWaitSeconds: seconds })
})

test('config: metrics listen on loopback, whatever the server listens on', async () => {
  const DATA_DIR = await folder()
  expect(await readConfig({ DATA_DIR, HOST: '0.0.0.0', METRICS_PORT: '9464' })).toMatchObject({ metricsHost: '127.0.0.1' })
  const given = { DATA_DIR, METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' }
  expect(await readConfig(given)).toMatchObject({ metricsHost: '10.0.0.5' })
  await expect(readConfig({ METRICS_HOST: '10.0.0.5' })).rejects.toThrow(/^METRICS_HOST needs METRICS_PORT beside it\.$/)
})

test('config: a password of a database that is not encoded is refused, so that none of it is taken for a host', async () => {
  for (const password of ['p@ss/word', 'pass/w@rd', 'p@ss?word', 'pass#w@rd'])
    await expect(readConfig({ DATABASE_URL: `postgres://winkel:${password}@db.example/winkel`, AUTH_SECRET })).rejects.toThrow(
      /^DATABASE_URL must be .* @ is written %40/,
    )
})

test('config: an external database requires AUTH_SECRET, and its other URLs require DATABASE_URL', async () => {
  await expect(readConfig({ DATABASE_URL })).rejects.toThrow(/^AUTH_SECRET is required with DATABASE_URL/)
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_READ_URL', 'BACKUP_DATABASE_URL'])
    await expect(readConfig({ [name]: DATABASE_URL })).rejects.toThrow(`${name} needs DATABASE_URL`)
  await expect(readConfig({ DATABASE_READ_URL: 'replica', DATABASE_URL, AUTH_SECRET })).rejects.toThrow(
    /^DATABASE_READ_URL must be a database address/,
  )
  await expect(readConfig({ DATABASE_URL, AUTH_SECRET, DATABASE_READ_URL: DATABASE_URL })).resolves.toMatchObject({
    databaseUrl: DATABASE_URL,
    databaseReadUrl: DATABASE_URL,
    authSecret: AUTH_SECRET,
  })
})
