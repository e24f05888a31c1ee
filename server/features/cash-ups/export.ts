import { sql } from 'kysely'
import { type CashUpLine, type CashUpRow, CashUpsExport } from '../../../contract/cash-ups.ts'
import { sumRand } from '../../../contract/shared/decimal.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { type Export, splitIntoPages } from '../../http/csv-export.ts'
import { type CsvColumn, writeCsv } from '../../shared/csv.ts'
import { listDays, listLines } from './queries.ts'

type ExportedLine = CashUpRow & {
  line: CashUpLine | null
  /** ISO 8601 in the business's time zone, with the offset, as in the export of sales. */
  saved_at: string | null
}

const COLUMNS: CsvColumn<ExportedLine>[] = [
  { title: 'Day', value: ({ day }) => day },
  { title: 'Site', value: ({ sitename }) => sitename },
  { title: 'Status', value: ({ cash_up, sales }) => (cash_up ? 'Cashed up' : sales > 0 ? 'Not cashed up' : 'No sales') },
  { title: 'Payment method', value: ({ line }) => line?.payment_method ?? null },
  { title: 'Sales', value: ({ line, sales }) => line?.sales ?? sales },
  { title: 'Expected', value: ({ line, expected }) => line?.expected ?? expected, decimals: 2 },
  { title: 'Counted', value: ({ line }) => line?.counted ?? null, decimals: 2 },
  { title: 'Difference', value: ({ line }) => line && sumRand([line.counted, -line.expected]), decimals: 2 },
  { title: 'Sales that arrived later', value: ({ cash_up }) => cash_up && (cash_up.late?.sales ?? 0) },
  { title: 'Amount that arrived later', value: ({ cash_up }) => cash_up && (cash_up.late?.amount ?? 0), decimals: 2 },
  { title: 'Note', value: ({ cash_up }) => cash_up?.note ?? null },
  { title: 'Counted by', value: ({ cash_up }) => cash_up?.saved_by ?? null },
  { title: 'Saved at', value: ({ saved_at }) => saved_at },
  { title: 'Entry', value: ({ cash_up }) => cash_up?.entry ?? null },
]

/** The days of the month, oldest first: a row a payment method, or one row for a day without a cash-up. */
export const cashUpsExport: Export<CashUpsExport> = {
  input: CashUpsExport,
  open: async (within, input) => {
    const rows = await within(async (scope) => {
      const days = (await listDays(scope, input)).reverse()
      const lines = await listLines(
        scope,
        days.flatMap(({ cash_up }) => (cash_up ? [cash_up.cash_upid] : [])),
      )
      const formatTime = await createTimeFormat(scope)
      return days.flatMap((day): ExportedLine[] => {
        if (!day.cash_up) return [{ ...day, line: null, saved_at: null }]
        const saved_at = formatTime(day.cash_up.saved_at)
        return (lines.get(day.cash_up.cash_upid) ?? []).map((line) => ({ ...day, line, saved_at }))
      })
    })
    return { fileName: `cash-ups_${input.month}.csv`, rows: rows.length, file: writeCsv(COLUMNS, splitIntoPages(rows)) }
  },
}

async function createTimeFormat(scope: Scope) {
  const { rows } = await sql<{ timezone: string }>`select timezone from business where id = ${currentBusiness}`.execute(scope)
  const digits = '2-digit'
  // '2026-11-21 14:05:09 GMT+02:00'
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ year: 'numeric', month: digits, day: digits, hour: digits, minute: digits, second: digits, timeZoneName: 'longOffset' },
    timeZone: rows[0]?.timezone,
  })
  return (time: Date) => format.format(time).replace(' ', 'T').replace(/ GMT$/, '+00:00').replace(' GMT', '')
}
