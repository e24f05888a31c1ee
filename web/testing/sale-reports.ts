import type { SaleReport, SaleReportRow } from '../../contract/sale-reports.ts'
import type { Answers } from './fake-server.ts'

export const createSaleReportRow = (
  key: string,
  amount: number,
  more: Partial<Omit<SaleReportRow, 'sums'>> & { sums?: Partial<SaleReportRow['sums']> } = {},
): SaleReportRow => ({
  ...{ key, name: '', compared: null },
  ...more,
  sums: { sales: 1, amount, ...more.sums },
})

/** The reports on what sales have beside and within their amounts, answered from these rows. */
export const serveSaleReport = (rows: SaleReportRow[], more: Partial<SaleReport> = {}): Answers => ({
  saleReports: {
    get: ({ input: { from, to } }) => ({
      ...{ from, to, rows, page: 1, pages: 1, results: rows.length, as_at: new Date(), compared_range: null, of_name: null },
      total: rows.reduce(
        (total, { sums }) => ({ ...sums, sales: total.sales + sums.sales, amount: total.amount + sums.amount }),
        { sales: 0, amount: 0 },
      ),
      compared_total: null,
      ...more,
    }),
  },
})
