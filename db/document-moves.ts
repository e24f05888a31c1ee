/** How much each finished stock document of the business $1 changes the stock of each product, by its lines. */
export const SELECT_DOCUMENT_MOVES = `
  select documentid, coalesce(l.received_productid, l.productid) as productid,
         sum(case when d.kind = 'transfer' then -l.quantity else l.quantity end) as change
    from stock_documents d join stock_document_lines l using (businessid, documentid)
   where businessid = $1 and l.quantity <> 0
     and (d.kind in ('delivery', 'receipt') and d.state = 'received'
          or d.kind = 'transfer' and d.state in ('sent', 'part_received', 'received', 'cancelled')
          or d.kind = 'adjustment' and d.state = 'booked' or d.kind = 'count' and d.state = 'approved')
   group by 1, 2`

/** The same by the movements that name the documents. */
export const SELECT_DOCUMENT_MOVEMENTS = `
  select documentid, productid, sum(stock_after - stock_before) as change
    from stock_movements where businessid = $1 and documentid is not null group by 1, 2`
