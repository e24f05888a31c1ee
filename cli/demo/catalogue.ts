import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addCheckDigit } from '../../contract/shared/barcode-identity.ts'
import type { VatRate } from '../../contract/shared/vat-rate.ts'
import { SHOPS, type Shop } from './business.ts'
import { createRandom } from './random.ts'

/** What the owner knows of each supplier: email, phone, account number, lead time in days, minimum order in rand. */
const CONTACTS: Record<string, readonly [string, string, string, number, number | null]> = {
  'Boland Kitchen': ['orders@bolandkitchen.example', '021 555 0104', 'KP-0412', 3, 800],
  'Cederberg Tea Co.': ['sales@cederbergtea.example', '027 555 0119', 'C-10277', 7, 1500],
  'Citrusdal Growers': ['packhouse@citrusdalgrowers.example', '022 555 0132', '', 2, null],
  'Drakensberg Springs': ['orders@drakensbergsprings.example', '036 555 0145', '88231', 5, 2000],
  'Hantam Roasters': ['roastery@hantamroasters.example', '027 555 0158', 'KAROO', 4, 1200],
  'Kalahari Charcoal': ['', '054 555 0161', '', 10, 2500],
  'Karoo Biltong': ['orders@karoobiltong.example', '049 555 0174', 'KP019', 4, 1000],
  'Lowveld Nut Farm': ['farm@lowveldnuts.example', '013 555 0187', '', 7, null],
  'Montagu Fruit Co.': ['orders@montagufruit.example', '023 555 0190', 'M-3310', 5, 900],
  'Overberg Bakery': ['bakery@overbergbakery.example', '028 555 0203', 'KAROO PANTRY', 1, 350],
  'Swartland Mills': ['orders@swartlandmills.example', '022 555 0216', '40117', 6, 1800],
  'Table Bay Trading': ['orders@tablebaytrading.example', '021 555 0229', 'TBT-7781', 14, 5000],
  'Tsitsikamma Sweets': ['hello@tsitsikammasweets.example', '', '', 7, 600],
  'Umgeni Dairy': ['orders@umgenidairy.example', '031 555 0242', 'D-552', 1, 500],
  'Winelands Meats': ['orders@winelandsmeats.example', '021 555 0255', 'WM 20418', 2, 1500],
}

export const SUPPLIERS = Object.entries(CONTACTS).map(
  ([name, [email, phone, account_number, lead_time_days, minimum_order]]) => ({
    ...{ name, email, phone, account_number, lead_time_days, minimum_order },
  }),
)

export type Product = (typeof CATALOGUE)[number]

const STOCK_PER_POPULARITY = 5
const LEVEL_EVERY = 4
/** About what a product of average popularity sells in four weeks. Its level is as high. */
const UNITS_IN_FOUR_WEEKS = 7
/** Of the products with a level, every tenth one gets less from its supplier than its level. */
const SHORT_EVERY = 10 * LEVEL_EVERY

/** The order quantity: cheap products come in large packs. */
const getPackSize = (price: number) => (price < 40 ? 24 : price < 100 ? 12 : price < 250 ? 6 : 1)

/** The 400 products of products.csv, one for each size. Each is sold at one shop. */
export const CATALOGUE = readFileSync(join(import.meta.dirname, 'products.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [category = '', name = '', supplier = '', description = '', popularity, vat, months, sizes = ''] = line.split(';')
    const family = { category, supplier, description, popularity: Number(popularity), vat_rate: Number(vat) as VatRate }
    return [...sizes.matchAll(/(?:^|, )(.+?) (\d+\.\d\d)(?: @(\d+))?(?=,|$)/g)].map(([, size, price, scarceStock]) => ({
      ...{
        ...family,
        productname: `${name} ${size}`,
        price: Number(price),
        scarceStock: scarceStock === undefined ? undefined : Number(scarceStock),
      },
      /** The months in which it sells. In the others it hardly does. */
      months: months ? months.split(' ').map(Number) : undefined,
    }))
  })
  .map(({ scarceStock, ...product }, index) => {
    const { productname, supplier, price } = product
    const random = createRandom(productname)
    const popularity = product.popularity * (0.4 + 1.2 * random.next())
    const supplierIndex = Object.keys(CONTACTS).indexOf(supplier)
    const purchaseprice = Math.round(price * (58 + random.integer(0, 18))) / 100
    const usualStock = 60 + Math.ceil(popularity * STOCK_PER_POPULARITY) + random.integer(0, 120)
    const hasLevel = index % LEVEL_EVERY === 0 || scarceStock !== undefined
    const level = Math.ceil(popularity * UNITS_IN_FOUR_WEEKS)
    const shortStock = index % SHORT_EVERY === 0 ? Math.ceil((level * random.integer(5, 9)) / 10) : undefined
    return {
      ...product,
      /** How well it sells compared with the other products of its shop. */
      popularity,
      purchaseprice,
      /** Of South Africa. */
      barcode: addCheckDigit(`${600 + (supplierIndex % 2)}${1407 + supplierIndex * 563}${10_000 + index * 37}`),
      /** A scale prints its labels, with this code and the price. */
      scaleCode: product.category === 'Butchery' ? String(index).padStart(5, '0') : undefined,
      reorder_level: hasLevel ? level : null,
      order_quantity: hasLevel ? getPackSize(price) : null,
      siteCode: (SHOPS[index % SHOPS.length] ?? SHOPS[0]).code as Shop['code'],
      /** The stock after a delivery. */
      fullStock: scarceStock ?? shortStock ?? usualStock,
      /** 0 for Sunday. */
      deliveryWeekday: 1 + (supplierIndex % 6),
    }
  })

/** How the scales of the shops write a product and its price into a barcode. */
export const SCALE_PATTERN = '23PPPPPRRRRRC'

/** The barcode that was scanned to sell a product: its own, or that of the scale's label. `price` is in rand, below R 1 000. */
export const getScanned = ({ barcode, scaleCode }: Product, price: number) =>
  scaleCode === undefined ? barcode : addCheckDigit(`23${scaleCode}${String(Math.round(price * 100)).padStart(5, '0')}`)

const LAST_PRICE_RISE = '2026-03-01'
const YEARLY_PRICE_RISE = 1.06

/** The price of a product on a day. `price` is the one since the last 1 March, and prices rise once a year, on 1 March. */
export function getPrice({ price }: Product, day: string) {
  const rises = Number(LAST_PRICE_RISE.slice(0, 4)) - Number(day.slice(0, 4)) + (day.slice(5) < LAST_PRICE_RISE.slice(5) ? 1 : 0)
  return rises <= 0 ? price : Math.round(Math.round(price / YEARLY_PRICE_RISE ** rises) * 100 - 1) / 100
}
