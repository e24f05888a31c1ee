import { SELECT_DOCUMENT_MOVEMENTS, SELECT_DOCUMENT_MOVES } from '../../../db/document-moves.ts'
import { type Check, count, problem } from '../check.ts'
import { compareBusinesses } from '../compare-businesses.ts'

/** The names of three documents are enough to look at. */
const COMPARE_DOCUMENTS = `
  with moves as (${SELECT_DOCUMENT_MOVES}), movements as (${SELECT_DOCUMENT_MOVEMENTS}), compared as (
    select documentid, bool_or(coalesce(moves.change, 0) <> coalesce(movements.change, 0)) as differs
      from moves full join movements using (documentid, productid) group by documentid
  )
  select count(*)::float as rows, count(*) filter (where differs)::float as wrong,
         (select string_agg(kind || ' ' || number, ', ')
            from (select kind, number from stock_documents d join compared c using (documentid)
                   where d.businessid = $1 and c.differs order by documentid limit 3) named) as names
    from compared`

/** The lines of a document equal the movements that name it. */
export const stockDocuments: Check = {
  name: 'stock documents',
  run: ({ client }) =>
    compareBusinesses(client, COMPARE_DOCUMENTS, {
      wrong: ({ wrong, names }, business) =>
        problem(
          `${count(wrong, 'stock document')} of the business '${business}' (${names}) moved other quantities than the lines say.`,
          'Something changed lines or movements with a statement of its own. Count the products of these documents.',
        ),
      all: (documents) => `The lines of ${count(documents, 'stock document')} equal the movements of the stock.`,
    }),
}
