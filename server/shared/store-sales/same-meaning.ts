import { type RawBuilder, sql } from 'kysely'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { createLookup, findReferences } from './find-references.ts'
import { identifySeller } from './sellers.ts'
import type { SiteSale } from './sold-sale.ts'

/**
 * Which of these sales mean the same as the stored sale with their reference, in other words: the same instant with another offset, a
 * payment method in capitals, payments in another order, a default that is sent or left out. What is left out means the product's price
 * and VAT rate of now, the sum of the lines, and the till of the site.
 */
export async function findSameMeaning(scope: Scope, sales: SiteSale[]): Promise<Set<SiteSale>> {
  if (sales.length === 0) return new Set()
  // Read again: the sale that is stored may have added what its lines name.
  const lookup = createLookup(await findReferences(scope, sales), {})
  const sent = sales.map(({ siteid, sale }, nth) => ({
    ...{ nth, siteid, reference: sale.reference, saledate: sale.saledate, closetime: sale.closetime ?? null },
    ...{ finalamount_cents: sale.finalamount_cents ?? null, payment_method: sale.payment_method ?? null },
    ...{ payments: sale.payments ?? [], extras: sale.extras ?? [], refund_of: sale.refund_of ?? null },
    ...{ employeeid: sale.employeeid ?? null, code: sale.employee_code ?? '', name: sale.employee_name ?? '' },
    lines: sale.items.map((item, index) => ({
      ...{ line: index + 1, productid: lookup.product(siteid, item)?.productid ?? null, quantity: item.quantity },
      // An open amount has a name only, and is the product or unknown product that was found by it.
      ...{ is_charge: item.kind === 'charge', is_named: item.productid === undefined && item.barcode === undefined },
      ...{ discount_cents: item.discount_cents, discount_reason: item.discount_reason },
      ...{ price_cents: item.price_cents ?? null, vat_rate: item.vat_rate ?? null, productname: item.productname ?? null },
    })),
  }))
  const { rows } = await sql<{ nth: number }>`
    select nth
      from json_to_recordset(${JSON.stringify(sent)}::json)
             as sent (nth integer, siteid bigint, reference text, saledate text, closetime text, finalamount_cents bigint, payment_method text,
                      payments json, extras json, refund_of text, employeeid bigint, code text, name text, lines json)
      join business b on b.id = ${currentBusiness}
      join sales s on s.businessid = b.id and s.siteid = sent.siteid and s.reference = sent.reference
      join site on site.businessid = b.id and site.siteid = s.siteid
      left join (select saleid, identity from seller_sales join unknown_sellers using (businessid, sellerid)
                  where businessid = ${currentBusiness}) seller on seller.saleid = s.saleid
     where s.saledate = parse_timestamp(sent.saledate, b.timezone)
       and s.closetime is not distinct from parse_timestamp(sent.closetime, b.timezone)
       and s.finalamount_cents = coalesce(sent.finalamount_cents, (
             select (coalesce(sum(sent_total(quantity, price, exact_price, scanned_units, scanned_price)), 0) * 100)::bigint - coalesce(sum(discount_cents), 0)
               from saleitems where businessid = b.id and saleid = s.saleid))
       and case when json_array_length(sent.payments) = 0
                then s.normalized_payment_method = normalize_payment_method(sent.payment_method) and not exists (
                       select from sale_payments p where p.businessid = b.id and p.saleid = s.saleid
                          and (p.position > 1 or p.tendered_cents is not null or p.number is not null))
                else ${listParts(
                  sql`select normalize_payment_method(method) as name, amount_cents, tendered_cents, number
                        from json_to_recordset(sent.payments) as payment (method text, amount_cents bigint, tendered_cents bigint, number text)`,
                )} = ${listParts(
                  sql`select p.normalized_payment_method as name, p.amount_cents, p.tendered_cents, p.number
                        from sale_payments p where p.businessid = b.id and p.saleid = s.saleid
                       union all
                      select s.normalized_payment_method, s.finalamount_cents, null, null where not s.has_payments`,
                )} end
       and ${listParts(
         sql`select kind as name, amount_cents, null::bigint as tendered_cents, number
               from json_to_recordset(sent.extras) as extra (kind text, amount_cents bigint, number text)`,
       )} = ${listParts(
         sql`select e.kind as name, e.amount_cents, null::bigint as tendered_cents, e.number
               from sale_extras e where e.businessid = b.id and e.saleid = s.saleid`,
       )}
       and s.refund_of is not distinct from sent.refund_of
       and case when sent.code = '' and sent.name = '' then s.employeeid = coalesce(sent.employeeid, site.till_employeeid) and (seller.identity is null or sent.employeeid is not null)
                -- The same seller, also when an employee has the code since, or the employee to whom the seller was given.
                else coalesce(seller.identity = ${identifySeller('sent')}, s.employeeid = sent.employeeid, false) end
       and not exists (
         select from (select * from saleitems where businessid = b.id and saleid = s.saleid) stored
           full join json_to_recordset(sent.lines)
                       as line (line integer, productid bigint, is_charge boolean, is_named boolean, quantity numeric, price_cents numeric, vat_rate text,
                                productname text, discount_cents bigint, discount_reason text)
             on line.line = stored.line
           left join product p on p.businessid = b.id and p.productid = stored.productid
          where ((stored.productid = line.productid or line.is_named and line.is_charge = (stored.productid is null)) and stored.quantity = line.quantity * coalesce(stored.scanned_units, 1)
                 and coalesce(stored.scanned_price, stored.exact_price, stored.price)
                     = coalesce(line.price_cents / 100.0, p.price * coalesce(stored.scanned_units, 1))
                 and coalesce(stored.discount_cents, 0) = coalesce(line.discount_cents, 0)
                 and coalesce(stored.discount_reason, '') = coalesce(case when line.discount_cents <> 0 then line.discount_reason end, '')
                 and stored.vat_rate
                     = coalesce(line.vat_rate, vat_rate_on(b.id, coalesce(p.vat_code, 'standard'), (s.saledate at time zone b.timezone)::date))
                 and coalesce(lower(line.productname) = lower(stored.productname), true)) is not true)`.execute(scope)
  return new Set(rows.flatMap(({ nth }) => sales[nth] ?? []))
}

/** Rows of (name, amount_cents, tendered_cents, number) as JSON, in an order of their own. */
const listParts = (parts: RawBuilder<unknown>) => sql`
  (select coalesce(jsonb_agg(to_jsonb(part) order by name, amount_cents, tendered_cents, number), '[]') from (${parts}) part)`
