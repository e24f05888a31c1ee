import type { ProductField } from '../../../../contract/columns/import-fields.ts'
import { DecimalSigns, NumberFormat } from '../../../../contract/columns/number-format.ts'
import { PRODUCT_TITLES } from '../../../../contract/columns/product-titles.ts'
import { VatRateFormat } from '../../../../contract/columns/vat-rate-format.ts'
import type { VatRate } from '../../../../contract/shared/vat-rate.ts'
import { findCellProblem } from '../../../shared/files/cell-problems.ts'
import type { ReceivedFile } from '../../../shared/files/file-source.ts'
import { openTable, type Table } from '../../../shared/files/read-table.ts'
import { yieldToEventLoop } from '../../../shared/yield-to-event-loop.ts'
import { NUMBERS, type NumberField } from './columns.ts'
import { type FileRow, joinVariants } from './join-variants.ts'

const MAX_ROWS = 50_000

/**
 * A product at a site. `line` is where its row ends in the file; the first line is 1. Of a row with columns of stores there are several, each
 * with a `nth` of its own. `store` is the name of its store.
 */
export type ProductRow = {
  nth: number
  line: number
  cells: Partial<Record<ProductField, string>>
  store?: string | undefined
  isInactive: boolean
  /** Why the row cannot be read. */
  problem?: string | undefined
}

export type NumberFormats = Record<Exclude<NumberField, 'vat_rate'>, Pick<NumberFormat, 'sample' | 'parse'>> & {
  vat_rate: Pick<VatRateFormat, 'sample' | 'parse'>
}

export const openFile = (source: ReceivedFile) =>
  openTable(source, { titles: PRODUCT_TITLES, maxRows: MAX_ROWS, rowNoun: 'products' })

const TOTAL = /^(grand |sub)?-?\s*tota{1,2}ls?\b[^\p{L}\d]*$/iu
/** A file of fewer columns may have products with nothing but a name. */
const MIN_COLUMNS_OF_HEADINGS = 3

/** Whether a row is no product: the title of a group, which is alone in its row, or a sum of the rows above it. */
function isHeadingOrTotal(cells: string[], { barcode, productname }: FileRow['cells']) {
  const [first = '', ...rest] = cells.filter(Boolean)
  if (!barcode && (TOTAL.test(first) || TOTAL.test(productname ?? ''))) return true
  return rest.length === 0 && cells.length >= MIN_COLUMNS_OF_HEADINGS && /\p{L}/u.test(first) && !barcode
}

type File = { table: Table; fields: (ProductField | null)[]; stores: (string | null)[] }

/**
 * Reads the rows of a file whose columns are these fields of these stores, and how it writes its numbers. `skipped` is the number of headings
 * and totals among them, and `leftOut` that of parts of products, which are left out. Throws InvalidFile.
 */
export async function readRows({ table, fields, stores }: File, vatRates: VatRate[]) {
  const file = new DecimalSigns()
  const findTitle = (wanted: ProductField) => table.columns[fields.indexOf(wanted)]?.title
  const numbers: NumberFormats = {
    price: new NumberFormat({ isMoney: true, file }),
    purchaseprice: new NumberFormat({ isMoney: true, file }),
    stock: new NumberFormat({ isMoney: false, file }),
    reorder_level: new NumberFormat({ isMoney: false, file }),
    order_quantity: new NumberFormat({ isMoney: false, file }),
    vat_rate: new VatRateFormat({
      title: findTitle('vat_rate'),
      standard: vatRates.find((rate) => rate !== 'exempt'),
      allowed: vatRates,
    }),
  }
  const known = fields.flatMap((field, index) => (field ? [{ field, index, store: stores[index] ?? '' }] : []))
  const byStore = Map.groupBy(known, ({ store }) => store)
  const common = byStore.get('') ?? []
  byStore.delete('')
  const pick = (cells: string[], columns: typeof known): FileRow['cells'] =>
    Object.fromEntries(columns.map(({ field, index }) => [field, cells[index] ?? '']))
  const read: FileRow[] = []
  let skipped = 0
  for await (const { line, cells } of table.rows()) {
    const row: FileRow = {
      line,
      problem: findCellProblem(table.columns, fields, cells),
      cells: pick(cells, common),
      stores: new Map([...byStore].map(([store, columns]) => [store, pick(cells, columns)])),
    }
    if (isHeadingOrTotal(cells, row.cells)) {
      skipped++
      continue
    }
    for (const part of row.problem ? [] : [row.cells, ...row.stores.values()])
      for (const column of NUMBERS) numbers[column].sample(part[column] ?? '')
    read.push(row)
  }
  const joined = joinVariants(read)
  const isInactive = createInactiveTest(findTitle('is_active'))
  const rows: ProductRow[] = []
  for await (const row of yieldToEventLoop(listPerStore(joined.rows)))
    rows.push({ ...row, nth: rows.length, isInactive: isInactive(row.cells.is_active ?? '') })
  return { rows, numbers, skipped, leftOut: joined.leftOut }
}

/** Each row at each of its stores. A store without a cell of the row does not have the product, unless none has one. */
function* listPerStore(rows: FileRow[]) {
  for (const { line, cells, stores, problem } of rows) {
    const filled = [...stores].filter(([, own]) => Object.values(own).some(Boolean))
    const at = filled.length > 0 ? filled : [...stores]
    if (at.length === 0) yield { line, cells, problem }
    for (const [store, own] of at) {
      const set = Object.entries(own).filter(([field, cell]) => cell !== '' || cells[field as ProductField] === undefined)
      yield { line, problem, store, cells: { ...cells, ...Object.fromEntries(set) } }
    }
  }
}

const SAYS_INACTIVE = /archiv|discontinu|inactive|disabled|deleted|onaktief|gestaak/i
const YES = /^(?:[1-9]|y|yes|true|ja|j|x|archived|inactive|discontinued|disabled|deleted)$/i
const INACTIVE =
  /^(?:0|-1|n|no|false|nee|inactive|not active|onaktief|disabled|archived|draft|deleted|discontinued|gestaak|off|private|hidden|unavailable)$/i

/** Whether a cell says that its product is not sold any more. */
const createInactiveTest = (title = '') => {
  const test = SAYS_INACTIVE.test(title) ? YES : INACTIVE
  return (cell: string) => test.test(cell.trim())
}
