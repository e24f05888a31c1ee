import type { ClientConfig } from 'pg'
import { connectWithoutTriggers, type Database } from '../lib/database.ts'
import type { Size } from './size.ts'
import { withoutIndexes } from './without-indexes.ts'

export const OTHER_NAME = 'Other business'
export const buildOtherEmail = (nth: number) => `other-${nth}@karoopantry.co.za`

/** Rows that one statement adds. */
const CHUNK = 300_000

/** What is copied, in the order in which the product writes it. */
const TABLES = {
  vat_rates: 'vat_code',
  site: 'siteid',
  employee: 'employeeid',
  product: 'productid',
  product_listing: 'productid',
  sales: 'saleid',
  saleitems: 'saleid, line',
  stock_movements: 'movementid',
  site_daily: 'day',
  vat_daily: 'day',
  sales_buckets: 'bucket_start, bucket_days',
  payment_buckets: 'bucket_start, bucket_days',
  hour_buckets: 'bucket_start, bucket_days',
  product_buckets: 'bucket_key',
}

type OthersOptions = { businessid: string; size: Size; onProgress: (text: string) => void }

/** Businesses with the same rows as the shop, each with an owner. Their sales lie between each other's, as those of shops that sell at the same time. */
export async function fillOthers(superuser: ClientConfig, { businessid, size: { others }, onProgress }: OthersOptions) {
  if (others === 0) return
  const db = await connectWithoutTriggers(superuser)
  try {
    await createOwners(db, businessid, others)
    await withoutIndexes(db, ['sales', 'saleitems', 'stock_movements'], async () => {
      for (const [table, order] of Object.entries(TABLES)) await copyRows(db, { table, order, businessid, others, onProgress })
    })
    await db.query(
      `update employee e set user_id = u.user_id from business_users u
        where u.businessid = e.businessid and e.position = 'Owner' and e.user_id is null`,
    )
    await db.query('vacuum analyze')
  } finally {
    await db.end()
  }
}

/** They have the password of the shop's owner. */
async function createOwners(db: Database, businessid: string, others: number) {
  await db.query('create temp table other (nth int, id uuid, user_id uuid)')
  await db.query(`insert into other select n, gen_random_uuid(), gen_random_uuid() from generate_series(1, ${others}) n`)
  await db.query(
    `insert into auth."user" (id, name, email, "emailVerified")
     select user_id, 'Owner', replace('${buildOtherEmail(0)}', '-0@', '-' || nth || '@'), false from other`,
  )
  await db.query(
    `insert into auth.account ("userId", "accountId", "providerId", password, "updatedAt")
     select o.user_id, o.user_id, 'credential', a.password, now()
       from other o cross join auth.account a join business_users u on u.user_id = a."userId" and u.businessid = $1`,
    [businessid],
  )
  await db.query(
    `insert into business (id, name, registration_number, signup_finished_at) select id, $1, '2026/000001/07', now() from other`,
    [OTHER_NAME],
  )
  await db.query(`insert into business_users (businessid, user_id, role) select id, user_id, 'owner' from other`)
}

type Copy = OthersCopy & Omit<OthersOptions, 'size'>
type OthersCopy = { table: string; order: string; others: number }

async function copyRows(db: Database, { table, order, businessid, others, onProgress }: Copy) {
  const { rows } = await db.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attname not in ('businessid', 'user_id')`,
    [table],
  )
  const columns = rows[0]?.columns
  await db.query('drop table if exists pg_temp.copied')
  await db.query(
    `create temp table copied as select row_number() over (order by ${order}) as place, ${columns} from ${table}
      where businessid = '${businessid}'`,
  )
  const count = (await db.query<{ count: number }>('select count(*) from copied')).rows[0]?.count ?? 0
  const chunk = Math.max(1, Math.floor(CHUNK / others))
  for (let first = 1; first <= count; first += chunk) {
    await db.query(
      `insert into ${table} (businessid, ${columns}) overriding system value
       select other.id, ${columns} from copied cross join other where place between $1 and $2 order by place, nth`,
      [first, first + chunk - 1],
    )
    onProgress(`filling ${others} others: ${table}, ${Math.round((Math.min(first + chunk - 1, count) / count) * 100)} %`)
  }
}
