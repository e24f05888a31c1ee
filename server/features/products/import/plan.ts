import type { ProductField } from '../../../../contract/columns/import-fields.ts'
import type { ImportPreview } from '../../../../contract/product-imports.ts'
import { barcodeIdentity, pickByBarcode } from '../../../../contract/shared/barcode-identity.ts'
import { STANDARD_VAT_PERCENT } from '../../../../contract/shared/constants.ts'
import { countDecimals, roundDecimal, scaleDecimal } from '../../../../contract/shared/decimal.ts'
import {
  FURTHER_BARCODES_MAX,
  type FurtherBarcode,
  formatFurtherBarcodes,
  parseFurtherBarcodes,
} from '../../../../contract/shared/further-barcodes.ts'
import type { VatRate } from '../../../../contract/shared/vat-rate.ts'
import { yieldToEventLoop } from '../../../shared/yield-to-event-loop.ts'
import { describeOwnTwice, findOwnTwice, type TakenBarcode, type WithBarcodes } from '../further-barcodes.ts'
import { DECIMALS, FIELDS, type Field, type NumberField, type OptionalNumberField } from './columns.ts'
import type { NumberFormats, ProductRow } from './read-file.ts'
import { sumStockCost } from './stock-cost.ts'

type Value<F extends Field> = F extends 'vat_rate'
  ? VatRate
  : F extends OptionalNumberField
    ? number | null
    : F extends NumberField
      ? number
      : F extends 'further_barcodes'
        ? FurtherBarcode[]
        : string
type Values = Partial<{ [F in Field]: Value<F> }>

/** A row of the file that was read. Its values are those of the columns that the file has. */
export type ParsedRow = { line: number; siteid: number; values: Values }

export type RejectedRow = { line: number; productname: string; reason: string }

/** A product that a row may refer to. */
export type Match = Required<Values> & { line: number; productid: number; version: number; is_free: boolean }

/** What a row would do. `stock_was` is the stock at the preview: sales made before the confirmation still count. */
export type ProductChange = {
  line: number
  siteid: number
  productid: number | null
  version: number | null
  stock_was: number
  /** A purchase price of 0 is known. */
  is_free: boolean
  /** Set when the row changes the stock only if the confirmation asks for that: what the row changes otherwise. */
  without_stock?: 'rest' | 'nothing'
} & Required<Values>

export type Plan = { changes: ProductChange[]; preview: Omit<ImportPreview, 'importid'> }

/** Site ids by name in lower case. */
type SitesByName = Map<string, number[]>

type Context = { numbers: NumberFormats; sites: SitesByName; chosenSite: number }

/** Validates the cells as the dialog validates its fields, and finds the site. A blank number counts as a missing column. */
export function parseRow({ line, cells, problem }: ProductRow, { numbers, sites, chosenSite }: Context): ParsedRow | RejectedRow {
  const productname = cells.productname || cells.barcode || ''
  if (problem) return { line, productname, reason: problem }
  const reject = (reason: string) => ({ line, productname, reason })
  const matchingSites = sites.get(cells.site?.toLowerCase() ?? '') ?? []
  if (cells.site && matchingSites.length === 0) return reject(`There is no site called ${cells.site}.`)
  if (matchingSites.length > 1) return reject(`Several sites are called ${cells.site}.`)
  const values: Record<string, unknown> = {}
  for (const field of Object.keys(FIELDS) as Field[]) {
    const cell = cells[field]
    if (cell === undefined || (isNumberField(field) && cell === '')) continue
    const parsed = isNumberField(field)
      ? parseNumber(field, cell, numbers)
      : field === 'further_barcodes'
        ? readFurtherBarcodes(cell)
        : { value: cell }
    const { data, error } = FIELDS[field].safeParse('value' in parsed ? parsed.value : undefined)
    const problems = 'problem' in parsed ? [parsed.problem] : []
    // The format of VAT rates names the rates of the business.
    if (error)
      return reject([...(field === 'vat_rate' || 'whole' in parsed ? [] : [error.issues[0]?.message]), ...problems].join(' '))
    values[field] = typeof data === 'number' && isNumberField(field) ? roundDecimal(data, DECIMALS[field]) : data
  }
  const { barcode } = values as Values
  if (barcode && /^\d([.,]\d+)?e\+\d+$/i.test(barcode))
    return reject(`A spreadsheet has shortened this barcode to ${barcode}. Format its column as text.`)
  return { line, siteid: matchingSites[0] ?? chosenSite, values }
}

const isNumberField = (field: Field): field is NumberField => field in DECIMALS

/**
 * One decimal too many stays, and is rejected: '1,999' may be a thousand. A number with more is the result of a calculation, such as
 * 1.7999999999999998 or a third, and is rounded.
 */
