import type { ClientBase } from 'pg'
import { findLockKeys } from './auth-rate-limit.ts'

/** Deletes the counters of wrong passwords, codes and reset links of an account. Returns how many there were. */
export async function deleteLocks(client: ClientBase, { email, user_id }: { email: string; user_id: string }) {
  const { keys, prefix } = findLockKeys(email, user_id)
  const { rowCount } = await client.query('delete from auth.attempts where key = any($1::text[]) or starts_with(key, $2)', [
    keys,
    prefix,
  ])
  return rowCount ?? 0
}
