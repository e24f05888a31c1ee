import type { ClientBase, Pool } from 'pg'

// Every roll-up as the difference between what it should have and what it has. The check counts these differences and the repair adds
// them. Each difference is read in one statement, and a sale and its roll-ups are committed together, so sales that arrive at
// the same time are in both sides or in none.
//
// Days and identifiers go in slices, so that no statement reads all sales of a business. Buckets of one day are compared with the
// sales (expected_… in db/functions/roll-ups.sql), longer buckets with the buckets of one day.

/** Runs a statement and returns its rows. */
export type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

export const createQuery =
  (client: Pick<ClientBase | Pool, 'query'>): Query =>
  async (text, values) =>
    (await client.query(text, values)).rows

type Table = { table: string; keys: string[]; sums: string[] }

export type RollUp = Table & {
  /** Rows of keys and sums: what should be kept. The parameters are the business and the bounds of the slice, the second one excluded. */
  expected: string
  /** What is kept. */
  kept: string
}

const AMOUNTS = ['revenue_cents', 'refunds', 'refunded_cents', 'units_thousandths', 'vat_cents', 'cost_cents', 'costed_net_cents']
const SALES = ['orders', ...AMOUNTS]
const LINES = ['lines', ...AMOUNTS]
const SMALL = ['small_orders', 'small_revenue_cents']

const DAILY: Table[] = [
  { table: 'site_daily', keys: ['day', 'siteid'], sums: SALES },
  { table: 'vat_daily', keys: ['day', 'siteid', 'vat_rate', 'is_remainder'], sums: LINES },
]
const BUCKETS: Table[] = [
  { table: 'sales_buckets', keys: ['bucket_days', 'bucket_start', 'siteid', 'employeeid'], sums: [...SALES, ...SMALL] },
  {
    table: 'payment_buckets',
    keys: ['bucket_days', 'bucket_start', 'siteid', 'payment_method'],
    sums: [...SALES, 'other_orders', 'other_cents'],
  },
  { table: 'hour_buckets', keys: ['bucket_days', 'bucket_start', 'siteid', 'week_hour'], sums: SALES },
]
const PRODUCT_BUCKETS: Table = { table: 'product_buckets', keys: ['bucket_key', 'productid', 'siteid'], sums: LINES }

const isDay = (day: string) => `businessid = $1 and ${day} >= $2::date and ${day} < $3::date`
const IS_BUCKET_KEY = 'businessid = $1 and bucket_key >= bucket_key($2::date, 0) and bucket_key < bucket_key($3::date, 0)'
const IS_ONE_DAY = `${isDay('bucket_start')} and bucket_days = 1`
const IS_ONE_DAY_KEY = `${IS_BUCKET_KEY} and bucket_key % 1024 = 1`

const select = ({ keys, sums }: Table, from: string) => `select ${[...keys, ...sums]} from ${from}`

const createDayRollUp = (table: Table, isKept: string): RollUp => ({
  ...table,
  expected: select(table, `expected_${table.table}($1::uuid, $2::date, $3::date)`),
  kept: select(table, `${table.table} where ${isKept}`),
})

/** For a slice of days: from the first day to the day after the last. */
export const DAY_ROLL_UPS: RollUp[] = [
  ...DAILY.map((table) => createDayRollUp(table, isDay('day'))),
  ...BUCKETS.map((table) => createDayRollUp(table, IS_ONE_DAY)),
  createDayRollUp(PRODUCT_BUCKETS, IS_ONE_DAY_KEY),
]

/** For a frame, which is one bucket of `length` days: its buckets of 4 days up to that length. */
export const createFrameRollUps = (length: number): RollUp[] => {
  const lengths = [4, 16, 64, 256].filter((days) => days <= length)
  const longer = `cross join (values ${lengths.map((days) => `(${days})`)}) as longer (days)`
  const sumUp = (table: Table, start: string[], isOneDay: string) => {
    const names = table.keys.slice(start.length)
    const sums = table.sums.map((name) => `sum(${name})`)
    return `select ${[...start, ...names, ...sums]} from ${table.table} ${longer} where ${isOneDay} group by ${[...start, ...names]}`
  }
  return [
    ...BUCKETS.map((table) => ({
      ...table,
      expected: sumUp(table, ['longer.days', 'bucket_start(bucket_start, longer.days)'], IS_ONE_DAY),
      kept: select(table, `${table.table} where ${isDay('bucket_start')} and bucket_days in (${lengths})`),
    })),
    {
      ...PRODUCT_BUCKETS,
      expected: sumUp(
        PRODUCT_BUCKETS,
        ["bucket_key(bucket_start(date '1970-01-01' + bucket_key / 1024, longer.days), longer.days)"],
        IS_ONE_DAY_KEY,
      ),
      kept: select(PRODUCT_BUCKETS, `product_buckets where ${IS_BUCKET_KEY} and bucket_key % 1024 in (${lengths})`),
    },
  ]
}

/** The rows that are wrong, each with what must be added to make it right. */
export const selectDifferences = ({ keys, sums, expected, kept }: RollUp) => `
  select ${keys}, ${sums.map((name) => `sum(${name}) as ${name}`)}
    from (
      select * from (${expected}) expected (${[...keys, ...sums]})
      union all
      select ${keys}, ${sums.map((name) => `-${name}`)} from (${kept}) kept
    ) both_sides
   group by ${keys} having ${sums.map((name) => `sum(${name}) <> 0`).join(' or ')}`

export async function countDifferences(query: Query, rollUp: RollUp, bounds: [businessid: string, from: unknown, to: unknown]) {
  const [row] = await query<{ count: number }>(
    `select count(*)::float as count from (${selectDifferences(rollUp)}) differences`,
    bounds,
  )
  return row?.count ?? 0
}
