import { sql } from 'kysely'
import type { core } from 'zod'
import { toCents } from '../../contract/shared/decimal.ts'
import { describeVatRates, type VatRate } from '../../contract/shared/vat-rate.ts'
import type { SaleAnswer } from '../../contract/tills.ts'
import { isDataError } from '../../db/errors.ts'
import { currentBusiness, executePrepared, hideFromPlanner } from '../../db/sql.ts'
import type { Scope } from '../../db/tenant-scope.ts'

/** An import may leave the stock as it is. */
export type StoreOptions = { importid?: number; moves_stock?: boolean }

/**
 * A line that is sold. Amounts are whole cents, negative in a refund. A line without `productid` is of the product with its barcode, or its
 * name without one; where no product has it, it is kept with its text and its price.
 */
export type SoldLine = {
  productid?: number | undefined
  barcode?: string | undefined
  productname?: string | undefined
  quantity: number
  /** Of one unit. The product's, if it is missing. */
  price_cents?: number | undefined
  /** What was paid for the line, where that differs from quantity times price. */
  total_cents?: number | undefined
  /** The product's, if it is missing. */
  vat_rate?: VatRate | undefined
  /** The VAT of the line, where a file says how much it was. */
  vat_cents?: number | undefined
  /** It is a part of the VAT of the whole sale, and so includes what a discount takes off. */
  is_vat_of_sale?: boolean | undefined
}

export type SoldSale = {
  reference: string
  saledate: string
  closetime?: string | null | undefined
  /** The sum of the lines, if it is missing. */
  finalamount_cents?: number | undefined
  payment_method?: string | null | undefined
  employeeid?: number | null | undefined
  items: SoldLine[]
  /** Of what no line has: the standard rate, if it is missing. */
  vat_rate?: VatRate | undefined
  vat_cents?: number | undefined
}

/** A valid sale, and its index in the batch. */
export type ParsedSale = { index: number; sale: SoldSale; content_hash: string }
/** A sale and the site where it is sold. */
export type SiteSale = ParsedSale & { siteid: number }
export type RejectedSale = Extract<SaleAnswer, { status: 'rejected' }>
export type Issue = Pick<core.$ZodIssue, 'path' | 'message'>
type StoredSale = { reference: string; saleid: number; siteid: number; content_hash: string }
/** `sold_as` is the barcode that a till may send for it. */
type KnownProduct = {
  productid: number
  siteid: number
  sold_as: string
  productname: string
  price: number
  /** Null when it is not known. */
  purchaseprice: number | null
  vat_code: string
  is_unknown: boolean
}
type References = {
  stored: StoredSale[]
  employees: number[]
  products: KnownProduct[]
  vat_rates: VatRate[]
}

/**
 * Stores sales in the transaction of `scope`, and answers in their order. A rejected sale does not stop the others. `hasStored` is true
 * when one is new.
 */
export async function storeSales(scope: Scope, sales: SiteSale[], options: StoreOptions = {}) {
  if (sales.length === 0) return { answers: [], hasStored: false }
  const answers = new Map<SiteSale, SaleAnswer>()
  const references = await findReferences(scope, sales)
  const stored = new Map(references.stored.map((sale) => [sale.reference, sale]))
  const lookup = createLookup(references, options)
  const fresh: SiteSale[] = []
  const repeated: SiteSale[] = []
  const freshByReference = new Map<string, SiteSale>()
  for (const parsed of sales) {
    const { reference } = parsed.sale
    const earlier = stored.get(reference) ?? freshByReference.get(reference)
    const rejection = earlier ? undefined : findRejection(parsed, lookup)
    if (rejection) answers.set(parsed, rejection)
    else if (earlier) repeated.push(parsed)
    else {
      freshByReference.set(reference, parsed)
      fresh.push(parsed)
    }
  }

  await addUnknownProducts(scope, fresh, lookup)
  const created = fresh.length === 0 ? new Map<string, number>() : await insertSales(scope, options, fresh, lookup)
  // Another transaction stored these references after the look-up; the insert waited for it.
  const raced = fresh.filter(({ sale }) => !created.has(sale.reference))
  if (raced.length > 0) for (const sale of (await findReferences(scope, raced)).stored) stored.set(sale.reference, sale)

  for (const parsed of fresh) {
    const { reference } = parsed.sale
    const saleid = created.get(reference)
    if (saleid === undefined) continue
    answers.set(parsed, { reference, status: 'created', saleid })
    stored.set(reference, { reference, saleid, siteid: parsed.siteid, content_hash: parsed.content_hash })
  }
  for (const parsed of [...repeated, ...raced]) {
    const { reference } = parsed.sale
    // Undefined for a sale of a site that no till of this transaction has. A key learns nothing of the other tills' sites either.
    const earlier = stored.get(reference)
    const isSame = earlier?.siteid === parsed.siteid && earlier.content_hash === parsed.content_hash
    answers.set(parsed, isSame ? { reference, status: 'duplicate', saleid: earlier.saleid } : rejectReference(parsed))
  }
  return { answers: sales.flatMap((parsed) => answers.get(parsed) ?? []), hasStored: created.size > 0 }
}

