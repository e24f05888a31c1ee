import { SHOPS, type Shop } from './people.ts'
import { diceFor } from './random.ts'
import { type Family, SHELVES, SUPPLIERS } from './shelves.ts'

export type Product = {
  productname: string
  description: string
  barcode: string
  category: string
  supplier: string
  /** In rand, since the last 1 March. */
  price: number
  purchaseprice: number
  at: Shop['code']
  /** How well it sells beside the others of its shop. */
  pull: number
  /** Months in which it is bought; else hardly ever. */
  months?: readonly number[]
  /** On the shelf after a delivery, which comes on this day of the week. */
  shelf: number
  delivery: number
}

/** South Africa's two prefixes. */
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

/** What never stands on the shelf in numbers: as much as the supplier brings. */
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

const ROOM_FOR = 5

/** The twelve shelves' four hundred products, each at one shop. */
export const CATALOGUE: readonly Product[] = Object.entries(SHELVES)
  .flatMap(([category, families]) =>
    (families as readonly Family[]).flatMap(([name, supplier, description, sizes, pull = 1]) =>
      Object.entries(sizes).map(([size, price]) => ({ category, family: name, size, supplier, description, price, pull })),
    ),
  )
  .map(({ category, family, size, supplier, description, price, pull }, nth) => {
    const productname = `${family} ${size}`
    const dice = diceFor(productname)
    const liking = pull * (0.4 + 1.2 * dice.next())
    const maker = SUPPLIERS.indexOf(supplier)
    return {
      productname,
      description,
      barcode: ean13(`${PREFIXES[maker % 2]}${1407 + maker * 563}${10_000 + nth * 37}`),
      category,
      supplier,
      price,
      purchaseprice: Math.round(price * (58 + dice.whole(0, 18))) / 100,
      at: (SHOPS[nth % SHOPS.length] ?? SHOPS[0]).code,
      pull: liking,
      months: SEASONS[family],
      shelf: SCARCE[productname] ?? 60 + Math.ceil(liking * ROOM_FOR) + dice.whole(0, 120),
      delivery: 1 + (maker % 6),
    }
  })

/** The number of twelve digits with its check digit. */
export function ean13(twelve: string) {
  const sum = [...twelve].reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0)
  return `${twelve}${(10 - (sum % 10)) % 10}`
}

const PRICES_ROSE = '2026-03-01'
const RISE_A_YEAR = 1.06

/** What a product cost on a day: prices rise once a year, on 1 March. */
export function priceOn({ price }: Product, day: string) {
  const rises = Number(PRICES_ROSE.slice(0, 4)) - Number(day.slice(0, 4)) + (day.slice(5) < PRICES_ROSE.slice(5) ? 1 : 0)
  return rises <= 0 ? price : Math.round(Math.round(price / RISE_A_YEAR ** rises) * 100 - 1) / 100
}
