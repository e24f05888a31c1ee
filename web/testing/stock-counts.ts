import { findScanned } from '../../contract/shared/barcode-identity.ts'
import type { CountEntry, CountLine, CountSummary, SheetLine } from '../../contract/stock-counts.ts'
import type { StockDocument } from '../../contract/stock-documents.ts'
import { type Answers, ConnectionLost } from './fake-server.ts'
import { toPage } from './pages.ts'
import { SESSION } from './render-screen.tsx'
import { createDocument, serveStock } from './stock.ts'

const DOCUMENTID = 3
const COUNTED_AT = new Date('2026-06-15T08:00:00Z')
const NALEDI = 'Naledi Dlamini'

type Product = {
  productid: number
  productname: string
  barcode: string
  category: string
  stock: number
  cost: number | null
} & Pick<SheetLine, 'further_barcodes'>

export const createCountProduct = (productid: number, productname: string, more: Partial<Product> = {}): Product => ({
  ...{ productid, productname, barcode: `600${productid}`, further_barcodes: [], category: 'Bakery', stock: 10, cost: 4 },
  ...more,
})

export const BREAD = createCountProduct(1, 'Bread')
export const ROLLS = createCountProduct(2, 'Rolls', { stock: 6, cost: null })
export const BUNS = createCountProduct(3, 'Buns', { stock: 2 })

type Entry = Omit<CountEntry, 'productid' | 'barcode'> & { productid: number; user: string }

