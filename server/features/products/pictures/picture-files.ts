import { randomBytes } from 'node:crypto'
import type { ProcessedImage } from '../../../storage/image-processing.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'

export type PictureSize = keyof ProcessedImage

/** A picture that a product of the business has. */
export type StoredPicture = { businessid: string; picture: string }

const SIZES: readonly PictureSize[] = ['full', 'thumb']

const keyOf = ({ businessid, picture }: StoredPicture, size: PictureSize) => `pictures/${businessid}/${picture}-${size}.webp`

/** A name for a picture that nothing had before. */
export const createPictureName = () => randomBytes(16).toString('hex')

/** Keeps all of a picture. Some of it may be there when it throws. */
export async function storePicture(files: ObjectStore, kept: StoredPicture, bytes: ProcessedImage) {
  for (const size of SIZES) await files.put(keyOf(kept, size), bytes[size])
}

export const readPicture = (files: ObjectStore, kept: StoredPicture, size: PictureSize) => files.get(keyOf(kept, size))

export async function deletePicture(files: ObjectStore, kept: StoredPicture) {
  await Promise.all(SIZES.map((size) => files.remove(keyOf(kept, size))))
}
