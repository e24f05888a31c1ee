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

export async function listErased(store: Pick<BackupStore, 'list'>): Promise<ErasedBusiness[]> {
  const files = await store.list()
  return files.flatMap(({ name }) => {
    const [, day, hours, minutes, seconds, businessid] = NAME.exec(name) ?? []
    return businessid ? [{ businessid, erasedAt: new Date(`${day}${hours}:${minutes}:${seconds}Z`) }] : []
  })
}
