import type { VatRate } from '../../contract/shared/vat-rate.ts'
import { SHOPS, type Shop } from './business.ts'
import { PRODUCT_FAMILIES } from './product-families.ts'
import { type ProductFamily, SUPPLIERS } from './product-family.ts'
import { createRandom } from './random.ts'

export type Product = {
  productname: string
  description: string
  barcode: string
  category: string
  supplier: string
  /** In rand, since the last 1 March. */
  price: number
  purchaseprice: number
  vat_rate: VatRate
  /** For every fourth product and those that are always low. */
  reorder_level: number | null
  order_quantity: number | null
  siteCode: Shop['code']
  /** How well it sells compared with the other products of its shop. */
  popularity: number
  /** The months in which it sells. In the others it hardly does. */
  months?: readonly number[]
  /** The stock after a delivery. */
  fullStock: number
  /** 0 for Sunday. */
  deliveryWeekday: number
}

/** The EAN prefixes of South Africa. */
const PREFIXES = ['600', '601'] as const

const SEASONS: Record<string, readonly number[]> = {
  'Hot cross buns': [2, 3, 4],
  'Easter eggs, hollow': [2, 3, 4],
  'Mince pies': [11, 12],
  'Christmas crackers, chocolate': [11, 12],
  'Peaches, dessert': [12, 1, 2, 3],
  Mangoes: [11, 12, 1, 2, 3],
  Naartjies: [4, 5, 6, 7, 8, 9],
  'Orange marmalade': [6, 7, 8, 9],
}

/** The stock after a delivery of products that are always low. */
const SCARCE: Record<string, number> = {
  'Quince jelly 200 g': 0,
  'Koeksisters 6 pack': 1,
  'Skilpadjies 500 g': 3,
  'Melktert 28 cm': 6,
  'Game biltong 250 g': 9,
  'Waterblommetjie stew 400 g': 12,
  'Potjie, cast iron No. 3': 14,
  'Vetkoek 8 pack': 17,
  'Amasi, full cream 2 L': 26,
  'Cooler bag 24 L': 22,
  'Rooibos chai 20 bags': 31,
  'Macadamias, roasted 1 kg': 34,
  'Watermelon konfyt 450 g': 36,
  'Rechargeable lamp 9 W': 39,
  'Green rooibos tea 40 bags': 44,
  'Turkish delight 250 g': 46,
  'Braai grid, hinged 60 x 42 cm': 41,
}

const STOCK_PER_POPULARITY = 5

/** Basic foods have no VAT in South Africa; fresh fruit and vegetables have none either. */
const ZERO_RATED = [
  ...['Brown bread, sliced', 'Milk, full cream', 'Milk, low fat', 'Amasi, full cream', 'Eggs, free range', 'Maize meal', 'Samp'],
  ...['Cake flour', 'Bread flour, brown', 'Sugar beans', 'Rice, parboiled', 'Sunflower oil', 'Pilchards in tomato'],
]
const ZERO_RATED_CATEGORY = 'Fruit & Veg'

const LEVEL_EVERY = 4
/** About what a product of average popularity sells in four weeks. Its level is as high. */
const UNITS_IN_FOUR_WEEKS = 7
/** Of the products with a level, every tenth one gets less from its supplier than its level. */
const SHORT_EVERY = 10 * LEVEL_EVERY

/** The order quantity: cheap products come in large packs. */
const getPackSize = (price: number) => (price < 40 ? 24 : price < 100 ? 12 : price < 250 ? 6 : 1)

/** The 400 products of the twelve categories, each at one shop. */
export const CATALOGUE: readonly Product[] = Object.entries(PRODUCT_FAMILIES)
  .flatMap(([category, families]) =>
    (families as readonly ProductFamily[]).flatMap(([name, supplier, description, sizes, popularity = 1]) =>
      Object.entries(sizes).map(([size, price]) => ({ category, family: name, size, supplier, description, price, popularity })),
    ),
  )
  .map(({ category, family, size, supplier, description, price, popularity }, index) => {
    const productname = `${family} ${size}`
    const random = createRandom(productname)
    const ownPopularity = popularity * (0.4 + 1.2 * random.next())
    const supplierIndex = SUPPLIERS.indexOf(supplier)
    const purchaseprice = Math.round(price * (58 + random.integer(0, 18))) / 100
    const usualStock = 60 + Math.ceil(ownPopularity * STOCK_PER_POPULARITY) + random.integer(0, 120)
    const hasLevel = index % LEVEL_EVERY === 0 || productname in SCARCE
    const level = Math.ceil(ownPopularity * UNITS_IN_FOUR_WEEKS)
    const shortStock = index % SHORT_EVERY === 0 ? Math.ceil((level * random.integer(5, 9)) / 10) : undefined
    return {
      productname,
      description,
      barcode: formatEan13(`${PREFIXES[supplierIndex % 2]}${1407 + supplierIndex * 563}${10_000 + index * 37}`),
      category,
      supplier,
      price,
      purchaseprice,
      vat_rate: category === ZERO_RATED_CATEGORY || ZERO_RATED.includes(family) ? 0 : 15,
      reorder_level: hasLevel ? level : null,
      order_quantity: hasLevel ? getPackSize(price) : null,
      siteCode: (SHOPS[index % SHOPS.length] ?? SHOPS[0]).code,
      popularity: ownPopularity,
      months: SEASONS[family],
      fullStock: SCARCE[productname] ?? shortStock ?? usualStock,
      deliveryWeekday: 1 + (supplierIndex % 6),
    }
  })

/** Adds the check digit to twelve digits. */
export function formatEan13(digits: string) {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const LAST_PRICE_RISE = '2026-03-01'
const YEARLY_PRICE_RISE = 1.06

/** The price of a product on a day. Prices rise once a year, on 1 March. */
export function getPrice({ price }: Product, day: string) {
  const rises = Number(LAST_PRICE_RISE.slice(0, 4)) - Number(day.slice(0, 4)) + (day.slice(5) < LAST_PRICE_RISE.slice(5) ? 1 : 0)
  return rises <= 0 ? price : Math.round(Math.round(price / YEARLY_PRICE_RISE ** rises) * 100 - 1) / 100
}
