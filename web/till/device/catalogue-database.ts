import { Dexie, type Table } from 'dexie'
import type { TillProduct } from '../../../contract/till-catalogue.ts'

/** A product with what it is found by. */
export type StoredProduct = TillProduct & {
  /** Of its barcodes, as `barcodeIdentity` gives them. */
  identities: string[]
  /** The last round of everything that had it, or in which it changed. */
  round: number
}

/** A round of parts that gives everything. It may go on after a reload. */
export type FullRound = { id: number; isOpen: boolean; last_productid: number }

/** Products whose ids begin alike: 20,000 rows of their own take ten times as long to write and to read. */
export type Shelf = { shelf: number; products: StoredProduct[] }

/** Where the next part of the catalogue begins. */
export type Place = { name: 'place'; cursor: string; round: FullRound }

export type CatalogueChange = { products: StoredProduct[]; gone: number[] }

/** Apart from the sales: what is lost in a power cut is read from the server again, so that no write waits for the disk. */
class CatalogueDatabase extends Dexie {
  shelves!: Table<Shelf, number>
  places!: Table<Place, 'place'>

  constructor() {
    super('winkel-till-products')
    this.version(1).stores({ shelves: 'shelf', places: 'name' })
  }
}

export const catalogueDatabase = new CatalogueDatabase()

const IDS_PER_SHELF = 500
export const findShelf = (productid: number) => Math.floor(productid / IDS_PER_SHELF)
