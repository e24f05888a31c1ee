import type { ClientBase } from 'pg'
import type { BackupStore } from './backup-store.ts'

export type ErasedBusiness = { businessid: string; erasedAt: Date }

const NAME = /^erased-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d)Z-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.txt$/

/**
 * Notes beside the backups that a business was erased, so that a restore of an older one erases it again. One small file a business: its
 * name says all, and a bucket has no other way to add something without a loss.
 */
export async function markErased(store: BackupStore, { businessid, erasedAt }: ErasedBusiness) {
  const time = erasedAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')
  await store.write(`erased-${time}-${businessid}.txt`, async (output) => {
    output.end(`The business ${businessid} was erased. A restore of an older backup erases it again: keep this file.\n`)
  })
}

/** A mark is written before the erasure, and the row of the log after it. */
const ERASURE_TAKES_MS = 24 * 3600 * 1000

/** Writes the marks that are missing of erasures that other servers made, or that were made with another place for backups. */
export async function writeMissingMarks(store: BackupStore, erased: ErasedBusiness[]) {
  if (erased.length === 0) return
  const marks = await listErased(store)
  const isMarked = ({ businessid, erasedAt }: ErasedBusiness) =>
    marks.some((mark) => mark.businessid === businessid && mark.erasedAt.getTime() + ERASURE_TAKES_MS >= erasedAt.getTime())
  for (const business of erased) if (!isMarked(business)) await markErased(store, business)
}

/** The rows are `ErasedBusiness`. */
export const SELECT_ERASED = 'select businessid, erased_at as "erasedAt" from public.list_erased_businesses()'

/** Of the log of the operator, by a role that may read it. */
export const readErased = async (client: Pick<ClientBase, 'query'>) => (await client.query<ErasedBusiness>(SELECT_ERASED)).rows

export async function listErased(store: Pick<BackupStore, 'list'>): Promise<ErasedBusiness[]> {
  const files = await store.list()
  return files.flatMap(({ name }) => {
    const [, day, hours, minutes, seconds, businessid] = NAME.exec(name) ?? []
    return businessid ? [{ businessid, erasedAt: new Date(`${day}${hours}:${minutes}:${seconds}Z`) }] : []
  })
}
