import { type Product, ProductForm } from '../../../../contract/products.ts'
import { formatFurtherBarcodes } from '../../../../contract/shared/further-barcodes.ts'
import type { CsvColumn } from '../../../shared/csv.ts'

/** The columns of the export and of the import's template. */
export const PRODUCT_COLUMNS: CsvColumn<Product>[] = [
  { title: 'Site', value: (product) => product.sitename },
  { title: 'Product', value: (product) => product.productname },
  { title: 'Barcode', value: (product) => product.barcode },
  { title: 'Category', value: (product) => product.category },
  { title: 'Supplier', value: (product) => product.supplier },
  { title: 'Description', value: (product) => product.description },
  { title: 'Price', value: (product) => product.price, decimals: 'price' },
  { title: 'Purchase price', value: (product) => product.purchaseprice, decimals: 'price', isCost: true },
  { title: 'Stock', value: (product) => product.stock },
  { title: 'VAT', value: (product) => product.vat_rate },
  { title: 'Reorder level', value: (product) => product.reorder_level },
  { title: 'Order quantity', value: (product) => product.order_quantity },
  { title: 'Further barcodes', value: (product) => formatFurtherBarcodes(product.further_barcodes) },
]

const { siteid: _, is_free: __, ...fields } = ProductForm.shape

/** The schema of each field of an import. */
export const FIELDS = fields
export type Field = keyof typeof FIELDS

/** The decimal places of the numbers. */
export const DECIMALS = { price: 4, purchaseprice: 4, stock: 3, vat_rate: 2, reorder_level: 3, order_quantity: 3 } as const
export type NumberField = keyof typeof DECIMALS
export const NUMBERS = Object.keys(DECIMALS) as NumberField[]
/** Numbers that a product may be without. */
export type OptionalNumberField = 'reorder_level' | 'order_quantity'
