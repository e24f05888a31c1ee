import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { createFolder } from '../db/create-folder.ts'
import { CannotStart, getErrorCode, getErrorMessage } from '../db/errors.ts'
import type { PasswordCost } from './auth/passwords.ts'
import { findMisspelled, findUnknown } from './misspelled-variables.ts'

const url = (schemes: string[], what: string, hasParts = (_: URL) => true) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol) && hasParts(new URL(value)),
      `must be ${what}`,
    )
    .optional()

const databaseUrl = url(
  ['postgres:', 'postgresql:'],
  'a database address like postgres://user:password@host:5432/winkel. In a password, @ is written %40, / is %2F, # is %23, ? is %3F, and % is %25',
  // Of a password with / the rest would be taken for the host, and be in a log.
  ({ username, pathname, search }) => username !== '' && pathname.length > 1 && !(pathname + search).includes('@'),
)

/** Where backups go: a bucket with a folder in it, or a folder. */
const backupUrl = z
  .string()
  .refine(
    (value) =>
      !/^[a-z0-9+]+:\/\//i.test(value) ||
      (/^s3(\+http)?:/.test(value) &&
        URL.canParse(value) &&
        new URL(value).password !== '' &&
        new URL(value).pathname.length > 1),
    'must be a folder, or the address of a bucket like s3://key:secret@host/bucket/folder?region=af-south-1',
  )
  .optional()

const recipients = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .refine(
    (values) => values.length > 0 && values.every((value) => value.startsWith('age1')),
    'must be one recipient of age or more, with commas between them: age1…. Never an identity (AGE-SECRET-KEY-1…)',
  )
  .optional()

const onOrOff = z.enum(['on', 'off'], 'must be on or off').default('on')

const integer = (min: number, max: number) => {
  const sentence = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(sentence).int(sentence).min(min, sentence).max(max, sentence)
}

const MAX_PORT = 65_535
const MAX_STOP_WAIT_SECONDS = 600
const STOP_WAIT_SECONDS = 5
const LOOPBACK = '127.0.0.1'
export const MIN_SECRET_LENGTH = 32

