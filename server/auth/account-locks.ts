import type { ClientBase } from 'pg'
import { findLockKeys } from './limit-keys.ts'

/** Deletes the counters of wrong passwords, codes and reset links of an account. Returns how many there were. */
export async function deleteLocks(client: ClientBase, { email, user_id }: { email: string; user_id: string }) {
  const { keys, prefixes } = findLockKeys(email, user_id)
  const { rowCount } = await client.query(
    `delete from auth.attempts
      where key = any($1::text[]) or exists (select from unnest($2::text[]) prefix where starts_with(key, prefix))`,
    [keys, prefixes],
  )
  return rowCount ?? 0
}
