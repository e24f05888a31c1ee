import type { Pool } from 'pg'
import { createFilledBusiness } from '../create-filled-business.ts'

export type Shops = Awaited<ReturnType<typeof createShops>>

/** Two businesses, the first with a second site and a sale there, and a row in every table. */
export async function createShops(owner: Pool) {
  const one = async (statement: string, values: unknown[]) => (await owner.query(statement, values)).rows[0]
  const own = await createFilledBusiness(owner)
  const other = await createFilledBusiness(owner, { name: 'Dlamini Stores' })
  const { siteid } = await one(
    `insert into site (businessid, sitename, location) values ($1, 'Rosebank', '3 Bath Avenue') returning siteid`,
    [own.businessid],
  )
  await owner.query(
    `insert into sales (businessid, siteid, employeeid, saledate, finalamount) values ($1, $2, $3, '2026-11-21T12:00Z', 5)`,
    [own.businessid, siteid, own.employeeid],
  )
  await owner.query(`insert into auth.session ("expiresAt", token, "updatedAt", "userId") values (now(), 'token', now(), $1)`, [
    own.user_id,
  ])
  await owner.query(`insert into auth.verification (identifier, value, "expiresAt") values ('reset', 'x', now())`)
  await owner.query(`insert into auth."twoFactor" (secret, "backupCodes", "userId") values ('x', '[]', $1)`, [own.user_id])
  await owner.query(
    `insert into auth.email_changes (user_id, new_email, token_hash, expires_at) values ($1, 'new@shop.example', 'token', now())`,
    [own.user_id],
  )
  await owner.query(`insert into auth.attempts (key) values ('sign-in')`)
  return { own, other, secondSite: siteid as number }
}
