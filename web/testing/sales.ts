import type { SaleDetail, SaleRow } from '../../contract/sales.ts'
import type { Answers } from './fake-server.ts'
import { createSalesSummary } from './figures.ts'
import { toSalesPage } from './pages.ts'
import { SITE } from './render-screen.tsx'

export const createSale = (saleid: number, more: Partial<SaleRow> = {}): SaleRow => ({
  saleid,
  saledate: new Date('2026-06-18T07:42:00Z'),
  ...SITE,
  employeeid: 1,
  firstname: 'Lerato',
  lastname: 'Mokoena',
  finalamount: 10 * saleid,
  reference: null,
  ...more,
})

/** What the dialog shows of a sale without items. */
export const createSaleDetails = ({ finalamount }: SaleRow): Omit<SaleDetail, keyof SaleRow> & { reference: null } => ({
  ...{ closetime: null, payment_method: null, reference: null, items: [], items_total: 0, related: [] },
  ...{ payments: [], extras: [], refund_of: null, refunds: null, refunded_by: [], employee_code: null, seller: null },
  vat: Math.round((finalamount * 100 * 15) / 115) / 100,
  vat_rates: [{ vat_rate: 15, amount: finalamount }],
})

export const TWELVE = Array.from({ length: 12 }, (_, index) => createSale(index + 1))
export const SOLD = { '2026-06-18': { revenue: 780, orders: 12 } }

/** A line of a product. */
export const createSaleItem = (
  item: Partial<SaleDetail['items'][number]> & { productname: string; total: number },
): SaleDetail['items'][number] => ({
  ...{ line: 1, kind: 'product', productid: 1, barcode: '', quantity: 1, price: item.total, discount: 0, discount_reason: null },
  ...item,
})

/** The calls of the sales screen, answered from these rows, with the sums of the days. */
export const serveSales = (rows: SaleRow[] = TWELVE, sold = SOLD): Answers => ({
  sales: {
    list: ({ input }) => toSalesPage(rows, input.page),
    figures: ({ input }) => createSalesSummary(input, sold),
    get: ({ input, errors }) => {
      const sale = rows.find(({ saleid }) => saleid === input.saleid)
      if (!sale) throw errors.NOT_FOUND()
      return { ...sale, ...createSaleDetails(sale) }
    },
  },
})
