import { type Product, ProductForm } from '../../../../contract/products.ts'
import type { CsvColumn } from '../../../shared/csv.ts'

/** The columns of the export and of the import's template. */
export const PRODUCT_COLUMNS: CsvColumn<Product>[] = [
  { title: 'Site', value: (product) => product.sitename },
  { title: 'Product', value: (product) => product.productname },
  { title: 'Barcode', value: (product) => product.barcode },
  { title: 'Category', value: (product) => product.category },
  { title: 'Supplier', value: (product) => product.supplier },
  { title: 'Description', value: (product) => product.description },
  { title: 'Price', value: (product) => product.price, decimals: 2 },
  { title: 'Purchase price', value: (product) => product.purchaseprice, decimals: 2 },
  { title: 'Stock', value: (product) => product.stock },
]

const { productname, barcode, category, supplier, description, price, purchaseprice, stock } = ProductForm.shape

/** The schema of each field of an import. */
export const FIELDS = { productname, barcode, category, supplier, description, price, purchaseprice, stock }
export type Field = keyof typeof FIELDS

/** The decimal places of the numbers. */
export const DECIMALS = { price: 2, purchaseprice: 2, stock: 3 } as const
export type NumberField = keyof typeof DECIMALS
export const NUMBERS = ['price', 'purchaseprice', 'stock'] as const satisfies NumberField[]
