import { Product } from '../../../contract/products.ts'
import { STANDARD_VAT_PERCENT } from '../../../contract/shared/constants.ts'
import type { VatRate } from '../../../contract/shared/vat-rate.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { formatVatRate, toNumberText, toPriceText } from '../../lib/format/money.ts'
import type { EditedRow } from '../../ui/edit-conflict/use-edit-conflict.ts'
import type { PictureChoice } from './picture-field.tsx'

/** The fields of the dialog, numbers as typed text. */
export type ProductFields = {
  siteid: number | null
  productname: string
  barcode: string
  /** Units as typed text. */
  further_barcodes: { barcode: string; units: string }[]
  category: string
  supplier: string
  description: string
  price: string
  purchaseprice: string
  is_free: boolean
  stock: string
  has_own_price: boolean
  vat_rate: VatRate
  reorder_level: string
  order_quantity: string
  /** Why the stock is changed. */
  stock_note: string
  picture: PictureChoice
}

/** The field names in lists of changes. */
export const LABELS = {
  siteid: 'Site',
  productname: 'Product name',
  barcode: 'Barcode',
  further_barcodes: 'Further barcodes',
  category: 'Category',
  supplier: 'Supplier',
  description: 'Description',
  price: 'Price',
  purchaseprice: 'Purchase price',
  is_free: 'Free to buy',
  stock: 'Stock',
  has_own_price: 'Own price at this site',
  vat_rate: 'VAT',
  reorder_level: 'Reorder level',
  order_quantity: 'Order quantity',
}

/** The rates of the business, and the one that is chosen. */
export const listVatOptions = (rates: VatRate[] = [], chosen?: VatRate) =>
  [...new Set([...rates, ...(chosen === undefined ? [] : [chosen])])].map((value) => ({
    value,
    label: formatVatRate(value) + (value === 0 ? ' zero-rated' : ''),
  }))

/** A new product is at the site of the list's filter or else at the first one, with no stock. */
export const createEmptyProduct = (sites: SiteOption[], filteredSite: number | undefined, barcode = ''): ProductFields => ({
  siteid: (sites.find(({ siteid }) => siteid === filteredSite) ?? sites[0])?.siteid ?? null,
  productname: '',
  barcode,
  further_barcodes: [],
  category: '',
  supplier: '',
  description: '',
  price: '0',
  purchaseprice: '0',
  is_free: false,
  stock: '0',
  has_own_price: false,
  vat_rate: STANDARD_VAT_PERCENT,
  reorder_level: '',
  order_quantity: '',
  stock_note: '',
  picture: null,
})

export const toFields = ({
  siteid,
  productname,
  barcode,
  further_barcodes,
  category,
  supplier,
  description,
  picture,
  vat_rate,
  is_free,
  has_own_price = false,
  ...numbers
}: Product): ProductFields => ({
  siteid,
  productname,
  barcode,
  further_barcodes: further_barcodes.map(({ barcode: code, units }) => ({ barcode: code, units: String(units) })),
  category,
  supplier,
  description,
  price: toPriceText(numbers.price),
  purchaseprice: toPriceText(numbers.purchaseprice),
  is_free,
  stock: toNumberText(numbers.stock),
  has_own_price,
  vat_rate,
  reorder_level: toNumberText(numbers.reorder_level),
  order_quantity: toNumberText(numbers.order_quantity),
  stock_note: '',
  picture,
})

/** The picture is not listed: the dialog shows it. */
export const createEditedProduct = (sites: SiteOption[]): EditedRow<Product, ProductFields> => ({
  schema: Product,
  toFields,
  describe: (fields) => ({
    siteid: [LABELS.siteid, sites.find(({ siteid }) => siteid === fields.siteid)?.sitename ?? ''],
    productname: [LABELS.productname, fields.productname],
    barcode: [LABELS.barcode, fields.barcode],
    further_barcodes: [
      LABELS.further_barcodes,
      fields.further_barcodes.map(({ barcode, units }) => (units === '1' ? barcode : `${barcode} (${units} units)`)).join(', '),
    ],
    category: [LABELS.category, fields.category],
    supplier: [LABELS.supplier, fields.supplier],
    description: [LABELS.description, fields.description],
    price: [LABELS.price, fields.price],
    purchaseprice: [LABELS.purchaseprice, fields.purchaseprice],
    is_free: [LABELS.is_free, fields.is_free ? 'Yes' : 'No'],
    stock: [LABELS.stock, fields.stock],
    has_own_price: [LABELS.has_own_price, fields.has_own_price ? 'Yes' : 'No'],
    vat_rate: [LABELS.vat_rate, formatVatRate(fields.vat_rate)],
    reorder_level: [LABELS.reorder_level, fields.reorder_level],
    order_quantity: [LABELS.order_quantity, fields.order_quantity],
  }),
})
