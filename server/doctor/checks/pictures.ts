import { getErrorMessage, getRootCause } from '../../../db/errors.ts'
import { createQuery } from '../../../db/roll-ups/roll-ups.ts'
import { PICTURE_SIZES, pictureKey } from '../../storage/picture-files.ts'
import { type Check, count, type DoctorContext, ok, problem, warning } from '../check.ts'

const PREFIX = 'pictures'
/** Files that are read at once. */
const FILES_AT_ONCE = 8
/** Pictures that are named. */
const NAMED = 3

type Picture = { businessid: string; picture: string; productid: number; productname: string; business: string }
type PictureFile = Picture & { key: string }

/** Of the products of an item, which have the same picture, the first. */
const LIST_PICTURES = `
  select distinct on (p.businessid, p.picture) p.businessid, p.picture, p.productid, p.productname, b.name as business
    from product p join business b on b.id = p.businessid
   where p.picture is not null order by p.businessid, p.picture, p.productid`

/** Each picture of a product has its files, which can be read, and each file belongs to a picture. */
export const pictures: Check = {
  name: 'pictures',
  async run({ client, config, files }) {
    // The files first: one that is uploaded in between is then no orphan.
    const stored = new Set<string>()
    for await (const key of files.list(PREFIX)) stored.add(key)
    const rows = await createQuery(client)<Picture>(LIST_PICTURES)
    const used = rows.flatMap((row) => PICTURE_SIZES.map((size) => ({ ...row, key: pictureKey(row, size) })))
    // A bucket lists only what it can return, and to read all of it would cost hours and money.
    const toRead = config.filesUrl ? used.filter(({ key }) => !stored.has(key)) : used
    const { missing, unreadable } = await readAll(files, toRead)
    const known = new Set(used.map(({ key }) => key))
    const orphans = [...stored].filter((key) => !known.has(key))
    const businesses = new Set((await createQuery(client)<{ id: string }>('select id from business')).map(({ id }) => id))
    const homeless = orphans.filter((key) => !businesses.has(key.split('/')[1] ?? '')).length
    const found = [
      missing.length > 0 &&
        problem(
          `${count(missing.length, 'file')} of pictures ${missing.length === 1 ? 'is' : 'are'} missing${describe(missing)}.`,
          'Restore the folder or the bucket of pictures from a backup, or upload these pictures again.',
        ),
      unreadable.length > 0 &&
        problem(
          `${count(unreadable.length, 'file')} of pictures cannot be read (${unreadable[0]?.reason})${describe(unreadable)}.`,
          'Give them to the user of the server, or upload these pictures again. Until then they are in no backup.',
        ),
      orphans.length > 0 &&
        warning(
          `${count(orphans.length, 'file')} ${orphans.length === 1 ? 'belongs' : 'belong'} to no product, the first is ${orphans[0]}.${homeless > 0 ? ` Of businesses that are not here: ${homeless}.` : ''}`,
          'They only take space. Delete them if no upload is under way and no backup needs them.',
        ),
    ].filter((outcome) => outcome !== false)
    return found.length > 0 ? found : ok(`${count(rows.length, 'picture')} and no other file.`)
  },
}

async function readAll(files: DoctorContext['files'], wanted: PictureFile[]) {
  const missing: PictureFile[] = []
  const unreadable: (PictureFile & { reason: string })[] = []
  for (let start = 0; start < wanted.length; start += FILES_AT_ONCE) {
    await Promise.all(
      wanted.slice(start, start + FILES_AT_ONCE).map(async (file) => {
        try {
          const content = await files.get(file.key)
          if (!content) missing.push(file)
          else if (content.length === 0) unreadable.push({ ...file, reason: 'it is empty' })
        } catch (error) {
          unreadable.push({ ...file, reason: getErrorMessage(getRootCause(error)) })
        }
      }),
    )
  }
  return { missing, unreadable }
}

/** ', the first is pictures/….webp; of Bread (product 12) of the business 'Nkosi Stores'' */
function describe(found: PictureFile[]) {
  const products = new Map(
    found.map(({ productid, productname, business }) => [
      productid,
      `${productname} (product ${productid}) of the business '${business}'`,
    ]),
  )
  const rest = products.size - NAMED
  const names = [...[...products.values()].slice(0, NAMED), ...(rest > 0 ? [`${rest} more products`] : [])]
  return `, the first is ${found.map(({ key }) => key).sort()[0]}; of ${names.join(', ')}`
}
