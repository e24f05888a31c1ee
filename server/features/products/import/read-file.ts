import type { ProductField } from '../../../../contract/columns/import-fields.ts'
import { DecimalSigns, NumberFormat } from '../../../../contract/columns/number-format.ts'
import { PRODUCT_TITLES } from '../../../../contract/columns/product-titles.ts'
import { VatRateFormat } from '../../../../contract/columns/vat-rate-format.ts'
import type { VatRate } from '../../../../contract/shared/vat-rate.ts'
import type { FileSource } from '../../../shared/files/file-source.ts'
import { openTable, type Table } from '../../../shared/files/read-table.ts'
import { NUMBERS, type NumberField } from './columns.ts'

const MAX_ROWS = 50_000

/** `line` is where the row ends in the file; the first line is 1. */
export type ProductRow = { line: number; cells: Partial<Record<ProductField, string>> }

export type NumberFormats = Record<Exclude<NumberField, 'vat_rate'>, Pick<NumberFormat, 'sample' | 'parse'>> & {
  vat_rate: Pick<VatRateFormat, 'sample' | 'parse'>
}

export const openFile = (source: FileSource) =>
  openTable(source, { titles: PRODUCT_TITLES, maxRows: MAX_ROWS, rowNoun: 'products' })

/** Reads the rows of a file whose columns are these fields, and how it writes its numbers. Throws InvalidFile. */
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
  for await (const { line, cells } of table.rows()) {
    const row: ProductRow = { line, cells: {} }
    for (const { field, index } of known) row.cells[field] = cells[index] ?? ''
    for (const column of NUMBERS) numbers[column].sample(row.cells[column] ?? '')
    rows.push(row)
  }
  return { rows, numbers }
}
