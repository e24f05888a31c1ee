import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { core } from 'zod'
import { validationMessage } from '../../../contract/shared/validation-messages.ts'
import { Sale, type SaleAnswer } from '../../../contract/tills.ts'
import { currentBusiness, executePrepared, hideFromPlanner } from '../../../db/sql.ts'
import type { Scope, TillScope } from '../../../db/tenant-scope.ts'

/** A sale that could be read, and its place in the batch. */
export type ParsedSale = { index: number; sale: Sale; content_hash: string }
export type SaleAnswers = Map<ParsedSale, SaleAnswer>
export type RejectedSale = Extract<SaleAnswer, { status: 'rejected' }>
type Known = { reference: string; saleid: number; content_hash: string }
type Found = {
  known: Known[]
  employees: number[]
  products: { productid: number; barcode: string; productname: string; price: number; purchaseprice: number }[]
}

/** Each sale of a batch as it can be stored, or the answer when it cannot be read. */
export const parseSales = (sales: unknown[]): (ParsedSale | RejectedSale)[] =>
  sales.map((raw, index) => {
    const { data: sale, error } = Sale.safeParse(raw, { error: validationMessage })
    return sale ? { index, sale, content_hash: contentHash(sale) } : rejected(index, referenceOf(raw), error.issues[0])
  })

/**
 * Stores what a till sent, in the transaction of `scope`, and says for each sale what became of it. A sale that is refused
 * costs no other. `hasStored` says whether anything is new.
 */
export async function storeSales(scope: Scope, till: TillScope, sent: ParsedSale[]) {
  const answers: SaleAnswers = new Map()
  if (sent.length === 0) return { answers, hasStored: false }
  const found = await findWhatIsNamed(scope, sent)
  const known = new Map(found.known.map((sale) => [sale.reference, sale]))
  const lookup = lookupIn(found)
  const fresh: ParsedSale[] = []
  const repeated: ParsedSale[] = []
  const firstOf = new Map<string, ParsedSale>()
  for (const one of sent) {
    const { reference } = one.sale
    const earlier = known.get(reference) ?? firstOf.get(reference)
    const refusal = earlier ? undefined : findRejection(one, lookup)
    if (refusal) answers.set(one, refusal)
    else if (earlier) repeated.push(one)
    else {
      firstOf.set(reference, one)
      fresh.push(one)
    }
  }

  const created = fresh.length === 0 ? new Map<string, number>() : await insertSales(scope, till, fresh, lookup)
  // Somebody else stored these references between the look-up and the insert, which waited for it.
  const raced = fresh.filter(({ sale }) => !created.has(sale.reference))
  if (raced.length > 0) for (const sale of (await findWhatIsNamed(scope, raced)).known) known.set(sale.reference, sale)

  for (const one of fresh) {
    const { reference } = one.sale
    const saleid = created.get(reference)
    if (saleid === undefined) continue
    answers.set(one, { reference, status: 'created', saleid })
    known.set(reference, { reference, saleid, content_hash: one.content_hash })
  }
  for (const one of [...repeated, ...raced]) {
    const { reference } = one.sale
    const earlier = known.get(reference)
    // Unknown all the same: it is a sale of another site of the business, which this key does not see.
    const isSame = earlier?.content_hash === one.content_hash
    answers.set(one, isSame ? { reference, status: 'duplicate', saleid: earlier.saleid } : anotherSale(one))
  }
  return { answers, hasStored: created.size > 0 }
}

type Lookup = ReturnType<typeof lookupIn>

function lookupIn({ employees, products }: Found) {
  const byId = new Map(products.map((product) => [product.productid, product]))
  const byBarcode = new Map(products.map((product) => [product.barcode, product]))
  const known = new Set(employees)
  return {
    hasEmployee: (employeeid: number) => known.has(employeeid),
    product: ({ productid, barcode }: Sale['items'][number]) =>
      productid === undefined ? byBarcode.get(barcode ?? '') : byId.get(productid),
  }
}

function findRejection({ index, sale }: ParsedSale, lookup: Lookup): RejectedSale | undefined {
  if (sale.employeeid != null && !lookup.hasEmployee(sale.employeeid)) {
    return rejected(index, sale.reference, { path: ['employeeid'], message: 'There is no such employee.' })
  }
  for (const [line, item] of sale.items.entries()) {
    if (lookup.product(item)) continue
    const field = item.productid === undefined ? 'barcode' : 'productid'
    return rejected(index, sale.reference, { path: ['items', line, field], message: 'There is no such product at this site.' })
  }
  return undefined
}