/**
 * Stores sales in transactions of their own. When the database refuses a value that the schema accepts, such as a quantity that takes
 * a stock out of its range, each half is stored by itself, until the sale is found: `reject` gets it.
 */
export async function storeValidSales<S>(
  sales: S[],
  store: (sales: S[]) => Promise<void>,
  reject: (sale: S) => Promise<void> | void,
): Promise<void> {
  try {
    await store(sales)
  } catch (error) {
    const [first] = sales
    if (!isDataError(error) || first === undefined) throw error
    if (sales.length === 1) return reject(first)
    const middle = Math.ceil(sales.length / 2)
    await storeValidSales(sales.slice(0, middle), store, reject)
    await storeValidSales(sales.slice(middle), store, reject)
  }
}

type Lookup = ReturnType<typeof createLookup>

function createLookup({ employees, products, vat_rates }: References, { importid }: StoreOptions) {
  const byId = new Map(products.map((product) => [product.productid, product]))
  const byBarcode = new Map(products.map((product) => [`${product.siteid} ${product.sold_as}`, product]))
  const byText = new Map<string, KnownProduct>()
  const employeeids = new Set(employees)
  return {
    vat_rates,
    hasEmployee: (employeeid: number) => employeeids.has(employeeid),
    /** A file may have the rate of another country or year. */
    hasVatRate: (rate: VatRate) => importid !== undefined || vat_rates.includes(rate),
    product: (siteid: number, line: SoldLine) => {
      if (line.productid === undefined)
        return (line.barcode ? byBarcode.get(`${siteid} ${line.barcode}`) : undefined) ?? byText.get(toText(siteid, line))
      const product = byId.get(line.productid)
      return product?.siteid === siteid ? product : undefined
    },
    add: (line: SoldLine, product: KnownProduct) => byText.set(toText(product.siteid, line), product),
  }
}

const toText = (siteid: number, { barcode = '', productname = '' }: SoldLine) => JSON.stringify([siteid, barcode, productname])

function findRejection({ index, siteid, sale }: SiteSale, lookup: Lookup): RejectedSale | undefined {
  const reject = (path: PropertyKey[], message: string) => rejectSale(index, sale.reference, { path, message })
  if (sale.employeeid != null && !lookup.hasEmployee(sale.employeeid)) return reject(['employeeid'], 'There is no such employee.')
  for (const [line, item] of sale.items.entries()) {
    const product = lookup.product(siteid, item)
    const isKept = item.productid === undefined && item.price_cents !== undefined
    if ((!product || (product.is_unknown && item.price_cents === undefined)) && !isKept)
      return reject(
        ['items', line, item.productid === undefined ? 'barcode' : 'productid'],
        'There is no such product at this site.',
      )
    if (item.vat_rate !== undefined && !lookup.hasVatRate(item.vat_rate))
      return reject(['items', line, 'vat_rate'], describeVatRates(lookup.vat_rates))
  }
  return undefined
}

/** Keeps what no product is called, so that its lines count under their own text until somebody says which product it is. */
async function addUnknownProducts(scope: Scope, fresh: SiteSale[], lookup: Lookup) {
  const bySite = Map.groupBy(fresh, ({ siteid }) => siteid)
  // In one order everywhere, so that two transactions that add the same do not deadlock.
  for (const [siteid, sales] of [...bySite].toSorted(([a], [b]) => a - b)) {
    const items = sales.flatMap(({ sale }) => sale.items).filter((line) => !lookup.product(siteid, line))
    const unknown = [...new Map(items.map((line) => [toText(siteid, line), line])).values()]
    if (unknown.length > 0) await addUnknownProductsOfSite(scope, siteid, unknown, lookup)
  }
}

