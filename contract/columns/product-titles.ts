import type { ProductField } from './import-fields.ts'
import { type FieldTitles, titles } from './match-columns.ts'

const NAMES = titles(`
  product, product name, productname, item name, item, title, name, article, article name, goods, produk, produknaam,
  produk naam, itemnaam, artikel, artikelnaam, naam
`)

const BARCODES = titles(`
  barcode, bar code, variant barcode, item barcode, product barcode, gtin, gtin upc ean or isbn, ean, ean13, upc, isbn,
  strepieskode, staafkode, balkkode
`)
const SKUS = titles('sku, variant sku, item sku, product sku')
/** Beside one of these a sale price is a promotion. */
const USUAL_PRICES = titles(`
  regular price, normal price, price, retail price, list price, default price, gewone prys, prys
`)
/**
 * The titles that mean the same in the files of most tills, those of our export, and plain words in English and Afrikaans. What only one
 * program means by a title is in its known export.
 */
export const PRODUCT_TITLES: FieldTitles<ProductField> = {
  productname: [
    // Without a name, the description is the name.
    ...titles('description, product description, item description, beskrywing, produkbeskrywing').map((title) => ({
      title,
      without: NAMES,
    })),
    ...NAMES,
  ],
  option1: titles(`
    option1 value, option 1 value, variant option one value, variation name, variation, variant name, variant,
    price point name, variasie, variant option 1
  `),
  option2: ['option2 value', 'option 2 value', 'variant option two value'],
  option3: ['option3 value', 'option 3 value', 'variant option three value'],
  handle: ['handle', 'product handle', 'url handle'],
  rowtype: [],
  barcode: [
    ...BARCODES,
    ...['plu', 'plu code', ...SKUS, 'stock code'],
    ...titles(`
      item code, product code, article number, item number, code, voorraadkode, produkkode, itemkode, kode
    `),
  ],
  sku: SKUS.map((title) => ({ title, with: BARCODES })),
  further_barcodes: titles(`
    further barcodes, further barcode, other barcodes, additional barcodes, alternative barcodes, more barcodes,
    ander strepieskodes, bykomende strepieskodes
  `),
  category: titles(`
    category, product category, item category, category name, categories, reporting category, department, product type, group,
    product group, type, section, kategorie, produkkategorie, afdeling, groep, produkgroep, soort, tipe
  `),
  supplier: titles(`
    supplier, supplier name, default vendor name, vendor, vendor name, preferred supplier, manufacturer, brand, brand name,
    verskaffer, verskaffernaam, leweransier, handelsmerk
  `),
  description: titles(`
    description, product description, item description, long description, body html, details, notes, beskrywing,
    produkbeskrywing, besonderhede, nota, notas
  `),
  price: [
    ...[
      ...titles('price, selling price, sell price, regular price, normal price'),
      { title: 'sale price', without: USUAL_PRICES },
    ],
    ...titles(`
      sales price, retail price, default price, variant price, list price, unit price, unit selling price, unit retail price,
      retail, rrp, shelf price, item price, product price, price per unit, price 1, selling, verkoopprys, gewone prys,
      kleinhandelprys, rakprys, eenheidsprys, prys
    `),
  ],
  purchaseprice: titles(`
    cost excl, cost excl vat, cost ex vat, cost price excl, cost price excl vat, unit cost excl, unit cost excl vat,
    purchase price, purchaseprice, cost, cost price, unit cost, default unit cost, cost per item, purchase cost, supply price,
    supplier price, supplier cost, average cost, avg cost, last cost, buying price, buy price, wholesale price, product cost,
    item cost, kosprys, koste, aankoopprys, inkoopprys, koopprys
  `),
  stock: titles(`
    stock, in stock, stock on hand, quantity on hand, qty on hand, on hand, soh, stock level, stock count, stock quantity,
    current stock, current quantity, variant inventory qty, inventory quantity, quantity, qty, inventory, counted, count,
    available, units, opening stock, voorraad, voorraad voorhande, in voorraad, hoeveelheid, aantal, getel
  `),
  vat_rate: titles(`
    vat, vat rate, vat percent, vat percentage, tax rate, tax percent, tax percentage, vat 15, taxable, variant taxable,
    charge vat, btw, btw koers, btw persentasie, belastingkoers, tax vat *, tax 1 percent, tax value, vat code, tax code,
    vat type, tax type, tax class, vat class, tax, btw kode
  `),
  reorder_level: titles(`
    reorder level, reorder point, re order level, re order point, minimum stock, min stock, minimum stock level,
    min stock level, minimum quantity, min quantity, min qty, low stock, low stock alert, low stock level, low stock threshold,
    herbestelvlak, herbestelpunt, bestelpunt, minimum voorraad, low stock amount, stock alert count
  `),
  order_quantity: titles(`
    order quantity, reorder quantity, re order quantity, order qty, reorder qty, reorder amount, pack size, case size,
    case quantity, units per case, bestelhoeveelheid, herbestelhoeveelheid, pakgrootte
  `),
  site: titles(`
    site, sitename, site name, store, store name, shop, shop name, location, location name, outlet, outlet name, branch,
    branch name, winkel, winkelnaam, tak, taknaam, perseel, vestiging, ligging
  `),
  is_active: titles(`
    active, is active, available for sale, aktief, product status, item status, enabled, archived, is archived, discontinued,
    is discontinued, inactive, disabled, deleted, gestaak, onaktief, status
  `),
}
