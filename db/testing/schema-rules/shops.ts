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
  const { announcementid } = await one(`insert into announcements (message) values ('New: rights') returning announcementid`, [])
  const hire = async (name: string, sees_costs = true) => {
    const { id } = await one(`insert into auth."user" (name, email, "emailVerified") values ($1, $1, false) returning id`, [
      `${name}.${sees_costs}@shop.example`,
    ])
    await owner.query(`insert into business_users (businessid, user_id, role) values ($1, $2, 'employee')`, [own.businessid, id])
    await owner.query('insert into rights (businessid, user_id, name, sees_costs) values ($1, $2, $3, $4)', [
      ...[own.businessid, id, name, sees_costs],
    ])
    await owner.query('insert into right_sites (businessid, user_id, siteid) values ($1, $2, $3)', [
      own.businessid,
      id,
      own.siteid,
    ])
    await owner.query('insert into preferences (businessid, user_id) values ($1, $2)', [own.businessid, id])
    await owner.query(
      `insert into notices (businessid, user_id, kind, is_on, hour, weekday) values ($1, $2, 'low_stock', false, 7, 1)`,
      [own.businessid, id],
    )
    await owner.query(
      `insert into announcement_dismissals (businessid, user_id, announcementid)
       select $1, $2, min(announcementid) from announcements where announcementid <> $3`,
      [own.businessid, id, announcementid],
    )
    return String(id)
  }
  const people = {
    bookkeeper: await hire('bookkeeper'),
    manager: await hire('manager', false),
    'manager who sees costs': await hire('manager'),
    stock: await hire('stock'),
  }
  const { cash_upid } = await one('select cash_upid from cash_ups where businessid = $1', [own.businessid])
  return { own, other, people, secondSite: siteid as number, dismissal: announcementid as number, cashUp: cash_upid as number }
}
