import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { z } from 'zod'
import {
  ImportConfirmation,
  type ImportPreview,
  type ImportProgress,
  ImportSearch,
  importErrors,
} from '../../../../contract/product-import.ts'
import type { Product } from '../../../../contract/products.ts'
import { NO_SITE } from '../../../../contract/shared/errors.ts'
import { isDataError, isUnreachable, violates } from '../../../../db/errors.ts'
import type { Scope } from '../../../../db/tenant-scope.ts'
import { type Access, createRoutes, type InBusiness, readQuery } from '../../../http/http-routes.ts'
import { writeCsv } from '../../../shared/csv.ts'
import { createLimiter, TooBusy } from '../../../shared/limiter.ts'
import { yieldToEventLoop } from '../../../shared/yield-to-event-loop.ts'
import { COLUMNS } from '../export.ts'
import { InvalidFile } from './csv-records.ts'
import {
  createPlan,
  type Line,
  type ProductChange,
  parseLine,
  type RejectedRow,
  type SitesByName,
  withStockChoice,
} from './plan.ts'
import {
  claimPreview,
  findLinesWithKnownName,
  findMatches,
  findSites,
  insertImported,
  isPreviewPending,
  savePreview,
  setStockReason,
  updateImported,
} from './queries.ts'
import { readFile } from './read-file.ts'

const CHUNK = 1_000

/** Reading a file fills a core for a moment. */
const readInTurn = createLimiter({ concurrency: 1, maxQueued: 10 })

/** Writing one holds a connection for seconds; with two places a second confirmation of one import hears at once that it is. */
const writtenInTurn = createLimiter({ concurrency: 2, maxQueued: 20 })

const refusal = (
  code: keyof typeof importErrors,
  { message = importErrors[code].message, cause }: { message?: string; cause?: unknown } = {},
) => new ORPCError(code, { ...importErrors[code], message, cause })

/** See contract/product-import.ts. */
export function importRoutes(access: Access) {
  const route = createRoutes(access)

  const preview = route(async (c, { within }) => {
    const { siteid } = readQuery(c, ImportSearch)
    const bytes = new Uint8Array(await c.req.arrayBuffer())
    const sites = await within(findSites)
    if (![...sites.values()].flat().includes(siteid)) throw new ORPCError('NO_SITE', NO_SITE)
    const { ignored, columns, read } = await readInTurn(() => linesOf(bytes, sites, siteid)).catch((error) => {
      throw error instanceof InvalidFile ? refusal('FILE_REFUSED', { message: error.message }) : error
    })
    const asked = read.filter((one) => 'values' in one)
    const shown = await within(async (scope) => {
      const matches = await findMatches(scope, asked)
      const known = new Set(matches.map(({ line }) => line))
      const namesakes = await findLinesWithKnownName(
        scope,
        asked.filter(({ line }) => !known.has(line)),
      )
      const { changes, preview } = await createPlan({ read, matches, namesakes, columns })
      return { ...(await savePreview(scope, changes)), ...preview, ignored }
    })
    return c.json(shown satisfies ImportPreview)
  })

  const confirm = route(async (c, { within }) => {
    const { data: importid } = z.uuid().safeParse(c.req.param('importid'))
    if (!importid || !(await within((scope) => isPreviewPending(scope, importid)))) throw refusal('IMPORT_GONE')
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
    return c.body(await Array.fromAsync(writeCsv(COLUMNS, noPages())).then(([head]) => new Uint8Array(head ?? [])))
  })

  return new Hono<{ Variables: { log: Logger } }>().get('/template.csv', template).post('/', preview).post('/:importid', confirm)
}

async function linesOf(bytes: Uint8Array, sites: SitesByName, chosenSite: number) {
  const { ignored, columns, lines, numbers } = await readFile(bytes)
  const read: (Line | RejectedRow)[] = []
  for await (const line of yieldToEventLoop(lines)) read.push(parseLine(line, { numbers, sites, chosenSite }))
  return { ignored, columns, read }
}

type Imported = { new: number; changed: number }
type Confirmation = { importid: string; setsStock: boolean }
type Tell = (progress: ImportProgress) => void

async function inOneTransaction(within: InBusiness, confirmation: Confirmation, tell: Tell): Promise<Imported> {
  let isWritten = false
  try {
    return await within(async (scope) => {
      const imported = await applyImport(scope, confirmation, tell)
      isWritten = true
      return imported
    })
  } catch (cause) {
    // Lost between COMMIT and its answer: it may be saved, or not.
    throw isWritten && isUnreachable(cause) ? refusal('IMPORT_UNKNOWN', { cause }) : cause
  }
}

/** Does what the preview showed, all of it or nothing; a sale since then is no reason to refuse, an edit is. */
async function applyImport(scope: Scope, { importid, setsStock }: Confirmation, tell: Tell): Promise<Imported> {
  const shown = await claimPreview(scope, importid)
  if (!shown) throw refusal('IMPORT_GONE')
  if (shown === 'running') throw refusal('IMPORT_RUNNING')
  const changes = setsStock ? shown : withStockChoice(shown)
  const added = changes.filter(({ productid }) => productid === null)
  const changed = changes.filter(({ productid }) => productid !== null)
  changed.sort((one, other) => Number(one.productid) - Number(other.productid))
  if ((await findMatches(scope, added.map(lineLike))).length > 0) throw refusal('IMPORT_STALE')
  await setStockReason(scope)
  let done = 0
  const write = async (lines: ProductChange[], writeChunk: (chunk: ProductChange[]) => Promise<unknown>) => {
    for (let at = 0; at < lines.length; at += CHUNK) {
      const chunk = lines.slice(at, at + CHUNK)
      await writeChunk(chunk).catch((error) => {
        throw violates(error, 'unique') || violates(error, 'foreign key') || isDataError(error) ? refusal('IMPORT_STALE') : error
      })
      done += chunk.length
      tell({ done, of: changes.length })
    }
  }
  await write(added, (chunk) => insertImported(scope, chunk))
  await write(changed, async (chunk) => {
    if ((await updateImported(scope, chunk)) < chunk.length) throw refusal('IMPORT_STALE')
  })
  return { new: added.length, changed: changed.length }
}

const lineLike = ({ line, siteid, productname, barcode }: ProductChange): Line => ({
  line,
  siteid,
  values: { productname, barcode },
})

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
        const { code, status, message, cause } = toImportError(error)
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

function toImportError(error: unknown) {
  if (error instanceof ORPCError) return error
  return error instanceof TooBusy ? refusal('IMPORT_BUSY') : refusal('IMPORT_FAILED', { cause: error })
}

async function* noPages(): AsyncGenerator<Product[]> {}
