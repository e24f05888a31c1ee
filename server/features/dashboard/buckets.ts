import type { DateRange } from '../../../contract/shared/fields.ts'

/** The lengths, in days, of the spans that the roll-ups hold; the migration of the roll-ups says why these. */
const LENGTHS = [1, 4, 16, 64, 256]

/** A stored span, and whether it is added (1) or taken away (-1). */
export type SignedBucket = { span: number; span_start: string; sign: 1 | -1 }

const DAY_MS = 24 * 3600 * 1000
const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS
const toDate = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** How product_buckets names a span; the migration of the roll-ups says the same. */
export const bucketKey = ({ span, span_start }: SignedBucket) => dayNumber(span_start) * 1024 + span

/** Few spans whose sum, signs regarded, is the range: each of its days once, both ends included, and no other. */
export const bucketsFor = ({ from, to }: DateRange) => cover(dayNumber(from), dayNumber(to) + 1, 0).walks.flatMap(bucketsOfRun)

/** Spans of one level one after the other, from one day up or down to another. */
type BucketRun = { start: number; end: number; level: number }
type Covering = { walks: BucketRun[]; spans: number }

/** Days first ... last - 1, both of them multiples of this level's length. */
function cover(first: number, last: number, level: number): Covering {
  const longer = LENGTHS[level + 1]
  if (first === last) return { walks: [], spans: 0 }
  let best = coveringFrom([{ start: first, end: last, level }])
  if (longer === undefined) return best
  // Each end goes up or down to the next longer span's grid; what is then too much is taken away again.
  for (const innerFirst of [Math.floor(first / longer) * longer, Math.ceil(first / longer) * longer]) {
    for (const innerLast of [Math.floor(last / longer) * longer, Math.ceil(last / longer) * longer]) {
      if (innerFirst > innerLast) continue
      const ends = coveringFrom([
        { start: first, end: innerFirst, level },
        { start: innerLast, end: last, level },
      ])
      const inner = cover(innerFirst, innerLast, level + 1)
      const spans = ends.spans + inner.spans
      if (spans < best.spans) best = { walks: [...ends.walks, ...inner.walks], spans }
    }
  }
  return best
}

const coveringFrom = (walks: BucketRun[]): Covering => ({
  walks,
  spans: walks.reduce((spans, { start, end, level }) => spans + Math.abs(end - start) / bucketLength(level), 0),
})

/** The spans of a walk; taken away when it leads back. */
function bucketsOfRun({ start, end, level }: BucketRun): SignedBucket[] {
  const span = bucketLength(level)
  const sign = end < start ? -1 : 1
  return Array.from({ length: Math.abs(end - start) / span }, (_, nth) => ({
    span,
    span_start: toDate(Math.min(start, end) + nth * span),
    sign,
  }))
}

const bucketLength = (level: number) => LENGTHS[level] ?? 1
