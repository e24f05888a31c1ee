import { sql } from 'kysely'
import { roundDecimal } from '../../../contract/shared/decimal.ts'
import { currentBusiness, executePrepared } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { findPriceCents, findUnits, resolvePayments, sumCents, sumLine } from './amounts.ts'
import type { KnownProduct, Lookup } from './find-references.ts'
import { findSites, type SiteSale, type SoldLine, type SoldSale, type StoreOptions } from './sold-sale.ts'

/** The ids of the inserted sales by reference, without those that another transaction stored first. */
export async function insertSales(
  scope: Scope,
  { importid, moves_stock = true }: StoreOptions,
  parsed: SiteSale[],
  lookup: Lookup,
) {
  const paid = new Map(parsed.map(({ sale }) => [sale, resolvePayments(sale)]))
  const sales = toSales(parsed, paid, await findTillEmployees(scope, parsed))
  const lines = parsed.flatMap(({ siteid, sale }) =>
    sale.items.map((item, index) => ({ reference: sale.reference, ...toLine(item, index, lookup.product(siteid, item)) })),
  )
  const payments = [...paid].flatMap(([{ reference }, { payments, extras }]) =>
    payments.map((payment, index) => ({ reference, position: index + 1, beside_cents: sumCents(extras), ...payment })),
  )
  const extras = [...paid].flatMap(([{ reference }, { extras }]) =>
    extras.map((extra, index) => ({ reference, position: index + 1, ...extra })),
  )
  const hasParts = payments.length > 0
  // One statement: its triggers lock the day's roll-up until COMMIT, and the tills of a site wait for each other that long.
  const rows = await executePrepared<{ reference: string; saleid: number }>(
    scope,
    hasParts ? 'store sales with payments' : 'store sales',
    sql`
    with ${selectRates}, ${readSales(sales)}, ${readLines(lines)}, ${spreadDifferences}, ${computeAmounts}, ${sumAmounts},
         ${insertSaleRows(importid ?? null)}, ${insertLineRows(moves_stock)}
         ${hasParts ? sql`, ${insertPayments(payments)}, ${insertExtras(extras)}` : sql``}
    select reference, saleid from stored`,
  )
  return new Map(rows.map(({ reference, saleid }) => [reference, saleid]))
}

type Paid = Map<SoldSale, ReturnType<typeof resolvePayments>>

const toSales = (parsed: SiteSale[], paid: Paid, tillEmployees: Map<number, number>) =>
  parsed.map(({ siteid, sale, content_hash }) => ({
    siteid,
    reference: sale.reference,
    saledate: sale.saledate,
    closetime: sale.closetime ?? null,
    finalamount_cents: sale.finalamount_cents ?? null,
    payment_method: paid.get(sale)?.payment_method,
    has_payments: paid.get(sale)?.payments.length !== 0,
    refund_of: sale.refund_of ?? null,
    employeeid: sale.employeeid ?? tillEmployees.get(siteid),
    content_hash,
    vat_rate: sale.vat_rate ?? null,
    stated_vat_cents: sale.vat_cents ?? null,
  }))

// The parts of the statement. Each is one or more of its common table expressions.

const selectRates = sql`
    zone as (
      select timezone from business where id = ${currentBusiness}
    ), rate as materialized (
      select vat_code, first_day, lead(first_day, 1, 'infinity') over (partition by vat_code order by first_day) as next_day,
             format_vat_rate(vat_code, percent) as vat_rate
        from vat_rates where businessid = ${currentBusiness}
    )`

const readSales = (sales: ReturnType<typeof toSales>) => sql`
    sent as materialized (
      select siteid, sent.reference, parse_timestamp(sent.saledate, timezone) as saledate, parse_timestamp(sent.closetime, timezone) as closetime,
             (parse_timestamp(sent.saledate, timezone) at time zone timezone)::date as day,
             (finalamount_cents / 100.0)::numeric(12, 2) as finalamount, payment_method, has_payments, refund_of, employeeid, content_hash,
             vat_rate, stated_vat_cents
        from json_to_recordset(${JSON.stringify(sales)}::json)
               as sent (siteid bigint, reference text, saledate text, closetime text, finalamount_cents bigint, payment_method text,
                        has_payments boolean, refund_of text, employeeid bigint, content_hash text, vat_rate text, stated_vat_cents bigint)
       cross join zone
    )`