/** The sales already stored under these references, and the employees and products that the sales speak of. */
async function findWhatIsNamed(scope: Scope, sent: ParsedSale[]): Promise<Found> {
  const references = sent.map(({ sale }) => sale.reference)
  const items = sent.flatMap(({ sale }) => sale.items)
  const productids = items.flatMap(({ productid }) => productid ?? [])
  const barcodes = items.flatMap(({ barcode }) => barcode ?? [])
  const employeeids = sent.flatMap(({ sale }) => sale.employeeid ?? [])
  const isAny = (column: string, values: unknown[], type: string) =>
    sql`${sql.ref(column)} = any(${hideFromPlanner(sql`${values}::${sql.raw(type)}`)}::${sql.raw(type)})`
  const rows = await executePrepared<Found>(
    scope,
    'what sales name',
    sql`
    select
      (select coalesce(json_agg(json_build_object('reference', reference, 'saleid', saleid, 'content_hash', encode(content_hash, 'hex'))), '[]')
         from sales
        where businessid = ${currentBusiness} and ${isAny('reference', references, 'text[]')}) as known,
      (select coalesce(json_agg(employeeid), '[]')
         from employee
        where businessid = ${currentBusiness} and ${isAny('employeeid', employeeids, 'bigint[]')}) as employees,
      -- A till that was offline may name a product archived since; where a barcode was given to a new product, that one.
      (select coalesce(json_agg(named order by archived_at nulls last, productid), '[]')
         from (
           select productid, barcode, productname, price, purchaseprice, archived_at
             from product
            where businessid = ${currentBusiness} and siteid = current_till_site() and ${isAny('productid', productids, 'bigint[]')}
            union
           select productid, barcode, productname, price, purchaseprice, archived_at
             from product
            where businessid = ${currentBusiness} and siteid = current_till_site() and barcode <> '' and ${isAny('barcode', barcodes, 'text[]')}
         ) named) as products`,
  )
  return rows[0] ?? { known: [], employees: [], products: [] }
}

/** The ids by reference of those that were not there yet. */
async function insertSales(scope: Scope, till: TillScope, sent: ParsedSale[], lookup: Lookup) {
  const standIn = sent.some(({ sale }) => sale.employeeid == null) ? await tillEmployee(scope, till) : null
  const sales = sent.map(({ sale, content_hash }) => ({
    reference: sale.reference,
    saledate: sale.saledate,
    closetime: sale.closetime ?? null,
    finalamount: sale.finalamount ?? null,
    payment_method: sale.payment_method || null,
    employeeid: sale.employeeid ?? standIn,
    content_hash,
  }))
  const lines = sent.flatMap(({ sale }) =>
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
      }
    }),
  )
  // One statement, since the day's roll-up is locked from its triggers to COMMIT: a site's tills wait for each other that long.
  const rows = await executePrepared<{ reference: string; saleid: number }>(
    scope,
    'store sales',
    sql`
    with line as materialized (
      select * from json_to_recordset(${JSON.stringify(lines)}::json)
               as line (reference text, line smallint, productid bigint, quantity numeric(12, 3), productname text,
                        price numeric(12, 2), purchaseprice numeric(12, 2))
    ), total as (
      select reference, sum(line_total(quantity, price)) as amount from line group by reference
    ), zone as (
      select timezone from business where id = ${currentBusiness}
    ), stored as (
      insert into sales (siteid, employeeid, saledate, closetime, finalamount, payment_method, reference, content_hash)
      select ${till.siteid}, sent.employeeid, parse_timestamp(sent.saledate, zone.timezone), parse_timestamp(sent.closetime, zone.timezone),
             coalesce(sent.finalamount, total.amount, 0), sent.payment_method, sent.reference, decode(sent.content_hash, 'hex')
        from json_to_recordset(${JSON.stringify(sales)}::json)
               as sent (reference text, saledate text, closetime text, finalamount numeric(12, 2), payment_method text,
                        employeeid bigint, content_hash text)
        left join total using (reference)
       cross join zone
       -- In one order everywhere, or two tills that send the same two sales would wait for each other.
       order by sent.reference
      on conflict (businessid, reference) do nothing
      returning reference, saleid, saledate
    ), stored_lines as (
      insert into saleitems (saleid, line, saledate, productid, quantity, productname, price, purchaseprice)
      select stored.saleid, line.line, stored.saledate, line.productid, line.quantity, line.productname, line.price, line.purchaseprice
        from line join stored using (reference)
    )
    select reference, saleid from stored`,
  )
  return new Map(rows.map(({ reference, saleid }) => [reference, saleid]))
}

/** Whom a sale belongs to that says nobody: the site's own record, made when it is first needed. */
async function tillEmployee(scope: Scope, { siteid }: TillScope) {
  const { rows } = await sql<{ employeeid: number }>`select ensure_till_employee(${siteid}) as employeeid`.execute(scope)
  return rows[0]?.employeeid
}

/** Tells the same sale sent again from another one under its reference. Float dirt that is not stored makes no difference. */
function contentHash(sale: Sale) {
  const rounded = (value: number | null | undefined, unit: number) => (value == null ? null : Math.round(value * unit))
  const items = sale.items.map(({ productid, barcode, quantity, price }) => [
    productid ?? null,
    barcode ?? null,
    rounded(quantity, 1000),
    rounded(price, 100),
  ])
  const content = [
    sale.saledate,
    sale.closetime ?? null,
    rounded(sale.finalamount, 100),
    sale.payment_method || null,
    sale.employeeid ?? null,
    items,
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32)
}

const anotherSale = ({ index, sale }: ParsedSale) =>
  rejected(index, sale.reference, { path: ['reference'], message: 'This reference was used for another sale.' })

/** The answer for a sale that the schema lets through and the database does not. */
export const rejectUnstorable = ({ index, sale }: ParsedSale) =>
  rejected(index, sale.reference, { path: [], message: 'A number or a text of this sale is too large to be stored.' })

function rejected(
  index: number,
  reference: string | null,
  issue: Pick<core.$ZodIssue, 'path' | 'message'> | undefined,
): RejectedSale {
  const path = (issue?.path ?? []).map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return { reference, status: 'rejected', reason: issue?.message ?? 'This sale cannot be read.', field: `sales[${index}]${path}` }
}

function referenceOf(raw: unknown) {
  const reference = typeof raw === 'object' && raw !== null && 'reference' in raw ? raw.reference : null
  return typeof reference === 'string' ? reference.slice(0, 100) : null
}