/** Every environment variable that the server reads. */
const Variables = z.object({
  PORT: integer(1, MAX_PORT).default(3000),
  HOST: z.string().default(LOOPBACK),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl,
  DATABASE_OWNER_URL: databaseUrl,
  DATABASE_READ_URL: databaseUrl,
  PUBLIC_URL: url(['http:', 'https:'], 'an http:// or https:// address').refine(
    (value) => !value || !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`,
    'must be only a host and a port, without a path, a query or a password',
  ),
  AUTH_SECRET: z
    .string()
    .min(
      MIN_SECRET_LENGTH,
      `must be at least ${MIN_SECRET_LENGTH} characters long, for example the output of openssl rand -base64 32`,
    )
    .optional(),
  FILES_URL: url(
    ['s3:', 's3+http:'],
    'the address of a bucket like s3://key:secret@host/bucket?region=af-south-1',
    ({ username, password, host, pathname }) =>
      [username, password, host].every((part) => part !== '') && /^\/[^/]+$/.test(pathname),
  ),
  SUPPORT_EMAIL: z.email('must be an e-mail address').optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'an smtp:// or smtps:// address'),
  BACKUPS: onOrOff,
  BACKUP_BEFORE_MIGRATION: onOrOff,
  BACKUP_TRIAL_RESTORES: onOrOff,
  BACKUP_URL: backupUrl,
  BACKUP_DATABASE_URL: databaseUrl,
  BACKUP_ENCRYPT_TO: recipients,
  BACKUP_IDENTITY_FILE: z.string().optional(),
  SIGN_UP: onOrOff,
  TRUSTED_PROXIES: integer(0, 20).default(0),
  WEBHOOKS: onOrOff,
  WEBHOOK_ALLOW_PRIVATE: onOrOff.default('off'),
  STOP_WAIT_SECONDS: integer(0, MAX_STOP_WAIT_SECONDS).optional(),
  METRICS_PORT: integer(1, MAX_PORT).optional(),
  METRICS_HOST: z.string().optional(),
})

const NAMES = Object.keys(Variables.shape)

export type OperatorConfig = Omit<Config, 'authSecret' | 'passwordCost'>

export type Config = {
  port: number
  host: string
  dataDir: string
  databaseUrl?: string
  databaseOwnerUrl?: string
  /** A streaming replica of that database, for long reads. */
  databaseReadUrl?: string
  /** Without a trailing slash. */
  publicUrl: string
  authSecret: string
  smtpUrl?: string
  /** Where the questions of businesses go. */
  supportEmail?: string
  /** The bucket for pictures, instead of a folder in dataDir. */
  filesUrl?: string
  /** Whether the server makes a backup every night. */
  backups: boolean
  backupBeforeMigration: boolean
  /** Whether a nightly backup is restored in a trial once a month. */
  trialRestores: boolean
  /** A bucket or a folder for backups, instead of dataDir/backups. */
  backupUrl?: string
  /** Who reads the database for nightly backups, instead of its owner. */
  backupDatabaseUrl?: string
  /** For whom backups are encrypted: recipients of age. */
  backupEncryptTo?: string[]
  /** The file with the identity that reads encrypted backups: for a trial restore on this server, and for commands. */
  backupIdentityFile?: string
  /** Whether people create accounts of their own. */
  signUp: boolean
  trustedProxies: number
  /** Whether the server sends webhooks. */
  webhooks: boolean
  /** Whether webhooks may go to private addresses, and without TLS. */
  webhookAllowPrivate: boolean
  /** For how long the server answers on while /readyz already says that it stops. */
  stopWaitSeconds: number
  metricsPort?: number
  metricsHost: string
  /** Not a variable: only tests set a lower cost than the default. */
  passwordCost?: PasswordCost
}

/** Reads the environment. Throws CannotStart with a sentence for each variable that is wrong. */
export async function readConfig(environment: NodeJS.ProcessEnv): Promise<Config> {
  const data = parseVariables(environment, 'server')
  return { ...toConfig(data), authSecret: data.AUTH_SECRET ?? (await readOrCreateSecret(resolve(data.DATA_DIR))) }
}

/** As readConfig, of the same environment, but creates no secret. */
export const checkServerConfig = (environment: NodeJS.ProcessEnv): OperatorConfig =>
  toConfig(parseVariables(environment, 'server'))

/** What the operator's commands read of the environment. Creates no secret. Throws CannotStart as readConfig does. */
export const readOperatorConfig = (environment: NodeJS.ProcessEnv): OperatorConfig =>
  toConfig(parseVariables(environment, 'command'))

/** Variables that look like those of the server, and are not read. */
export const findUnknownVariables = (environment: NodeJS.ProcessEnv) => findUnknown(environment, NAMES)

/** The rules between variables. A command can do with the owner of the database alone, and signs nothing. */
function findConflicts(given: NodeJS.Dict<string>, reader: 'server' | 'command') {
  const needs = (name: string, other: string) => (given[name] && !given[other] ? [`${name} needs ${other} beside it.`] : [])
  const isServer = reader === 'server'
  return [
    ...(isServer && given['DATABASE_URL'] && !given['AUTH_SECRET']
      ? ['AUTH_SECRET is required with DATABASE_URL, so that every server of the database signs sessions alike.']
      : []),
    ...(isServer ? needs('DATABASE_OWNER_URL', 'DATABASE_URL') : []),
    ...(isServer || !given['DATABASE_OWNER_URL']
      ? [...needs('DATABASE_READ_URL', 'DATABASE_URL'), ...needs('BACKUP_DATABASE_URL', 'DATABASE_URL')]
      : []),
    ...needs('METRICS_HOST', 'METRICS_PORT'),
  ]
}

function parseVariables(environment: NodeJS.ProcessEnv, reader: 'server' | 'command') {
  // An empty variable counts as not set, because compose files and shells pass unset variables as empty.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const { data, error } = Variables.safeParse(given)
  const wrong = error?.issues.map(({ path, message }) => `${path.join('.')} ${message}.`) ?? []
  const all = [...findMisspelled(environment, NAMES), ...wrong, ...findConflicts(given, reader)]
  if (!data || all.length > 0) throw new CannotStart(all.join('\n'))
  return data
}

const toConfig = (data: z.infer<typeof Variables>): OperatorConfig => ({
  port: data.PORT,
  host: data.HOST,
  dataDir: resolve(data.DATA_DIR),
  databaseUrl: data.DATABASE_URL,
  databaseOwnerUrl: data.DATABASE_OWNER_URL,
  databaseReadUrl: data.DATABASE_READ_URL,
  publicUrl: (data.PUBLIC_URL ?? `http://localhost:${data.PORT}`).replace(/\/+$/, ''),
  smtpUrl: data.SMTP_URL,
  supportEmail: data.SUPPORT_EMAIL,
  filesUrl: data.FILES_URL,
  backups: data.BACKUPS === 'on',
  backupBeforeMigration: data.BACKUP_BEFORE_MIGRATION === 'on',
  trialRestores: data.BACKUP_TRIAL_RESTORES === 'on',
  backupUrl: data.BACKUP_URL,
  backupDatabaseUrl: data.BACKUP_DATABASE_URL,
  backupEncryptTo: data.BACKUP_ENCRYPT_TO,
  backupIdentityFile: data.BACKUP_IDENTITY_FILE,
  signUp: data.SIGN_UP === 'on',
  trustedProxies: data.TRUSTED_PROXIES,
  webhooks: data.WEBHOOKS === 'on',
  webhookAllowPrivate: data.WEBHOOK_ALLOW_PRIVATE === 'on',
  // Only where something in front may ask /readyz: a proxy, or a load balancer of several servers, which sets no header of a proxy.
  stopWaitSeconds: data.STOP_WAIT_SECONDS ?? (data.TRUSTED_PROXIES > 0 || data.DATABASE_URL ? STOP_WAIT_SECONDS : 0),
  metricsPort: data.METRICS_PORT,
  metricsHost: data.METRICS_HOST ?? LOOPBACK,
})

/** The secret of a server with an embedded database: created once and stored in the data folder. */
async function readOrCreateSecret(dataDir: string) {
  const file = join(dataDir, 'auth-secret')
  const secret = await readFile(file, 'utf8').catch(() => createSecret(dataDir, file))
  if (secret.trim().length < MIN_SECRET_LENGTH) {
    throw new CannotStart(
      `${file} is damaged: it has fewer than ${MIN_SECRET_LENGTH} characters. Restore it from a backup, or delete it: the next start creates another one, and everybody signs in again.`,
    )
  }
  return secret
}

/** Under its name the file is complete, even if the disk is full or the power fails: it gets the name after its content is on disk. */
async function createSecret(dataDir: string, file: string) {
  const draft = `${file}-${randomBytes(6).toString('hex')}`
  try {
    await createFolder(dataDir)
    await writeToDisk(draft, randomBytes(32).toString('base64url'))
    // A link and no rename: when two servers start at the same time, the first one's file stays and both read it.
    await link(draft, file).catch((error) => {
      if (getErrorCode(error) !== 'EEXIST') throw error
    })
    await rm(draft)
    await flushFolder(dataDir)
    return await readFile(file, 'utf8')
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw new CannotStart(
      `DATA_DIR ${dataDir} cannot be written: ${getErrorMessage(error)}. Choose another folder with DATA_DIR.`,
    )
  }
}

async function writeToDisk(path: string, text: string) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Windows cannot open a folder; it writes the name together with the file. */
async function flushFolder(path: string) {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
