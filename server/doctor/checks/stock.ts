import { createQuery } from '../../../db/roll-ups/roll-ups.ts'
import { type Check, count, ok, problem } from '../check.ts'

const SLICE_PRODUCTS = 1_000

type Slice = { products: number; recorded: number; wrong: number; names: string[] | null; last: number | null }

/** So many are enough to begin with. */
const NAMED = 3

const DIFFERS = 'history.opening + history.change <> p.stock or history.closing <> p.stock'

/**
 * The stock of a product is what it was before its first movement plus all movements, and what the last movement left. A product
 * without movements has no history to compare with.
 */
const COMPARE_STOCK = `
  select count(*)::float as products, count(history.opening)::float as recorded,
         count(*) filter (where ${DIFFERS})::float as wrong,
         (array_agg(p.productname || ' (product ' || p.productid || ')' order by p.productid) filter (where ${DIFFERS}))[1:${NAMED}] as names,
         max(p.productid)::float as last
    from (select * from product where businessid = $1 and productid > $2 order by productid limit ${SLICE_PRODUCTS}) p
    left join lateral (
      select (array_agg(stock_before order by movementid))[1] as opening, sum(stock_after - stock_before) as change,
             (array_agg(stock_after order by movementid desc))[1] as closing
        from stock_movements m where m.businessid = p.businessid and m.productid = p.productid
    ) history on true`

export const stock: Check = {
  name: 'stock',
  async run({ client }) {
    const query = createQuery(client)
    const businesses = await query<{ id: string; name: string }>('select id, name from business order by name, id')
    const findings = []
    let compared = 0
    for (const { id, name } of businesses) {
      let wrong = 0
      const names: string[] = []
      for (let last = 0; ; ) {
        const [slice] = await query<Slice>(COMPARE_STOCK, [id, last])
        compared += slice?.recorded ?? 0
        wrong += slice?.wrong ?? 0
        names.push(...(slice?.names ?? []))
        if (!slice || slice.last === null || slice.products < SLICE_PRODUCTS) break
        last = slice.last
      }
      if (wrong > 0)
        findings.push(
          problem(
            `The stock of ${count(wrong, 'product')} of the business '${name}' differs from the movements: ${listNames(names, wrong)}.`,
            'Something changed the stock with a statement of its own. Count these products and enter their stock on the products screen.',
          ),
        )
    }
    return findings.length > 0 ? findings : ok(`The stock of ${count(compared, 'product')} with movements equals them.`)
  },
}

const listNames = (names: string[], count: number) =>
  [...names.slice(0, NAMED), ...(count > NAMED ? [`and ${count - NAMED} more`] : [])].join(', ')
