import { SELECT_DOCUMENT_MOVEMENTS, SELECT_DOCUMENT_MOVES } from '../../../db/document-moves.ts'
import { createQuery } from '../../../db/roll-ups/roll-ups.ts'
import { type Check, count, ok, problem } from '../check.ts'

type Compared = { documents: number; wrong: number; names: string | null }

/** The names of three documents are enough to look at. */
const COMPARE_DOCUMENTS = `
  with moves as (${SELECT_DOCUMENT_MOVES}), movements as (${SELECT_DOCUMENT_MOVEMENTS}), compared as (
    select documentid, bool_or(coalesce(moves.change, 0) <> coalesce(movements.change, 0)) as differs
      from moves full join movements using (documentid, productid) group by documentid
  )
  select count(*)::float as documents, count(*) filter (where differs)::float as wrong,
         (select string_agg(kind || ' ' || number, ', ')
            from (select kind, number from stock_documents d join compared c using (documentid)
                   where d.businessid = $1 and c.differs order by documentid limit 3) named) as names
    from compared`

/** The lines of a document equal the movements that name it. */
export const stockDocuments: Check = {
  name: 'stock documents',
  async run({ client }) {
    const query = createQuery(client)
    const businesses = await query<{ id: string; name: string }>('select id, name from business order by name, id')
    const findings = []
    let documents = 0
    for (const { id, name } of businesses) {
      const [compared] = await query<Compared>(COMPARE_DOCUMENTS, [id])
      documents += compared?.documents ?? 0
      if (compared && compared.wrong > 0)
        findings.push(
          problem(
            `${count(compared.wrong, 'stock document')} of the business '${name}' (${compared.names}) moved other quantities than the lines say.`,
            'Something changed lines or movements with a statement of its own. Count the products of these documents.',
          ),
        )
    }
    return findings.length > 0
      ? findings
      : ok(`The lines of ${count(documents, 'stock document')} equal the movements of the stock.`)
  },
}
