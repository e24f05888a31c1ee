import type { ProductField } from '../../../../contract/columns/import-fields.ts'
import { DecimalSigns, NumberFormat } from '../../../../contract/columns/number-format.ts'
import { PRODUCT_TITLES } from '../../../../contract/columns/product-titles.ts'
import { VatRateFormat } from '../../../../contract/columns/vat-rate-format.ts'
import type { VatRate } from '../../../../contract/shared/vat-rate.ts'
import { findCellProblem } from '../../../shared/files/cell-problems.ts'
import type { ReceivedFile } from '../../../shared/files/file-source.ts'
import { openTable, type Table } from '../../../shared/files/read-table.ts'
import { NUMBERS, type NumberField } from './columns.ts'

const MAX_ROWS = 50_000

/** `line` is where the row ends in the file; the first line is 1. */
export type ProductRow = {
  line: number
  cells: Partial<Record<ProductField, string>>
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
function isHeadingOrTotal(cells: string[], { barcode, productname }: ProductRow['cells']) {
  const [first = '', ...rest] = cells.filter(Boolean)
  if (!barcode && (TOTAL.test(first) || TOTAL.test(productname ?? ''))) return true
  return rest.length === 0 && cells.length >= MIN_COLUMNS_OF_HEADINGS && /\p{L}/u.test(first) && !barcode
}

/**
 * Reads the rows of a file whose columns are these fields, and how it writes its numbers. `skipped` is the number of headings and totals
 * among them, which are left out. Throws InvalidFile.
 */
export async function readRows(table: Table, fields: (ProductField | null)[], vatRates: VatRate[]) {
  const file = new DecimalSigns()
  const numbers: NumberFormats = {
    price: new NumberFormat({ isMoney: true, file }),
    purchaseprice: new NumberFormat({ isMoney: true, file }),
    stock: new NumberFormat({ isMoney: false, file }),
    reorder_level: new NumberFormat({ isMoney: false, file }),
    order_quantity: new NumberFormat({ isMoney: false, file }),
    vat_rate: new VatRateFormat({
      title: table.columns[fields.indexOf('vat_rate')]?.title,
      standard: vatRates.find((rate) => rate !== 'exempt'),
      allowed: vatRates,
    }),
  }
  const known = fields.flatMap((field, index) => (field ? [{ field, index }] : []))
  const rows: ProductRow[] = []
  let skipped = 0
  for await (const { line, cells } of table.rows()) {
    const row: ProductRow = { line, cells: {}, problem: findCellProblem(table.columns, fields, cells) }
    for (const { field, index } of known) row.cells[field] = cells[index] ?? ''
    if (isHeadingOrTotal(cells, row.cells)) {
      skipped++
      continue
    }
    if (!row.problem) for (const column of NUMBERS) numbers[column].sample(row.cells[column] ?? '')
    rows.push(row)
  }
  return { rows, numbers, skipped }
}
