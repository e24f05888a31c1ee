import type { InTransitRow, ReorderRow, Shrinkage, ShrinkageRow, StockValue } from '../../contract/stock-reports.ts'
import type { Answers } from './fake-server.ts'
import { toPage } from './pages.ts'
import { SITE } from './render-screen.tsx'

export const ROSEBANK = { siteid: 2, sitename: 'Rosebank' }

export const createReorderRow = (productname: string, more: Partial<ReorderRow> = {}): ReorderRow => ({
  ...{ productid: 1, productname, barcode: '6001', ...SITE, supplier: 'Overberg Bakery' },
  ...{ stock: 4, reorder_level: 12, order_quantity: 6, speed: 2.25, days_left: 1.8, suggested: 42, purchaseprice: 10, cost: 420 },
  ...{ lead_time_days: null, on_order: 0, in_transit: 0, in_drafts: 0 },
  ...more,
})

const createTransitRow = (productname: string, more: Partial<InTransitRow> = {}): InTransitRow => ({
  ...{ productid: 1, productname, barcode: '6001', documentid: 7, number: 4, ...SITE },
  ...{
    to_siteid: ROSEBANK.siteid,
    to_sitename: ROSEBANK.sitename,
    sent_at: new Date('2026-06-14T08:00:00Z'),
    units: 6,
    cost: 60,
  },
  ...more,
})

export const createShrinkageRow = (more: Partial<ShrinkageRow> = {}): ShrinkageRow => ({
  ...{ ...SITE, kind: 'adjustment', reason: 'Damaged', lost: 3, found: 0, lost_cost: 30, found_cost: 0 },
  ...{ unknown_costs: 0, lines: 1 },
  ...more,
})

const sum = (rows: ShrinkageRow[], key: 'lost' | 'found' | 'lost_cost' | 'found_cost' | 'unknown_costs' | 'lines') =>
  rows.reduce((total, row) => total + row[key], 0)

const toShrinkage = (rows: ShrinkageRow[]): Pick<Shrinkage, 'rows' | 'total'> => ({
  rows,
  total: {
    ...{
      lost: sum(rows, 'lost'),
      found: sum(rows, 'found'),
      lost_cost: sum(rows, 'lost_cost'),
      found_cost: sum(rows, 'found_cost'),
    },
    ...{ unknown_costs: sum(rows, 'unknown_costs'), lines: sum(rows, 'lines') },
  },
})

/** Two sites, with a reason that both have, a product without a price, a count and units that are missing in a transfer. */
export const SHRINKAGE: ShrinkageRow[] = [
  createShrinkageRow({ ...ROSEBANK, kind: 'transfer', reason: 'Stolen', lost: 2, lost_cost: 12.5 }),
  createShrinkageRow(),
  createShrinkageRow({ reason: 'Expired', lost: 4, lost_cost: 20, unknown_costs: 2, lines: 4 }),
  createShrinkageRow({ kind: 'count', reason: '', lost: 1, lost_cost: 10, found: 2.5, found_cost: 25 }),
]

export const TRANSIT: InTransitRow[] = [
  createTransitRow('Bread'),
  createTransitRow('Honey', { productid: 2, barcode: '', units: 1.5, cost: null, sent_at: new Date('2026-06-17T22:30:00Z') }),
]

const SOLD = { products: 2, units: 44, cost: 420, value: 860.5, unknown_costs: 1 }

export const serveStockValue = (more: Partial<StockValue> = {}): StockValue => ({
  ...toPage([{ ...SITE, ...SOLD }]),
  ...{ total: SOLD, in_transit: null },
  ...more,
})

export const serveShrinkage = (rows: ShrinkageRow[] = SHRINKAGE): Answers => ({
  stockReports: { shrinkage: ({ input: { from, to } }) => ({ ...toShrinkage(rows), from, to }) },
})

/** The reports on stock that moves. */
export const serveStockReports = (): Answers => ({
  stockReports: {
    ...serveShrinkage().stockReports,
    slowSellers: () => ({
      ...toPage([{ ...createReorderRow('Bread'), last_sold: null }]),
      total: { stock: 4, cost: 40, unknown_costs: 0 },
    }),
    reorder: () => ({
      ...toPage([createReorderRow('Bread', { on_order: 6, in_transit: 2, in_drafts: 5 })]),
      total: { suggested: 42, cost: 420, unknown_costs: 0 },
      suppliers: [{ supplier: 'Overberg Bakery', products: 1, units: 42, cost: 420, unknown_costs: 0 }],
    }),
    stockValue: () =>
      serveStockValue({
        in_transit: { products: 1, units: 6, cost: 60, value: 90, unknown_costs: 0 },
        total: { ...SOLD, units: 50, cost: 480 },
      }),
    inTransit: () => ({ ...toPage(TRANSIT), total: { units: 7.5, cost: 60, unknown_costs: 1 } }),
  },
  sites: { options: () => [SITE, ROSEBANK] },
})
