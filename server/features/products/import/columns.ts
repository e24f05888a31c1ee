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
export const NUMBERS = ['price', 'purchaseprice', 'stock'] as const
export type Column = Field | 'site'

/** Known titles, in lower case letters only: those of the export, those of the screens, and the names of the fields. */
const TITLES: Record<string, Column> = {
  site: 'site',
  sitename: 'site',
  product: 'productname',
  productname: 'productname',
  name: 'productname',
  barcode: 'barcode',
  category: 'category',
  supplier: 'supplier',
  description: 'description',
  price: 'price',
  pricezar: 'price',
  purchaseprice: 'purchaseprice',
  purchasepricezar: 'purchaseprice',
  stock: 'stock',
}

/** Undefined for an unknown title. */
export function findColumn(title: string) {
  const name = title.toLowerCase().replace(/[^a-z]/g, '')
  return Object.hasOwn(TITLES, name) ? TITLES[name] : undefined
}
