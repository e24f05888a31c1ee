import type { ClientBase } from 'pg'
import type { Logger } from 'pino'

/** The servers of a database listen to it, and log each command. */
export const OPERATOR_CHANNEL = 'winkel_operator'

export type OperatorEntry = {
  entryid: number
  logged_at: Date
  os_user: string
  host: string
  command: string
  arguments: string[]
  outcome: 'done' | 'failed'
  reason: string | null
}

/** A notification has 8,000 bytes at most. The row has all of it. */
const MAX_CHARACTERS = 300

/** Adds a row as the owner of the database. The servers that run log it after COMMIT. */
export async function insertOperatorEntry(owner: ClientBase, entry: Omit<OperatorEntry, 'entryid' | 'logged_at'>) {
  const { os_user, host, command, outcome, reason } = entry
  const { rows } = await owner.query<{ entryid: number }>(
    `insert into operator_log (os_user, host, command, arguments, outcome, reason) values ($1, $2, $3, $4, $5, $6) returning entryid`,
    [os_user, host, command, entry.arguments, outcome, reason],
  )
  const line = { entry: rows[0]?.entryid, user: os_user, host, command, arguments: entry.arguments.join(' '), outcome, reason }
  const short = Object.entries(line).map(([key, value]) => [
    key,
    typeof value === 'string' ? value.slice(0, MAX_CHARACTERS) : value,
  ])
  await owner.query('select pg_notify($1, $2)', [OPERATOR_CHANNEL, JSON.stringify(Object.fromEntries(short))])
}

export const listOperatorEntries = async (owner: ClientBase, count: number) =>
  (
    await owner.query<OperatorEntry>(
      'select entryid, logged_at, os_user, host, command, arguments, outcome, reason from operator_log order by entryid desc limit $1',
      [count],
    )
  ).rows

/** Logs what a command announced. Every role of the database may send such a notification, so nothing is done with it. */
export function logOperatorEntry(log: Logger, payload: string) {
  try {
    const entry: unknown = JSON.parse(payload)
    log.info(
      { event: 'operator_command', ...(typeof entry === 'object' ? { operator: entry } : {}) },
      'an operator ran a command',
    )
  } catch {
    // no line of ours
  }
}
