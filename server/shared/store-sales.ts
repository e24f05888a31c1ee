import { sql } from 'kysely'
import type { core } from 'zod'
import type { Sale, SaleAnswer } from '../../contract/tills.ts'
import { isDataError } from '../../db/errors.ts'
import { currentBusiness, executePrepared, hideFromPlanner } from '../../db/sql.ts'
import type { Scope } from '../../db/tenant-scope.ts'

/** Where sales belong. An import may leave the stock as it is. */
export type StoreOptions = { siteid: number; importid?: number; moves_stock?: boolean }

/** A valid sale, and its index in the batch. */
export type ParsedSale = { index: number; sale: Sale; content_hash: string }
export type SaleAnswers = Map<ParsedSale, SaleAnswer>
export type RejectedSale = Extract<SaleAnswer, { status: 'rejected' }>
export type Issue = Pick<core.$ZodIssue, 'path' | 'message'>
type StoredSale = { reference: string; saleid: number; content_hash: string }
type References = {
  stored: StoredSale[]
  employees: number[]
  products: { productid: number; barcode: string; productname: string; price: number; purchaseprice: number; vat_rate: number }[]
}

/** Stores sales in the transaction of `scope`. A rejected sale does not stop the others. `hasStored` is true when one is new. */
export async function storeSales(scope: Scope, options: StoreOptions, sales: ParsedSale[]) {
  const answers: SaleAnswers = new Map()
  if (sales.length === 0) return { answers, hasStored: false }
  const references = await findReferences(scope, options, sales)
  const stored = new Map(references.stored.map((sale) => [sale.reference, sale]))
  const lookup = createLookup(references)
  const fresh: ParsedSale[] = []
  const repeated: ParsedSale[] = []
  const freshByReference = new Map<string, ParsedSale>()
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

  const created = fresh.length === 0 ? new Map<string, number>() : await insertSales(scope, options, fresh, lookup)
  // Another transaction stored these references after the look-up; the insert waited for it.
  const raced = fresh.filter(({ sale }) => !created.has(sale.reference))
  if (raced.length > 0) for (const sale of (await findReferences(scope, options, raced)).stored) stored.set(sale.reference, sale)

  for (const parsed of fresh) {
    const { reference } = parsed.sale
    const saleid = created.get(reference)
    if (saleid === undefined) continue
    answers.set(parsed, { reference, status: 'created', saleid })
    stored.set(reference, { reference, saleid, content_hash: parsed.content_hash })
  }
  for (const parsed of [...repeated, ...raced]) {
    const { reference } = parsed.sale
    // Undefined for a sale of another site of the business, which this key may not read.
    const earlier = stored.get(reference)
    const isSame = earlier?.content_hash === parsed.content_hash
    answers.set(parsed, isSame ? { reference, status: 'duplicate', saleid: earlier.saleid } : rejectReference(parsed))
  }
  return { answers, hasStored: created.size > 0 }
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

function createLookup({ employees, products }: References) {
  const byId = new Map(products.map((product) => [product.productid, product]))
  const byBarcode = new Map(products.map((product) => [product.barcode, product]))
  const employeeids = new Set(employees)
  return {
    hasEmployee: (employeeid: number) => employeeids.has(employeeid),
    product: ({ productid, barcode }: Sale['items'][number]) =>
      productid === undefined ? byBarcode.get(barcode ?? '') : byId.get(productid),
  }
}

function findRejection({ index, sale }: ParsedSale, lookup: Lookup): RejectedSale | undefined {
  if (sale.employeeid != null && !lookup.hasEmployee(sale.employeeid)) {
    return rejectSale(index, sale.reference, { path: ['employeeid'], message: 'There is no such employee.' })
  }
  for (const [line, item] of sale.items.entries()) {
    if (lookup.product(item)) continue
    const field = item.productid === undefined ? 'barcode' : 'productid'
    return rejectSale(index, sale.reference, { path: ['items', line, field], message: 'There is no such product at this site.' })
  }
  return undefined
}

/** The stored sales with the same references, and the employees and products that the sales refer to. */
async function findReferences(scope: Scope, { siteid }: StoreOptions, sales: ParsedSale[]): Promise<References> {
  const references = sales.map(({ sale }) => sale.reference)
  const items = sales.flatMap(({ sale }) => sale.items)
  const productids = items.flatMap(({ productid }) => productid ?? [])
  const barcodes = items.flatMap(({ barcode }) => barcode ?? [])
  const employeeids = sales.flatMap(({ sale }) => sale.employeeid ?? [])
  const isAny = (column: string, values: unknown[], type: string) =>
    sql`${sql.ref(column)} = any(${hideFromPlanner(sql`${values}::${sql.raw(type)}`)}::${sql.raw(type)})`
  const rows = await executePrepared<References>(
    scope,
    'references of sales',
    sql`
    select
      (select coalesce(json_agg(json_build_object('reference', reference, 'saleid', saleid, 'content_hash', encode(content_hash, 'hex'))), '[]')
         from sales
        where businessid = ${currentBusiness} and ${isAny('reference', references, 'text[]')}) as stored,
      (select coalesce(json_agg(employeeid), '[]')
         from employee
        where businessid = ${currentBusiness} and ${isAny('employeeid', employeeids, 'bigint[]')}) as employees,
      -- A till that was offline may refer to an archived product. A barcode means the product that has it now.
      (select coalesce(json_agg(named order by archived_at nulls last, productid), '[]')
         from (
           select productid, barcode, productname, price, purchaseprice, vat_rate, archived_at
             from product
            where businessid = ${currentBusiness} and siteid = ${siteid} and ${isAny('productid', productids, 'bigint[]')}
            union
           select productid, barcode, productname, price, purchaseprice, vat_rate, archived_at
             from product
            where businessid = ${currentBusiness} and siteid = ${siteid} and barcode <> '' and ${isAny('barcode', barcodes, 'text[]')}
         ) named) as products`,
  )
  return rows[0] ?? { stored: [], employees: [], products: [] }
}

/** The ids of the inserted sales by reference, without those that another transaction stored first. */
async function insertSales(scope: Scope, options: StoreOptions, parsed: ParsedSale[], lookup: Lookup) {
  const { siteid, importid = null, moves_stock = true } = options
  const standIn = parsed.some(({ sale }) => sale.employeeid == null) ? await findTillEmployee(scope, siteid) : null
  const sales = parsed.map(({ sale, content_hash }) => ({
    reference: sale.reference,
    saledate: sale.saledate,
    closetime: sale.closetime ?? null,
    finalamount: sale.finalamount ?? null,
    payment_method: sale.payment_method || null,
    employeeid: sale.employeeid ?? standIn,
    content_hash,
  }))
  const lines = parsed.flatMap(({ sale }) =>
    sale.items.map((item, index) => {
      const product = lookup.product(item)
      return {
        reference: sale.reference,
        line: index + 1,
        productid: product?.productid,
        quantity: item.quantity,
        productname: product?.productname,
        price: item.price ?? product?.price,
        purchaseprice: product?.purchaseprice,
        vat_rate: item.vat_rate ?? product?.vat_rate,
      }
    }),
  )
  // One statement: its triggers lock the day's roll-up until COMMIT, and the tills of a site wait for each other that long.
  const rows = await executePrepared<{ reference: string; saleid: number }>(
    scope,
    'store sales',
    sql`
    with sent as materialized (
      select * from json_to_recordset(${JSON.stringify(sales)}::json)
               as sent (reference text, saledate text, closetime text, finalamount numeric(12, 2), payment_method text,
                        employeeid bigint, content_hash text)
    ), sent_line as materialized (
      select *, line_total(quantity, price) as total
        from json_to_recordset(${JSON.stringify(lines)}::json)
               as line (reference text, line smallint, productid bigint, quantity numeric(12, 3), productname text,
                        price numeric(12, 2), purchaseprice numeric(12, 2), vat_rate smallint)
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
      select sent_line.*, coalesce(adjustment, 0) as adjustment from sent_line left join adjusted using (reference, line)
    ), total as (
      select reference, sum(quantity) as units, sum(total) as amount, (sum(total + adjustment) * 100)::bigint as itemised_cents,
             sum(included_vat_cents(((total + adjustment) * 100)::bigint, vat_rate))::bigint as itemised_vat_cents,
             (sum(line_total(quantity, purchaseprice)) * 100)::bigint as cost_cents
        from line group by reference
    ), zone as (
      select timezone from business where id = ${currentBusiness}
    ), stored as (
      insert into sales (siteid, employeeid, saledate, closetime, finalamount, payment_method, reference, content_hash, importid,
                         units, cost_cents, itemised_cents, itemised_vat_cents)
      select ${siteid}, sent.employeeid, parse_timestamp(sent.saledate, zone.timezone), parse_timestamp(sent.closetime, zone.timezone),
             coalesce(sent.finalamount, total.amount, 0), sent.payment_method, sent.reference, decode(sent.content_hash, 'hex'), ${importid}::bigint,
             coalesce(total.units, 0), coalesce(total.cost_cents, 0), coalesce(total.itemised_cents, 0), coalesce(total.itemised_vat_cents, 0)
        from sent
        left join total using (reference)
       cross join zone
       -- In one order everywhere, or two tills that send the same two sales would deadlock.
       order by sent.reference
      on conflict (businessid, reference) do nothing
      returning reference, saleid, saledate, employeeid
    ), stored_lines as (
      insert into saleitems (saleid, line, moves_stock, saledate, siteid, employeeid, productid, quantity, productname, price,
                             purchaseprice, vat_rate, adjustment)
      select stored.saleid, line.line, ${moves_stock}::boolean, stored.saledate, ${siteid}, stored.employeeid, line.productid,
             line.quantity, line.productname, line.price, line.purchaseprice, line.vat_rate, line.adjustment
        from line join stored using (reference)
    )
    select reference, saleid from stored`,
  )
  return new Map(rows.map(({ reference, saleid }) => [reference, saleid]))
}

/** The employee record for sales without an employee, created for the site when it is first needed. */
async function findTillEmployee(scope: Scope, siteid: number) {
  const { rows } = await sql<{ employeeid: number }>`select ensure_till_employee(${siteid}) as employeeid`.execute(scope)
  return rows[0]?.employeeid
}

const rejectReference = ({ index, sale }: ParsedSale) =>
  rejectSale(index, sale.reference, { path: ['reference'], message: 'This reference was used for another sale.' })

/** The answer to a sale that the schema accepts and the database does not. */
export const rejectUnstorable = ({ index, sale }: ParsedSale) =>
  rejectSale(index, sale.reference, { path: [], message: 'A number or a text of this sale is too large to be stored.' })

export function rejectSale(index: number, reference: string | null, issue: Issue | undefined): RejectedSale {
  const path = (issue?.path ?? []).map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return { reference, status: 'rejected', reason: issue?.message ?? 'This sale cannot be read.', field: `sales[${index}]${path}` }
}
