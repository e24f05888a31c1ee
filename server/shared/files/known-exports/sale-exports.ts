import type { SaleField } from '../../../../contract/columns/import-fields.ts'
import type { KnownExport } from './known-export.ts'

/** Numbers that the total has already, that it leaves out, or that are no money of the sale. */
const ignore = (...titles: string[]) => Object.fromEntries(titles.map((title) => [title, null]))

export const SALE_EXPORTS: readonly KnownExport<SaleField>[] = [
  {
    name: "Square's export of transactions",
    titles: ['total collected', 'card entry methods', 'other tender', 'event type'],
    columns: {
      ...ignore('gross sales', 'net sales', 'discounts', 'service charges', 'partial refunds', 'fees', 'net total', 'cash app'),
      ...ignore('third party fees', 'fee percentage rate', 'fee fixed rate'),
    },
  },
  {
    // VAT is beside the net sales. Since 2025 the gross sales may be those with VAT.
    name: "Square's export of items",
    titles: ['item', 'qty', 'price point name', 'net sales', 'tax'],
    columns: {
      ...{ qty: 'quantity', 'net sales': 'linetotal', tax: 'addedtax' },
      ...ignore('gross sales', 'product sales', 'discounts', 'count', 'commission'),
    },
  },
  {
    name: "Loyverse's export of receipts",
    titles: ['receipt number', 'receipt type', 'gross sales', 'total collected', 'payment type', 'pos'],
    columns: { 'total collected': 'finalamount', ...ignore('gross sales', 'discounts', 'net sales', 'gross profit') },
  },
  {
    // Net sales have the VAT that is in the prices, and not the VAT that is added to them: the amounts say which it is.
    name: "Loyverse's export of receipts by item",
    titles: ['receipt number', 'receipt type', 'item', 'variant', 'net sales', 'pos'],
    columns: { 'net sales': 'linetotal', ...ignore('gross sales', 'discounts', 'gross profit') },
  },
  {
    // Discounts and VAT are in the total. Further rows of an order have its number and their line alone.
    name: "Shopify's export of orders",
    titles: ['name', 'created at', 'total', 'lineitem name', 'lineitem price'],
    columns: {
      ...{ name: 'reference', 'financial status': 'status', 'created at': 'saledate', total: 'finalamount', taxes: 'vat' },
      ...ignore('subtotal', 'discount amount', 'lineitem discount', 'lineitem compare at price', 'outstanding balance', 'duties'),
      ...ignore('receipt number', 'payment id', 'payment reference', 'tax 1 value', 'tax 2 value', 'tax 3 value'),
      ...ignore('tax 4 value', 'tax 5 value'),
    },
  },
  {
    name: "Lightspeed's export of sales",
    titles: ['receipt number', 'line type', 'details', 'total'],
    columns: {
      ...{ 'line type': 'type', details: 'productname', total: 'finalamount' },
      ...ignore('subtotal', 'discount', 'loyalty', 'paid'),
    },
  },
  {
    // The amounts of the lines, and the shipping, are without VAT; the total of the order has it.
    name: "WooCommerce's export of orders",
    titles: ['order number', 'order status', 'order date', 'order total amount'],
    areLinesNet: true,
    columns: {
      ...{ 'order total amount': 'finalamount', 'order total tax amount': 'vat', 'order refund amount': 'refunded' },
      ...{ 'order shipping amount': 'shipping', 'payment method title': 'payment_method' },
      ...{ 'item cost': 'price', 'quantity refund': 'quantity' },
      ...ignore('order subtotal amount', 'order tax amount', 'order total amount refund', 'order shipping tax amount'),
      ...ignore('order line subtotal', 'order line total', 'order line w o tax', 'order line tax', 'order line total refunded'),
      ...ignore('order line total refund', 'order line tax refunded', 'order line tax refund', 'order line total include tax'),
      ...ignore(
        'cart discount amount',
        'discount amount',
        'discount amount tax',
        'order discount amount',
        'item cost before discount',
      ),
    },
  },
  {
    // Net prices are those after the discount. The amounts say whether they have VAT.
    name: "Toast's export of item selections",
    titles: ['item selection id', 'menu item', 'net price', 'qty'],
    columns: {
      ...{ 'menu item': 'productname', 'net price': 'linetotal', server: 'employee' },
      ...ignore('gross price', 'discount'),
    },
  },
  {
    // A row is a payment. Two equal payments of an order differ by their numbers. An automatic gratuity stays in the amount.
    name: "Toast's export of payments",
    titles: ['payment id', 'order id', 'amount', 'gratuity', 'swiped card amount'],
    areExtrasInTotal: true,
    columns: {
      ...{ 'payment id': 'reference', total: 'finalamount', type: 'payment_method', 'refund amount': 'refunded' },
      ...{ 'void date': 'cancelled', server: 'employee' },
      ...ignore('amount', 'gratuity', 'swiped card amount', 'keyed card amount', 'amount tendered', 'refunded'),
      ...ignore('refund tip amount', 'v mc d fees', 'receipt', 'order', 'order id', 'check', 'check id'),
    },
  },
  {
    // Prices are of the whole line.
    name: "SumUp's export of sales",
    titles: ['receipt number', 'price gross', 'price net', 'transaction refunded'],
    columns: { description: 'productname', 'price gross': 'linetotal', tax: 'vat', ...ignore('price net') },
  },
  {
    // The net amount is what is left after the fee. The amounts say whether the total has the tip.
    name: "Yoco's export of transactions",
    titles: ['receipt', 'card reader', 'items', 'total', 'fee amount', 'net amount'],
    columns: { receipt: 'reference', total: 'finalamount', ...ignore('discount', 'fee amount', 'net amount') },
  },
  {
    name: "Yoco's export of items",
    titles: ['time created', 'receipt number', 'item', 'unit price', 'total discount', 'total'],
    columns: { total: 'finalamount', ...ignore('total discount') },
  },
  {
    name: "Zettle's export of items",
    titles: ['receipt number', 'name', 'variant', 'quantity', 'final price'],
    columns: { name: 'productname', 'final price': 'linetotal', ...ignore('discount') },
  },
  {
    name: "OpenSourcePOS's export of sales",
    titles: ['id', 'time', 'amount due', 'amount tendered', 'change due', 'type'],
    columns: {
      ...{ id: 'reference', time: 'saledate', 'amount due': 'finalamount', type: 'payment_method' },
      ...ignore('amount tendered', 'change due'),
    },
  },
]
