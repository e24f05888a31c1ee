import type { ProductField } from './import-fields.ts'
import type { FieldTitles } from './match-columns.ts'

const NAMES = [
  ...['product', 'product name', 'productname', 'item name', 'item', 'title', 'name', 'article', 'article name', 'goods'],
  ...['produk', 'produknaam', 'produk naam', 'itemnaam', 'artikel', 'artikelnaam', 'naam'],
] as const

/** The titles of our export, of Square, Loyverse, Lightspeed, Yoco and Shopify, and plain words in English and Afrikaans. */
export const PRODUCT_TITLES: FieldTitles<ProductField> = {
  productname: [
    // Without a name, the description is the name.
    ...['description', 'product description', 'item description', 'beskrywing', 'produkbeskrywing'].map((title) => ({
      title,
      without: NAMES,
    })),
    ...NAMES,
  ],
  barcode: [
    ...['barcode', 'bar code', 'variant barcode', 'item barcode', 'product barcode', 'gtin', 'ean', 'ean13', 'upc', 'isbn'],
    ...['strepieskode', 'staafkode', 'balkkode', 'plu', 'plu code', 'sku', 'variant sku', 'item sku', 'stock code'],
    ...['item code', 'product code', 'article number', 'item number', 'code', 'voorraadkode', 'produkkode', 'itemkode', 'kode'],
  ],
  further_barcodes: [
    ...['further barcodes', 'further barcode', 'other barcodes', 'additional barcodes', 'alternative barcodes', 'more barcodes'],
    ...['ander strepieskodes', 'bykomende strepieskodes'],
  ],
  category: [
    ...['category', 'product category', 'item category', 'category name', 'categories', 'reporting category', 'department'],
    ...['product type', 'group', 'product group', 'type', 'section'],
    ...['kategorie', 'produkkategorie', 'afdeling', 'groep', 'produkgroep', 'soort', 'tipe'],
  ],
  supplier: [
    ...['supplier', 'supplier name', 'default vendor name', 'vendor', 'vendor name', 'preferred supplier', 'manufacturer'],
    ...['brand', 'brand name', 'verskaffer', 'verskaffernaam', 'leweransier', 'handelsmerk'],
  ],
  description: [
    ...['description', 'product description', 'item description', 'long description', 'body html', 'details', 'notes'],
    ...['beskrywing', 'produkbeskrywing', 'besonderhede', 'nota', 'notas'],
  ],
  price: [
    ...['price', 'selling price', 'sell price', 'sale price', 'sales price', 'retail price', 'default price', 'variant price'],
    ...['unit price', 'unit selling price', 'unit retail price', 'retail', 'rrp', 'shelf price', 'item price', 'product price'],
    ...['price per unit', 'price 1', 'selling', 'verkoopprys', 'kleinhandelprys', 'rakprys', 'eenheidsprys', 'prys'],
  ],
  purchaseprice: [
    ...[
      'cost excl',
      'cost excl vat',
      'cost ex vat',
      'cost price excl',
      'cost price excl vat',
      'unit cost excl',
      'unit cost excl vat',
    ],
    ...['purchase price', 'purchaseprice', 'cost', 'cost price', 'unit cost', 'default unit cost', 'cost per item'],
    ...[
      'purchase cost',
      'supply price',
      'supplier price',
      'supplier cost',
      'average cost',
      'avg cost',
      'last cost',
      'buying price',
    ],
    ...['buy price', 'wholesale price', 'product cost', 'item cost', 'kosprys', 'koste', 'aankoopprys', 'inkoopprys', 'koopprys'],
  ],
  stock: [
    ...['stock', 'in stock', 'stock on hand', 'quantity on hand', 'qty on hand', 'on hand', 'soh', 'stock level', 'stock count'],
    ...['stock quantity', 'current stock', 'current quantity', 'variant inventory qty', 'inventory quantity', 'quantity', 'qty'],
    ...['inventory', 'counted', 'count', 'available', 'units', 'opening stock', 'voorraad', 'voorraad voorhande', 'in voorraad'],
    ...['hoeveelheid', 'aantal', 'getel', 'current quantity *', 'inventory *'],
  ],
  vat_rate: [
    ...['vat', 'vat rate', 'vat percent', 'vat percentage', 'tax rate', 'tax percent', 'tax percentage', 'vat 15', 'taxable'],
    ...['variant taxable', 'charge vat', 'btw', 'btw koers', 'btw persentasie', 'belastingkoers', 'tax vat *'],
  ],
  reorder_level: [
    ...[
      'reorder level',
      'reorder point',
      're order level',
      're order point',
      'minimum stock',
      'min stock',
      'minimum stock level',
    ],
    ...['min stock level', 'minimum quantity', 'min quantity', 'min qty', 'low stock', 'low stock alert', 'low stock level'],
    ...['low stock threshold', 'herbestelvlak', 'herbestelpunt', 'bestelpunt', 'minimum voorraad', 'reorder point *'],
    ...['stock alert count *', 'low stock alert *'],
  ],
  order_quantity: [
    ...['order quantity', 'reorder quantity', 're order quantity', 'order qty', 'reorder qty', 'reorder amount', 'pack size'],
    ...[
      'case size',
      'case quantity',
      'units per case',
      'bestelhoeveelheid',
      'herbestelhoeveelheid',
      'pakgrootte',
      'reorder amount *',
    ],
  ],
  site: [
    ...['site', 'sitename', 'site name', 'store', 'store name', 'shop', 'shop name', 'location', 'location name', 'outlet'],
    ...['outlet name', 'branch', 'branch name', 'winkel', 'winkelnaam', 'tak', 'taknaam', 'perseel', 'vestiging', 'ligging'],
  ],
}
