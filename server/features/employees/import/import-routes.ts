import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { EMPLOYEE_TITLES } from '../../../../contract/columns/employee-titles.ts'
import type { EmployeeField } from '../../../../contract/columns/import-fields.ts'
import {
  type EmployeeImportPreview,
  EmployeeImportSearch,
  MAX_IMPORTED_EMPLOYEES,
} from '../../../../contract/employee-imports.ts'
import { NO_SITE } from '../../../../contract/shared/errors.ts'
import { type Access, type Caller, createRoutes, type RouteContext, readQuery } from '../../../http/http-routes.ts'
import { receiveImport } from '../../../http/receive-import.ts'
import { writeCsv } from '../../../shared/csv.ts'
import type { ImportReader } from '../../../shared/files/import-reader.ts'
import { InvalidFile } from '../../../shared/files/invalid-file.ts'
import { describeColumns, keepChoice, type MatchedTable, matchTable } from '../../../shared/files/match-table.ts'
import { openTable } from '../../../shared/files/read-table.ts'
import { writeRejected } from '../../../shared/files/write-rejected.ts'
import { findKnown } from './queries.ts'
import { hasName, readEmployees } from './read-employees.ts'

/** The calls of an import of employees that carry a file. procedures.ts has the confirmation. */
export function employeeImportRoutes(access: Access, reader: ImportReader) {
  const route = createRoutes(access)

  const preview = route(async (c, { within }) => {
    const answer = await receiveFile(c, within, reader, async (file, read) => {
      const columns = describeColumns(file)
      if (!hasName(file.fields)) return { columns, result: null }
      const result = await read()
      await within((scope) => keepChoice(scope, file))
      return { columns, result }
    })
    return c.json(answer satisfies EmployeeImportPreview)
  })

  const rejected = route(async (c, { within }) => {
    const csv = await receiveFile(c, within, reader, async (file, read) => {
      if (!hasName(file.fields)) throw new InvalidFile('Choose the column with the name.')
      const { lines } = await read()
      const reasons = new Map(lines.flatMap(({ line, reason }) => (reason ? [[line, reason]] : [])))
      return Array.fromAsync(writeRejected(file.table, reasons))
    })
    return sendCsv(c, 'employees-not-imported.csv', csv)
  })

  const template = route(async (c) => sendCsv(c, 'employees-template.csv', await Array.fromAsync(writeCsv(TEMPLATE, noPages()))))

  return new Hono<{ Variables: { log: Logger } }>()
    .get('/template.csv', template)
    .post('/rejected.csv', rejected)
    .post('/', preview)
}

/** The titles of the export. */
const TEMPLATE = ['First name', 'Last name', 'Position', 'Site', 'Hired'].map((title) => ({ title, value: () => '' }))

type File = MatchedTable<EmployeeField>
type Work<T> = (file: File, read: () => ReturnType<typeof readEmployees>) => Promise<T>

/** Calls `work` with the file of a request, the fields of its columns, and a function that reads its rows. */
async function receiveFile<T>(c: RouteContext, within: Caller['within'], reader: ImportReader, work: Work<T>) {
  const { siteid, columns } = readQuery(c, EmployeeImportSearch)
  const known = await within(findKnown)
  if (!known.sites.some((site) => site.siteid === siteid)) throw new ORPCError('NO_SITE', NO_SITE)
  return receiveImport(c, reader, known.businessid, async (source) => {
    const table = await openTable(source, { titles: EMPLOYEE_TITLES, maxRows: MAX_IMPORTED_EMPLOYEES, rowNoun: 'employees' })
    const file = await matchTable(within, table, { noun: 'employees', titles: EMPLOYEE_TITLES, chosen: columns })
    return work(file, () => readEmployees(file, siteid, known))
  })
}

function sendCsv(c: RouteContext, fileName: string, file: Buffer[]) {
  c.header('content-type', 'text/csv; charset=utf-8')
  c.header('content-disposition', `attachment; filename="${fileName}"`)
  return c.body(Buffer.concat(file))
}

async function* noPages(): AsyncGenerator<never[]> {}
