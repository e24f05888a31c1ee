import { PRODUCT_FIELDS, type ProductField } from '../../../contract/columns/import-fields.ts'
import { createImportAnswer } from '../../../contract/imports.ts'
import { ImportPreview } from '../../../contract/product-imports.ts'
import { client } from '../../lib/api/api.ts'
import { createImportFile, toJson } from '../../lib/api/import-file.ts'
import { type OnProgress, readResult } from '../../lib/api/read-result.ts'
import type { Source } from '../../ui/import/use-import.ts'
import type { ChosenFields, FieldLabel } from '../../ui/matching/column-matching.tsx'
import { withStockChoice } from './import-stock.ts'
import { LABELS } from './product-form.ts'

/** Whether the stock of existing products is set, which stays otherwise, and the sites of names that no site has. */
export type ProductOptions = { setsStock: boolean; sites: Record<string, number> }
export type ProductSource = Source<ProductOptions, ImportPreview>
export type Imported = { new: number; changed: number; archived?: number | undefined; rejected: number; source: ProductSource }

export const openProductFile = (file: File): ProductSource['file'] =>
  createImportFile(file, {
    url: '/api/v1/products/imports',
    Answer: createImportAnswer(ImportPreview),
    toSearch: (_, { sites }) => ({ sites: toJson(sites) }),
  })

const REQUIRED: ProductField[] = ['productname', 'barcode', 'price']

const COLUMN_LABELS: Record<ProductField, string> = {
  ...LABELS,
  site: 'Site',
  sku: 'SKU, as a further barcode',
  option1: 'Variant',
  option2: 'Variant, second part',
  option3: 'Variant, third part',
  handle: 'Key of the variants of a product',
  rowtype: 'Type of row',
  is_active: 'Active',
}

export const FIELD_LABELS = PRODUCT_FIELDS.map(
  (field): FieldLabel => ({
    field,
    label: COLUMN_LABELS[field],
    isRequired: REQUIRED.includes(field),
  }),
)

/** Without a name, products are found by their barcode, and none can be added. */
export function checkColumns(chosen: ChosenFields) {
  const hasName = chosen.includes('productname')
  const hasBarcode = chosen.includes('barcode')
  const missing = hasBarcode
    ? 'Choose the column with the product name, if the file has one. Without it, no product can be added.'
    : 'Choose the column with the product name, or the one with the barcode.'
  const hasPrice = chosen.includes('price')
  return {
    missing: hasName ? undefined : missing,
    note: hasName && !hasPrice ? 'No column is the price. Without it, no product can be added.' : undefined,
    isReady: hasName || hasBarcode,
    isComplete: hasName && hasPrice,
  }
}

/** Does what the preview showed, all of it or nothing. When the connection breaks, the import may be done all the same. */
export async function confirmImport(source: ProductSource, preview: ImportPreview, onProgress: OnProgress): Promise<Imported> {
  const { setsStock } = source.options
  const { importid, rejected } = withStockChoice(preview, setsStock)
  const { imported } = await readResult(await client.products.imports.confirm({ importid, sets_stock: setsStock }), onProgress)
  return { ...imported, rejected, source }
}
