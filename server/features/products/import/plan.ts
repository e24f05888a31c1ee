import type { ImportPreview } from '../../../../contract/product-import.ts'
import { yieldToEventLoop } from '../../../shared/yield-to-event-loop.ts'
import { type Column, FIELDS, type Field, NUMBERS } from './columns.ts'
import type { NumberFormat } from './number-format.ts'
import type { ReadFile } from './read-file.ts'

type Values = Partial<{ [F in Field]: F extends (typeof NUMBERS)[number] ? number : string }>

/** A line that could be read: its values are those of the file's columns alone. */
export type Line = { line: number; siteid: number; values: Values }

export type RejectedRow = { line: number; productname: string; reason: string }

/** A product that a line may be about. */
export type Match = Required<Values> & { line: number; productid: number; version: number }

/** What a line would do. `stock_was` is the stock that the preview compared with: a sale until the confirmation still counts. */
export type ProductChange = {
  line: number
  siteid: number
  productid: number | null
  version: number | null
  stock_was: number
  /** What there is to change where the stock is only set when that is asked for. */
  unless_asked?: 'rest' | 'nothing'
} & Required<Values>

export type Plan = { changes: ProductChange[]; preview: Omit<ImportPreview, 'importid' | 'ignored'> }

/** What a business calls its sites, in lower case. */
export type SitesByName = Map<string, number[]>

type Where = { numbers: NumberFormat; sites: SitesByName; chosenSite: number }

/** Reads a line's cells as the dialog's fields are read, and finds its site. A blank number is as a column that is left out. */
export function parseLine({ line, cells }: ReadFile['lines'][number], { numbers, sites, chosenSite }: Where): Line | RejectedRow {
  const productname = cells.productname || cells.barcode || ''
  const refused = (reason: string) => ({ line, productname, reason })
  const named = sites.get(cells.site?.toLowerCase() ?? '') ?? []
  if (cells.site && named.length === 0) return refused(`There is no site called ${cells.site}.`)
  if (named.length > 1) return refused(`Several sites are called ${cells.site}.`)
  const values: Record<string, unknown> = {}
  for (const [field, schema] of Object.entries(FIELDS)) {
    const cell = cells[field as Field]
    const isNumber = NUMBERS.some((number) => number === field)
    if (cell === undefined || (isNumber && cell === '')) continue
    const read = isNumber ? numbers.parse(cell) : { value: cell }
    const { data, error } = schema.safeParse('value' in read ? read.value : undefined)
    if (error) return refused([error.issues[0]?.message, ...('trouble' in read ? [read.trouble] : [])].join(' '))
    values[field] = data
  }
  const { barcode } = values as Values
  if (barcode && /^\d([.,]\d+)?e\+\d+$/i.test(barcode))
    return refused(`A spreadsheet has shortened this barcode to ${barcode}. Format its column as text.`)
  return { line, siteid: named[0] ?? chosenSite, values }
}

const WITH_STOCK_ALONE: Column[] = ['site', 'productname', 'barcode', 'stock']

/** Whether sales since a file was saved would be undone by it unasked: it is about more than stock. */
const isMoreThanStock = (columns: Column[]) => columns.some((column) => !WITH_STOCK_ALONE.includes(column))

/** The changes of a preview without those of stock that were not asked for. */
export const withStockChoice = (changes: ProductChange[]) =>
  changes
    .filter((change) => change.unless_asked !== 'nothing')
    .map((change) => (change.unless_asked ? { ...change, stock: change.stock_was } : change))

type About = { read: (Line | RejectedRow)[]; matches: Match[]; namesakes: Set<number>; columns: Column[] }