async function addUnknownProductsOfSite(scope: Scope, siteid: number, unknown: SoldLine[], lookup: Lookup) {
  const lines = unknown.map((line) => ({
    barcode: line.barcode ?? '',
    productname: line.productname || line.barcode,
    price: toRand(line.price_cents ?? 0),
  }))
  // In the order of the lines. A statement of its own: another one does not see the rows that it adds.
  const { rows: found } = await sql<{ productid: number }>`
    select productid from find_or_add_unknown_products(${siteid}, ${JSON.stringify(lines)}::json)`.execute(scope)
  const { rows } = await sql<KnownProduct>`
    select productid, siteid, '' as sold_as, productname, price, case when purchaseprice > 0 or is_free then purchaseprice end as purchaseprice,
           vat_code, is_unknown
      from product
     where businessid = ${currentBusiness} and productid = any(${found.map(({ productid }) => productid)}::bigint[])`.execute(
    scope,
  )
  const products = new Map(rows.map((product) => [product.productid, product]))
  for (const [index, line] of unknown.entries()) {
    const product = products.get(found[index]?.productid ?? 0)
    if (!product) throw new Error('an unknown product has a row')
    lookup.add(line, product)
  }
}

/** As exact as JSON writes it: a number of cents divided by 100 has its two decimals. */
const toRand = (cents: number) => cents / 100

/** The stored sales with the same references, and the employees and products that the sales refer to. */
async function findReferences(scope: Scope, sales: SiteSale[]): Promise<References> {
  const siteids = findSites(sales)
  const references = sales.map(({ sale }) => sale.reference)
  const items = sales.flatMap(({ sale }) => sale.items)
  const productids = items.flatMap(({ productid }) => productid ?? [])
  const barcodes = items.flatMap(({ barcode }) => barcode ?? [])
  const employeeids = sales.flatMap(({ sale }) => sale.employeeid ?? [])
  const isAny = (column: string, values: unknown[], type: string) =>
    sql`${sql.ref(column)} = any(${hideFromPlanner(sql`${values}::${sql.raw(type)}`)}::${sql.raw(type)})`
  const product = sql.raw(
    'productid, siteid, same_as, barcode, productname, price, purchaseprice, is_free, vat_code, is_unknown, archived_at',
  )
  const rows = await executePrepared<References>(
    scope,
    'references of sales',
    sql`
    select
      (select coalesce(json_agg(json_build_object('reference', reference, 'saleid', saleid, 'siteid', siteid, 'content_hash', encode(content_hash, 'hex'))), '[]')
         from sales
        where businessid = ${currentBusiness} and ${isAny('reference', references, 'text[]')}) as stored,
      (select coalesce(json_agg(employeeid), '[]')
         from employee
        where businessid = ${currentBusiness} and ${isAny('employeeid', employeeids, 'bigint[]')}) as employees,
      -- A till that was offline may refer to an archived product. A barcode means the product that has it now, or the product that an
      -- unknown one turned out to be.
      (select coalesce(json_agg(named order by archived_at nulls last, productid), '[]')
         from (
           select coalesce(p.productid, sold.productid) as productid, sold.siteid, sold.barcode as sold_as,
                  coalesce(p.productname, sold.productname) as productname, coalesce(p.price, sold.price) as price,
                  case when coalesce(p.purchaseprice, sold.purchaseprice) > 0 or coalesce(p.is_free, sold.is_free)
                       then coalesce(p.purchaseprice, sold.purchaseprice) end as purchaseprice,
                  coalesce(p.vat_code, sold.vat_code) as vat_code, sold.is_unknown and p.productid is null as is_unknown, sold.archived_at
             from (
               select ${product} from product
                where businessid = ${currentBusiness} and siteid = any(${siteids}::bigint[]) and ${isAny('productid', productids, 'bigint[]')}
                union
               select ${product} from product
                where businessid = ${currentBusiness} and siteid = any(${siteids}::bigint[]) and barcode <> '' and ${isAny('barcode', barcodes, 'text[]')}
             ) sold
             left join product p on p.businessid = ${currentBusiness} and p.productid = sold.same_as
         ) named) as products,
      (select json_agg(vat_rate_json(format_vat_rate(vat_code, percent)) order by vat_code <> 'standard', first_day desc)
         from vat_rates where businessid = ${currentBusiness}) as vat_rates`,
  )
  return rows[0] ?? { stored: [], employees: [], products: [], vat_rates: [] }
}

