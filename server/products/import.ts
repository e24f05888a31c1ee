import { setImmediate as pause } from 'node:timers/promises'
import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { z } from 'zod'
import { type ImportPreview, type ImportProgress, ImportSearch, importRefusals } from '../../contract/product-import.ts'
import type { Product } from '../../contract/products.ts'
import { NO_SITE } from '../../contract/refusals.ts'
import { type Doors, isUnstorable, type Scope, violates } from '../../db/scope.ts'
import type { Auth } from '../auth.ts'
import { csvOf } from '../csv.ts'
import { plainRoutes } from '../plain-routes.ts'
import { queueOf } from '../queue.ts'
import { COLUMNS } from './export.ts'
import { FileRefused, readFile } from './import-file.ts'
import { type Change, type Line, lineOf, planOf, type Refused, type SitesByName } from './import-plan.ts'
import {
  addImported,
  changeImported,
  isWaiting,
  keepImport,
  matchesOf,
  sayWhyStockChanges,
  sitesByName,
  takeImport,
} from './import-queries.ts'

const CHUNK = 1_000
const LINES_AT_ONCE = 500

/** Reading a file fills a core for a moment. */
const queued = queueOf({ atOnce: 1, mostWaiting: 10 })

const refusal = (code: keyof typeof importRefusals, message: string = importRefusals[code].message) =>
  new ORPCError(code, { ...importRefusals[code], message })

/** See contract/product-import.ts. */
export function importRoutes(doorsAndAuth: { auth: Auth; doors: Doors }) {
  const route = plainRoutes(doorsAndAuth)

  const preview = route(async (c, { within }) => {
    const { data } = ImportSearch.safeParse(c.req.query())
    if (!data) throw new ORPCError('NO_SITE', NO_SITE)
    const { siteid } = data
    const bytes = new Uint8Array(await c.req.arrayBuffer())
    const sites = await within(sitesByName)
    if (![...sites.values()].flat().includes(siteid)) throw new ORPCError('NO_SITE', NO_SITE)
    const { ignored, read } = await queued(() => linesOf(bytes, sites, siteid)).catch((error) => {
      throw error instanceof FileRefused ? refusal('FILE_REFUSED', error.message) : error
    })
    const asked = read.filter((one) => 'values' in one)
    const shown = await within(async (scope) => {
      const { changes, preview } = planOf(read, await matchesOf(scope, asked))
      return { ...(await keepImport(scope, changes)), ...preview, ignored }
    })
    return c.json(shown satisfies ImportPreview)
  })

  const confirm = route(async (c, { within }) => {
    const { data: importid } = z.uuid().safeParse(c.req.param('importid'))
    if (!importid || !(await within((scope) => isWaiting(scope, importid)))) throw refusal('IMPORT_GONE')
    const progress = progressOf((tell) => within((scope) => carryOut(scope, importid, tell)), c.var.log)
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

async function linesOf(bytes: Uint8Array, sites: SitesByName, siteid: number) {
  const { ignored, lines } = readFile(bytes)
  const read: (Line | Refused)[] = []
  for (const line of lines) {
    if (read.length % LINES_AT_ONCE === 0) await pause() // so that other requests come in between
    read.push(lineOf(line, sites, siteid))
  }
  return { ignored, read }
}

/** Does what the preview showed, all of it or nothing; a sale since then is no reason to refuse, an edit is. */
async function carryOut(scope: Scope, importid: string, tell: (progress: ImportProgress) => void) {
  const changes = await takeImport(scope, importid)
  if (!changes) throw refusal('IMPORT_GONE')
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
function progressOf(work: (tell: (progress: ImportProgress) => void) => Promise<{ new: number; changed: number }>, log: Logger) {
  const encoder = new TextEncoder()
  let isHeard = true
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      const tell = (progress: ImportProgress) => {
        if (isHeard) controller.enqueue(encoder.encode(`${JSON.stringify(progress)}\n`))
      }
      try {
        tell({ imported: await work(tell) })
      } catch (error) {
        if (!(error instanceof ORPCError)) log.error({ err: error }, 'an import failed')
        const { code, status, message } = error instanceof ORPCError ? error : FAILED
        tell({ error: { code, status, message } })
      }
      if (isHeard) controller.close()
    },
    cancel() {
      isHeard = false
    },
  })
}

const FAILED = { code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'The import failed, and nothing was imported.' }

async function* noPages(): AsyncGenerator<Product[]> {}
