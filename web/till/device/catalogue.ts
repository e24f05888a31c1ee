import { barcodeIdentity, findScanned, type Scanned } from '../../../contract/shared/barcode-identity.ts'
import { readScaleBarcode } from '../../../contract/shared/scale-barcodes.ts'
import { type CatalogueChange, catalogueDatabase, type StoredProduct } from './catalogue-database.ts'

// All products in memory: a scan, a search and a category look nothing up on the disk.

const SHELVES_AT_ONCE = 10
export const NO_CATEGORY = 'Other'

export type Catalogue = ReturnType<typeof createCatalogue>

export function createCatalogue() {
  const products = new Map<number, StoredProduct>()
  const byIdentity = new Map<string, Set<number>>()
  const texts = new Map<number, string>()
  const listeners = new Set<() => void>()
  /** A scan before it waits. */
  const loaded = Promise.withResolvers<void>()
  let isLoaded = false
  let version = 0

  const add = (product: StoredProduct) => {
    remove(product.productid)
    products.set(product.productid, product)
    for (const identity of product.identities) {
      const ids = byIdentity.get(identity)
      if (ids) ids.add(product.productid)
      else byIdentity.set(identity, new Set([product.productid]))
    }
    texts.set(product.productid, `${product.productname} ${product.barcode}`.toLowerCase())
  }
  const remove = (productid: number) => {
    for (const identity of products.get(productid)?.identities ?? []) byIdentity.get(identity)?.delete(productid)
    products.delete(productid)
    texts.delete(productid)
  }
  const announce = () => {
    version++
    for (const listener of listeners) listener()
  }

  const findByIdentity = async (identities: string[]) => {
    await loaded.promise
    const ids = identities.flatMap((identity) => [...(byIdentity.get(identity) ?? [])])
    return ids.flatMap((id) => products.get(id) ?? [])
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getVersion: () => version,
    isLoaded: () => isLoaded,
    count: () => products.size,
    get: (productid: number) => products.get(productid),

    /** Reads all from the database, in parts, so that a slow device answers to a scan between them. */
    async load() {
      const shelves = await catalogueDatabase.shelves.toCollection().primaryKeys()
      for (let start = 0; start < shelves.length; start += SHELVES_AT_ONCE) {
        const part = await catalogueDatabase.shelves.bulkGet(shelves.slice(start, start + SHELVES_AT_ONCE))
        for (const shelf of part) for (const product of shelf?.products ?? []) add(product)
      }
      isLoaded = true
      loaded.resolve()
      announce()
    },

    apply(change: CatalogueChange) {
      for (const product of change.products) add(product)
      for (const productid of change.gone) remove(productid)
      announce()
    },

    /** The product of a barcode, with the pieces of a carton. */
    async scan(barcode: string): Promise<Scanned<StoredProduct> | undefined> {
      const identity = barcodeIdentity(barcode)
      return identity === '' ? undefined : findScanned(await findByIdentity([identity]), barcode)
    },

    /** The product of a scale's label, with its weight in kilograms or its price in rand. */
    async scanScale(barcode: string, patterns: readonly string[]) {
      const label = readScaleBarcode(patterns, barcode)
      if (!label?.isChecked) return undefined
      const found = await findByIdentity(label.identities)
      const [match] = label.identities.flatMap((identity) => findScanned(found, identity) ?? [])
      return match && { product: match.product, weight: label.weight, price: label.price }
    },

    /** Those with every word in their name or barcode, by name. */
    search(typed: string, limit: number): StoredProduct[] {
      const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
      const found: StoredProduct[] = []
      for (const [productid, text] of texts) {
        if (!words.every((word) => text.includes(word))) continue
        const product = products.get(productid)
        if (product) found.push(product)
      }
      return sortByName(found).slice(0, limit)
    },

    /** The categories by name, with how many products each has. */
    listCategories(): { category: string; count: number }[] {
      const counts = new Map<string, number>()
      for (const { category } of products.values())
        counts.set(category || NO_CATEGORY, (counts.get(category || NO_CATEGORY) ?? 0) + 1)
      return [...counts].map(([category, count]) => ({ category, count })).toSorted((a, b) => compare(a.category, b.category))
    },

    listCategory: (category: string, limit: number): StoredProduct[] =>
      sortByName([...products.values()].filter((product) => (product.category || NO_CATEGORY) === category)).slice(0, limit),
  }
}

const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const sortByName = (products: StoredProduct[]) => products.toSorted((a, b) => compare(a.productname, b.productname))