/** The ids of the inserted sales by reference, without those that another transaction stored first. */
async function insertSales(scope: Scope, options: StoreOptions, parsed: SiteSale[], lookup: Lookup) {
  const { importid = null, moves_stock = true } = options
  const tillEmployees = await findTillEmployees(scope, parsed)
  const sales = parsed.map(({ siteid, sale, content_hash }) => ({
    siteid,
    reference: sale.reference,
    saledate: sale.saledate,
    closetime: sale.closetime ?? null,
    finalamount_cents: sale.finalamount_cents ?? null,
    payment_method: sale.payment_method || null,
    employeeid: sale.employeeid ?? tillEmployees.get(siteid),
    content_hash,
    vat_rate: sale.vat_rate ?? null,
    stated_vat_cents: sale.vat_cents ?? null,
  }))
  const lines = parsed.flatMap(({ siteid, sale }) =>
    sale.items.map((item, index) => ({ reference: sale.reference, ...toLine(item, index, lookup.product(siteid, item)) })),
  )
  // One statement: its triggers lock the day's roll-up until COMMIT, and the tills of a site wait for each other that long.
  const rows = await executePrepared<{ reference: string; saleid: number }>(
    scope,
    'store sales',
    sql`
    with zone as (
      select timezone from business where id = ${currentBusiness}
    ), rate as materialized (
      select vat_code, first_day, lead(first_day, 1, 'infinity') over (partition by vat_code order by first_day) as next_day,
             format_vat_rate(vat_code, percent) as vat_rate
        from vat_rates where businessid = ${currentBusiness}
    ), sent as materialized (
      select siteid, sent.reference, parse_timestamp(sent.saledate, timezone) as saledate, parse_timestamp(sent.closetime, timezone) as closetime,
             (parse_timestamp(sent.saledate, timezone) at time zone timezone)::date as day,
             (finalamount_cents / 100.0)::numeric(12, 2) as finalamount, payment_method, employeeid, content_hash, vat_rate, stated_vat_cents
        from json_to_recordset(${JSON.stringify(sales)}::json)
               as sent (siteid bigint, reference text, saledate text, closetime text, finalamount_cents bigint, payment_method text,
                        employeeid bigint, content_hash text, vat_rate text, stated_vat_cents bigint)
       cross join zone
    ), sent_line as materialized (
      select line.*, price_cents / 100.0 as price, line_total(quantity, price_cents / 100.0) as plain_total,
             coalesce(total_cents / 100.0, line_total(quantity, price_cents / 100.0)) as total
        from json_to_recordset(${JSON.stringify(lines)}::json)
               as line (reference text, line smallint, productid bigint, quantity numeric(12, 3), productname text, price_cents bigint,
                        total_cents bigint, purchaseprice numeric(12, 2), vat_rate text, vat_code text, is_vat_assumed boolean,
                        stated_vat_cents bigint, is_vat_of_sale boolean, moves_stock boolean)
    ), differing as materialized (
      select reference, finalamount - amount as difference
        from sent join (select reference, sum(total) as amount from sent_line group by reference) itemised using (reference)
       where finalamount <> amount
    ), weighed as (
      select reference, line, difference, sum(abs(total)) over (sale order by line) as weight, sum(abs(total)) over sale as whole
        from sent_line join differing using (reference)
      window sale as (partition by reference)
    ), adjusted as materialized (
      -- What the sale's amount differs from its lines falls to each line by its total. In most batches no sale differs.
      select reference, line, spread_amount(difference, weight, whole)
                              - coalesce(lag(spread_amount(difference, weight, whole)) over (partition by reference order by line), 0) as adjustment
        from weighed
    ), line as materialized (
      select sent_line.reference, line, productid, quantity, productname, price, purchaseprice, is_vat_assumed, sent_line.moves_stock,
             total - plain_total + coalesce(adjustment, 0) as adjustment, total + coalesce(adjustment, 0) as amount,
             -- With a part of a discount the line includes less VAT than the file says.
             case when coalesce(adjustment, 0) = 0 or is_vat_of_sale then sent_line.stated_vat_cents end as stated_vat_cents,
             coalesce(sent_line.vat_rate, rate.vat_rate) as vat_rate
        from sent_line
        join sent using (reference)
        left join adjusted using (reference, line)
        left join rate on rate.vat_code = sent_line.vat_code and sent.day >= rate.first_day and sent.day < rate.next_day
    ), total as (
      select reference, sum(quantity) as units, sum(amount) as amount, (sum(amount) * 100)::bigint as itemised_cents,
             sum(line_vat_cents(stated_vat_cents, amount, vat_rate))::bigint as itemised_vat_cents,
             (sum(line_total(quantity, purchaseprice)) * 100)::bigint as cost_cents,
             sum((amount * 100)::bigint - line_vat_cents(stated_vat_cents, amount, vat_rate))
               filter (where purchaseprice is not null)::bigint as costed_net_cents
        from line group by reference
    ), stored as (
      insert into sales (siteid, employeeid, saledate, closetime, finalamount, payment_method, reference, content_hash, importid,
                         units, cost_cents, costed_net_cents, itemised_cents, itemised_vat_cents, vat_rate, stated_vat_cents)
      select sent.siteid, sent.employeeid, sent.saledate, sent.closetime, coalesce(sent.finalamount, total.amount, 0), sent.payment_method,
             sent.reference, decode(sent.content_hash, 'hex'), ${importid}::bigint,
             coalesce(total.units, 0), coalesce(total.cost_cents, 0), coalesce(total.costed_net_cents, 0),
             coalesce(total.itemised_cents, 0), coalesce(total.itemised_vat_cents, 0),
             coalesce(sent.vat_rate, rate.vat_rate), sent.stated_vat_cents
        from sent
        left join total using (reference)
        left join rate on rate.vat_code = 'standard' and sent.day >= rate.first_day and sent.day < rate.next_day
       -- In one order everywhere, or two tills that send the same two sales would deadlock.
       order by sent.reference
      on conflict (businessid, reference) do nothing
      returning reference, saleid, saledate, siteid, employeeid
    ), stored_lines as (
      insert into saleitems (saleid, line, moves_stock, saledate, siteid, employeeid, productid, quantity, productname, price,
                             purchaseprice, vat_rate, is_vat_assumed, stated_vat_cents, adjustment)
      select stored.saleid, line.line, ${moves_stock}::boolean and line.moves_stock, stored.saledate, stored.siteid, stored.employeeid,
             line.productid, line.quantity, line.productname, line.price, line.purchaseprice, line.vat_rate, line.is_vat_assumed,
             line.stated_vat_cents, line.adjustment
        from line join stored using (reference)
    )
    select reference, saleid from stored`,
  )
  return new Map(rows.map(({ reference, saleid }) => [reference, saleid]))
}

