import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'

export type TestBusiness = Awaited<ReturnType<typeof createBusiness>>

/** A business with one row in every tenant table, written by the owner of the database. */
export async function createBusiness(owner: Pool, name = 'Nkosi Stores', timezone = 'Africa/Johannesburg') {
  const one = async <Row = Record<string, never>>(statement: string, values: unknown[]): Promise<Row> =>
    (await owner.query(statement, values)).rows[0]
  const email = `${randomBytes(6).toString('hex')}@winkel.example`
  const { user_id } = await one<{ user_id: string }>(
    `insert into auth."user" (name, email, "emailVerified") values ($1, $1, false) returning id as user_id`,
    [email],
  )
  const { businessid } = await one<{ businessid: string }>(
    `insert into business (name, registration_number, timezone) values ($1, '2026/1', $2) returning id as businessid`,
    [name, timezone],
  )
  await owner.query(`insert into business_users (businessid, user_id, role) values ($1, $2, 'owner')`, [businessid, user_id])
  await owner.query(`insert into business_subscriptions (businessid, subscriptionid) values ($1, 1)`, [businessid])
  await owner.query(`insert into support_tickets (businessid, subject, status) values ($1, 'The till is slow', 'open')`, [
    businessid,
  ])
  const { siteid } = await one<{ siteid: number }>(
    `insert into site (businessid, sitename, location) values ($1, 'Sandton', '12 Maude Street') returning siteid`,
    [businessid],
  )
  const { employeeid } = await one<{ employeeid: number }>(
    `insert into employee (businessid, siteid, firstname, lastname, position, user_id) values ($1, $2, 'Thandi', 'Nkosi', 'Owner', $3) returning employeeid`,
    [businessid, siteid, user_id],
  )
  const { productid } = await one<{ productid: number }>(
    `insert into product (businessid, siteid, productname, price, stock) values ($1, $2, 'Bread', 18.99, 100) returning productid`,
    [businessid, siteid],
  )
  await owner.query(`insert into product_imports (businessid, user_id, lines) values ($1, $2, '[]')`, [businessid, user_id])
  const key_hash = randomBytes(32)
  await owner.query(
    `insert into till_keys (businessid, siteid, name, key_start, key_hash) values ($1, $2, 'Till 1', 'wk_abcdef', $3)`,
    [businessid, siteid, key_hash],
  )
  const { saleid } = await one<{ saleid: number }>(
    `insert into sales (businessid, siteid, employeeid, saledate, finalamount, payment_method) values ($1, $2, $3, '2026-11-21T12:00Z', 37.98, 'cash') returning saleid`,
    [businessid, siteid, employeeid],
  )
  await owner.query(
    `insert into saleitems (businessid, saleid, line, saledate, productid, quantity, productname, price, purchaseprice)
     values ($1, $2, 1, '2026-11-21T12:00Z', $3, 2, 'Bread', 18.99, 12)`,
    [businessid, saleid, productid],
  )
  return { businessid, user_id, siteid, employeeid, productid, saleid, key_hash }
}