const readLines = (lines: object[]) => sql`
    sent_line as materialized (
      select line.*, round(price_cents / 100.0, 2) as price, case when price_cents % 1 <> 0 then price_cents / 100.0 end as exact_price,
             line_total(quantity, round(price_cents / 100.0, 2)) as plain_total,
             coalesce(total_cents / 100.0, line_total(quantity, price_cents / 100.0) - coalesce(discount_cents, 0) / 100.0) as total
        from json_to_recordset(${JSON.stringify(lines)}::json)
               as line (reference text, line smallint, productid bigint, quantity numeric(12, 3), productname text, price_cents numeric,
                        total_cents bigint, discount_cents bigint, discount_reason text, purchaseprice numeric(12, 2), vat_rate text, vat_code text, is_vat_assumed boolean,
                        stated_vat_cents bigint, is_vat_of_sale boolean, moves_stock boolean, scanned_units numeric, scanned_price numeric)
    )`

/** What the sale's amount differs from its lines falls to each line by its total. In most batches no sale differs. */
const spreadDifferences = sql`
    differing as materialized (
      select reference, finalamount - amount as difference
        from sent join (select reference, sum(total) as amount from sent_line group by reference) itemised using (reference)
       where finalamount <> amount
    ), weighed as (
      select reference, line, difference, sum(abs(total)) over (sale order by line) as weight, sum(abs(total)) over sale as whole
        from sent_line join differing using (reference)
      window sale as (partition by reference)
    ), adjusted as materialized (
      select reference, line, spread_amount(difference, weight, whole)
                              - coalesce(lag(spread_amount(difference, weight, whole)) over (partition by reference order by line), 0) as adjustment
        from weighed
    )`

const computeAmounts = sql`
    line as materialized (
      select sent_line.reference, line, productid, quantity, productname, price, purchaseprice, is_vat_assumed, sent_line.moves_stock,
             exact_price, discount_cents, discount_reason, scanned_units, scanned_price, total - plain_total + coalesce(adjustment, 0) as adjustment, amount, vat.stated_vat_cents, vat.vat_rate,
             line_vat_cents(vat.stated_vat_cents, amount, vat.vat_rate) as vat_cents
        from sent_line
        join sent using (reference)
        left join adjusted using (reference, line)
        left join rate on rate.vat_code = sent_line.vat_code and sent.day >= rate.first_day and sent.day < rate.next_day
       cross join lateral (
         select total + coalesce(adjustment, 0) as amount, coalesce(sent_line.vat_rate, rate.vat_rate) as vat_rate,
                -- With a part of a discount the line includes less VAT than the file says.
                case when coalesce(adjustment, 0) = 0 or is_vat_of_sale then sent_line.stated_vat_cents end as stated_vat_cents
       ) vat
    )`

const sumAmounts = sql`
    total as (
      select reference, sum(quantity) filter (where productid is not null) as units, sum(amount) as amount, (sum(amount) * 100)::bigint as itemised_cents,
             sum(vat_cents)::bigint as itemised_vat_cents, (sum(line_total(quantity, purchaseprice)) * 100)::bigint as cost_cents,
             sum((amount * 100)::bigint - vat_cents) filter (where purchaseprice is not null)::bigint as costed_net_cents
        from line group by reference
    )`

const insertSaleRows = (importid: number | null) => sql`
    stored as (
      insert into sales (siteid, employeeid, saledate, closetime, finalamount, payment_method, has_payments, refund_of, reference,
                         content_hash, importid, units, cost_cents, costed_net_cents, itemised_cents, itemised_vat_cents, vat_rate, stated_vat_cents)
      select sent.siteid, sent.employeeid, sent.saledate, sent.closetime, coalesce(sent.finalamount, total.amount, 0), sent.payment_method,
             sent.has_payments, sent.refund_of, sent.reference, decode(sent.content_hash, 'hex'), ${importid}::bigint,
             coalesce(total.units, 0), coalesce(total.cost_cents, 0), coalesce(total.costed_net_cents, 0),
             coalesce(total.itemised_cents, 0), coalesce(total.itemised_vat_cents, 0),
             coalesce(sent.vat_rate, rate.vat_rate), sent.stated_vat_cents
        from sent
        left join total using (reference)
        left join rate on rate.vat_code = 'standard' and sent.day >= rate.first_day and sent.day < rate.next_day
       -- In one order everywhere, or two tills that send the same two sales would deadlock.
       order by sent.reference
      on conflict (businessid, reference) do nothing
      returning reference, saleid, saledate, siteid, employeeid, finalamount_cents, normalized_payment_method
    )`