function toLine(item: SoldLine, index: number, product: KnownProduct | undefined) {
  if (!product) throw new Error('a line that is stored has a product')
  const { is_unknown } = product
  return {
    line: index + 1,
    productid: product.productid,
    quantity: item.quantity,
    productname: is_unknown ? item.productname || item.barcode : product.productname,
    price_cents: item.price_cents ?? toCents(product.price),
    total_cents: item.total_cents ?? null,
    purchaseprice: product.purchaseprice,
    vat_rate: item.vat_rate ?? null,
    vat_code: product.vat_code,
    is_vat_assumed: is_unknown && item.vat_rate === undefined,
    stated_vat_cents: item.vat_cents ?? null,
    is_vat_of_sale: item.is_vat_of_sale ?? false,
    // Nobody has counted a stock of it.
    moves_stock: !is_unknown,
  }
}

/** The employee records for sales without an employee by site, created for the site when it is first needed. */
async function findTillEmployees(scope: Scope, parsed: SiteSale[]) {
  const siteids = findSites(parsed.filter(({ sale }) => sale.employeeid == null))
  if (siteids.length === 0) return new Map<number, number>()
  const { rows } = await sql<{ siteid: number; employeeid: number }>`
    select siteid, ensure_till_employee(siteid) as employeeid from unnest(${siteids}::bigint[]) siteid`.execute(scope)
  return new Map(rows.map(({ siteid, employeeid }) => [siteid, employeeid]))
}

/** In one order everywhere, so that two transactions that lock the same sites do not deadlock. */
const findSites = (sales: SiteSale[]) => [...new Set(sales.map(({ siteid }) => siteid))].toSorted((a, b) => a - b)

const rejectReference = ({ index, sale }: ParsedSale) =>
  rejectSale(index, sale.reference, { path: ['reference'], message: 'This reference was used for another sale.' })

/** The answer to a sale that the schema accepts and the database does not. */
export const rejectUnstorable = ({ index, sale }: ParsedSale) =>
  rejectSale(index, sale.reference, { path: [], message: 'A number or a text of this sale is too large to be stored.' })

export function rejectSale(index: number, reference: string | null, issue: Issue | undefined): RejectedSale {
  const path = (issue?.path ?? []).map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return { reference, status: 'rejected', reason: issue?.message ?? 'This sale cannot be read.', field: `sales[${index}]${path}` }
}
