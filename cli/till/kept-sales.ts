import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { TILL_KEEPS_DAYS } from '../../contract/shared/constants.ts'
import { createFolder } from '../../db/create-folder.ts'
import { getErrorCode, getErrorMessage } from '../../db/errors.ts'
import { CannotRun } from '../shared/cannot-run.ts'

const DAY_MS = 24 * 3600 * 1000

/** A line of the file: an epoch, or a sale with the time of its answer. */
const Line = z.union([
  z.strictObject({ epoch: z.string() }),
  z.strictObject({ at: z.iso.datetime(), sale: z.looseObject({ reference: z.string() }) }),
])
type KeptSale = Extract<z.infer<typeof Line>, { sale: unknown }>

export type KeptSales = Awaited<ReturnType<typeof openKeptSales>>

/**
 * The sales of the last 14 days that the server has answered as stored, in a file with one JSON object a line, so that they can be sent
 * again to a restored server. `epoch` is the one in which all of them were answered; undefined before the first answer. Throws CannotRun
 * when the file cannot be read or written.
 */
export async function openKeptSales(file: string) {
  const lines = await readLines(file)
  const oldest = new Date(Date.now() - TILL_KEEPS_DAYS * DAY_MS).toISOString()
  const kept = new Map<string, KeptSale>()
  let epoch: string | undefined
  for (const line of lines) {
    if ('epoch' in line) epoch = line.epoch
    else if (line.at >= oldest) kept.set(line.sale.reference, line)
  }
  await write(file, async () => {
    await createFolder(dirname(file))
    const fresh = `${file}.new`
    await writeFile(fresh, format([...(epoch === undefined ? [] : [{ epoch }]), ...kept.values()]), { mode: 0o600 })
    await rename(fresh, file)
  })

  return {
    getEpoch: () => epoch,
    list: () => [...kept.values()].map(({ sale }) => sale),

    async add(sales: KeptSale['sale'][]) {
      const at = new Date().toISOString()
      const added = sales.filter(({ reference }) => !kept.has(reference)).map((sale) => ({ at, sale }))
      for (const line of added) kept.set(line.sale.reference, line)
      await write(file, () => appendFile(file, format(added)))
    },

    async setEpoch(next: string) {
      epoch = next
      await write(file, () => appendFile(file, format([{ epoch }])))
    },
  }
}

const format = (lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

/** Without what cannot be read: the last line is cut off when the machine stopped while it was written. */
async function readLines(file: string) {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (getErrorCode(error) === 'ENOENT') return ''
    throw cannotKeep(file, error)
  })
  return text.split('\n').flatMap((line) => {
    try {
      return Line.safeParse(JSON.parse(line)).data ?? []
    } catch {
      return []
    }
  })
}

async function write(file: string, work: () => Promise<unknown>) {
  await work().catch((error) => {
    throw cannotKeep(file, error)
  })
}

const cannotKeep = (file: string, error: unknown) =>
  new CannotRun(`The sales that were sent cannot be kept in ${file}: ${getErrorMessage(error)}. Name another file with --kept.`)
