import type { ProgramAccounts } from '../../../contract/accounting.ts'
import type { Program } from '../../../contract/search/accounting.ts'
import type { CsvColumn } from '../../shared/csv.ts'
import type { Journal, JournalLine } from './journals.ts'

/** A row of a file. */
export type FileRow = { journal: Journal; line: JournalLine }

const money = (title: string, cents: (cents: number) => number | null): CsvColumn<FileRow> => ({
  title,
  decimals: 2,
  value: ({ line }) => {
    const value = cents(line.cents)
    return value === null ? null : value / 100
  },
})
const text = (title: string, value: (row: FileRow) => string): CsvColumn<FileRow> => ({ title, value })
const debit = (title: string) => money(title, (cents) => (cents > 0 ? cents : null))
const credit = (title: string) => money(title, (cents) => (cents < 0 ? -cents : null))

/**
 * The columns of each program, as its maker describes them. Read in November 2026 from stored copies of:
 *
 * - Xero: help.xero.com/nz/ManualJournalsImport. Rows with the same narration and date are one journal; a positive amount is a debit; dates
 *   are dd/mm/yyyy; TaxRate is the full name of the rate; at most 300 rows. The asterisks and the order of the titles are those of its
 *   template, from public programs that write it.
 * - Sage Accounting: ca-kb.sage.com, solution 240304191549557, and help.sbc.sage.com/en-ca/accounting/importing/import-journals.html. Rows with the
 *   same reference are one journal. Columns may be in any order; those for analysis types are left out.
 * - QuickBooks Online: quickbooks.intuit.com, article L4tQBwbs7 (en-au). A step of the import matches the titles and asks for the order of
 *   day and month.
 */
export const FORMATS: Record<Program, (accounts: ProgramAccounts) => CsvColumn<FileRow>[]> = {
  xero: ({ tracking, date_order }) => [
    text('*Narration', ({ journal }) => journal.title),
    text('*Date', ({ journal }) => formatDate(journal.day, date_order)),
    text('Description', ({ line }) => line.description),
    text('*AccountCode', ({ line }) => line.account),
    text('*TaxRate', ({ line }) => line.tax_name),
    money('*Amount', (cents) => cents),
    text('TrackingName1', ({ journal }) => (journal.sitename ? tracking : '')),
    text('TrackingOption1', ({ journal }) => (tracking ? journal.sitename : '')),
    text('TrackingName2', () => ''),
    text('TrackingOption2', () => ''),
  ],
  sage: ({ date_order }) => [
    text('Reference', ({ journal }) => journal.reference),
    text('Date', ({ journal }) => formatDate(journal.day, date_order)),
    text('Description', ({ journal }) => journal.title.slice(0, 200)),
    text('Ledger Account Number', ({ line }) => line.account),
    text('Details', ({ line }) => line.description),
    debit('Debit'),
    credit('Credit'),
  ],
  quickbooks: ({ date_order }) => [
    text('Journal No.', ({ journal }) => journal.reference),
    text('Journal Date', ({ journal }) => formatDate(journal.day, date_order)),
    text('Account Name', ({ line }) => line.account),
    text('Description', ({ journal, line }) =>
      journal.sitename ? `${line.description}, ${journal.sitename}` : line.description,
    ),
    debit('Debits'),
    credit('Credits'),
  ],
}

function formatDate(day: string, order: ProgramAccounts['date_order']) {
  const [year, month, date] = day.split('-')
  if (order === 'ymd') return day
  return order === 'dmy' ? `${date}/${month}/${year}` : `${month}/${date}/${year}`
}
