import type { ClientBase, Pool } from 'pg'

// Every roll-up as the difference between what its sales say and what it has. The check counts these differences and the repair adds
// them. Each difference is read in one statement, and a sale and its roll-ups are committed together, so sales that arrive at
// the same time are in both sides or in none.
//
// Days and identifiers go in slices, so that no statement reads all sales of a business. Buckets of one day are compared with the
// sales, longer buckets with the buckets of one day.

/** Runs a statement and returns its rows. */
export type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

export const createQuery =
  (client: Pick<ClientBase | Pool, 'query'>): Query =>
  async (text, values) =>
    (await client.query(text, values)).rows

export type RollUp = {
  table: string
  keys: string[]
  sums: string[]
  /** Rows of keys and sums: what should be kept. The parameters are the business and the bounds of the slice, the second one excluded. */
  raw: string
  /** What is kept. */
  kept: string
}

const SMALL_SALES =
  'count(*) filter (where finalamount_cents < 10000), coalesce(sum(finalamount_cents) filter (where finalamount_cents < 10000), 0)'
const DAY = '(s.saledate at time zone (select timezone from business where id = $1))::date'
const SALES = `sales s where s.businessid = $1
  and s.saledate >= $2::date::timestamp at time zone (select timezone from business where id = $1)
  and s.saledate < $3::date::timestamp at time zone (select timezone from business where id = $1)`
const IS_ONE_DAY = 'businessid = $1 and bucket_days = 1 and bucket_start >= $2::date and bucket_start < $3::date'
const IS_ONE_DAY_KEY =
  'businessid = $1 and bucket_key % 1024 = 1 and bucket_key >= bucket_key($2::date, 0) and bucket_key < bucket_key($3::date, 0)'

const LINE_MEASURES = [
  ...['lines', 'revenue_cents', 'refunds', 'refunded_cents', 'units_thousandths', 'vat_cents', 'cost_cents', 'costed_net_cents'],
]
const MEASURES = ['orders', ...LINE_MEASURES.slice(1)]
const SUMS = `count(*), sum(finalamount_cents), count(*) filter (where finalamount_cents < 0),
  coalesce(sum(finalamount_cents) filter (where finalamount_cents < 0), 0), sum(units) * 1000, sum(vat_cents), sum(cost_cents), sum(costed_net_cents)`
const LINE_SUMS = `count(*), sum(amount_cents), count(*) filter (where amount_cents < 0),
  coalesce(sum(amount_cents) filter (where amount_cents < 0), 0), sum(quantity) * 1000, sum(vat_cents), sum(cost_cents), sum(costed_net_cents)`
const SITE_DAILY = { table: 'site_daily', keys: ['day', 'siteid'], sums: MEASURES }
const SALES_BUCKETS = {
  table: 'sales_buckets',
  keys: ['bucket_days', 'bucket_start', 'siteid', 'employeeid'],
  sums: [...MEASURES, 'small_orders', 'small_revenue_cents'],
}
const PAYMENT_BUCKETS = {
  table: 'payment_buckets',
  keys: ['bucket_days', 'bucket_start', 'siteid', 'payment_method'],
  sums: MEASURES,
}
const HOUR_BUCKETS = {
  table: 'hour_buckets',
  keys: ['bucket_days', 'bucket_start', 'siteid', 'week_hour'],
  sums: MEASURES,
}
const PRODUCT_BUCKETS = {
  table: 'product_buckets',
  keys: ['bucket_key', 'productid', 'siteid'],
  sums: LINE_MEASURES,
}
const VAT_DAILY = {
  table: 'vat_daily',
  keys: ['day', 'siteid', 'vat_rate', 'is_remainder'],
  sums: LINE_MEASURES,
}
const DAILY_LINES = `(select businessid, saleid, ${DAY} as day from ${SALES}) s join saleitems i using (businessid, saleid)`
const LOCAL = `(s.saledate at time zone (select timezone from business where id = $1))`

/** The rows of `table` for one day, in the order of its keys and sums. */
const keepDays = ({ table, keys, sums }: typeof SALES_BUCKETS) => `select ${[...keys, ...sums]} from ${table} where ${IS_ONE_DAY}`
const keepDay = ({ table, keys, sums }: typeof SITE_DAILY) =>
  `select ${[...keys, ...sums]} from ${table} where businessid = $1 and day >= $2::date and day < $3::date`