function parseNumber(field: NumberField, cell: string, numbers: NumberFormats) {
  if (field === 'vat_rate') return numbers.vat_rate.parse(cell)
  const parsed = numbers[field].parse(cell)
  if ('problem' in parsed) return parsed
  const { value } = parsed
  const isCalculated = countDecimals(value) > DECIMALS[field] + 1
  return { value: isCalculated ? scaleDecimal(value, DECIMALS[field]) / 10 ** DECIMALS[field] : Number(value) }
}

function readFurtherBarcodes(cell: string) {
  const value = parseFurtherBarcodes(cell)
  return value ? { value } : { problem: `A product has at most ${FURTHER_BARCODES_MAX} further barcodes.`, whole: true }
}

const STOCK_COUNT_COLUMNS: ProductField[] = ['site', 'productname', 'barcode', 'stock']

/** A file of other columns too may be older than the latest sales, so its stock is only set when the confirmation asks for it. */
const isStockCount = (fields: ProductField[]) => fields.every((field) => STOCK_COUNT_COLUMNS.includes(field))

/** The changes without those of stock that the confirmation must ask for. */
export const withStockChoice = (changes: ProductChange[]) =>
  changes
    .filter((change) => change.without_stock !== 'nothing')
    .map((change) => (change.without_stock ? { ...change, stock: change.stock_was } : change))

type Input = {
  rows: (ParsedRow | RejectedRow)[]
  matches: Match[]
  /** Of new products whose name another product has. */
  linesWithKnownName: Set<number>
  /** Of new products whose barcode a product at another site has. */
  linesToJoin: Set<number>
  fields: ProductField[]
  /** The barcodes of the file that other products have. */
  findTaken: (products: WithBarcodes[]) => Promise<TakenBarcode[]>
}

/** Decides for each row by itself: a rejected row does not stop the others. */
export async function createPlan({
  rows,
  matches,
  linesWithKnownName,
  linesToJoin,
  fields: fileFields,
  findTaken,
}: Input): Promise<Plan> {
  const setsStockUnasked = isStockCount(fileFields)
  const matchesByLine = Map.groupBy(matches, ({ line }) => line)
  const duplicates = new DuplicateRows()
  const changes: ProductChange[] = []
  const lines: Plan['preview']['lines'] = []
  const newIdentities = new Set<string>()
  let unchanged = 0
  const rowsPlanned: (PlannedRow | RejectedRow)[] = []
  for await (const row of yieldToEventLoop(rows))
    rowsPlanned.push('reason' in row ? row : planRow(row, matchesByLine.get(row.line) ?? [], duplicates))
  const refused = await refuseTakenBarcodes(rowsPlanned, findTaken)
  for await (const row of yieldToEventLoop(rowsPlanned)) {
    const planned = refused.get(row) ?? row
    if ('reason' in planned) lines.push({ ...planned, outcome: 'rejected' })
    else if (planned.fields?.length === 0) unchanged++
    else {
      const { change, fields } = planned
      const { line, productname, price, stock } = change
      const setsStock = fields?.some(({ field }) => field === 'stock')
      if (setsStock && !setsStockUnasked) change.without_stock = fields?.length === 1 ? 'nothing' : 'rest'
      changes.push(change)
      if (fields) lines.push({ line, productname, outcome: 'changed', fields })
      else {
        // A barcode that another row of the file has too is one of another site.
        const identity = barcodeIdentity(change.barcode)
        const isJoined = linesToJoin.has(line) || newIdentities.has(identity)
        if (identity) newIdentities.add(identity)
        lines.push({
          line,
          productname,
          outcome: 'new',
          price,
          stock,
          ...(linesWithKnownName.has(line) && { has_namesake: true }),
          ...(isJoined && { is_joined: true }),
        })
      }
    }
  }
  const count = (wanted: string) => lines.filter(({ outcome }) => outcome === wanted).length
  const joined = lines.filter(({ is_joined }) => is_joined).length
  const stock_differs = changes.filter((change) => change.without_stock).length
  return {
    changes,
    preview: {
      ...{ stock_differs, new: count('new'), changed: count('changed'), unchanged, rejected: count('rejected'), lines },
      ...(joined > 0 && { joined }),
      ...{ stock_cost: sumStockCost(changes), kept_stock_cost: sumStockCost(withStockChoice(changes)) },
    },
  }
}

/** The rows with a barcode that another product has as a further one, or that they have as a further one. */
async function refuseTakenBarcodes(planned: (PlannedRow | RejectedRow)[], findTaken: Input['findTaken']) {
  const refused = new Map<PlannedRow | RejectedRow, RejectedRow>()
  const written = planned.filter((row): row is PlannedRow => 'change' in row && row.fields?.length !== 0)
  const reject = (row: PlannedRow, reason: string) => {
    const { line, productname } = row.change
    refused.set(row, { line, productname, reason })
  }
  for (const { nth, barcode, productname } of await findTaken(written.map(({ change }) => change))) {
    const row = written[nth]
    if (row && !refused.has(row)) reject(row, `${productname} already has the barcode ${barcode}.`)
  }
  const lines = new Map<string, number>()
  for await (const row of yieldToEventLoop(written)) {
    const { line, siteid, barcode, further_barcodes } = row.change
    const twice = findOwnTwice(row.change)
    const codes = [...(barcode ? [barcode] : []), ...further_barcodes.map((code) => code.barcode)]
    const keys = codes.map((code) => ({ code, key: `${siteid} ${barcodeIdentity(code)}` }))
    const earlier = keys.find(({ key }) => lines.has(key))
    if (refused.has(row)) continue
    if (twice !== undefined) reject(row, describeOwnTwice(twice))
    else if (earlier) reject(row, `Line ${lines.get(earlier.key)} has the barcode ${earlier.code} too.`)
    else for (const { key } of keys) lines.set(key, line)
  }
  return refused
}

