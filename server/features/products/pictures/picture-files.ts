import { randomBytes } from 'node:crypto'
import type { Picture } from '../../../storage/image-processing.ts'
import type { FileStore } from '../../../storage/object-store.ts'

export type PictureSize = keyof Picture

/** A picture that a product of the business has. */
export type KeptPicture = { businessid: string; picture: string }

const SIZES: readonly PictureSize[] = ['full', 'thumb']

const keyOf = ({ businessid, picture }: KeptPicture, size: PictureSize) => `pictures/${businessid}/${picture}-${size}.webp`

/** A name for a picture that nothing had before. */
export const unusedName = () => randomBytes(16).toString('hex')

/** Keeps all of a picture. Some of it may be there when it throws. */
export async function keepPicture(files: FileStore, kept: KeptPicture, bytes: Picture) {
  for (const size of SIZES) await files.put(keyOf(kept, size), bytes[size])
}

export const readPicture = (files: FileStore, kept: KeptPicture, size: PictureSize) => files.get(keyOf(kept, size))

export async function discardPicture(files: FileStore, kept: KeptPicture) {
  await Promise.all(SIZES.map((size) => files.remove(keyOf(kept, size))))
}
