import { FRESH_FOOD } from './fresh-food.ts'
import { GROCERIES } from './groceries.ts'
import { HOUSEHOLD_GOODS } from './household-goods.ts'
import type { ProductFamily } from './product-family.ts'

/** The product families that the demo's shops sell, by category. Their order decides what the demo makes at random. */
export const PRODUCT_FAMILIES = {
  Bakery: FRESH_FOOD.Bakery,
  Beverages: GROCERIES.Beverages,
  'Braai & Outdoor': HOUSEHOLD_GOODS['Braai & Outdoor'],
  Butchery: FRESH_FOOD.Butchery,
  'Coffee & Tea': GROCERIES['Coffee & Tea'],
  'Dairy & Eggs': FRESH_FOOD['Dairy & Eggs'],
  'Fruit & Veg': FRESH_FOOD['Fruit & Veg'],
  Household: HOUSEHOLD_GOODS.Household,
  Pantry: GROCERIES.Pantry,
  Preserves: GROCERIES.Preserves,
  Snacks: GROCERIES.Snacks,
  Sweets: GROCERIES.Sweets,
} as const satisfies Record<string, readonly ProductFamily[]>
