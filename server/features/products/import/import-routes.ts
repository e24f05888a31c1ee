import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { type ImportPreview, ImportSearch, importErrors, type Product } from '../../../../contract/products.ts'
import { NO_SITE } from '../../../../contract/shared/errors.ts'
import { type Access, createRoutes, readQuery } from '../../../http/http-routes.ts'
import { writeCsv } from '../../../shared/csv.ts'
import { createLimiter } from '../../../shared/limiter.ts'
import { yieldToEventLoop } from '../../../shared/yield-to-event-loop.ts'
import { PRODUCT_COLUMNS } from './columns.ts'
import { InvalidFile } from './csv-records.ts'
import { createPlan, type ParsedRow, parseRow, type RejectedRow, type SitesByName } from './plan.ts'
import { findMatches, findRowsWithKnownName, findSites, savePreview } from './queries.ts'
import { readFile } from './read-file.ts'

/** Reading a file takes a whole core for a moment. */
const readLimiter = createLimiter({ concurrency: 1, maxQueued: 10 })

/** The calls of an import that carry a CSV file. procedures.ts has the confirmation. */
export function importRoutes(access: Access) {
  const route = createRoutes(access)

  const preview = route(async (c, { within }) => {
    const { siteid } = readQuery(c, ImportSearch)
    const bytes = new Uint8Array(await c.req.arrayBuffer())
    const sites = await within(findSites)
    if (![...sites.values()].flat().includes(siteid)) throw new ORPCError('NO_SITE', NO_SITE)
    const { ignored, columns, rows } = await readLimiter(() => parseRows(bytes, sites, siteid)).catch((error) => {
      throw error instanceof InvalidFile
        ? new ORPCError('FILE_REFUSED', { ...importErrors.FILE_REFUSED, message: error.message })
        : error
    })
    const parsed = rows.filter((row) => 'values' in row)
    const result = await within(async (scope) => {
      const matches = await findMatches(scope, parsed)
      const matchedLines = new Set(matches.map(({ line }) => line))
      const unmatched = parsed.filter(({ line }) => !matchedLines.has(line))
      const linesWithKnownName = await findRowsWithKnownName(scope, unmatched)
      const { changes, preview } = await createPlan({ rows, matches, linesWithKnownName, columns })
      return { ...(await savePreview(scope, changes)), ...preview, ignored }
    })
    return c.json(result satisfies ImportPreview)
  })

  const template = route(async (c) => {
    c.header('content-type', 'text/csv; charset=utf-8')
    c.header('content-disposition', 'attachment; filename="products-template.csv"')
    return c.body(Buffer.concat(await Array.fromAsync(writeCsv(PRODUCT_COLUMNS, noPages()))))
  })

  return new Hono<{ Variables: { log: Logger } }>().get('/template.csv', template).post('/', preview)
}

async function parseRows(bytes: Uint8Array, sites: SitesByName, chosenSite: number) {
  const { ignored, columns, rows: read, numbers } = await readFile(bytes)
  const rows: (ParsedRow | RejectedRow)[] = []
  for await (const row of yieldToEventLoop(read)) rows.push(parseRow(row, { numbers, sites, chosenSite }))
  return { ignored, columns, rows }
}

async function* noPages(): AsyncGenerator<Product[]> {}
