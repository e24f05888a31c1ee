import { randomBytes } from 'node:crypto'
import type { FileStore } from '../files/file-store.ts'
import type { Picture } from '../files/pictures.ts'

export type PictureSize = keyof Picture

/** A picture that a product of the business has. */
export type KeptPicture = { businessid: string; picture: string }

const SIZES: readonly PictureSize[] = ['full', 'thumb']

const keyOf = ({ businessid, picture }: KeptPicture, size: PictureSize) => `pictures/${businessid}/${picture}-${size}.webp`

/** Keeps a picture under a name that nothing had before. */
export async function keepPicture(files: FileStore, businessid: string, bytes: Picture): Promise<KeptPicture> {
  const kept = { businessid, picture: randomBytes(16).toString('hex') }
  for (const size of SIZES) await files.put(keyOf(kept, size), bytes[size])
  return kept
}

export const readPicture = (files: FileStore, kept: KeptPicture, size: PictureSize) => files.get(keyOf(kept, size))

export async function discardPicture(files: FileStore, kept: KeptPicture) {
  for (const size of SIZES) await files.remove(keyOf(kept, size))
}
