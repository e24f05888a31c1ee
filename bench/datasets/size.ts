import type { Effort } from '../lib/timing.ts'

export type BusinessSize = { sites: number; employees: number; products: number }

/** How often each product moved in a year, and the documents that lost and found stock. */
export type StockSize = { movements: number; documents: number; linesPerDocument: number }

/** How large the datasets are, and how often each thing is measured at most. */
export type Size = {
  /** Of the shop, in a year. */
  sales: number
  /** The shop but for its sales. */
  shop: BusinessSize & { linesPerSale: number }
  /** How many businesses as large as the shop there are beside it. */
  others: number
  /** Whether there are plain tables with the same rows, for the baselines. */
  hasBaseline: boolean
  /** A business with many products and no sale. */
  catalogue: BusinessSize
  importedProducts: number
  /** A count of all products of a site, and the movements of stock that its business has. */
  count: { products: number; movements: number }
  /** A business whose stock moves. */
  stock: BusinessSize & StockSize
  effort: Effort
}

const LARGE_SHOP = { sites: 20, employees: 100, products: 5_000, linesPerSale: 3 }
const SMALL_SHOP = { sites: 3, employees: 9, products: 300, linesPerSale: 3 }

type Options = { sales: number; businesses?: number; hasBaseline?: boolean }

/** A supermarket group with this many sales a year; or many small businesses, each with this many. */
export const createSize = ({ sales, businesses = 1, hasBaseline = true }: Options): Size => ({
  sales,
  shop: businesses > 1 ? SMALL_SHOP : LARGE_SHOP,
  others: businesses - 1,
  hasBaseline,
  catalogue: { sites: 20, employees: 1, products: 100_000 },
  importedProducts: 20_000,
  count: { products: 5_000, movements: 200_000 },
  stock: { sites: 5, employees: 1, products: 5_000, movements: 40, documents: 2_000, linesPerDocument: 20 },
  effort: { rounds: Number.POSITIVE_INFINITY, runs: Number.POSITIVE_INFINITY, seconds: Number.POSITIVE_INFINITY },
})

/** Every part runs once, for its answers and not for its times. */
export const TINY: Size = {
  sales: 1_000,
  shop: { sites: 20, employees: 100, products: 200, linesPerSale: 3 },
  others: 2,
  hasBaseline: true,
  catalogue: { sites: 20, employees: 1, products: 500 },
  importedProducts: 50,
  count: { products: 40, movements: 200 },
  stock: { sites: 3, employees: 1, products: 60, movements: 4, documents: 24, linesPerDocument: 5 },
  effort: { rounds: 1, runs: 1, seconds: 0 },
}
