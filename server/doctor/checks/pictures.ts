import { createQuery } from '../../../db/roll-ups/roll-ups.ts'
import { type Check, count, ok, problem, warning } from '../check.ts'

const SIZES = ['full', 'thumb']
const PREFIX = 'pictures'

/** Each picture of a product has its files, and each file belongs to a picture. */
export const pictures: Check = {
  name: 'pictures',
  async run({ client, files }) {
    // The files first: one that is uploaded in between is then no orphan.
    const stored = new Set<string>()
    for await (const key of files.list(PREFIX)) stored.add(key)
    const rows = await createQuery(client)<{ businessid: string; picture: string }>(
      'select distinct businessid, picture from product where picture is not null',
    )
    const used = new Set(
      rows.flatMap(({ businessid, picture }) => SIZES.map((size) => `${PREFIX}/${businessid}/${picture}-${size}.webp`)),
    )
    const missing = await findMissing(
      files,
      [...used].filter((key) => !stored.has(key)),
    )
    const orphans = [...stored].filter((key) => !used.has(key))
    const found = [
      missing.length > 0 &&
        problem(
          `${count(missing.length, 'file')} of pictures ${missing.length === 1 ? 'is' : 'are'} missing, the first is ${missing[0]}.`,
          'Restore the folder or the bucket of pictures from a backup, or upload these pictures again.',
        ),
      orphans.length > 0 &&
        warning(
          `${count(orphans.length, 'file')} ${orphans.length === 1 ? 'belongs' : 'belong'} to no product, the first is ${orphans[0]}.`,
          'They only take space. Delete them if no upload is under way and no backup needs them.',
        ),
    ].filter((outcome) => outcome !== false)
    return found.length > 0 ? found : ok(`${count(rows.length, 'picture')} and no other file.`)
  },
}

/** Those that were not there when the files were listed, and still are not. */
async function findMissing(files: { get(key: string): Promise<unknown> }, keys: string[]) {
  const missing: string[] = []
  for (const key of keys) if (!(await files.get(key))) missing.push(key)
  return missing
}
