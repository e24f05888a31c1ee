import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { getErrorCode, getErrorMessage } from '../../../db/errors.ts'
import { MIN_SECRET_LENGTH } from '../../config.ts'
import { type Check, type DoctorContext, type Outcome, ok, problem, warning } from '../check.ts'

const OTHERS_CAN_READ = 0o077
/** What the server writes in DATA_DIR. PostgreSQL may run as another user, so its folder is not among them. */
const WRITTEN = ['auth-secret', 'files', 'backups', 'outbox', 'uploads']

/** The variables that are readable one by one, and still do not fit together. */
export const configuration: Check = {
  name: 'configuration',
  async run(context) {
    const found = [
      ...(await checkSecret(context)),
      ...checkPublicUrl(context),
      ...(await checkFolder(context)),
      ...(await checkOwners(context)),
    ]
    return found.length > 0 ? found : ok('The variables fit together.')
  },
}

async function checkSecret({ config, environment }: DoctorContext): Promise<Outcome[]> {
  if (environment['AUTH_SECRET']) return []
  if (config.databaseUrl)
    return [
      problem(
        'AUTH_SECRET is not set here, and servers with DATABASE_URL do not start without it.',
        'Set it for every server of the database, to the same value.',
      ),
    ]
  const file = join(config.dataDir, 'auth-secret')
  try {
    const secret = (await readFile(file, 'utf8')).trim()
    if (secret.length >= MIN_SECRET_LENGTH) return []
    return [problem(`${file} has fewer than ${MIN_SECRET_LENGTH} characters, so the server does not start.`, RESTORE_SECRET)]
  } catch (error) {
    // The first start creates it.
    if (getErrorCode(error) === 'ENOENT')
      return [warning(`${file} is missing: at the next start everybody has to sign in again.`, RESTORE_SECRET)]
    return [problem(`${file} cannot be read: ${getErrorMessage(error)}.`, 'Give it to the user of the server.')]
  }
}

const RESTORE_SECRET = 'Restore the file from a backup. Two-step sign-in does not work with another secret.'

function checkPublicUrl({ config: { publicUrl } }: DoctorContext): Outcome[] {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return []
  return [
    warning(
      `PUBLIC_URL is ${publicUrl}: passwords and sales cross the network without encryption.`,
      'Put a proxy with https in front of the server and set PUBLIC_URL to its https URL.',
    ),
  ]
}

async function checkFolder({ config: { dataDir, backupUrl } }: DoctorContext): Promise<Outcome[]> {
  if (process.platform === 'win32') return []
  const isOpen = async (path: string) => {
    const found = await stat(path).catch(() => undefined)
    return found !== undefined && (found.mode & OTHERS_CAN_READ) !== 0
  }
  const folders = [dataDir, ...(backupUrl && !backupUrl.includes('://') ? [resolve(backupUrl)] : [])]
  const secret = join(dataDir, 'auth-secret')
  const found: Outcome[] = []
  for (const folder of folders)
    if (await isOpen(folder)) found.push(warning(`Other users of this machine can read ${folder}.`, `Run chmod 700 ${folder}`))
  if (await isOpen(secret))
    found.push(warning(`The mode of ${secret} lets other users read it, and copies keep the mode.`, `Run chmod 600 ${secret}`))
  return found
}

/** A command that root ran once leaves a folder that the server cannot write, and the nightly backup fails. */
async function checkOwners({ config: { dataDir } }: DoctorContext): Promise<Outcome[]> {
  if (process.platform === 'win32') return []
  const findOwner = async (path: string) => (await stat(path).catch(() => undefined))?.uid
  const owner = await findOwner(dataDir)
  const foreign: string[] = []
  for (const name of WRITTEN) {
    const found = await findOwner(join(dataDir, name))
    if (found !== undefined && found !== owner) foreign.push(join(dataDir, name))
  }
  if (foreign.length === 0) return []
  return [
    problem(
      `Another user than that of ${dataDir} owns ${foreign.join(', ')}: the server may not be able to write there.`,
      `Run chown -R --reference=${dataDir} ${foreign.join(' ')}`,
    ),
  ]
}
