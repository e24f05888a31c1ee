import { hostname, userInfo } from 'node:os'
import type { Command } from 'commander'
import { Client, type ClientBase, type ClientConfig } from 'pg'
import { getErrorCode, getErrorMessage } from '../../db/errors.ts'
import { insertOperatorEntry } from '../../server/shared/operator-log.ts'

/** They change nothing. Every other command is logged, and a new one too. */
const READING = [
  'businesses',
  'business verify',
  'tickets',
  'tickets show',
  'announcements',
  'tills',
  'verify',
  'log',
  'check-config',
  'test-mail',
]
/** The demo has a database of its own, and the server knows what a till sent. */
const NOT_LOGGED = [...READING, 'demo', 'till']

/** A command that changes something, with its arguments as they were typed. */
type Operation = { command: string; arguments: string[] }

/** Of the command that runs in this process. */
let current: Operation | undefined

export function beginOperation(action: Command, typed: string[]) {
  const path: string[] = []
  for (let command = action; command.parent; command = command.parent) path.unshift(command.name())
  const rest = [...typed]
  for (const name of path) if (rest.includes(name)) rest.splice(rest.indexOf(name), 1)
  const command = path.join(' ')
  const isRead = NOT_LOGGED.includes(command) || (command === 'doctor' && !rest.includes('--repair'))
  current = isRead ? undefined : { command, arguments: rest.map(hideSecret) }
}

export function endOperation() {
  current = undefined
}

/** The address of a bucket or a database has a key or a password before the last @. */
const hideSecret = (argument: string) => argument.replace(/^((?:--[a-z-]+=)?[a-z][a-z0-9+.-]*:\/\/).*@/is, '$1…@')

/** Who runs the command: 'root, from thandi by sudo'. A container may have a user without a name. */
function findUser() {
  const { SUDO_USER } = process.env
  try {
    const { username } = userInfo()
    return SUDO_USER && SUDO_USER !== username ? `${username}, from ${SUDO_USER} by sudo` : username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}

/** Adds the command to the operator's log, in the transaction of `client` where it has one. Nothing for a command that only reads. */
export async function recordOperation(client: ClientBase, failure?: unknown) {
  if (!current) return
  const reason = failure === undefined ? null : hideSecret(getErrorMessage(failure))
  const outcome = failure === undefined ? 'done' : 'failed'
  await insertOperatorEntry(client, { ...current, os_user: findUser(), host: hostname(), outcome, reason })
}

/** The same on a connection of its own. */
export async function recordOperationOn(owner: ClientConfig) {
  const client = new Client({ ...owner, types: undefined })
  client.on('error', () => undefined) // the query rejects too
  await client.connect()
  await recordOperation(client).finally(() => client.end())
}

/** For a command that also works on a database of an older version, which has no log yet. */
export function ignoreMissingLog(error: unknown) {
  if (getErrorCode(error) !== '42P01') throw error
}
