import { ProductForm } from '../../../../contract/products.ts'

const { productname, barcode, category, supplier, description, price, purchaseprice, stock } = ProductForm.shape

/** How the cells below each known title are read. */
export const FIELDS = { productname, barcode, category, supplier, description, price, purchaseprice, stock }
export type Field = keyof typeof FIELDS
export const NUMBERS = ['price', 'purchaseprice', 'stock'] as const
export type Column = Field | 'site'

/** Titles without their case, spaces and signs: those of the export and of the screens, and the fields' own names. */
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

/** The column that a title means; undefined when it means none. */
export function findColumn(title: string) {
  const name = title.toLowerCase().replace(/[^a-z]/g, '')
  return Object.hasOwn(TITLES, name) ? TITLES[name] : undefined
}