/** `fields` is undefined for a new product, and empty for one that does not change. */
type PlannedRow = { change: ProductChange; fields?: NonNullable<Plan['preview']['lines'][number]['fields']> }

function planRow({ line, siteid, values }: ParsedRow, matches: Match[], duplicates: DuplicateRows): PlannedRow | RejectedRow {
  const reject = (reason: string) => ({ line, productname: values.productname ?? values.barcode ?? '', reason })
  const byBarcode = values.barcode ? pickByBarcode(matches, values.barcode) : undefined
  const candidates = byBarcode ? [byBarcode] : matches
  if (candidates.length > 1) return reject('Several products at this site have this name. Enter a barcode.')
  const [match] = candidates
  const earlier = duplicates.find({ line, siteid, values, match })
  if (earlier)
    return reject(`Duplicate of line ${earlier.line}.${earlier.isBarcode ? ` Both have the barcode ${values.barcode}.` : ''}`)
  duplicates.add({ line, siteid, values, match })

  if (!match) {
    if (values.productname === undefined) return reject('No product at this site has this barcode.')
    if (!values.productname) return reject('Product name is required.')
    if (values.price === undefined) return reject('Price is required.')
    const product = { ...DEFAULTS, ...values, productname: values.productname, price: values.price }
    return { change: { ...product, line, siteid, productid: null, version: null, stock_was: 0, is_free: false } }
  }
  const { productid, version, line: _, ...now } = match
  // A row found by its name has no barcode, and must not delete the product's.
  const after = { ...now, ...values, barcode: values.barcode || now.barcode }
  const fields = (Object.keys(FIELDS) as Field[])
    .map((field) => ({ field, was: toShown(now[field]), is: toShown(after[field]) }))
    .filter(({ was, is }) => was !== is)
    .map(({ field, was, is }) => ({ field, ...excerpts(was, is) }))
  return { change: { ...after, line, siteid, productid, version, stock_was: now.stock }, fields }
}

const toShown = (value: string | number | FurtherBarcode[] | null) =>
  Array.isArray(value) ? formatFurtherBarcodes(value) : (value ?? '')

const SHOWN_MAX = 80

/** Two different values; of long texts the part that differs. */
function excerpts(before: string | number, after: string | number) {
  if (typeof before === 'number' || typeof after === 'number') return { before, after }
  let same = 0
  while (before[same] === after[same]) same++
  const from = same > SHOWN_MAX / 2 ? same - SHOWN_MAX / 4 : 0
  const part = (text: string) =>
    `${from > 0 ? '…' : ''}${text.slice(from, from + SHOWN_MAX)}${text.length > from + SHOWN_MAX ? '…' : ''}`
  return { before: part(before), after: part(after) }
}

const DEFAULTS = {
  ...{ barcode: '', further_barcodes: [], category: '', supplier: '', description: '' },
  ...{ purchaseprice: 0, stock: 0, vat_rate: STANDARD_VAT_PERCENT, reorder_level: null, order_quantity: null },
}

/** Finds rows for the same product. */
class DuplicateRows {
  readonly #lines = new Map<string, number>()

  /** The first row with a key of this one, and whether that is the barcode. */
  find(row: MatchedRow) {
    for (const key of productKeys(row).conflicts) {
      const line = this.#lines.get(key)
      if (line !== undefined) return { line, isBarcode: key.startsWith('barcode ') }
    }
    return undefined
  }

  add(row: MatchedRow) {
    for (const key of productKeys(row).own) this.#lines.set(key, row.line)
  }
}

type MatchedRow = ParsedRow & { match?: Match }

/** The keys of a row, and those that no earlier row may have. */
function productKeys({ siteid, values, match }: MatchedRow) {
  const barcode = values.barcode ? [`barcode ${siteid} ${barcodeIdentity(values.barcode)}`] : []
  if (match) {
    const keys = [...barcode, `product ${match.productid}`]
    return { conflicts: keys, own: keys }
  }
  // New products may have the same name when each has a barcode.
  const name = `${siteid} ${values.productname?.toLowerCase()}`
  return values.barcode
    ? { conflicts: [...barcode, `without barcode ${name}`], own: [...barcode, `named ${name}`] }
    : { conflicts: [`named ${name}`], own: [`named ${name}`, `without barcode ${name}`] }
}
