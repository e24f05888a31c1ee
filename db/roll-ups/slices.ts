import { createFrameRollUps, DAY_ROLL_UPS, type Query, type RollUp } from './roll-ups.ts'

const SLICE_DAYS = 32
const FRAME_DAYS = 256

/** A part of the roll-ups of a business, small enough for one statement. */
export type Slice = { rollUp: RollUp; bounds: [businessid: string, from: unknown, to: unknown] }

/** Every slice of a business that has sales or roll-ups. Buckets of one day come before the longer ones, which are made of them. */
export async function* findSlices(query: Query, businessid: string): AsyncGenerator<Slice> {
  const frames = new Set<string>()
  for (let day = await findNextDay(query, businessid, '1900-01-01'); day; ) {
    const end = addDays(day, SLICE_DAYS)
    for (const rollUp of DAY_ROLL_UPS) yield { rollUp, bounds: [businessid, day, end] }
    for (const date of [day, addDays(end, -1)]) frames.add(startFrame(date, FRAME_DAYS))
    day = await findNextDay(query, businessid, end)
  }
  for (const frame of await findFrames(query, businessid)) frames.add(frame)
  for (const frame of frames) {
    for (const rollUp of createFrameRollUps(FRAME_DAYS)) yield { rollUp, bounds: [businessid, frame, addDays(frame, FRAME_DAYS)] }
  }
}

/** The last days up to `today`, a week at a time, and their buckets of up to 64 days: little enough to read every day. */
export function* createRecentSlices(businessid: string, today: string, days: number): Generator<Slice> {
  const first = addDays(today, 1 - days)
  for (let from = first; from <= today; from = addDays(from, 7)) {
    const bounds: Slice['bounds'] = [businessid, from, min(addDays(from, 7), addDays(today, 1))]
    for (const rollUp of DAY_ROLL_UPS) yield { rollUp, bounds }
  }
  for (let frame = startFrame(first, 64); frame <= today; frame = addDays(frame, 64)) {
    for (const rollUp of createFrameRollUps(64)) yield { rollUp, bounds: [businessid, frame, addDays(frame, 64)] }
  }
}

const min = (a: string, b: string) => (a < b ? a : b)

const DAY_MS = 86_400_000
const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
const startFrame = (day: string, length: number) => addDays('1970-01-01', Math.floor(Date.parse(day) / DAY_MS / length) * length)

/** The first day from `day` on that has a sale or a roll-up of one day. */
async function findNextDay(query: Query, businessid: string, day: string) {
  const [row] = await query<{ day: string | null }>(
    `select least(
       (select (min(saledate) at time zone (select timezone from business where id = $1))::date from sales
         where businessid = $1 and saledate >= $2::date::timestamp at time zone (select timezone from business where id = $1)),
       (select min(day) from site_daily where businessid = $1 and day >= $2::date),
       (select min(bucket_start) from sales_buckets where businessid = $1 and bucket_days = 1 and bucket_start >= $2::date),
       (select min(bucket_start) from payment_buckets where businessid = $1 and bucket_days = 1 and bucket_start >= $2::date),
       (select min(bucket_start) from hour_buckets where businessid = $1 and bucket_days = 1 and bucket_start >= $2::date),
       (select min(day) from vat_daily where businessid = $1 and day >= $2::date),
       (select date '1970-01-01' + min(bucket_key) / 1024 from product_buckets
         where businessid = $1 and bucket_key % 1024 = 1 and bucket_key >= bucket_key($2::date, 0)))::text as day`,
    [businessid, day],
  )
  return row?.day ?? undefined
}

/** The frames of the longer buckets that are kept, also of those whose days are gone. */
async function findFrames(query: Query, businessid: string) {
  const rows = await query<{ day: string }>(
    `select distinct bucket_start(bucket_start, ${FRAME_DAYS})::text as day from sales_buckets where businessid = $1 and bucket_days > 1
     union
     select distinct bucket_start(bucket_start, ${FRAME_DAYS})::text from payment_buckets where businessid = $1 and bucket_days > 1
     union
     select distinct bucket_start(bucket_start, ${FRAME_DAYS})::text from hour_buckets where businessid = $1 and bucket_days > 1
     union
     select distinct bucket_start(date '1970-01-01' + bucket_key / 1024, ${FRAME_DAYS})::text from product_buckets
      where businessid = $1 and bucket_key % 1024 = ${FRAME_DAYS}`,
    [businessid],
  )
  return rows.map(({ day }) => day)
}
