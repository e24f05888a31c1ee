/**
 * What a column of a file of products may be, in the order of a screen. `sku` is a further barcode in a file with barcodes. `handle` is what
 * the variants of a product have in common, `option1` to `option3` are their sizes, colours and the like. `rowtype` distinguishes products
 * with variants from others. `is_active` may also say the opposite, in a column such as 'Archived'.
 */
export const PRODUCT_FIELDS = [
  'productname',
  'option1',
  'option2',
  'option3',
  'handle',
  'rowtype',
  'barcode',
  'sku',
  'further_barcodes',
  'price',
  'purchaseprice',
  'stock',
  'vat_rate',
  'reorder_level',
  'order_quantity',
  'category',
  'supplier',
  'description',
  'site',
  'is_active',
] as const
export type ProductField = (typeof PRODUCT_FIELDS)[number]

/**
 * What a column of a file of sales may be. `saledate` may hold the time too. `finalamount`, `refunded` and `payment_method` are of
 * the whole sale; `productname`, `barcode`, `quantity`, `price` (of one unit) and `linetotal` of a line,
 * as are `unitcost` (of one unit) and `linecost`: what its goods cost without VAT. `vat` is VAT that the total of
 * its row includes, `addedtax` VAT that it does not include, `vat_rate` the rate of the row. `type` distinguishes refunds from sales,
 * `status` cancelled and refunded sales from others, `itemtype` gift cards from goods. `cancelled` has a date, or yes or no; `currency` is
 * that of the row. `discount` is what the price of a line leaves out, in rand or per cent, `returned` a quantity beside that which was
 * sold. `register` is the till: each counts its receipts by itself. `cash`, `card`, `eft`, `gift_card` and `other` are what was paid so. `tip` and `gift_card_sold` are money beside the amount of the sale, `shipping` is a charge.
 */
export const SALE_FIELDS = [
  'saledate',
  'saletime',
  'reference',
  'finalamount',
  'vat',
  'vat_rate',
  'addedtax',
  'refunded',
  'returned',
  'discount',
  'currency',
  'cancelled',
  'type',
  'status',
  'payment_method',
  'cash',
  'card',
  'eft',
  'gift_card',
  'other',
  'tip',
  'gift_card_sold',
  'shipping',
  'site',
  'register',
  'employee',
  'productname',
  'barcode',
  'quantity',
  'price',
  'linetotal',
  'unitcost',
  'linecost',
  'itemtype',
] as const
export type SaleField = (typeof SALE_FIELDS)[number]

/** What a column of a file of employees may be. `fullname` is for a file whose first and last names are in one column. */
export const EMPLOYEE_FIELDS = ['firstname', 'lastname', 'fullname', 'position', 'site', 'hiredate', 'employee_code'] as const
export type EmployeeField = (typeof EMPLOYEE_FIELDS)[number]
