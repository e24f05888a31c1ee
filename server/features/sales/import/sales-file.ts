import type { SaleField } from '../../../../contract/columns/import-fields.ts'
import { SALE_TITLES } from '../../../../contract/columns/sale-titles.ts'
import type { SalesImportSearch } from '../../../../contract/sales-imports.ts'
import { SALES_IMPORT_MAX_ROWS } from '../../../../contract/shared/constants.ts'
import type { InBusiness } from '../../../../db/tenant-scope.ts'
import { findCellProblem, isProblem } from '../../../shared/files/cell-problems.ts'
import type { ReceivedFile } from '../../../shared/files/file-source.ts'
import { findMeaning } from '../../../shared/files/known-exports/known-export.ts'
import { SALE_EXPORTS } from '../../../shared/files/known-exports/sale-exports.ts'
import { type MatchedTable, matchTable } from '../../../shared/files/match-table.ts'
import { openTable } from '../../../shared/files/read-table.ts'
import { FileFormats } from './file-formats.ts'
import { FileNotes, isSumLabel } from './file-notes.ts'
import { shortenText } from './file-row.ts'
import { createDayFinder } from './find-day.ts'
import { createSiteMatcher } from './match-names.ts'
import { findNames, type Names } from './queries.ts'
import { type ReadRows, readSales, sampleFormats } from './read-sales.ts'

/** A file whose columns are matched with the fields of sales. Throws InvalidFile. */
export async function matchSalesFile(
  within: InBusiness,
  source: ReceivedFile,
  { columns: chosen, date_order }: SalesImportSearch,
): Promise<MatchedTable<SaleField>> {
  const table = await openTable(source, { titles: SALE_TITLES, maxRows: SALES_IMPORT_MAX_ROWS, rowNoun: 'rows' })
  return matchTable(within, table, { noun: 'sales', titles: SALE_TITLES, exports: SALE_EXPORTS, chosen, date_order })
}

/** Whether the columns have what a sale needs: a date and an amount. */
export const isMatched = ({ fields }: MatchedTable<SaleField>) =>
  fields.includes('saledate') && (['finalamount', 'linetotal', 'price'] as const).some((field) => fields.includes(field))

/** What the rows of a file refer to and how they are written, and its sales. Reads the whole file. Throws InvalidFile. */
export async function openSales(
  within: InBusiness,
  matched: MatchedTable<SaleField>,
  { siteid, sites, extras_in_total, amount_of, same_number, statuses, rates }: SalesImportSearch,
) {
  const names = await within(findNames)
  const findStandardRate = createRateFinder(names)
  const standard = findStandardRate(names.today)
  const findTitle = (field: SaleField) => matched.table.columns[matched.fields.indexOf(field)]?.title
  const { madeBy } = matched
  // A person may choose another column for the total.
  const isOwnTotal = madeBy !== undefined && findMeaning(findTitle('finalamount') ?? '', madeBy) === 'finalamount'
  const formats = new FileFormats({
    ...{ chosen: matched.date_order, standard, vatTitle: findTitle('vat_rate') },
    discountTitle: findTitle('discount'),
    answers: { statuses, rates },
    knownRates: names.standard_rates.map(({ percent }) => percent),
    areExtrasInTotal:
      extras_in_total ??
      (isBeside(findTitle('tip') ?? findTitle('gift_card_sold')) ? false : isOwnTotal ? madeBy.areExtrasInTotal : undefined),
  })
  const readRows = createRowReader(matched)
  await sampleFormats(readRows, formats, standard)
  const findDay = createDayFinder(names.timezone)
  const chosen = { ...names.chosen_sites, ...sites }
  const findSite = createSiteMatcher({ sites: names.sites, chosenSite: siteid, chosen, onlyName: formats.onlyBranch })
  const hasItems = matched.fields.includes('productname') || matched.fields.includes('barcode')
  const hasReceipts = matched.fields.includes('reference')
  const notes = new FileNotes()
  const isAmountOfLine = amount_of && amount_of === 'line'
  const chargeName = shortenText(findTitle('shipping')) || 'Shipping'
  return {
    names,
    formats,
    findDay,
    findSite,
    findStandardRate,
    notes,
    sales: readSales({
      readRows,
      formats,
      findSite,
      findDay,
      today: names.today,
      hasItems,
      hasReceipts,
      isAmountOfLine,
      sameNumber: same_number,
      chargeName,
      notes,
    }),
  }
}

/** Our own export says it in the title. */
const isBeside = (title = '') => /\bbeside the amount\b/i.test(title)

/** The standard rate of a calendar date, in per cent. */
const createRateFinder =
  ({ standard_rates }: Names) =>
  (day: string) =>
    standard_rates.findLast(({ first_day }) => first_day <= day)?.percent ?? 0

export function createRowReader({ table, fields }: Pick<MatchedTable<SaleField>, 'table' | 'fields'>): ReadRows {
  const places = fields.flatMap((field, index) => (field ? [{ field, index }] : []))
  return async function* () {
    for await (const { line, cells } of table.rows()) {
      const problem = findCellProblem(table.columns, fields, cells)
      const readable = problem ? cells.map((cell) => (isProblem(cell) ? '' : cell)) : cells
      yield {
        line,
        cells: Object.fromEntries(places.map(({ field, index }) => [field, readable[index] ?? ''])),
        sumLabel: cells.find(isSumLabel),
        problem,
      }
    }
  }
}
