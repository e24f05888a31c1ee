import { randomBytes } from 'node:crypto'
import type { ProcessedImage } from '../../../storage/image-processing.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'

export type PictureSize = keyof ProcessedImage

export type StoredPicture = { businessid: string; picture: string }

const SIZES: readonly PictureSize[] = ['full', 'thumb']

const objectKey = ({ businessid, picture }: StoredPicture, size: PictureSize) => `pictures/${businessid}/${picture}-${size}.webp`

/** A new unique name. */
export const createPictureName = () => randomBytes(16).toString('hex')

/** Stores every size. When it throws, some may be stored. */
export async function storePicture(files: ObjectStore, stored: StoredPicture, bytes: ProcessedImage) {
  for (const size of SIZES) await files.put(objectKey(stored, size), bytes[size])
}

export const readPicture = (files: ObjectStore, stored: StoredPicture, size: PictureSize) => files.get(objectKey(stored, size))

export async function deletePicture(files: ObjectStore, stored: StoredPicture) {
  await Promise.all(SIZES.map((size) => files.remove(objectKey(stored, size))))
}
