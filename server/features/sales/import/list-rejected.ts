import type { SalesImportSearch } from '../../../../contract/sales-imports.ts'
import type { InBusiness } from '../../../../db/tenant-scope.ts'
import type { ReceivedFile } from '../../../shared/files/file-source.ts'
import { InvalidFile } from '../../../shared/files/invalid-file.ts'
import { compareSales } from './compare-sales.ts'
import { isRejected } from './parse-row.ts'
import { isMatched, matchSalesFile, openSales } from './sales-file.ts'

/** The file, and why each of its rows is not imported, by line. Stores nothing. Throws InvalidFile. */
export async function listRejected(within: InBusiness, source: ReceivedFile, search: SalesImportSearch) {
  const matched = await matchSalesFile(within, source, search)
  if (!isMatched(matched)) throw new InvalidFile('Choose the columns with the date and the sale total.')
  const { findDay, sales } = await openSales(within, matched, search)
  const reasons = new Map<number, string>()
  for await (const item of compareSales(within, { sales, findDay })) {
    if (isRejected(item)) for (const line of item.rows) reasons.set(line, item.reason)
  }
  return { table: matched.table, reasons }
}
