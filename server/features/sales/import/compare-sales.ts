import type { InBusiness } from '../../../../db/tenant-scope.ts'
import { createContentHash, createReference, describeReceipt, type FileSale } from './build-sale.ts'
import { isRejected, type RejectedRow } from './parse-row.ts'
import { findSameSales, findStored } from './queries.ts'

const BATCH_SALES = 500

/** A sale of a file. `isNew` is false for one that was imported before. */
export type ComparedSale = {
  sale: FileSale
  day: string
  reference: string
  /** Without the till: files had none, or no two tills with the same number. */
  shared?: string | undefined
  content_hash: string
  isNew: boolean
}

/** Sales of one site. */
export type ComparedBatch = { siteid: number; sales: ComparedSale[] }

type Options = { sales: AsyncIterable<FileSale | RejectedRow>; findDay: (saledate: string) => string }

/** Compares the sales of a file with those that are stored. Yields them in batches, and what is not imported one by one. */
export async function* compareSales(
  within: InBusiness,
  { sales, findDay }: Options,
): AsyncGenerator<RejectedRow | ComparedBatch> {
  const waiting = new Map<number, ComparedSale[]>()
  const countEqual = createEqualCounter()

  async function* compare(siteid: number) {
    const batch = waiting.get(siteid) ?? []
    waiting.delete(siteid)
    const references = batch.flatMap(({ reference, shared }) => [reference, ...(shared ? [shared] : [])])
    const stored = await within((scope) => findStored(scope, references))
    const elsewhere = await findElsewhere(batch.filter(({ reference }) => !stored.has(reference)))
    const compared: ComparedSale[] = []
    for (const one of batch) {
      const { sale, reference, shared, content_hash } = one
      const earlier = elsewhere.has(one) ? content_hash : (stored.get(reference) ?? (shared && stored.get(shared)))
      if (earlier === undefined) stored.set(reference, content_hash)
      if (earlier === undefined || earlier === content_hash) compared.push({ ...one, isNew: earlier === undefined })
      else yield { ...sale, reason: 'This receipt was imported before with another date or amount.' }
    }
    yield { siteid, sales: compared }
  }

  /** Sales that were imported for another site. Without a time of day, equal amounts are not enough. */
  async function findElsewhere(batch: ComparedSale[]) {
    const timed = batch.filter(({ sale }) => sale.receipt && !sale.saledate.includes('T00:00:00'))
    if (timed.length === 0) return new Set<ComparedSale>()
    const found = await within((scope) =>
      findSameSales(
        scope,
        timed.map(({ sale, day }) => ({
          saledate: sale.saledate,
          finalamount_cents: sale.finalamount,
          receipt: describeReceipt(sale, day),
        })),
      ),
    )
    return new Set(timed.filter((_, index) => found.has(index)))
  }

  for await (const sale of sales) {
    if (isRejected(sale)) {
      yield sale
      continue
    }
    const day = findDay(sale.saledate)
    const reference = createReference(sale, day, countEqual)
    const { sharedPlace } = sale
    const shared = sharedPlace ? createReference({ ...sale, place: sharedPlace }, day, countEqual) : undefined
    const batch = waiting.get(sale.siteid) ?? []
    waiting.set(sale.siteid, batch)
    batch.push({ sale, day, reference, shared, content_hash: createContentHash(sale), isNew: true })
    if (batch.length >= BATCH_SALES) yield* compare(sale.siteid)
  }
  for (const siteid of [...waiting.keys()]) yield* compare(siteid)
}

/** Hexadecimal digits that are an exact number. */
const DIGITS = 13

/** Distinguishes sales without a receipt number that are equal in all else. Keys are counted as numbers, which are small in memory. */
function createEqualCounter() {
  const counts = new Map<number, number>()
  return (key: string) => {
    const id = Number.parseInt(key.slice(0, DIGITS), 16)
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return count
  }
}
