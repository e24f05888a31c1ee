import { createHash, randomBytes } from 'node:crypto'
import type { Database } from './create-business.ts'

/** Stores a till for a site and returns its key. */
export async function createTillKey(database: Database, { businessid, siteid }: { businessid: string; siteid: number }) {
  const key = `wk_${randomBytes(32).toString('base64url')}`
  await database.query(
    `insert into till_keys (businessid, siteid, name, key_start, key_hash) values ($1, $2, 'Till 1', 'wk_abcdef', $3)`,
    [businessid, siteid, hashTillKey(key)],
  )
  return key
}

export const hashTillKey = (key: string) => createHash('sha256').update(key).digest()
