import type { Sums } from '../../contract/figures.ts'
import type { Report, ReportRow } from '../../contract/reports.ts'
import type { Answers } from './fake-server.ts'

const includeVat = (revenue: number) => Math.round((revenue * 1500) / 115) / 100

export const createSums = (revenue: number, more: Partial<Sums> = {}): Sums => ({
  ...{ revenue, orders: Math.round(revenue / 50), refunds: 0, refunded: 0, units: revenue / 25 },
  ...{ vat: includeVat(revenue), cost: revenue / 2, costed_net: revenue - includeVat(revenue) },
  ...more,
})

export const createReportRow = (key: string | null, revenue: number, more: Partial<ReportRow> = {}): ReportRow => ({
  ...{ key, name: '', detail: '', sums: createSums(revenue), compared: createSums(revenue * 0.8) },
  ...more,
})

const add = (rows: ReportRow[]) =>
  createSums(
    rows.reduce((sum, row) => sum + row.sums.revenue, 0),
    { orders: rows.reduce((sum, row) => sum + (row.sums.orders ?? 0), 0) },
  )

type Range = { from: string; to: string; page?: number }

const PAGE_SIZE = 50

export function createReport(rows: ReportRow[], { from, to, page = 1 }: Range, more: Partial<Report> = {}): Report {
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE))
  const shown = Math.min(page, pages)
  const total = add(rows)
  return {
    ...{ rows: rows.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE), page: shown, pages, results: rows.length },
    ...{ from, to, as_at: new Date(), total, compared_total: createSums(total.revenue * 0.8) },
    months: [],
    has_unknown_products: false,
    compared_range: { from: '2026-04-20', to: '2026-05-19', until: null },
    chart: rows.map(({ key, name, sums, compared }) => ({ key, name, value: sums.revenue, compared: compared?.revenue ?? null })),
    ...more,
  }
}

/** The calls of the reports screen, answered from these rows. */
export const serveReport = (rows: ReportRow[], more: Partial<Report> = {}): Answers => ({
  reports: {
    get: ({ input }) => createReport(rows, input, more),
    agreement: () => ({ sales: 12_345, difference: 0 }),
    saved: { list: () => [] },
  },
})
