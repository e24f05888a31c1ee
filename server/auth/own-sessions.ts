import type { Pool } from 'pg'
import { MAX_AGE_SECONDS, type SignedIn } from './sessions.ts'

type OwnSession = { id: string; user_agent: string; ip_address: string; signed_in_at: Date; last_used_at: Date }

const LIST_SESSIONS = `
  select id, coalesce("userAgent", '') as user_agent, coalesce("ipAddress", '') as ip_address,
         "createdAt" as signed_in_at, "updatedAt" as last_used_at
    from auth.session
   where "userId" = $1 and "expiresAt" > now() and "createdAt" > now() - make_interval(secs => $2)
   order by (id = $3) desc, "updatedAt" desc, id`

/** The sessions of one person, for that person. */
export function createOwnSessions(pool: Pool) {
  return {
    /** The valid ones: the current one first, then the last used. */
    async listSessions({ user_id, sessionId }: SignedIn) {
      const { rows } = await pool.query<OwnSession>(LIST_SESSIONS, [user_id, MAX_AGE_SECONDS, sessionId])
      return rows.map((session) => ({ ...session, is_current: session.id === sessionId }))
    },
    /** False when the person has no such session. */
    async endOwnSession({ user_id }: SignedIn, id: string) {
      const { rowCount } = await pool.query('delete from auth.session where id = $1 and "userId" = $2', [id, user_id])
      return rowCount === 1
    },
    /** How many sessions have ended. */
    async endOtherSessions({ user_id, sessionId }: SignedIn) {
      const { rowCount } = await pool.query('delete from auth.session where "userId" = $1 and id <> $2', [user_id, sessionId])
      return rowCount ?? 0
    },
  }
}
