import { expect, test } from 'vitest'
import { createColumnKeys, describeShape, matchColumns } from './match-columns.ts'
import { PRODUCT_TITLES } from './product-titles.ts'
import { SALE_TITLES } from './sale-titles.ts'

const withValues = (titles: string[], empty: string[] = []) =>
  titles.map((title) => ({ title, samples: empty.includes(title) ? [] : ['x'] }))

const list = <Field extends string>(titles: string[], matched: (Field | null)[]) =>
  Object.fromEntries(titles.flatMap((title, index) => (matched[index] ? [[title, matched[index]]] : [])))
const matchProducts = (line: string) => list(line.split(','), matchColumns(withValues(line.split(',')), PRODUCT_TITLES))
const matchSales = (line: string, empty: string[] = []) =>
  list(line.split(','), matchColumns(withValues(line.split(','), empty), SALE_TITLES))

test.each([
  [
    'our export',
    'Site,Product,Barcode,Category,Supplier,Description,Price,Purchase price,Stock,VAT,Reorder level,Order quantity',
    {
      ...{ Site: 'site', Product: 'productname', Barcode: 'barcode', Category: 'category', Supplier: 'supplier' },
      ...{ Description: 'description', Price: 'price', 'Purchase price': 'purchaseprice', Stock: 'stock' },
      ...{ VAT: 'vat_rate', 'Reorder level': 'reorder_level', 'Order quantity': 'order_quantity' },
    },
  ],
  [
    'Loyverse',
    'Handle,SKU,Name,Category,Description,Sold by weight,Option 1 name,Default price,Cost,Barcode,Track stock,Supplier,Purchase cost,Available for sale [Karoo],Price [Karoo],In stock [Karoo],Low stock [Karoo]',
    {
      ...{ Name: 'productname', Category: 'category', Description: 'description', Cost: 'purchaseprice', Barcode: 'barcode' },
      ...{ Supplier: 'supplier', 'Price [Karoo]': 'price', 'In stock [Karoo]': 'stock', 'Low stock [Karoo]': 'reorder_level' },
      ...{ Handle: 'handle', SKU: 'sku', 'Available for sale [Karoo]': 'is_active' },
    },
  ],
  [
    'Yoco',
    'Product Name,Category,Brand,SKU,Barcode,Cost Price (R),Selling Price (R),Stock Level,Low Stock Alert',
    {
      ...{ 'Product Name': 'productname', Category: 'category', Brand: 'supplier', Barcode: 'barcode', SKU: 'sku' },
      ...{
        'Cost Price (R)': 'purchaseprice',
        'Selling Price (R)': 'price',
        'Stock Level': 'stock',
        'Low Stock Alert': 'reorder_level',
      },
    },
  ],
  [
    'Shopify',
    'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Option1 Name,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Cost per item,Status',
    {
      ...{ Title: 'productname', 'Body (HTML)': 'description', Vendor: 'supplier', 'Product Category': 'category' },
      ...{
        'Variant Inventory Qty': 'stock',
        'Variant Price': 'price',
        'Variant Barcode': 'barcode',
        'Cost per item': 'purchaseprice',
      },
      ...{ Handle: 'handle', 'Variant SKU': 'sku', Status: 'is_active' },
    },
  ],
  [
    'plain English',
    'Item,Selling price incl. VAT,Cost,Qty,Shelf',
    { Item: 'productname', 'Selling price incl. VAT': 'price', Cost: 'purchaseprice', Qty: 'stock' },
  ],
  [
    'titles in one word',
    'ItemName,sellingprice,costprice,stockonhand',
    { ItemName: 'productname', sellingprice: 'price', costprice: 'purchaseprice', stockonhand: 'stock' },
  ],
  [
    'Afrikaans',
    'Produk,Strepieskode,Kategorie,Verskaffer,Beskrywing,Verkoopprys (R),Kosprys,Voorraad,Winkel,Rak',
    {
      ...{ Produk: 'productname', Strepieskode: 'barcode', Kategorie: 'category', Verskaffer: 'supplier', Winkel: 'site' },
      ...{ Beskrywing: 'description', 'Verkoopprys (R)': 'price', Kosprys: 'purchaseprice', Voorraad: 'stock' },
    },
  ],
  ['a sale price alone', 'Item,Sale price', { Item: 'productname', 'Sale price': 'price' }],
  ['a promotion', 'Item,Sale price,Retail price', { Item: 'productname', 'Retail price': 'price' }],
  ['descriptions without names', 'Code,Description,Price', { Code: 'barcode', Description: 'productname', Price: 'price' }],
])('column matching: recognises the products of %s', (_file, line, expected) => expect(matchProducts(line)).toEqual(expected))

