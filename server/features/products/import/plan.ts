import type { ProductField } from '../../../../contract/columns/import-fields.ts'
import type { ImportPreview } from '../../../../contract/product-imports.ts'
import { barcodeIdentity, cleanBarcode, pickByBarcode } from '../../../../contract/shared/barcode-identity.ts'
import { STANDARD_VAT_PERCENT } from '../../../../contract/shared/constants.ts'
import { countDecimals, roundDecimal, scaleDecimal } from '../../../../contract/shared/decimal.ts'
import {
  FURTHER_BARCODES_MAX,
  type FurtherBarcode,
  formatFurtherBarcodes,
  parseFurtherBarcodes,
} from '../../../../contract/shared/further-barcodes.ts'
import type { VatRate } from '../../../../contract/shared/vat-rate.ts'
import type { FoundSite } from '../../../shared/import-sites.ts'
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
export type ParsedRow = {
  nth: number
  line: number
  siteid: number
  /** In a file with columns of stores. */
  store?: string | undefined
  values: Values
  /** Barcodes beside the first one, and the SKU. They become further barcodes where no other product has them. */
  codes: string[]
  isInactive: boolean
}

export type RejectedRow = { line: number; productname: string; reason: string; store?: string | undefined }

/** A product that a row may refer to. */
export type Match = Required<Values> & { nth: number; productid: number; version: number; is_free: boolean }

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
  /** The product leaves the list. */
  is_archived?: true
} & Required<Values>

export type Plan = { changes: ProductChange[]; preview: Omit<ImportPreview, 'importid'> }

type Context = { numbers: NumberFormats; site: FoundSite }

/** Several barcodes in one cell. */
const SEVERAL_BARCODES = /^\d{6,14}(?:[\s;,|/]+\d{6,14})+$/

