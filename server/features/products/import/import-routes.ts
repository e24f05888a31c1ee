import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { z } from 'zod'
import {
  ImportConfirmation,
  type ImportPreview,
  type ImportProgress,
  ImportSearch,
  importRefusals,
} from '../../../../contract/product-import.ts'
import type { Product } from '../../../../contract/products.ts'
import { NO_SITE } from '../../../../contract/shared/errors.ts'
import { type Doors, isUnreachable, isUnstorable, type Scope, violates } from '../../../../db/tenant-scope.ts'
import type { Auth } from '../../../auth/auth.ts'
import { plainRoutes, readQuery, type Within } from '../../../http/http-routes.ts'
import { csvOf } from '../../../shared/csv.ts'
import { queueOf, TooBusy } from '../../../shared/limiter.ts'
import { withPauses } from '../../../shared/yield-to-event-loop.ts'
import { COLUMNS } from '../export.ts'
import { FileRefused } from './csv-records.ts'
import { type Change, type Line, lineOf, planOf, type Refused, type SitesByName, withoutStock } from './plan.ts'
import {
  addImported,
  changeImported,
  isWaiting,
  keepImport,
  matchesOf,
  namesakesOf,
  sayWhyStockChanges,
  sitesByName,
  takeImport,
} from './queries.ts'
import { readFile } from './read-file.ts'

const CHUNK = 1_000

/** Reading a file fills a core for a moment. */
const readInTurn = queueOf({ atOnce: 1, mostWaiting: 10 })

/** Writing one holds a connection for seconds; with two places a second confirmation of one import hears at once that it is. */
const writtenInTurn = queueOf({ atOnce: 2, mostWaiting: 20 })

const refusal = (
  code: keyof typeof importRefusals,
  { message = importRefusals[code].message, cause }: { message?: string; cause?: unknown } = {},
) => new ORPCError(code, { ...importRefusals[code], message, cause })

/** See contract/product-import.ts. */
export function importRoutes(doorsAndAuth: { auth: Auth; doors: Doors }) {
  const route = plainRoutes(doorsAndAuth)

  const preview = route(async (c, { within }) => {
    const { siteid } = readQuery(c, ImportSearch)
    const bytes = new Uint8Array(await c.req.arrayBuffer())
    const sites = await within(sitesByName)
    if (![...sites.values()].flat().includes(siteid)) throw new ORPCError('NO_SITE', NO_SITE)
    const { ignored, columns, read } = await readInTurn(() => linesOf(bytes, sites, siteid)).catch((error) => {
      throw error instanceof FileRefused ? refusal('FILE_REFUSED', { message: error.message }) : error
    })
    const asked = read.filter((one) => 'values' in one)
    const shown = await within(async (scope) => {
      const matches = await matchesOf(scope, asked)
      const known = new Set(matches.map(({ line }) => line))
      const namesakes = await namesakesOf(
        scope,
        asked.filter(({ line }) => !known.has(line)),
      )
      const { changes, preview } = await planOf({ read, matches, namesakes, columns })
      return { ...(await keepImport(scope, changes)), ...preview, ignored }
    })
    return c.json(shown satisfies ImportPreview)
  })

  const confirm = route(async (c, { within }) => {
    const { data: importid } = z.uuid().safeParse(c.req.param('importid'))
    if (!importid || !(await within((scope) => isWaiting(scope, importid)))) throw refusal('IMPORT_GONE')
    const work = { importid, setsStock: readQuery(c, ImportConfirmation).sets_stock }
    const progress = progressOf((tell) => writtenInTurn(() => inOneTransaction(within, work, tell)), c.var.log)
    c.header('content-type', 'application/x-ndjson')
    // Compressing would hold the progress back.
    c.header('cache-control', 'no-store, no-transform')
    return c.body(progress)
  })

  /** The head of a file that can be imported. */
  const template = route(async (c) => {
    c.header('content-type', 'text/csv; charset=utf-8')
    c.header('content-disposition', 'attachment; filename="products-template.csv"')
    return c.body(await Array.fromAsync(csvOf(COLUMNS, noPages())).then(([head]) => new Uint8Array(head ?? [])))
  })

  return new Hono<{ Variables: { log: Logger } }>().get('/template.csv', template).post('/', preview).post('/:importid', confirm)
}

