import { type RawBuilder, sql } from 'kysely'
import { currentBusiness } from '../../db/sql.ts'

// SQL of stock documents that several features read.

/** What came of a line `l` of the order or transfer `d`: units that were received, and those of a transfer that are missing. */
export const RECEIVED = sql`
  (select coalesce(sum(came.quantity + came.missing), 0)
     from stock_documents child join stock_document_lines came using (businessid, documentid)
    where child.businessid = ${currentBusiness} and child.parentid = d.documentid and child.state = 'received'
      and came.productid = l.productid)`

/** What is missing of a line `l` of the transfer `d`, by reason: the most first. */
export const LOST = sql`
  (select coalesce(jsonb_agg(jsonb_build_object('units', units, 'reason', reason) order by units desc, reason), '[]')
     from (
       select came.reason, sum(came.missing) as units
         from stock_documents child join stock_document_lines came using (businessid, documentid)
        where child.businessid = ${currentBusiness} and child.parentid = d.documentid and child.state = 'received'
          and came.productid = l.productid and came.missing > 0
        group by came.reason
     ) losses)`

/** The name of the joined `site`; of one that is not the person's, that of a transfer. */
export const siteName = (site: string, siteid: RawBuilder<unknown>) =>
  sql`coalesce(${sql.ref(`${site}.sitename`)}, find_site_name(${siteid}))`

/**
 * The product `p` of a line `l`, and `sent` in its place for a product of another site that comes to one of the person's sites by a transfer:
 * its name, barcode and price. It is looked up only where `p` is not seen.
 */
export const SENT_PRODUCT = sql`
  left join product p on p.businessid = l.businessid and p.productid = l.productid
  left join lateral (select found.* from find_sent_product(l.productid) found where p.productid is null) sent on true`

/**
 * What arrives without another order, a row a product and document: what is ordered and not there yet, what other sites have sent, and
 * what drafts of orders have, which nobody has ordered yet.
 */
const SELECT_INCOMING_LINES = sql`
  select l.productid, d.documentid, case d.state when 'draft' then 0 else greatest(l.quantity - ${RECEIVED}, 0) end as on_order,
         0 as in_transit, case d.state when 'draft' then l.quantity else 0 end as in_drafts
    from stock_documents d join stock_document_lines l using (businessid, documentid)
   where d.businessid = ${currentBusiness} and d.kind = 'order' and d.state in ('draft', 'sent', 'part_received')
  union all
  select find_same_item(l.productid, d.to_siteid), d.documentid, 0, l.quantity - ${RECEIVED}, 0
    from stock_documents d join stock_document_lines l using (businessid, documentid)
   where d.businessid = ${currentBusiness} and d.kind = 'transfer' and d.state in ('sent', 'part_received')`

/** The same, a row a product. */
export const SELECT_INCOMING = sql`
  select productid, sum(on_order) as on_order, sum(in_transit) as in_transit, sum(in_drafts) as in_drafts
    from (${SELECT_INCOMING_LINES}) coming where productid is not null group by productid`

/** What arrives of one product, with the documents that it is in; what is expected first stands first. */
export const selectIncomingOf = (productid: number) => sql`
  select d.documentid, d.kind, d.number, d.state, d.expected_on, on_order, in_transit, in_drafts
    from (${SELECT_INCOMING_LINES}) coming join stock_documents d on d.businessid = ${currentBusiness} and d.documentid = coming.documentid
   where coming.productid = ${productid} and on_order + in_transit + in_drafts > 0
   order by d.expected_on nulls last, d.documentid`
