import type { ProductField } from '../../../../contract/columns/import-fields.ts'
import { normaliseTitle, type SampledColumn, type Title } from '../../../../contract/columns/match-columns.ts'
import { PRODUCT_TITLES } from '../../../../contract/columns/product-titles.ts'
import { type KnownExport, matchExport } from '../../../shared/files/known-exports/known-export.ts'
import { STORE_COLUMNS } from '../../../shared/files/known-exports/product-exports.ts'

/** A column of one store, and its title without the store: 'Price [Main Street]', 'inventory_Main_Street', 'Main Street stock'. */
type StoreColumn = { store: string; title: string }

const getName = (title: Title) => (typeof title === 'string' ? title : title.title)
const EXACT = new Set(Object.values(PRODUCT_TITLES).flatMap((titles) => titles.map(getName)))
/** What titles of stock end with besides stores. */
const NO_STORE = /^(?:policy|tracker|tracking|management|item|id|value|cost|status|managed)\b/i
/** Titles that begin with these words and end with a store, and what they are called without it. */
const createBeginning = ([words, title]: [string, string]) => ({
  title,
  test: new RegExp(`^${words.replaceAll(' ', '[^\\p{L}\\p{N}]+')}[^\\p{L}\\p{N}]+(.+)$`, 'iu'),
})

const SQUARE_BRACKETS = /^([^[]*[^[\s])\s*\[([^\]]+)\]$/
const BRACKETS = /^([^([]*[^([\s])\s*[([]([^\])]+)[\])]$/
/** What brackets have besides stores. */
const IS_UNIT = /^(?:zar|rand|r|kg|g|l|ml|units?|pcs|each|%)$|\b(?:vat|tax|btw|incl?|excl?|including|excluding)\b/i

/**
 * The store of each column, null for one of all stores: in square brackets where several columns have the same store or the same title, behind
 * a title such as 'inventory', or a site of the business beside a known title.
 */
export function findStores(
  columns: readonly SampledColumn[],
  sites: readonly { sitename: string }[],
  madeBy?: Pick<KnownExport<ProductField>, 'columns' | 'storeColumns'>,
): (StoreColumn | null)[] {
  const names = new Map(sites.map(({ sitename }) => [normaliseTitle(sitename), sitename]))
  const inBrackets = Map.groupBy(columns, ({ title }) => normaliseTitle(SQUARE_BRACKETS.exec(title)?.[2] ?? ''))
  const stores = Map.groupBy(columns, ({ title }) => normaliseTitle(SQUARE_BRACKETS.exec(title)?.[1] ?? ''))
  const beginnings = Object.entries(madeBy ? (madeBy.storeColumns ?? {}) : STORE_COLUMNS).map(createBeginning)

  const find = (title: string): StoreColumn | null => {
    const words = normaliseTitle(title)
    if (EXACT.has(words) || Object.hasOwn(madeBy?.columns ?? {}, words)) return null
    const [, before = '', store = ''] = BRACKETS.exec(title) ?? []
    const key = normaliseTitle(store)
    const isRepeated = (inBrackets.get(key)?.length ?? 0) > 1 || (stores.get(normaliseTitle(before))?.length ?? 0) > 1
    if (store && (names.has(key) || (isRepeated && SQUARE_BRACKETS.test(title) && !IS_UNIT.test(store))))
      return { store, title: before }
    for (const beginning of beginnings) {
      const rest = beginning.test.exec(title)?.[1]
      if (rest && !NO_STORE.test(rest)) return { store: rest.replaceAll('_', ' '), title: beginning.title }
    }
    for (const [name, sitename] of names) {
      if (!name || !words.includes(name)) continue
      const rest = words.startsWith(`${name} `) ? words.slice(name.length + 1) : words.replace(new RegExp(` ${name}$`, 'u'), '')
      if (rest !== words && EXACT.has(rest)) return { store: sitename, title: rest }
    }
    return null
  }
  return columns.map(({ title }) => find(title))
}

export const toStoreKey = (store: StoreColumn | null | undefined) => normaliseTitle(store?.store ?? '')

/** The field of each column, as `matchExport` finds it among the columns of one store. */
export function matchByStore(
  columns: readonly SampledColumn[],
  stores: readonly (StoreColumn | null)[],
  madeBy?: Pick<KnownExport<ProductField>, 'columns'>,
) {
  const fields: (ProductField | null)[] = columns.map(() => null)
  const places = columns.map((column, index) => ({ index, ...column, title: stores[index]?.title ?? column.title }))
  for (const group of Map.groupBy(places, ({ index }) => toStoreKey(stores[index])).values()) {
    const matched = matchExport(group, PRODUCT_TITLES, madeBy)
    for (const [place, { index }] of group.entries()) fields[index] = matched[place] ?? null
  }
  // A column of barcodes without a barcode is none.
  const [barcode, sku] = [fields.indexOf('barcode'), fields.indexOf('sku')]
  if (sku >= 0 && barcode >= 0 && !columns[barcode]?.samples.some(Boolean)) {
    fields[barcode] = null
    fields[sku] = 'barcode'
  }
  return fields
}