/** What every line comes to. Each is judged by itself: a refused one costs no other. `namesakes` are lines. */
export async function createPlan({ read, matches, namesakes, columns }: About): Promise<Plan> {
  const asksForStock = isMoreThanStock(columns)
  const matchesOf = Map.groupBy(matches, ({ line }) => line)
  const earlier = new DuplicateRows()
  const changes: ProductChange[] = []
  const lines: Plan['preview']['lines'] = []
  let unchanged = 0
  for await (const one of yieldToEventLoop(read)) {
    const judged = 'reason' in one ? one : judge(one, matchesOf.get(one.line) ?? [], earlier)
    if ('reason' in judged) lines.push({ ...judged, outcome: 'refused' })
    else if (judged.fields?.length === 0) unchanged++
    else {
      const { change, fields } = judged
      const { line, productname, price, stock } = change
      const setsStock = fields?.some(({ field }) => field === 'stock')
      if (asksForStock && setsStock) change.unless_asked = fields?.length === 1 ? 'nothing' : 'rest'
      changes.push(change)
      if (fields) lines.push({ line, productname, outcome: 'changed', fields })
      else lines.push({ line, productname, outcome: 'new', price, stock, ...(namesakes.has(line) && { has_namesake: true }) })
    }
  }
  const count = (wanted: string) => lines.filter(({ outcome }) => outcome === wanted).length
  const stock_differs = changes.filter((change) => change.unless_asked).length
  return {
    changes,
    preview: { stock_differs, new: count('new'), changed: count('changed'), unchanged, refused: count('refused'), lines },
  }
}

/** A new product has no `fields`; one that stays as it is has none that change. */
type Judged = { change: ProductChange; fields?: NonNullable<Plan['preview']['lines'][number]['fields']> }

function judge({ line, siteid, values }: Line, matches: Match[], earlier: DuplicateRows): Judged | RejectedRow {
  const refused = (reason: string) => ({ line, productname: values.productname ?? values.barcode ?? '', reason })
  const byBarcode = values.barcode ? matches.filter(({ barcode }) => barcode === values.barcode) : []
  const about = byBarcode.length > 0 ? byBarcode : matches
  if (about.length > 1) return refused('Several products at this site have this name. Enter a barcode.')
  const [match] = about
  const before = earlier.lineLike({ line, siteid, values, match })
  if (before) return refused(`Line ${before} already has this product.`)
  earlier.add({ line, siteid, values, match })

  if (!match) {
    if (!values.productname) return refused('Product name is required.')
    if (values.price === undefined) return refused('Price is required.')
    const product = { ...DEFAULTS, ...values, productname: values.productname, price: values.price }
    return { change: { ...product, line, siteid, productid: null, version: null, stock_was: 0 } }
  }
  const { productid, version, line: _, ...now } = match
  // A line found by its name that says no barcode takes none away.
  const after = { ...now, ...values, barcode: values.barcode || now.barcode }
  const fields = (Object.keys(FIELDS) as Field[])
    .filter((field) => after[field] !== now[field])
    .map((field) => ({ field, ...inPart(now[field], after[field]) }))
  return { change: { ...after, line, siteid, productid, version, stock_was: now.stock }, fields }
}

const SHOWN_MAX = 80

/** Two values that differ, of long texts the part where they do. */
function inPart(before: string | number, after: string | number) {
  if (typeof before === 'number' || typeof after === 'number') return { before, after }
  let same = 0
  while (before[same] === after[same]) same++
  const from = same > SHOWN_MAX / 2 ? same - SHOWN_MAX / 4 : 0
  const part = (text: string) =>
    `${from > 0 ? '…' : ''}${text.slice(from, from + SHOWN_MAX)}${text.length > from + SHOWN_MAX ? '…' : ''}`
  return { before: part(before), after: part(after) }
}

const DEFAULTS = { barcode: '', category: '', supplier: '', description: '', purchaseprice: 0, stock: 0 }

/** The lines of the file so far, by what they are about. */
class DuplicateRows {
  readonly #lines = new Map<string, number>()

  lineLike(one: Subject) {
    return keysOf(one)
      .seen.map((key) => this.#lines.get(key))
      .find((line) => line !== undefined)
  }

  add(one: Subject) {
    for (const key of keysOf(one).left) this.#lines.set(key, one.line)
  }
}

type Subject = Line & { match?: Match }

/** What an earlier line must not have left, and what this one leaves. */
function keysOf({ siteid, values, match }: Subject) {
  const barcode = values.barcode ? [`barcode ${siteid} ${values.barcode}`] : []
  if (match) {
    const keys = [`product ${match.productid}`, ...barcode]
    return { seen: keys, left: keys }
  }
  // New products may share a name as long as each has a barcode to be known by.
  const name = `${siteid} ${values.productname?.toLowerCase()}`
  return values.barcode
    ? { seen: [...barcode, `without barcode ${name}`], left: [...barcode, `named ${name}`] }
    : { seen: [`named ${name}`], left: [`named ${name}`, `without barcode ${name}`] }
}