test.each([
  [
    'Square, a row a sale',
    'Date,Time,Time Zone,Gross Sales,Discounts,Net Sales,Tax,Tip,Partial Refunds,Total Collected,Source,Card,Cash,Fees,Transaction ID,Payment ID,Card Brand,Device Name,Staff Name,Event Type,Location,Customer Name',
    {
      'Device Name': 'register',
      Discounts: 'discount',
      ...{
        Date: 'saledate',
        Time: 'saletime',
        Card: 'card',
        Cash: 'cash',
        'Total Collected': 'finalamount',
        'Transaction ID': 'reference',
        Tax: 'vat',
        Tip: 'tip',
      },
      ...{ 'Staff Name': 'employee', 'Event Type': 'type', Location: 'site' },
    },
  ],
  [
    'Loyverse, a row a sale',
    'Date,Receipt number,Receipt type,Gross sales,Discounts,Net sales,Taxes,Total collected,Cost of goods,Gross profit,Payment type,Description,Dining option,POS,Store,Cashier name,Customer name,Status',
    {
      POS: 'register',
      Discounts: 'discount',
      ...{ Date: 'saledate', 'Receipt number': 'reference', 'Receipt type': 'type', Status: 'status', Store: 'site' },
      ...{ 'Total collected': 'finalamount', 'Payment type': 'payment_method', 'Cashier name': 'employee' },
      ...{ Taxes: 'vat', 'Cost of goods': 'linecost' },
    },
  ],
  [
    'Loyverse, a row an item',
    'Date,Receipt number,Receipt type,Category,SKU,Item,Variant,Quantity,Gross sales,Discounts,Net sales,Cost of goods,Taxes,POS,Store,Cashier name,Status',
    {
      POS: 'register',
      Discounts: 'discount',
      ...{ Date: 'saledate', 'Receipt number': 'reference', 'Receipt type': 'type', SKU: 'barcode', Item: 'productname' },
      ...{ Quantity: 'quantity', 'Net sales': 'linetotal', Status: 'status', Store: 'site', 'Cashier name': 'employee' },
      ...{ Taxes: 'vat', 'Cost of goods': 'linecost' },
    },
  ],
  [
    'Yoco',
    'Date,Time,Receipt No.,Transaction Type,Payment Method,Total Amount (ZAR),VAT,Staff Member,Store',
    {
      ...{ Date: 'saledate', Time: 'saletime', 'Receipt No.': 'reference', 'Transaction Type': 'type' },
      ...{ 'Payment Method': 'payment_method', 'Total Amount (ZAR)': 'finalamount', 'Staff Member': 'employee', Store: 'site' },
      VAT: 'vat',
    },
  ],
  [
    'Yoco, a row an item',
    'Date,Time created,Receipt number,Item,SKU,Category,Quantity,Unit price,Total discount,Total (incl tax),Payment method,Staff,Status',
    {
      ...{ Date: 'saledate', 'Time created': 'saletime', 'Receipt number': 'reference', Item: 'productname', SKU: 'barcode' },
      ...{ Quantity: 'quantity', 'Unit price': 'price', 'Total (incl tax)': 'finalamount', 'Payment method': 'payment_method' },
      ...{ Staff: 'employee', Status: 'status' },
    },
  ],
  [
    'plain English',
    'Slip no,Sale date,Branch,Cashier,Product,Qty,Unit price,Line total,Paid by',
    {
      ...{ 'Slip no': 'reference', 'Sale date': 'saledate', Branch: 'site', Cashier: 'employee', Product: 'productname' },
      ...{ Qty: 'quantity', 'Unit price': 'price', 'Line total': 'linetotal', 'Paid by': 'payment_method' },
    },
  ],
  [
    'Afrikaans',
    'Datum,Tyd,Kwitansienommer,Tipe,Betaalmetode,Winkel,Kassier,Produk,Hoeveelheid,Eenheidsprys,Reëltotaal,BTW',
    {
      ...{ Datum: 'saledate', Tyd: 'saletime', Kwitansienommer: 'reference', Tipe: 'type', Betaalmetode: 'payment_method' },
      ...{ Winkel: 'site', Kassier: 'employee', Produk: 'productname', Hoeveelheid: 'quantity', Eenheidsprys: 'price' },
      ...{ Reëltotaal: 'linetotal', BTW: 'vat' },
    },
  ],
  [
    'a till with a rate in its title',
    'Invoice ID,Branch,City,Customer type,Gender,Product line,Unit price,Quantity,Tax 5%,Total,Date,Time,Payment,cogs,gross margin percentage,gross income,Rating',
    {
      ...{
        'Invoice ID': 'reference',
        Branch: 'site',
        'Product line': 'productname',
        'Unit price': 'price',
        Quantity: 'quantity',
      },
      ...{ 'Tax 5%': 'vat', Total: 'finalamount', Date: 'saledate', Time: 'saletime', Payment: 'payment_method' },
      cogs: 'linecost',
    },
  ],
  [
    'invoices',
    'invoice_id,invoice_date,customer_id,item_types_purchased,total_quantity,total_price',
    { invoice_id: 'reference', invoice_date: 'saledate', total_price: 'finalamount' },
  ],
])('column matching: recognises the sales of %s', (_file, line, expected) => expect(matchSales(line)).toEqual(expected))

test('column matching: a column with values comes before an empty one', () =>
  expect(matchSales('Receipt number,Order number,Total', ['Receipt number'])).toEqual({
    'Order number': 'reference',
    Total: 'finalamount',
  }))

test('column matching: leaves columns with the same title, and amounts without tax, to the person', () => {
  const titles = withValues(['Price', 'Product', 'Price', 'Price excl. VAT'])
  expect(matchColumns(titles, PRODUCT_TITLES)).toEqual([null, 'productname', null, null])
  expect(matchProducts('Product,Price [Karoo],Price [Sandton]')).toEqual({ Product: 'productname' })
})

test('column matching: titles like properties of JavaScript objects mean nothing', () =>
  expect(matchProducts('constructor,to string,__proto__')).toEqual({}))

test('column matching: files of one shape have the same titles in any order', () => {
  expect(describeShape(['Product', 'Price (R)'])).toBe(describeShape(['price r', ' PRODUCT ']))
  expect(describeShape(['Product'])).not.toBe(describeShape(['Product', 'Product']))
  expect(createColumnKeys(['Prys', 'prys', 'Koste'])).toEqual(['prys', 'prys #2', 'koste'])
})
