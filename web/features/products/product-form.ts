import { Product } from '../../../contract/products.ts'
import { formatQuantity, formatRand } from '../../lib/format/money.ts'
import type { EditedRow } from '../../ui/dialog/use-edit-conflict.tsx'
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
  picture,
})

const toPriceText = (price: number) => price.toFixed(2).replace('.', ',')
const toNumberText = (number: number) => String(number).replace('.', ',')

/** The picture is not listed: the dialog shows it. */
export const editedProduct: EditedRow<Product, ProductFields> = {
  schema: Product,
  toFields,
  describe: (product) => ({
    siteid: [LABELS.siteid, product.sitename],
    productname: [LABELS.productname, product.productname],
    barcode: [LABELS.barcode, product.barcode],
    category: [LABELS.category, product.category],
    supplier: [LABELS.supplier, product.supplier],
    description: [LABELS.description, product.description],
    price: [LABELS.price, formatRand(product.price)],
    purchaseprice: [LABELS.purchaseprice, formatRand(product.purchaseprice)],
    stock: [LABELS.stock, formatQuantity(product.stock)],
  }),
}
