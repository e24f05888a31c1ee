import { ORPCError } from '@orpc/server'
import { AccountingInput, NOT_BALANCED } from '../../../contract/accounting.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { type Export, splitIntoPages } from '../../http/csv-export.ts'
import { writeCsv } from '../../shared/csv.ts'
import { type FileRow, FORMATS } from './formats.ts'
import { createJournals, NotBalanced } from './journals.ts'
import { keepFile } from './kept-days.ts'
import { listSiteDaySums, mergeSites } from './queries.ts'
import { findSettings } from './settings.ts'

/** The journals of a range with the accounts of the program. */
export async function readJournals(scope: Scope, input: AccountingInput) {
  const accounts = (await findSettings(scope))[input.program]
  const ofSites = await listSiteDaySums(scope, input)
  const sums = input.by_site ? ofSites : mergeSites(ofSites)
  return { accounts, ofSites, sums, journals: createJournals(input, accounts, sums) }
}

/** Every line of every journal. Without a byte order mark: a program would read it as a part of the first title. */
export const accountingExport: Export<AccountingInput> = {
  input: AccountingInput,
  open: async (within, input) => {
    const { accounts, ofSites, journals } = await within((scope) => readJournals(scope, input)).catch((error) => {
      throw error instanceof NotBalanced ? new ORPCError('NOT_BALANCED', NOT_BALANCED) : error
    })
    const rows = journals.flatMap((journal) => journal.lines.map((line): FileRow => ({ journal, line })))
    const fileName = `${input.program}_journals${input.later ? '_later' : ''}_${input.from}_${input.to}.csv`
    const file = writeCsv(FORMATS[input.program](accounts), splitIntoPages(rows), { hasByteOrderMark: false })
    const keep = (scope: Scope) => keepFile(scope, input, ofSites)
    return { fileName, rows: rows.length, file, ...(!input.later && { keep }) }
  },
}
