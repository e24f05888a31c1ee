import { type Check, count, problem } from '../check.ts'
import { compareBusinesses } from '../compare-businesses.ts'

/** The names of three products are enough to look at. */
const COMPARE_BARCODES = `
  with field as (
    select p.productid, code.barcode, code.units, p.siteid, p.archived_at is null as is_live
      from product p cross join lateral jsonb_to_recordset(p.further_barcodes) as code (barcode text, units integer)
     where p.businessid = $1
  ), stored as (
    select productid, barcode, units, siteid, is_live from product_barcodes where businessid = $1
  ), differing as (
    (select * from field except select * from stored) union (select * from stored except select * from field)
  )
  select (select count(*)::float from stored) as rows, count(distinct productid)::float as wrong,
         (select string_agg(productname, ', ') from (
           select productname from product where businessid = $1 and productid in (select productid from differing) order by productid limit 3
         ) named) as names
    from differing`

/** The rows that a scan is looked up in equal the further barcodes of the products. */
export const barcodes: Check = {
  name: 'barcodes',
  run: ({ client }) =>
    compareBusinesses(client, COMPARE_BARCODES, {
      wrong: ({ wrong, names }, business) =>
        problem(
          `${count(wrong, 'product')} of the business '${business}' (${names}) are scanned by other barcodes than they have.`,
          'Something changed rows with a statement of its own. Save the further barcodes of these products again.',
        ),
      all: (codes) => `The rows of ${count(codes, 'further barcode')} equal those of the products.`,
    }),
}
