import type { CashUpDay, CashUpRow } from '../../contract/cash-ups.ts'
import type { Answers } from './fake-server.ts'
import { toPage } from './pages.ts'

const SITE = { siteid: 1, sitename: 'Sandton Rivonia' }

export const COUNTED_ROW: CashUpRow = {
  ...{ ...SITE, day: '2026-06-17', sales: 41, expected: 8_240.5 },
  cash_up: {
    ...{ cash_upid: 7, entry: 2, counted: 8_220.5, difference: -20, note: '' },
    ...{ saved_at: new Date('2026-06-17T16:10:00Z'), saved_by: 'Naledi Dlamini', late: { sales: 2, amount: 310 } },
  },
}
export const MISSING_ROW: CashUpRow = { ...SITE, day: '2026-06-16', sales: 3, expected: 99, cash_up: null }

/** A day that nobody has counted. */
export const OPEN_DAY: CashUpDay = {
  ...{ ...SITE, day: '2026-06-18' },
  starts_at: new Date('2026-06-17T22:00:00Z'),
  ends_at: new Date('2026-06-18T22:00:00Z'),
  expected: [
    { payment_method: 'cash', sales: 3, expected: 130.35 },
    { payment_method: 'card', sales: 12, expected: 4_310 },
  ],
  ...{ movements: [], entries: [], late: null, other_methods: ['snapscan'], cash_float: 500, difference_limit: 50 },
}

const entry = {
  ...{ cash_upid: 7, entry: 2, saved_at: new Date('2026-06-17T16:10:00Z'), saved_by: 'Naledi Dlamini', cash_float: 500 },
  ...{ note: 'R 20 for stamps', lines: [{ payment_method: 'cash', sales: 3, expected: 130.35, counted: 110.35 }] },
}
/** A day with a correction and a sale that arrived later. */
export const COUNTED_DAY: CashUpDay = {
  ...{ ...OPEN_DAY, day: '2026-06-17' },
  entries: [
    entry,
    { ...entry, cash_upid: 6, entry: 1, note: '', lines: [{ payment_method: 'cash', sales: 3, expected: 130.35, counted: 90 }] },
  ],
  late: {
    ...{ sales: 1, amount: 4_310 },
    rows: [
      {
        ...{ saleid: 42, finalamount: 4_310, payment_method: 'card' },
        ...{ saledate: new Date('2026-06-17T15:00:00Z'), received_at: new Date('2026-06-18T05:00:00Z') },
      },
    ],
  },
}

const toCell = ({ day, sales, cash_up }: CashUpRow) => ({
  ...{ day, sales },
  difference: cash_up?.difference ?? null,
  late: cash_up?.late ?? null,
})

/** The calls of the cash-ups screen. */
export const serveCashUps = (rows: CashUpRow[], day: CashUpDay = OPEN_DAY): Answers => ({
  cashUps: {
    list: ({ input }) => ({
      ...toPage(rows, input.page),
      today: '2026-06-18',
      totals: { expected: 8_240.5, counted: 8_220.5, difference: -20, days: 1, missing: 1 },
    }),
    month: () => ({ month: '2026-06', today: '2026-06-18', sites: [{ ...SITE, days: rows.map(toCell).reverse() }] }),
    day: () => day,
    create: () => ({ cash_upid: 8 }),
  },
})
