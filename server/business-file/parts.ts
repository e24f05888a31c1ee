import { BUSINESS_PARTS } from './business-parts.ts'
import type { Part } from './part.ts'
import { PRODUCT_PARTS } from './product-parts.ts'
import { SALES_PARTS } from './sales-parts.ts'
import { SETTINGS_PARTS } from './settings-parts.ts'
import { STOCK_PARTS } from './stock-parts.ts'
import { SUPPORT_PARTS } from './support-parts.ts'

/** Every part of the file, in the order in which an import writes them. */
export const PARTS: Part[] = [
  ...BUSINESS_PARTS,
  ...PRODUCT_PARTS,
  ...STOCK_PARTS,
  ...SALES_PARTS,
  ...SUPPORT_PARTS,
  ...SETTINGS_PARTS,
]
