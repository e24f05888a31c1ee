import { randomBytes, scryptSync } from 'node:crypto'
import type { Client, Pool } from 'pg'

export type Database = Pick<Pool | Client, 'query'>

/** A low cost, because nearly every test signs in. The hash contains its cost. */
export const PASSWORD_COST = { N: 1024, r: 8, p: 1 }

export type BusinessOptions = {
  name?: string
  timezone?: string
  sitename?: string
  firstname?: string
  lastname?: string
  email?: string
  password?: string
  /** Whether the person has proven the address. */
  isProven?: boolean
  /** How far the sign-up went: 1 account, 2 business, 3 primary site, 4 plan, 5 finished. */
  steps?: number
}

/** Creates a business with an owner, a primary site and a plan, as a sign-up does. `database` connects as the owner of the database. */
export async function createBusiness(
  database: Database,
  {
    name = 'Nkosi Stores',
    timezone = 'Africa/Johannesburg',
    sitename = 'Sandton',
    firstname = 'Thandi',
    lastname = 'Nkosi',
    email = `${randomBytes(6).toString('hex')}@winkel.example`,
    password = 'correct horse battery',
    isProven = true,
    steps = 5,
  }: BusinessOptions = {},
) {
  const selectOne = async (statement: string, values: unknown[]) => (await database.query(statement, values)).rows[0]
  const { user_id } = await selectOne(
    `with created as (insert into auth."user" (name, email, "emailVerified") values ($1, $1, $5) returning id),
          login as (insert into auth.account ("userId", "accountId", "providerId", password, "updatedAt")
                    select id, id, 'credential', $2, now() from created),
          signup as (insert into auth.signup (user_id, firstname, lastname) select id, $3, $4 from created)
     select id as user_id from created`,
    [email, hashPassword(password), firstname, lastname, isProven],
  )
  const account: { user_id: string; email: string; password: string } = { user_id, email, password }
  if (steps < 2) return { ...account, businessid: '', siteid: 0, employeeid: 0 }

  const { businessid } = await selectOne(`select rpc_create_business($1, $2, '2026/000001/07') as businessid`, [user_id, name])
  const { siteid, employeeid } = await selectOne(
    `with primary_site as (insert into site (businessid, sitename, location)
                           select $1, $2, '12 Maude Street, Sandton' where $4::int >= 3 returning siteid),
          plan as (insert into business_subscriptions (businessid, subscriptionid, trial_ends_at)
                   select $1, 1, now() + interval '7 days' where $4 >= 4),
          owner as (update employee set siteid = (select siteid from primary_site) where businessid = $1 returning employeeid)
     update business set timezone = $3, primary_siteid = (select siteid from primary_site),
                         signup_finished_at = case when $4 >= 5 then now() end
      where id = $1 returning primary_siteid as siteid, (select employeeid from owner) as employeeid`,
    [businessid, sitename, timezone, steps],
  )
  return { ...account, businessid: String(businessid), siteid: Number(siteid), employeeid: Number(employeeid) }
}

/** A hash in the format of the server. */
function hashPassword(password: string) {
  const { N, r, p } = PASSWORD_COST
  const salt = randomBytes(16)
  const key = scryptSync(password.normalize('NFKC'), salt, 32, PASSWORD_COST)
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join(':')
}