/** Validates the cells as the dialog validates its fields. A blank number counts as a missing column. */
export function parseRow(row: ProductRow, { numbers, site }: Context): ParsedRow | RejectedRow {
  const { nth, line, store, isInactive, problem } = row
  const { barcode: cell = '' } = row.cells
  const [barcode = '', ...others] = SEVERAL_BARCODES.test(cell) ? cell.split(/[\s;,|/]+/) : [cleanBarcode(cell)]
  const cells = row.cells.barcode === undefined ? row.cells : { ...row.cells, barcode }
  const productname = cells.productname || barcode
  const reject = (reason: string) => ({ line, productname, reason, store })
  if (problem) return reject(problem)
  if ('reason' in site) return reject(site.reason)
  const { siteid } = site
  const codes = [...others, cells.sku ?? ''].filter(Boolean)
  // What else an inactive product has is of no use.
  if (isInactive)
    return { nth, line, siteid, store, isInactive, codes: [], values: { productname: cells.productname ?? '', barcode } }
  const values: Record<string, unknown> = {}
  for (const field of Object.keys(FIELDS) as Field[]) {
    const cell = cells[field]
    if (cell === undefined || (isNumberField(field) && cell === '')) continue
    // A barcode alone is enough to find a product.
    if (field === 'productname' && cell === '' && barcode) continue
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
  if (/^\d([.,]\d+)?e\+\d+$/i.test(barcode))
    return reject(`A spreadsheet shortened this barcode to ${barcode}. Format its column as text.`)
  return { nth, line, siteid, store, values, codes, isInactive }
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
  rowsWithKnownName: Set<number>
  /** Of new products whose barcode a product at another site has. */
  rowsToJoin: Set<number>
  fields: ProductField[]
  /** The barcodes of the file that other products have. */
  findTaken: (products: WithBarcodes[]) => Promise<TakenBarcode[]>
}

/** Decides for each row by itself: a rejected row does not stop the others. */
export async function createPlan({
  rows,
  matches,
  rowsWithKnownName,
  rowsToJoin,
  fields: fileFields,
  findTaken,
}: Input): Promise<Plan> {
  const setsStockUnasked = isStockCount(fileFields)
  const isCount = fileFields.includes('stock') && !fileFields.includes('price')
  const hasNames = fileFields.includes('productname')
  const matchesByRow = Map.groupBy(matches, ({ nth }) => nth)
  const duplicates = new DuplicateRows()
  const changes: ProductChange[] = []
  const lines: Plan['preview']['lines'] = []
  const newIdentities = new Set<string>()
  let unchanged = 0
  let inactive = 0
  const rowsPlanned: (PlannedRow | RejectedRow)[] = []
  const codes = await listFreeCodes(rows, matchesByRow, findTaken)
  for await (const row of yieldToEventLoop(rows)) {
    if ('reason' in row) rowsPlanned.push(row)
    else {
      const planned = planRow(row, matchesByRow.get(row.nth) ?? [], {
        duplicates,
        hasNames,
        isCount,
        codes: codes.free.get(row.nth) ?? [],
      })
      if (planned) rowsPlanned.push(planned)
      else inactive++
    }
  }
  const refused = await refuseTakenBarcodes(rowsPlanned, findTaken)
  for await (const row of yieldToEventLoop(rowsPlanned)) {
    const planned = refused.get(row) ?? row
    if ('reason' in planned) {
      const { line, productname, reason, store } = planned
      lines.push({ line, productname, outcome: 'rejected', reason, ...toSitename(store) })
    } else if (planned.fields?.length === 0 && !planned.change.is_archived) unchanged++
    else {
      const { nth, store, change, fields } = planned
      const { line, productname, price, stock } = change
      const at = { line, productname, ...toSitename(store) }
      const setsStock = fields?.some(({ field }) => field === 'stock')
      if (setsStock && !setsStockUnasked) change.without_stock = fields?.length === 1 ? 'nothing' : 'rest'
      changes.push(change)
      if (change.is_archived) lines.push({ ...at, outcome: 'archived' })
      else if (fields) lines.push({ ...at, outcome: 'changed', fields })
      else {
        // A barcode that another row of the file has too is one of another site.
        const identity = barcodeIdentity(change.barcode)
        const isJoined = rowsToJoin.has(nth) || newIdentities.has(identity)
        if (identity) newIdentities.add(identity)
        lines.push({
          ...at,
          outcome: 'new',
          price,
          stock,
          ...(rowsWithKnownName.has(nth) && { has_namesake: true }),
          ...(isJoined && { is_joined: true }),
        })
      }
    }
  }
  const count = (wanted: string) => lines.filter(({ outcome }) => outcome === wanted).length
  const joined = lines.filter(({ is_joined }) => is_joined).length
  const stock_differs = changes.filter((change) => change.without_stock).length
  const stocked = changes.filter((change) => !change.is_archived)
  return {
    changes,
    preview: {
      ...{ stock_differs, new: count('new'), changed: count('changed'), unchanged, rejected: count('rejected'), lines },
      ...(joined > 0 && { joined }),
      ...(inactive > 0 && { inactive }),
      ...(count('archived') > 0 && { archived: count('archived') }),
      ...(codes.kept + codes.taken > 0 && { further_barcodes: { kept: codes.kept, taken: codes.taken } }),
      ...{ stock_cost: sumStockCost(stocked), kept_stock_cost: sumStockCost(withStockChoice(stocked)) },
    },
  }
}

const toSitename = (store: string | undefined) => (store === undefined ? {} : { sitename: store })

/** The codes of each row that no other product and no other row of its site has, and how many they are. */
async function listFreeCodes(rows: (ParsedRow | RejectedRow)[], matches: Map<number, Match[]>, findTaken: Input['findTaken']) {
  const parsed = rows.filter((row) => 'values' in row)
  const toKey = (siteid: number, barcode: string) => `${siteid} ${barcodeIdentity(barcode)}`
  const rowsOfCode = new Map<string, number>()
  for await (const { siteid, values, codes } of yieldToEventLoop(parsed)) {
    const all = [values.barcode ?? '', ...(values.further_barcodes ?? []).map(({ barcode }) => barcode), ...codes]
    for (const key of new Set(all.filter(Boolean).map((code) => toKey(siteid, code))))
      rowsOfCode.set(key, (rowsOfCode.get(key) ?? 0) + 1)
  }
  const wanted = parsed.flatMap(({ nth, siteid, codes, values }) =>
    codes.map((code) => {
      const productid = pickMatches(matches.get(nth) ?? [], values.barcode)[0]?.productid ?? null
      return { nth, productid, siteid, barcode: '', further_barcodes: [{ barcode: code, units: 1 }] }
    }),
  )
  const taken = new Set((await findTaken(wanted)).map(({ nth }) => nth))
  const free = new Map<number, string[]>()
  let kept = 0
  for (const [place, { nth, siteid, further_barcodes }] of wanted.entries()) {
    const [code] = further_barcodes
    if (!code || taken.has(place) || (rowsOfCode.get(toKey(siteid, code.barcode)) ?? 0) > 1) continue
    free.set(nth, [...(free.get(nth) ?? []), code.barcode])
    kept++
  }
  return { free, kept, taken: wanted.length - kept }
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
type PlannedRow = {
  nth: number
  store: string | undefined
  change: ProductChange
  fields?: NonNullable<Plan['preview']['lines'][number]['fields']>
}
type PlanOptions = {
  duplicates: DuplicateRows
  /** The file has names of products. */
  hasNames: boolean
  isCount: boolean
  codes: string[]
}

/** The product with the barcode, or those with the name. */
function pickMatches(matches: Match[], barcode = '') {
  const byBarcode = barcode ? pickByBarcode(matches, barcode) : undefined
  return byBarcode ? [byBarcode] : matches
}

/** Undefined for an inactive product that the list does not have. */
function planRow(
  { nth, line, siteid, store, values, isInactive }: ParsedRow,
  matches: Match[],
  { duplicates, hasNames, isCount, codes }: PlanOptions,
): PlannedRow | RejectedRow | undefined {
  const reject = (reason: string) => ({ line, productname: values.productname || values.barcode || '', reason, store })
  const candidates = pickMatches(matches, values.barcode)
  if (isInactive && candidates.length === 0) return undefined
  if (candidates.length > 1) return reject('Several products at this site have this name. Enter a barcode.')
  const [match] = candidates
  const earlier = duplicates.find({ line, siteid, values, match })
  if (earlier)
    return reject(`Duplicate of line ${earlier.line}.${earlier.isBarcode ? ` Both have the barcode ${values.barcode}.` : ''}`)
  duplicates.add({ line, siteid, values, match })

  if (isCount && !match) return reject('You do not have this product.')
  if (isCount && values.stock !== undefined && values.stock < 0 && values.stock !== match?.stock)
    return reject('A stock cannot be negative.')
  if (!match) {
    if (!hasNames) return reject('No product at this site has this barcode.')
    if (!values.productname) return reject('Product name is required.')
    if (values.price === undefined) return reject('Price is required.')
    const further_barcodes = addCodes(values.further_barcodes ?? [], codes, values.barcode)
    const product = { ...DEFAULTS, ...values, productname: values.productname, price: values.price, further_barcodes }
    return { nth, store, change: { ...product, line, siteid, productid: null, version: null, stock_was: 0, is_free: false } }
  }
  const { productid, version, nth: _, ...now } = match
  const known = { line, siteid, productid, version, stock_was: now.stock }
  if (isInactive) return { nth, store, change: { ...now, ...known, is_archived: true }, fields: [] }
  // A row found by its name has no barcode, and must not delete the product's.
  const barcode = values.barcode || now.barcode
  const further_barcodes = addCodes(values.further_barcodes ?? now.further_barcodes, codes, barcode)
  const after = { ...now, ...values, barcode, further_barcodes }
  const fields = (Object.keys(FIELDS) as Field[])
    .map((field) => ({ field, was: toShown(now[field]), is: toShown(after[field]) }))
    .filter(({ was, is }) => was !== is)
    .map(({ field, was, is }) => ({ field, ...excerpts(was, is) }))
  return { nth, store, change: { ...after, ...known }, fields }
}

/** Adds codes that the product does not have yet, as barcodes of one unit. */
function addCodes(further: FurtherBarcode[], codes: string[], barcode = '') {
  const known = new Set([barcode, ...further.map((code) => code.barcode)].map(barcodeIdentity))
  const added = codes.filter((code) => !known.has(barcodeIdentity(code))).map((code) => ({ barcode: code, units: 1 }))
  return added.length === 0 ? further : [...further, ...added].slice(0, FURTHER_BARCODES_MAX)
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

type MatchedRow = Pick<ParsedRow, 'line' | 'siteid' | 'values'> & { match: Match | undefined }

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
