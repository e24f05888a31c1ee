import { Product } from '../../../contract/products.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import type { EditedRow } from '../../ui/edit-conflict/use-edit-conflict.tsx'
import type { PictureChoice } from './picture-field.tsx'

/** The fields of the dialog, numbers as typed text. */
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
  /** Why the stock is changed. */
  stock_note: string
  picture: PictureChoice
}

/** The field names in lists of changes. */
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

/** A new product is at the first site, with no stock. */
export const createEmptyProduct = (firstSite: number | undefined): ProductFields => ({
  siteid: firstSite ?? null,
  productname: '',
  barcode: '',
  category: '',
  supplier: '',
  description: '',
  price: '0',
  purchaseprice: '0',
  stock: '0',
  stock_note: '',
  picture: null,
})

export const toFields = ({
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
  price: toPriceText(numbers.price),
  purchaseprice: toPriceText(numbers.purchaseprice),
  stock: toNumberText(numbers.stock),
  stock_note: '',
  picture,
})

const toPriceText = (price: number) => price.toFixed(2).replace('.', ',')
const toNumberText = (number: number) => String(number).replace('.', ',')

/** The picture is not listed: the dialog shows it. */
export const createEditedProduct = (sites: SiteOption[]): EditedRow<Product, ProductFields> => ({
  schema: Product,
  toFields,
  describe: (fields) => ({
    siteid: [LABELS.siteid, sites.find(({ siteid }) => siteid === fields.siteid)?.sitename ?? ''],
    productname: [LABELS.productname, fields.productname],
    barcode: [LABELS.barcode, fields.barcode],
    category: [LABELS.category, fields.category],
    supplier: [LABELS.supplier, fields.supplier],
    description: [LABELS.description, fields.description],
    price: [LABELS.price, fields.price],
    purchaseprice: [LABELS.purchaseprice, fields.purchaseprice],
    stock: [LABELS.stock, fields.stock],
  }),
})
