import { createHash, randomBytes } from 'node:crypto'
import type { ClientBase, Pool } from 'pg'
import { MAILED_LINK_SECONDS } from './security-mails.ts'

/** As Better Auth stores a token. */
const toIdentifier = (token: string) => createHash('sha256').update(`reset-password:${token}`).digest('base64url')

/** Whether this is the token of a reset link that still works. */
export async function isResetToken(pool: Pool, token: string) {
  const { rowCount } = await pool.query('select from auth.verification where identifier = $1 and "expiresAt" > now()', [
    toIdentifier(token),
  ])
  return rowCount === 1
}

type User = { publicUrl: string; user_id: string; seconds?: number }

/**
 * Stores a one-time token for a new password and returns its link, as the reset mail has it. The row has the form in which Better Auth
 * looks a token up. `client` may write the schema auth.
 */
export async function createResetLink(client: ClientBase, { publicUrl, user_id, seconds = MAILED_LINK_SECONDS }: User) {
  const token = randomBytes(24).toString('base64url')
  await client.query(
    `insert into auth.verification (identifier, value, "expiresAt") values ($1, $2, now() + make_interval(secs => $3))`,
    [toIdentifier(token), user_id, seconds],
  )
  return `${publicUrl}/login?token=${token}`
}