/** For a slice of days: from the first day to the day after the last. */
export const DAY_ROLL_UPS: RollUp[] = [
  { ...SITE_DAILY, raw: `select ${DAY}, siteid, ${SUMS} from ${SALES} group by 1, 2`, kept: keepDay(SITE_DAILY) },
  {
    ...SALES_BUCKETS,
    raw: `select 1, ${DAY}, siteid, employeeid, ${SUMS}, ${SMALL_SALES} from ${SALES} group by 1, 2, 3, 4`,
    kept: keepDays(SALES_BUCKETS),
  },
  {
    ...PAYMENT_BUCKETS,
    raw: `select 1, ${DAY}, siteid, normalized_payment_method, ${SUMS} from ${SALES} group by 1, 2, 3, 4`,
    kept: keepDays(PAYMENT_BUCKETS),
  },
  {
    ...HOUR_BUCKETS,
    raw: `select 1, ${DAY}, siteid, week_hour(${LOCAL}), ${SUMS} from ${SALES} group by 1, 2, 3, 4`,
    kept: keepDays(HOUR_BUCKETS),
  },
  {
    ...VAT_DAILY,
    // The lines, and the remainder.
    raw: `
      select day, siteid, vat_rate, is_remainder, ${LINE_SUMS}
        from (
          select day, siteid, i.vat_rate, false as is_remainder, quantity, amount_cents, i.vat_cents, i.cost_cents, i.costed_net_cents
            from ${DAILY_LINES}
           union all
          select ${DAY}, siteid, vat_rate, true, 0, finalamount_cents - itemised_cents, vat_cents - itemised_vat_cents, 0, 0
            from ${SALES} and finalamount_cents <> itemised_cents
        ) parts
       group by 1, 2, 3, 4`,
    kept: keepDay(VAT_DAILY),
  },
  {
    ...PRODUCT_BUCKETS,
    raw: `
      select bucket_key(day, 1), productid, siteid, ${LINE_SUMS}
        from ${DAILY_LINES} group by 1, 2, 3`,
    kept: `select ${[...PRODUCT_BUCKETS.keys, ...PRODUCT_BUCKETS.sums]} from product_buckets where ${IS_ONE_DAY_KEY}`,
  },
]

/** For a frame, which is one bucket of `length` days: its buckets of 4 days up to that length. */
export const createFrameRollUps = (length: number): RollUp[] => {
  const longer = [4, 16, 64, 256].filter((days) => days <= length)
  const lengths = `cross join (values ${longer.map((days) => `(${days})`)}) as longer (days)`
  const isLonger = `businessid = $1 and bucket_days in (${longer}) and bucket_start >= $2::date and bucket_start < $3::date`
  const sumUp = ({ sums }: { sums: string[] }) => sums.map((name) => `sum(${name})`).join(', ')
  const sumBuckets = (rollUp: typeof SALES_BUCKETS): RollUp => {
    const [, , ...names] = rollUp.keys
    return {
      ...rollUp,
      raw: `select longer.days, bucket_start(bucket_start, longer.days), ${names}, ${sumUp(rollUp)}
              from ${rollUp.table} ${lengths} where ${IS_ONE_DAY} group by 1, 2, ${names}`,
      kept: `select ${[...rollUp.keys, ...rollUp.sums]} from ${rollUp.table} where ${isLonger}`,
    }
  }
  return [
    ...[SALES_BUCKETS, PAYMENT_BUCKETS, HOUR_BUCKETS].map(sumBuckets),
    {
      ...PRODUCT_BUCKETS,
      raw: `select bucket_key(bucket_start(date '1970-01-01' + bucket_key / 1024, longer.days), longer.days), productid, siteid,
                   ${sumUp(PRODUCT_BUCKETS)}
              from product_buckets ${lengths} where ${IS_ONE_DAY_KEY} group by 1, 2, 3`,
      kept: `select ${[...PRODUCT_BUCKETS.keys, ...PRODUCT_BUCKETS.sums]} from product_buckets
              where businessid = $1 and bucket_key % 1024 in (${longer}) and bucket_key >= bucket_key($2::date, 0) and bucket_key < bucket_key($3::date, 0)`,
    },
  ]
}

/** The rows that are wrong, each with what must be added to make it right. */
export const selectDifferences = ({ keys, sums, raw, kept }: RollUp) => `
  select ${keys}, ${sums.map((name) => `sum(${name}) as ${name}`)}
    from (
      select * from (${raw}) raw (${[...keys, ...sums]})
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