async function linesOf(bytes: Uint8Array, sites: SitesByName, chosenSite: number) {
  const { ignored, columns, lines, numbers } = await readFile(bytes)
  const read: (Line | Refused)[] = []
  for await (const line of withPauses(lines)) read.push(lineOf(line, { numbers, sites, chosenSite }))
  return { ignored, columns, read }
}

type Imported = { new: number; changed: number }
type Confirmation = { importid: string; setsStock: boolean }
type Tell = (progress: ImportProgress) => void

async function inOneTransaction(within: Within, confirmation: Confirmation, tell: Tell): Promise<Imported> {
  let isWritten = false
  try {
    return await within(async (scope) => {
      const imported = await carryOut(scope, confirmation, tell)
      isWritten = true
      return imported
    })
  } catch (cause) {
    // Lost between COMMIT and its answer: it may be saved, or not.
    throw isWritten && isUnreachable(cause) ? refusal('IMPORT_UNKNOWN', { cause }) : cause
  }
}

/** Does what the preview showed, all of it or nothing; a sale since then is no reason to refuse, an edit is. */
async function carryOut(scope: Scope, { importid, setsStock }: Confirmation, tell: Tell): Promise<Imported> {
  const shown = await takeImport(scope, importid)
  if (!shown) throw refusal('IMPORT_GONE')
  if (shown === 'running') throw refusal('IMPORT_RUNNING')
  const changes = setsStock ? shown : withoutStock(shown)
  const added = changes.filter(({ productid }) => productid === null)
  const changed = changes.filter(({ productid }) => productid !== null)
  changed.sort((one, other) => Number(one.productid) - Number(other.productid))
  if ((await matchesOf(scope, added.map(lineLike))).length > 0) throw refusal('IMPORT_STALE')
  await sayWhyStockChanges(scope)
  let done = 0
  const write = async (lines: Change[], writeChunk: (chunk: Change[]) => Promise<unknown>) => {
    for (let at = 0; at < lines.length; at += CHUNK) {
      const chunk = lines.slice(at, at + CHUNK)
      await writeChunk(chunk).catch((error) => {
        throw violates(error, 'unique') || violates(error, 'foreign key') || isUnstorable(error) ? refusal('IMPORT_STALE') : error
      })
      done += chunk.length
      tell({ done, of: changes.length })
    }
  }
  await write(added, (chunk) => addImported(scope, chunk))
  await write(changed, async (chunk) => {
    if ((await changeImported(scope, chunk)) < chunk.length) throw refusal('IMPORT_STALE')
  })
  return { new: added.length, changed: changed.length }
}

const lineLike = ({ line, siteid, productname, barcode }: Change): Line => ({ line, siteid, values: { productname, barcode } })

/** Says in lines of JSON how work goes on, and at last what it came to. It goes on when nobody listens any more. */
function progressOf(work: (tell: Tell) => Promise<Imported>, log: Logger) {
  const encoder = new TextEncoder()
  let isHeard = true
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      const tell = (progress: ImportProgress) => {
        if (isHeard) controller.enqueue(encoder.encode(`${JSON.stringify(progress)}\n`))
      }
      try {
        const imported = await work(tell)
        log.info({ imported }, 'products were imported')
        tell({ imported })
      } catch (error) {
        const { code, status, message, cause } = refusalOf(error)
        if (status === 500) log.error({ err: cause }, 'an import failed')
        tell({ error: { code, status, message } })
      }
      if (isHeard) controller.close()
    },
    cancel() {
      isHeard = false
    },
  })
}

function refusalOf(error: unknown) {
  if (error instanceof ORPCError) return error
  return error instanceof TooBusy ? refusal('IMPORT_BUSY') : refusal('IMPORT_FAILED', { cause: error })
}

async function* noPages(): AsyncGenerator<Product[]> {}