/** A count that is kept as the server keeps it. */
export function createCount(products: Product[] = [BREAD, ROLLS, BUNS], more: Partial<Omit<StockDocument, 'lines'>> = {}) {
  const count = {
    document: createDocument({
      ...{ documentid: DOCUMENTID, kind: 'count', number: 3, state: 'counting', count_scope: 'all', ...more },
    }),
    /** Each once, in the order in which they came. */
    entries: [] as Entry[],
    /** The units that were sold between the first and the last entry of a product. */
    sold: new Map<number, number>(),
    /** The units that were sold after the last entry of a product. */
    soldSince: new Map<number, number>(),
    /** Answers of entries that were stored and do not arrive. */
    lostAnswers: 0,
    /** What another person enters on another device. */
    enterAs(user: string, productid: number, quantity: number) {
      count.entries.push({ productid, quantity, user, request_id: crypto.randomUUID(), counted_at: COUNTED_AT })
    },
    sum: (productid: number) =>
      count.entries.filter((entry) => entry.productid === productid).reduce((sum, { quantity }) => sum + quantity, 0),
    answers: {} as Answers,
  }

  const isOutside = (category: string) =>
    count.document.count_scope === 'category' && category !== count.document.count_scope_name

  const createLine = ({ productid, productname, barcode, category, stock, cost }: Product): CountLine => {
    const entries = count.entries.filter((entry) => entry.productid === productid)
    const counted = entries.length === 0 ? null : count.sum(productid)
    const difference = counted === null ? null : counted - stock
    return {
      ...{
        productid,
        productname,
        barcode,
        category,
        is_archived: false,
        is_outside: isOutside(category),
        counted,
        entries: entries.length,
      },
      counted_at: counted === null ? null : COUNTED_AT,
      ...{ expected: counted === null ? null : stock, difference },
      cost: difference === null || cost === null ? null : difference * cost,
      moved_while_counted: -(count.sold.get(productid) ?? 0),
      moved_since: -(count.soldSince.get(productid) ?? 0),
    }
  }
  const hide = (line: CountLine): CountLine => ({
    ...line,
    ...{ expected: null, difference: null, cost: null, moved_while_counted: 0, moved_since: 0 },
  })
  const summarize = (lines: CountLine[], isHidden: boolean): CountSummary => {
    const different = lines.filter(({ difference }) => difference !== null && difference !== 0)
    const sum = (key: 'difference' | 'cost', sign: number) =>
      different.filter((line) => (line.difference ?? 0) * sign > 0).reduce((total, line) => total + (line[key] ?? 0), 0)
    const inScope = lines.filter(({ is_outside }) => !is_outside)
    const users = [...new Set(count.entries.map(({ user }) => user))]
    return {
      ...{ lines: inScope.length, counted: inScope.filter(({ counted }) => counted !== null).length },
      ...{ outside: lines.length - inScope.length, entries: count.entries.length },
      differences: isHidden
        ? null
        : {
            ...{ lines: different.length, over: sum('difference', 1), short: sum('difference', -1) },
            ...{ over_cost: sum('cost', 1), short_cost: sum('cost', -1) },
            unknown_costs: different.filter(({ cost }) => cost === null).length,
            uncertain: lines.filter(({ moved_while_counted }) => moved_while_counted !== 0).length,
          },
      people: users.map((user) => ({
        ...{ user, entries: count.entries.filter((entry) => entry.user === user).length, last_at: COUNTED_AT },
      })),
    }
  }

  const stock = serveStock(count.document).stock ?? {}
  const isHidden = (review: boolean) => count.document.is_blind && count.document.state === 'counting' && !review
  count.answers = {
    ...serveStock(count.document),
    stock: {
      ...stock,
      get: () => count.document,
      counts: {
        begin: () => ({ documentid: DOCUMENTID }),
        lines: ({ input: { q, show, sort, dir, page, review } }) => {
          const lines = products.map(createLine)
          const shown = lines
            .filter(({ productname }) => productname.toLowerCase().includes(q.toLowerCase()))
            .filter(
              ({ counted, difference }) =>
                show === 'all' || (show === 'different' ? difference : show === 'counted' ? counted !== null : counted === null),
            )
            .sort((a, b) => String(a[sort]).localeCompare(String(b[sort]), 'en', { numeric: true }) * (dir === 'asc' ? 1 : -1))
          const found = toPage(shown, page, 50)
          const hidden = isHidden(review)
          return { ...found, rows: hidden ? found.rows.map(hide) : found.rows, summary: summarize(lines, hidden) }
        },
        sheet: () =>
          products.map(({ productid, productname, barcode, further_barcodes, category, stock }) => ({
            ...{ productid, productname, barcode, further_barcodes, category, stock: count.document.is_blind ? null : stock },
            counted: createLine(createCountProduct(productid, productname)).counted,
          })),
        entries: ({ input: { productid } }) =>
          count.entries
            .flatMap((entry, index) => (entry.productid === productid ? [{ ...entry, entryid: index + 1 }] : []))
            .reverse()
            .map(({ entryid, productid, quantity, user, counted_at = COUNTED_AT }) => ({
              ...{ entryid, productid, quantity, user, counted_at, productname: '' },
            })),
        enter: ({ input: { entries }, errors }) => {
          if (count.document.state !== 'counting') throw errors.WRONG_STATE({ message: 'This count was already approved.' })
          const results = entries.map(({ productid, barcode, ...entry }) => {
            const found = findScanned(products, barcode ?? '')
            const product = products.find((one) => one.productid === productid) ?? found?.product
            const quantity = entry.in_pieces ? entry.quantity : entry.quantity * (found?.units ?? 1)
            if (!product)
              return {
                ...{ request_id: entry.request_id, status: 'unknown' as const, productid: null, productname: '' },
                ...{ barcode: barcode ?? '', quantity: entry.quantity, counted: 0 },
              }
            if (!count.entries.some(({ request_id }) => request_id === entry.request_id))
              count.entries.push({ ...entry, quantity, productid: product.productid, user: NALEDI })
            return {
              ...{ request_id: entry.request_id, status: 'counted' as const, productid: product.productid },
              ...{ productname: product.productname, barcode: product.barcode, quantity, counted: count.sum(product.productid) },
            }
          })
          count.lostAnswers -= 1
          if (count.lostAnswers >= 0) throw new ConnectionLost()
          return results
        },
        approve: ({ input, errors }) => {
          if (input.entries !== count.entries.length) throw errors.COUNTED_MORE()
          const isBelowZero = [...count.soldSince].some(([productid, sold]) => count.sum(productid) < sold)
          if (isBelowZero && !input.accepts_below_zero)
            throw errors.BELOW_ZERO({ data: { products: [{ productname: 'Bread', stock: -2 }], results: 12 } })
          if (input.opened.version !== count.document.version) throw errors.VERSION_CONFLICT({ data: count.document })
          count.document = { ...count.document, state: 'approved', version: input.opened.version + 1 }
          return { documentid: DOCUMENTID }
        },
        cancel: ({ input }) => {
          count.document = {
            ...count.document,
            state: 'cancelled',
            events: [...count.document.events, { event: 'cancelled', happened_at: COUNTED_AT, user: NALEDI, note: input.note }],
          }
          return { documentid: DOCUMENTID }
        },
      },
    },
  }
  return count
}

/** A person other than the one who is usually signed in. */
export const SIPHO = {
  ...SESSION,
  user: { user_id: 'a7c3f8d2-1b4e-4f6a-9c8d-5e2b7a1f3c4d', email: 'sipho.zulu@karoopantry.co.za' },
}
