import type { ProductField } from '../../../../contract/columns/import-fields.ts'
import type { KnownExport } from './known-export.ts'

/** In files of Square and Lightspeed, and in those of no known program. */
export const STORE_COLUMNS = {
  ...{ inventory: 'stock', 'current quantity': 'stock', 'reorder point': 'reorder level', 'reorder amount': 'order quantity' },
  ...{ 'stock alert count': 'reorder level', 'low stock alert': 'reorder level' },
}

export const PRODUCT_EXPORTS: readonly KnownExport<ProductField>[] = [
  {
    name: "Square's export of the catalogue",
    titles: ['token', 'item name', 'variation name'],
    columns: {},
    storeColumns: STORE_COLUMNS,
  },
  {
    name: "Loyverse's export of items",
    titles: ['handle', 'sku', 'name', 'sold by weight', 'track stock'],
    columns: {},
  },
  {
    // 'Published' is about the online shop.
    name: "Shopify's export of products",
    titles: ['handle', 'title', 'variant sku', 'variant price'],
    columns: { 'variant compare at price': null },
  },
  {
    name: "Shopify's export of products",
    titles: ['url handle', 'title', 'price', 'compare at price', 'charge tax'],
    columns: { 'charge tax': 'vat_rate', 'tax code': null, 'compare at price': null },
  },
  {
    // A sale price is a promotion.
    name: "WooCommerce's export of products",
    titles: ['type', 'name', 'published', 'tax status', 'regular price'],
    columns: { type: 'rowtype', published: 'is_active', 'sale price': null },
  },
  {
    name: "Lightspeed's export of products",
    titles: ['handle', 'sku', 'name', 'retail price'],
    columns: {},
    storeColumns: STORE_COLUMNS,
  },
  {
    name: "OpenSourcePOS's export of items",
    titles: ['item name', 'cost price', 'unit price', 'allow alt description', 'item has serial number'],
    // The location of a shop without others is called 'stock'.
    columns: { 'location stock': 'stock' },
    storeColumns: { location: 'stock' },
  },
]
