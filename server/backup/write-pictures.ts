import type { Client } from 'pg'
import { getErrorMessage, getRootCause } from '../../db/errors.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { PICTURE_SIZES, pictureKey, type StoredPicture } from '../storage/picture-files.ts'
import { createFilesHash } from './manifest.ts'

const PICTURES_PER_PAGE = 1000
/** Pictures that are read at once: each takes the time of an answer of the bucket. */
const PICTURES_AT_ONCE = 8
/** After this many in a row that cannot be read, the store is away. The rest is not tried: each would wait for its time limit. */
const MAX_FAILURES = 2 * PICTURES_AT_ONCE

/** A file that a product names and that is not in the backup. */
export type LostPicture = { file: string; reason: string }

type Input = { files: ObjectStore; signal?: AbortSignal; addEntry(name: string, content: Uint8Array): Promise<void> }

/** Writes the pictures that the rows of the snapshot name. One that is missing or cannot be read does not stop the others. */
export async function writePictures(client: Client, { files, signal, addEntry }: Input) {
  const all = createFilesHash()
  const lost: (LostPicture & StoredPicture)[] = []
  let failures = 0
  const read = async (file: string): Promise<Uint8Array | string> => {
    if (failures >= MAX_FAILURES) return 'not tried, because the store of pictures does not answer'
    try {
      const content = await files.get(file)
      failures = 0
      if (!content) return 'missing'
      return content.length > 0 ? content : 'empty'
    } catch (error) {
      failures++
      return getErrorMessage(getRootCause(error))
    }
  }
  for await (const pictures of readPictures(client)) {
    const wanted = pictures.flatMap((picture) => PICTURE_SIZES.map((size) => ({ ...picture, file: pictureKey(picture, size) })))
    for (let start = 0; start < wanted.length; start += PICTURES_AT_ONCE) {
      signal?.throwIfAborted()
      const group = wanted.slice(start, start + PICTURES_AT_ONCE)
      const contents = await Promise.all(group.map(({ file }) => read(file)))
      for (const [index, picture] of group.entries()) {
        const content = contents[index]
        if (content === undefined || typeof content === 'string') lost.push({ ...picture, reason: content ?? 'missing' })
        else {
          all.add(picture.file, content)
          await addEntry(picture.file, content)
        }
      }
    }
  }
  return { pictures: { ...all.result(), missing: lost.length }, lost }
}

async function* readPictures(client: Client) {
  let last: StoredPicture = { businessid: '00000000-0000-0000-0000-000000000000', picture: '' }
  for (;;) {
    const { rows } = await client.query<StoredPicture>(
      // The products of an item have the same picture.
      `select distinct businessid, picture from product
        where picture is not null and (businessid, picture) > ($1, $2) order by businessid, picture limit ${PICTURES_PER_PAGE}`,
      [last.businessid, last.picture],
    )
    yield rows
    last = rows.at(-1) ?? last
    if (rows.length < PICTURES_PER_PAGE) return
  }
}

/** Without those that no product names any more: they were changed or deleted while the backup was made. Call it after the snapshot. */
export async function findStillNamed(client: Client, lost: (LostPicture & StoredPicture)[]): Promise<LostPicture[]> {
  if (lost.length === 0) return []
  const { rows } = await client.query<StoredPicture>(
    'select distinct businessid, picture from product where (businessid, picture) in (select * from unnest($1::uuid[], $2::text[]))',
    [lost.map(({ businessid }) => businessid), lost.map(({ picture }) => picture)],
  )
  const named = new Set(rows.map(({ businessid, picture }) => `${businessid} ${picture}`))
  return lost
    .filter(({ businessid, picture }) => named.has(`${businessid} ${picture}`))
    .map(({ file, reason }) => ({ file, reason }))
}

const NAMED = 20

/** 'pictures/…-full.webp (missing)', for the first ones. */
export const describeLost = (lost: LostPicture[]) => [
  ...lost.slice(0, NAMED).map(({ file, reason }) => `${file} (${reason})`),
  ...(lost.length > NAMED ? [`and ${lost.length - NAMED} more`] : []),
]