const insertLineRows = (moves_stock: boolean) => sql`
    stored_lines as (
      insert into saleitems (saleid, line, moves_stock, saledate, siteid, employeeid, productid, quantity, productname, price,
                             purchaseprice, vat_rate, is_vat_assumed, stated_vat_cents, adjustment, exact_price, discount_cents, discount_reason,
                             scanned_units, scanned_price)
      select stored.saleid, line.line, ${moves_stock}::boolean and line.moves_stock, stored.saledate, stored.siteid, stored.employeeid,
             line.productid, line.quantity, line.productname, line.price, line.purchaseprice, line.vat_rate, line.is_vat_assumed,
             line.stated_vat_cents, line.adjustment, line.exact_price, line.discount_cents, line.discount_reason,
             line.scanned_units, line.scanned_price
        from line join stored using (reference)
    )`

const insertPayments = (payments: object[]) => sql`
    stored_payments as (
      insert into sale_payments (saleid, position, saledate, siteid, employeeid, payment_method, amount_cents, tendered_cents, number,
                                 other_orders, other_cents)
      select saleid, position, saledate, siteid, employeeid, nullif(method, ''), amount, tendered_cents, number,
             (is_first and not is_largest)::integer, amount - case when is_first and is_largest then finalamount_cents else 0 end
        from (
          select stored.*, payment.position, method, tendered_cents, number,
                 coalesce(amount_cents, finalamount_cents + beside_cents) as amount,
                 normalize_payment_method(method) = normalized_payment_method as is_largest,
                 row_number() over (partition by saleid, normalize_payment_method(method) order by payment.position) = 1 as is_first
            from json_to_recordset(${JSON.stringify(payments)}::json)
                   as payment (reference text, position smallint, method text, amount_cents bigint, beside_cents bigint,
                               tendered_cents bigint, number text)
            join stored using (reference)
        ) paid
    )`

const insertExtras = (extras: object[]) => sql`
    stored_extras as (
      insert into sale_extras (saleid, position, saledate, siteid, employeeid, kind, amount_cents, number)
      select saleid, position, saledate, siteid, employeeid, kind, amount_cents, number
        from json_to_recordset(${JSON.stringify(extras)}::json)
               as extra (reference text, position smallint, kind text, amount_cents bigint, number text)
        join stored using (reference)
    )`

/** A line as the statement reads it. What is undefined is not sent, and null there. */
function toLine(item: SoldLine, index: number, product: KnownProduct | undefined) {
  const line = {
    line: index + 1,
    quantity: item.quantity,
    total_cents: item.total_cents,
    discount_cents: item.discount_cents || undefined,
    discount_reason: (item.discount_cents && item.discount_reason) || undefined,
    vat_rate: item.vat_rate,
    stated_vat_cents: item.vat_cents,
    is_vat_of_sale: item.is_vat_of_sale,
  }
  if (item.kind === 'charge')
    return {
      ...line,
      ...{ productname: item.productname, price_cents: item.price_cents },
      ...{ vat_code: 'standard', is_vat_assumed: false, moves_stock: false },
    }
  if (!product) throw new Error('a line that is stored has a product')
  const { is_unknown } = product
  const price_cents = findPriceCents(item, product)
  const units = findUnits(item, product)
  return {
    ...line,
    ...(units !== 1 && toPieces(line, { units, price_cents, total_cents: sumLine(item, product) })),
    productid: product.productid,
    productname: is_unknown ? item.productname || item.barcode : product.productname,
    ...(units === 1 && { price_cents }),
    purchaseprice: item.unitcost_cents === undefined ? product.purchaseprice : roundDecimal(item.unitcost_cents / units, 2) / 100,
    vat_code: product.vat_code,
    is_vat_assumed: is_unknown && item.vat_rate === undefined,
    // Nobody has counted a stock of it.
    moves_stock: !is_unknown,
  }
}

/** What a line of cartons has as pieces. Its amount stays that of the cartons, to which quantity times price may not add up. */
const toPieces = (
  line: { quantity: number; total_cents: number | undefined; discount_cents: number | undefined },
  { units, price_cents, total_cents }: { units: number; price_cents: number; total_cents: number },
) => ({
  quantity: roundDecimal(line.quantity * units, 3),
  price_cents: roundDecimal(price_cents / units, 2),
  total_cents: line.total_cents ?? total_cents - (line.discount_cents ?? 0),
  ...{ scanned_units: units, scanned_price: price_cents / 100 },
})

/** The employee records for sales without an employee by site, created for the site when it is first needed. */
async function findTillEmployees(scope: Scope, parsed: SiteSale[]) {
  const siteids = findSites(parsed.filter(({ sale }) => sale.employeeid == null))
  if (siteids.length === 0) return new Map<number, number>()
  const { rows } = await sql<{ siteid: number; employeeid: number }>`
    select siteid, ensure_till_employee(siteid) as employeeid from unnest(${siteids}::bigint[]) siteid`.execute(scope)
  return new Map(rows.map(({ siteid, employeeid }) => [siteid, employeeid]))
}
