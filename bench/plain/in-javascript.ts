import type { Client } from 'pg'

type Range = { from: string; to: string }
type SaleRow = [day: string, siteid: string, employeeid: string, payment_method: string | null, finalamount: string]
type LineRow = [productid: string, quantity: string, price: string]

const AT_ONCE = 50_000
const IN_RANGE = `businessid = $1
  and saledate >= $2::date::timestamp at time zone 'Africa/Johannesburg'
  and saledate < ($3::date + 1)::timestamp at time zone 'Africa/Johannesburg'`

/**
 * The dashboard's figures as a browser would add them up: every sale and every line of the range is fetched. In portions, so that
 * ten million fit into memory; whoever fetches them all at once needs longer.
 */
export async function sumInJavaScript(db: Client, businessid: string, range: Range) {
  const sums = { days: new Map(), sites: new Map(), employees: new Map(), payments: new Map(), products: new Map() }
  const add = (sum: Map<string, number>, key: string, value: number) => sum.set(key, (sum.get(key) ?? 0) + value)
  const sales = `select (saledate at time zone 'Africa/Johannesburg')::date::text, siteid, employeeid, payment_method, finalamount from sales where ${IN_RANGE}`
  for await (const [day, site, employee, method, amount] of rowsOf<SaleRow>(db, sales, businessid, range)) {
    add(sums.days, day, Number(amount))
    add(sums.sites, site, Number(amount))
    add(sums.employees, employee, Number(amount))
    add(sums.payments, method ?? 'unknown', 1)
  }
  const lines = `select productid, quantity, price from saleitems where ${IN_RANGE}`
  for await (const [product, quantity, price] of rowsOf<LineRow>(db, lines, businessid, range))
    add(sums.products, product, Number(quantity) * Number(price))
  return sums
}

async function* rowsOf<Row>(db: Client, text: string, businessid: string, { from, to }: Range): AsyncGenerator<Row> {
  await db.query('begin')
  await db.query(`declare all_rows no scroll cursor for ${text}`, [businessid, from, to])
  for (;;) {
    const { rows } = await db.query({ text: `fetch ${AT_ONCE} from all_rows`, rowMode: 'array' })
    yield* rows as Row[]
    if (rows.length < AT_ONCE) break
  }
  await db.query('commit')
}
