import { sql } from 'kysely'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { createLookup, findReferences } from './find-references.ts'
import type { SiteSale } from './sold-sale.ts'

/**
 * Which of these sales mean the same as the stored sale with their reference, in other words: the same instant with another offset, a
 * payment method in capitals, a default that is sent or left out. What is left out means the product's price and VAT rate of now, the sum
 * of the lines, and the till of the site.
 */
export async function findSameMeaning(scope: Scope, sales: SiteSale[]): Promise<Set<SiteSale>> {
  if (sales.length === 0) return new Set()
  // Read again: the sale that is stored may have added what its lines name.
  const lookup = createLookup(await findReferences(scope, sales), {})
  const sent = sales.map(({ siteid, sale }, nth) => ({
    ...{ nth, siteid, reference: sale.reference, saledate: sale.saledate, closetime: sale.closetime ?? null },
    ...{ finalamount_cents: sale.finalamount_cents ?? null, payment_method: sale.payment_method ?? null },
    employeeid: sale.employeeid ?? null,
    lines: sale.items.map((item, index) => ({
      ...{ line: index + 1, productid: lookup.product(siteid, item)?.productid ?? null, quantity: item.quantity },
      ...{ price_cents: item.price_cents ?? null, vat_rate: item.vat_rate ?? null, productname: item.productname ?? null },
    })),
  }))
  const { rows } = await sql<{ nth: number }>`
    select nth
      from json_to_recordset(${JSON.stringify(sent)}::json)
             as sent (nth integer, siteid bigint, reference text, saledate text, closetime text, finalamount_cents bigint, payment_method text,
                      employeeid bigint, lines json)
      join business b on b.id = ${currentBusiness}
      join sales s on s.businessid = b.id and s.siteid = sent.siteid and s.reference = sent.reference
      join site on site.businessid = b.id and site.siteid = s.siteid
     where s.saledate = parse_timestamp(sent.saledate, b.timezone)
       and s.closetime is not distinct from parse_timestamp(sent.closetime, b.timezone)
       and s.finalamount_cents = coalesce(sent.finalamount_cents, (
             select (sum(line_total(quantity, price)) * 100)::bigint from saleitems where businessid = b.id and saleid = s.saleid))
       and s.normalized_payment_method = normalize_payment_method(sent.payment_method)
       and s.employeeid = coalesce(sent.employeeid, site.till_employeeid)
       and not exists (
         select from (select * from saleitems where businessid = b.id and saleid = s.saleid) stored
           full join json_to_recordset(sent.lines)
                       as line (line integer, productid bigint, quantity numeric, price_cents bigint, vat_rate text, productname text)
             on line.line = stored.line
           left join product p on p.businessid = b.id and p.productid = stored.productid
          where (stored.productid = line.productid and stored.quantity = line.quantity
                 and stored.price = coalesce(line.price_cents / 100.0, p.price)
                 and stored.vat_rate = coalesce(line.vat_rate, vat_rate_on(b.id, p.vat_code, (s.saledate at time zone b.timezone)::date))
                 and coalesce(lower(line.productname) = lower(stored.productname), true)) is not true)`.execute(scope)
  return new Set(rows.flatMap(({ nth }) => sales[nth] ?? []))
}
