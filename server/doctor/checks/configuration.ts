import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { getErrorCode, getErrorMessage } from '../../../db/errors.ts'
import { MIN_SECRET_LENGTH } from '../../config.ts'
import { type Check, type DoctorContext, type Outcome, ok, problem, warning } from '../check.ts'

const OTHERS_CAN_READ = 0o077

/** The variables that are readable one by one, and still do not fit together. */
export const configuration: Check = {
  name: 'configuration',
  async run(context) {
    const found = [...(await checkSecret(context)), ...checkPublicUrl(context), ...(await checkFolder(context))]
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

async function checkFolder({ config: { dataDir } }: DoctorContext): Promise<Outcome[]> {
  if (process.platform === 'win32') return []
  const found = await stat(dataDir).catch(() => undefined)
  if (!found || (found.mode & OTHERS_CAN_READ) === 0) return []
  return [warning(`Other users of this machine can read ${dataDir}.`, `Run chmod 700 ${dataDir}`)]
}
