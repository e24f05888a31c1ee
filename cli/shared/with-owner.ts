import { silentLog } from '../../db/log.ts'
import { type OwnerConnection, openOwner } from '../../db/open-owner.ts'
import { type OperatorConfig, readOperatorConfig } from '../../server/config.ts'

export type Owner = Omit<OwnerConnection, 'close'> & { operator: OperatorConfig }

type Options = {
  /** False for a command that also works on a database of another version, or on an empty one. */
  checkVersion?: boolean
}

/**
 * Runs `work` on a connection of the database's owner, found by the environment: DATABASE_OWNER_URL, or the embedded PostgreSQL of
 * DATA_DIR, which is started for the length of the command when no server runs. Throws CannotStart before `work` when it cannot.
 */
export async function withOwner<T>(work: (owner: Owner) => Promise<T>, { checkVersion }: Options = {}): Promise<T> {
  const operator = readOperatorConfig(process.env)
  const { close, ...owner } = await openOwner({ ...operator, log: silentLog, checkVersion })
  try {
    return await work({ ...owner, operator })
  } finally {
    await close()
  }
}
