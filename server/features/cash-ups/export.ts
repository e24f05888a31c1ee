import { type CashUpLine, type CashUpRow, CashUpsExport } from '../../../contract/cash-ups.ts'
import { sumRand } from '../../../contract/shared/decimal.ts'
import { type Export, splitIntoPages } from '../../http/csv-export.ts'
import { type CsvColumn, writeCsv } from '../../shared/csv.ts'
import { findToday, getMonth, listDays, listLines, listSavedTimes } from './queries.ts'

type ExportedLine = CashUpRow & {
  line: CashUpLine | null
  /** Of the day, in its first row only, so that the columns can be added up. */
  late: { sales: number; amount: number } | null
  /** ISO 8601 in the business's time zone, with the offset, as in the export of sales. */
  saved_at: string | null
}

const COLUMNS: CsvColumn<ExportedLine>[] = [
  { title: 'Day', value: ({ day }) => day },
  { title: 'Site', value: ({ sitename }) => sitename },
  {
    title: 'Status',
    value: ({ cash_up, sales, is_imported }) =>
      cash_up ? 'Cashed up' : sales === 0 ? 'No sales' : is_imported ? 'Imported' : 'Not cashed up',
  },
  { title: 'Payment method', value: ({ line }) => line?.payment_method ?? null },
  { title: 'Sales', value: ({ line, sales }) => line?.sales ?? sales },
  { title: 'Expected', value: ({ line, expected }) => line?.expected ?? expected, decimals: 2 },
  { title: 'Counted', value: ({ line }) => line?.counted ?? null, decimals: 2 },
  { title: 'Difference', value: ({ line }) => line && sumRand([line.counted, -line.expected]), decimals: 2 },
  { title: 'Sales that arrived later', value: ({ late }) => late?.sales ?? null },
  { title: 'Amount that arrived later', value: ({ late }) => late?.amount ?? null, decimals: 2 },
  { title: 'Note', value: ({ cash_up }) => cash_up?.note ?? null },
  { title: 'Counted by', value: ({ cash_up }) => cash_up?.saved_by ?? null },
  { title: 'Saved at', value: ({ saved_at }) => saved_at },
  { title: 'Entry', value: ({ cash_up }) => cash_up?.entry ?? null },
]

/** The days of the month, oldest first: a row a payment method, or one row for a day without a cash-up. */
export const cashUpsExport: Export<CashUpsExport> = {
  input: CashUpsExport,
  open: async (within, input) => {
    const { month, rows } = await within(async (scope) => {
      const month = input.month ?? getMonth(await findToday(scope))
      const days = (await listDays(scope, { ...input, month })).reverse()
      const cashUpIds = days.flatMap(({ cash_up }) => (cash_up ? [cash_up.cash_upid] : []))
      const lines = await listLines(scope, cashUpIds)
      const times = await listSavedTimes(scope, cashUpIds)
      const rows = days.flatMap((day): ExportedLine[] => {
        if (!day.cash_up) return [{ ...day, line: null, late: null, saved_at: null }]
        const { cash_upid, late } = day.cash_up
        const saved_at = times.get(cash_upid) ?? null
        return (lines.get(cash_upid) ?? []).map((line, index) => ({
          ...day,
          line,
          late: index === 0 ? (late ?? { sales: 0, amount: 0 }) : null,
          saved_at,
        }))
      })
      return { month, rows }
    })
    return { fileName: `cash-ups_${month}.csv`, rows: rows.length, file: writeCsv(COLUMNS, splitIntoPages(rows)) }
  },
}
