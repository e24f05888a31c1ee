import type { DateRange } from '../../contract/shared/fields.ts'

/** The lengths of the buckets in days, shortest first; 12-roll-ups.sql gives the reason. */
const LENGTHS = [1, 4, 16, 64, 256]
export const LONGEST_BUCKET_DAYS = Math.max(...LENGTHS)

export type Bucket = { bucket_days: number; bucket_start: string }

/** A stored bucket, and whether it is added (1) or subtracted (-1). */
type SignedBucket = Bucket & { sign: 1 | -1 }

const DAY_MS = 24 * 3600 * 1000
const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS
/** The days of a range, both ends included. */
export const countDays = ({ from, to }: DateRange) => dayNumber(to) - dayNumber(from) + 1

const toDate = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

export const addDays = (date: string, days: number) => toDate(dayNumber(date) + days)

/** Every day of a range, in order. */
export const listDays = (range: DateRange) => Array.from({ length: countDays(range) }, (_, nth) => addDays(range.from, nth))

/** The key of a bucket in product_buckets, computed as bucket_key in db/functions/roll-ups.sql computes it. */
export const bucketKey = ({ bucket_days, bucket_start }: Bucket) => dayNumber(bucket_start) * 1024 + bucket_days

/** A few buckets that add up to the range, both ends included: each of its days once, and no other day. */
export const bucketsFor = ({ from, to }: DateRange) => cover(dayNumber(from), dayNumber(to) + 1, 0).runs.flatMap(bucketsOfRun)

/** Consecutive buckets of one length, from one day to another; subtracted when `end` is before `start`. */
type BucketRun = { start: number; end: number; level: number }
type Covering = { runs: BucketRun[]; buckets: number }

/** Covers the days first ... last - 1, both of them multiples of this level's length. */
function cover(first: number, last: number, level: number): Covering {
  const longer = LENGTHS[level + 1]
  if (first === last) return { runs: [], buckets: 0 }
  let best = coveringFrom([{ start: first, end: last, level }])
  if (longer === undefined) return best
  // Each end is rounded down or up to the grid of the next longer bucket. The days that this adds are subtracted again.
  for (const innerFirst of [Math.floor(first / longer) * longer, Math.ceil(first / longer) * longer]) {
    for (const innerLast of [Math.floor(last / longer) * longer, Math.ceil(last / longer) * longer]) {
      if (innerFirst > innerLast) continue
      const ends = coveringFrom([
        { start: first, end: innerFirst, level },
        { start: innerLast, end: last, level },
      ])
      const inner = cover(innerFirst, innerLast, level + 1)
      const buckets = ends.buckets + inner.buckets
      if (buckets < best.buckets) best = { runs: [...ends.runs, ...inner.runs], buckets }
    }
  }
  return best
}

const coveringFrom = (runs: BucketRun[]): Covering => ({
  runs,
  buckets: runs.reduce((buckets, { start, end, level }) => buckets + Math.abs(end - start) / bucketLength(level), 0),
})

function bucketsOfRun({ start, end, level }: BucketRun): SignedBucket[] {
  const bucket_days = bucketLength(level)
  const sign = end < start ? -1 : 1
  return Array.from({ length: Math.abs(end - start) / bucket_days }, (_, index) => ({
    bucket_days,
    bucket_start: toDate(Math.min(start, end) + index * bucket_days),
    sign,
  }))
}

const bucketLength = (level: number) => LENGTHS[level] ?? 1
