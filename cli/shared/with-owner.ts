import { silentLog } from '../../db/log.ts'
import { type OwnerConnection, openOwner } from '../../db/open-owner.ts'
import { type OperatorConfig, readOperatorConfig } from '../../server/config.ts'
import { ignoreMissingLog, recordOperation } from './operation.ts'

export type Owner = Omit<OwnerConnection, 'close'> & {
  operator: OperatorConfig
  /** Runs a change and its entry of the operator's log in one transaction. What comes after it, such as a mail, is not undone. */
  change<T>(work: () => Promise<T>): Promise<T>
  /** Adds the entry in a transaction that `work` has begun itself. */
  record(): Promise<void>
}

type Options = {
  /** False for a command that also works on a database of another version, or on an empty one. */
  checkVersion?: boolean
}

/**
 * Runs `work` on a connection of the database's owner, found by the environment: DATABASE_OWNER_URL, or the embedded PostgreSQL of
 * DATA_DIR, which is started for the length of the command when no server runs. Throws CannotStart before `work` when it cannot. A
 * command that changes something gets an entry in the operator's log when it ends, if `work` has added none.
 */
export async function withOwner<T>(work: (owner: Owner) => Promise<T>, { checkVersion = true }: Options = {}): Promise<T> {
  const operator = readOperatorConfig(process.env)
  const { close, ...owner } = await openOwner({ ...operator, log: silentLog, checkVersion })
  const { client } = owner
  let isRecorded = false
  const record = async () => {
    await recordOperation(client)
    isRecorded = true
  }
  const change = async <R>(run: () => Promise<R>) => {
    await client.query('begin')
    const result = await run()
    await recordOperation(client)
    await client.query('commit')
    isRecorded = true
    return result
  }
  try {
    const result = await work({ ...owner, operator, change, record })
    if (!isRecorded) await record().catch(checkVersion ? undefined : ignoreMissingLog)
    return result
  } catch (error) {
    // Its own failure is no reason to hide the first one. A change that was committed is done, whatever came after it.
    await client.query('rollback').catch(() => undefined)
    if (!isRecorded) await recordOperation(client, error).catch(() => undefined)
    throw error
  } finally {
    await close()
  }
}
