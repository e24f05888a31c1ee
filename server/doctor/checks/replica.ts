import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { parseDatabaseUrl } from '../../../db/connection/external.ts'
import {
  findMismatch,
  type Position,
  type ReplicaState,
  SELECT_POSITION,
  selectReplicaState,
} from '../../../db/connection/position.ts'
import { getErrorMessage } from '../../../db/errors.ts'
import { type Check, ok, problem, warning } from '../check.ts'

const CONNECTION_TIMEOUT_MS = 5_000
const MAX_WAIT_MS = 5_000
const POLL_MS = 100

/** Whether servers can read from the replica, if there is one. */
export const replica: Check = {
  name: 'replica',
  async run({ client: owner, login, config: { databaseReadUrl } }) {
    if (!databaseReadUrl) return []
    const [written] = (await owner.query<Position>(SELECT_POSITION)).rows
    if (!written) return warning('The database is a standby itself.', 'Set DATABASE_URL and DATABASE_OWNER_URL to the primary.')
    // This connection is one of the owner, and servers sign in as another role.
    const position = { ...written, role: login }
    const client = new Client({ ...parseDatabaseUrl(databaseReadUrl), connectionTimeoutMillis: CONNECTION_TIMEOUT_MS })
    client.on('error', () => undefined) // connect or query fails too
    try {
      await client.connect()
      return await check(client, position)
    } catch (error) {
      return problem(
        `The replica cannot be read: ${getErrorMessage(error)}.`,
        `Correct DATABASE_READ_URL, or start the replica. ${UNTIL_THEN}`,
      )
    } finally {
      await client.end().catch(() => undefined)
    }
  },
}

const UNTIL_THEN = 'Until then everything is read from the primary.'

async function check(client: Client, position: Position) {
  const until = performance.now() + MAX_WAIT_MS
  for (;;) {
    const [state] = (await client.query<ReplicaState>(selectReplicaState(position))).rows
    const mismatch = state && findMismatch(state, position)
    if (mismatch)
      return problem(`The replica is not used: ${mismatch}.`, `Set DATABASE_READ_URL to a streaming replica. ${UNTIL_THEN}`)
    if (state?.has_position) break
    if (performance.now() > until)
      return warning(
        'The replica is more than 5 seconds behind the primary.',
        `Look at pg_stat_replication on the primary. ${UNTIL_THEN}`,
      )
    await delay(POLL_MS)
  }
  const { rows } = await client.query<{ hot_standby_feedback: string }>('show hot_standby_feedback')
  return rows[0]?.hot_standby_feedback === 'on'
    ? ok('It has what the primary has, and hot_standby_feedback is on.')
    : warning(
        'hot_standby_feedback is off: long reads are cancelled, or hold the replica back.',
        'On the replica, run alter system set hot_standby_feedback = on; select pg_reload_conf();',
      )
}
