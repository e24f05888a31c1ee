import { createQuery } from '../../../db/roll-ups/roll-ups.ts'
import { type Check, count, ok, problem } from '../check.ts'

type Compared = { codes: number; wrong: number; names: string | null }

/** The names of three products are enough to look at. */
const COMPARE_BARCODES = `
  with field as (
    select p.productid, code.barcode, code.units, p.siteid, p.archived_at is null as is_live
      from product p cross join lateral jsonb_to_recordset(p.further_barcodes) as code (barcode text, units integer)
     where p.businessid = $1
  ), rows as (
    select productid, barcode, units, siteid, is_live from product_barcodes where businessid = $1
  ), differing as (
    (select * from field except select * from rows) union (select * from rows except select * from field)
  )
  select (select count(*)::float from rows) as codes, count(distinct productid)::float as wrong,
         (select string_agg(productname, ', ') from (
           select productname from product where businessid = $1 and productid in (select productid from differing) order by productid limit 3
         ) named) as names
    from differing`

/** The rows that a scan is looked up in equal the further barcodes of the products. */
export const barcodes: Check = {
  name: 'barcodes',
  async run({ client }) {
    const query = createQuery(client)
    const businesses = await query<{ id: string; name: string }>('select id, name from business order by name, id')
    const findings = []
    let codes = 0
    for (const { id, name } of businesses) {
      const [compared] = await query<Compared>(COMPARE_BARCODES, [id])
      codes += compared?.codes ?? 0
      if (compared && compared.wrong > 0)
        findings.push(
          problem(
            `${count(compared.wrong, 'product')} of the business '${name}' (${compared.names}) are scanned by other barcodes than they have.`,
            'Something changed rows with a statement of its own. Save the further barcodes of these products again.',
          ),
        )
    }
    return findings.length > 0 ? findings : ok(`The rows of ${count(codes, 'further barcode')} equal those of the products.`)
  },
}
