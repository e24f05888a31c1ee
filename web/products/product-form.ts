import type { Product } from '../../contract/products.ts'
import type { PictureChoice } from './picture-field.tsx'

/** The fields of the dialog as they are typed. */
export type ProductFields = {
  siteid: number | null
  productname: string
  barcode: string
  category: string
  supplier: string
  description: string
  price: string
  purchaseprice: string
  stock: string
  picture: PictureChoice
}

/** What the fields are called where their change is told. */
export const LABELS = {
  siteid: 'Site',
  productname: 'Product name',
  barcode: 'Barcode',
  category: 'Category',
  supplier: 'Supplier',
  description: 'Description',
  price: 'Price',
  purchaseprice: 'Purchase price',
  stock: 'Stock',
}

/** A new product is at the first site, and there is none of it yet. */
export const newProduct = (firstSite: number | undefined): ProductFields => ({
  siteid: firstSite ?? null,
  productname: '',
  barcode: '',
  category: '',
  supplier: '',
  description: '',
  price: '0',
  purchaseprice: '0',
  stock: '0',
  picture: null,
})

export const fieldsOf = ({
  siteid,
  productname,
  barcode,
  category,
  supplier,
  description,
  picture,
  ...numbers
}: Product): ProductFields => ({
  siteid,
  productname,
  barcode,
  category,
  supplier,
  description,
  price: typedPrice(numbers.price),
  purchaseprice: typedPrice(numbers.purchaseprice),
  stock: typedNumber(numbers.stock),
  picture,
})

const typedPrice = (price: number) => price.toFixed(2).replace('.', ',')
const typedNumber = (number: number) => String(number).replace('.', ',')

/** What was typed stays; what was left as it was opened becomes what the product now is. */
export function onTopOf(now: ProductFields, typed: ProductFields, opened: ProductFields): ProductFields {
  const untouched = keysOf(typed).filter((key) => typed[key] === opened[key])
  return { ...typed, ...Object.fromEntries(untouched.map((key) => [key, now[key]])) }
}

/** The fields in which two products differ. */
export const differences = (one: ProductFields, other: ProductFields) => keysOf(one).filter((key) => one[key] !== other[key])

const keysOf = (fields: ProductFields) => Object.keys(fields) as (keyof ProductFields)[]
