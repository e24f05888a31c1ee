import { randomBytes } from 'node:crypto'
import type { ProcessedImage } from './image-processing.ts'
import type { ObjectStore } from './object-store.ts'

export type PictureSize = keyof ProcessedImage

export type StoredPicture = { businessid: string; picture: string }

export const PICTURE_SIZES: readonly PictureSize[] = ['full', 'thumb']

/** The key of a file in the object store. */
export const pictureKey = ({ businessid, picture }: StoredPicture, size: PictureSize) =>
  `pictures/${businessid}/${picture}-${size}.webp`

/** A new unique name. */
export const createPictureName = () => randomBytes(16).toString('hex')

/** Stores every size. When it throws, some may be stored. */
export async function storePicture(files: ObjectStore, stored: StoredPicture, bytes: ProcessedImage) {
  for (const size of PICTURE_SIZES) await files.put(pictureKey(stored, size), bytes[size])
}

export const readPicture = (files: ObjectStore, stored: StoredPicture, size: PictureSize) => files.get(pictureKey(stored, size))

export async function deletePicture(files: ObjectStore, stored: StoredPicture) {
  await Promise.all(PICTURE_SIZES.map((size) => files.remove(pictureKey(stored, size))))
}
