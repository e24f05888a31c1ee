import { barcodeIdentity } from '../../../contract/shared/barcode-identity.ts'
import type { TillProduct, TillProducts } from '../../../contract/till-catalogue.ts'
import {
  type CatalogueChange,
  catalogueDatabase as database,
  type FullRound,
  findShelf,
  type StoredProduct,
} from '../device/catalogue-database.ts'
import { BadRequest, fetchProducts } from './till-api.ts'

/**
 * Reads what changed since the last time, or everything, and stores each part with the place behind it: a cut connection loses no more
 * than a part. `onChange` is called after each part.
 */
export async function syncCatalogue(key: string, onChange: (change: CatalogueChange) => void) {
  for (;;) {
    const place = await database.places.get('place')
    const { answer } = await fetchProducts(key, place?.cursor).catch(async (error: unknown) => {
      // The place is of another version: everything is read again.
      if (error instanceof BadRequest && place) await database.places.clear()
      throw error
    })
    onChange(await storePart(answer, place?.round))
    if (!answer.has_more) return
  }
}

const storePart = (answer: TillProducts, before: FullRound | undefined) =>
  database.transaction('rw', [database.shelves, database.places], async (): Promise<CatalogueChange> => {
    const round = nextRound(answer, before ?? { id: 0, isOpen: false, last_productid: 0 })
    const products = answer.products.map((product) => toStored(product, round.id))
    await putOnShelves(products, answer.gone)
    const others = answer.is_full && !answer.has_more ? await removeOthers(round.id) : []
    const isOpen = answer.is_full && answer.has_more
    await database.places.put({ name: 'place', cursor: answer.cursor, round: { ...round, isOpen } })
    return { products, gone: [...answer.gone, ...others] }
  })

function toStored(product: TillProduct, round: number): StoredProduct {
  const barcodes = [product.barcode, ...product.further_barcodes.map(({ barcode }) => barcode)]
  return { ...product, round, identities: [...new Set(barcodes.map(barcodeIdentity).filter(Boolean))] }
}

/** Parts come in the order of the ids: a lower one says that the server began again. */
function nextRound({ is_full, products }: TillProducts, round: FullRound): FullRound {
  if (!is_full) return round
  const [first] = products
  const isSame = round.isOpen && (first === undefined || first.productid > round.last_productid)
  return { id: isSame ? round.id : round.id + 1, isOpen: true, last_productid: products.at(-1)?.productid ?? 0 }
}

async function putOnShelves(products: StoredProduct[], gone: number[]) {
  const changed = new Set([...products.map(({ productid }) => productid), ...gone])
  const numbers = [...new Set([...changed].map(findShelf))]
  const before = await database.shelves.bulkGet(numbers)
  const added = Map.groupBy(products, ({ productid }) => findShelf(productid))
  const shelves = numbers.map((shelf, index) => {
    const kept = before[index]?.products.filter(({ productid }) => !changed.has(productid)) ?? []
    return { shelf, products: [...kept, ...(added.get(shelf) ?? [])] }
  })
  await database.shelves.bulkPut(shelves)
}

/** Removes what the round did not give: the site does not sell it any more. */
async function removeOthers(round: number) {
  const gone: number[] = []
  for (const { shelf, products } of await database.shelves.toArray()) {
    const kept = products.filter((product) => product.round === round)
    if (kept.length === products.length) continue
    gone.push(...products.filter((product) => product.round !== round).map(({ productid }) => productid))
    await database.shelves.put({ shelf, products: kept })
  }
  return gone
}
