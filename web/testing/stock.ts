import type { DocumentLine, DocumentRow, StockDocument } from '../../contract/stock-documents.ts'
import type { Answers } from './fake-server.ts'
import { toPage } from './pages.ts'
import { SITE } from './render-screen.tsx'

export const ROSEBANK = { siteid: 2, sitename: 'Rosebank' }
export const SASKO = { supplierid: 7, name: 'Sasko' }
export const STOCK_REASONS = ['Damaged', 'Stolen', 'Found']

/** 15 June 2026, 09:30 in Johannesburg. */
const WRITTEN = new Date('2026-06-15T07:30:00Z')

export const createDocumentRow = (more: Partial<DocumentRow> = {}): DocumentRow => ({
  ...{ documentid: 1, kind: 'delivery', number: 1, state: 'draft', ...SITE, to_siteid: null, to_sitename: null },
  ...{ supplierid: null, supplier: null, reference: '', note: '', expected_on: null },
  ...{ created_at: WRITTEN, created_by: 'Naledi Dlamini' },
  ...{ is_correction: false, lines: 0, units: 0, cost: 0, unknown_costs: 0, outstanding: 0 },
  ...more,
})

export const createDocumentLine = (productname: string, more: Partial<DocumentLine> = {}): DocumentLine => ({
  ...{
    productid: 11,
    productname,
    barcode: '',
    further_barcodes: [],
    is_archived: false,
    quantity: 1,
    purchaseprice: null,
    rejected: 0,
  },
  ...{ missing: 0, reason: '', stock: 0, to_stock: null, received: 0, lost: [], counted: null, expected: null },
  ...{ corrected: more.quantity ?? 1 },
  ...more,
})

export const BREAD = createDocumentLine('Bread', {
  ...{ productid: 11, barcode: '6001', quantity: 24, purchaseprice: 11.5, stock: 10, corrected: 24 },
})
export const MILK = createDocumentLine('Milk', { productid: 12, barcode: '6002', quantity: 12, stock: -3, corrected: 12 })

/** A document with the sums of its lines. */
export function createDocument({ lines = [], ...more }: Partial<Omit<StockDocument, 'lines'>> & { lines?: DocumentLine[] } = {}) {
  const known = lines.filter(({ purchaseprice }) => purchaseprice !== null)
  const document: StockDocument = {
    ...createDocumentRow(),
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    cost: known.reduce((sum, { quantity, purchaseprice }) => sum + quantity * (purchaseprice ?? 0), 0),
    unknown_costs: lines.length - known.length,
    outstanding: lines.reduce((sum, { quantity, received }) => sum + Math.max(0, quantity - received), 0),
    ...{ version: 1, is_blind: false, count_scope: null, count_scope_name: '', lines, line_count: lines.length },
    events: [{ event: 'created', happened_at: WRITTEN, user: 'Naledi Dlamini', note: '' }],
    ...{ parent: null, corrects: null, children: [], supplier_email: '', supplier_account: '' },
    ...more,
  }
  return document
}

const toRow = ({ lines, line_count, ...document }: StockDocument): DocumentRow => ({ ...document, lines: line_count })

const WAITING = ['sent', 'part_received', 'counting']
const STATES = { open: ['draft', ...WAITING], draft: ['draft'], waiting: WAITING }

/** The calls of the stock screens, answered from these documents. */
export function serveStock(...documents: StockDocument[]): Answers {
  const rows = documents.map(toRow)
  const isOpen = ({ state }: DocumentRow) => STATES.open.includes(state)
  const count = (found: (row: DocumentRow) => boolean) => rows.filter((row) => isOpen(row) && found(row)).length
  return {
    stock: {
      list: ({ input: { kind, status, siteid, q, page } }) =>
        toPage(
          rows
            .filter((row) => (kind === undefined || row.kind === kind) && (!status || STATES[status].includes(row.state)))
            .filter((row) => siteid === undefined || row.siteid === siteid || row.to_siteid === siteid)
            .filter((row) =>
              `${row.number} ${row.supplier} ${row.reference} ${row.note}`.toLowerCase().includes(q.toLowerCase()),
            ),
          page,
          25,
        ),
      waiting: () => ({
        rows: rows.filter(isOpen),
        counts: {
          drafts: count(({ state }) => state === 'draft'),
          orders: count(({ kind, state }) => kind === 'order' && state !== 'draft'),
          transfers: count(({ kind, state }) => kind === 'transfer' && state !== 'draft'),
          counts: count(({ kind }) => kind === 'count'),
        },
      }),
      get: ({ input: { documentid }, errors }) => {
        const found = documents.find((document) => document.documentid === documentid)
        if (!found) throw errors.NOT_FOUND()
        return found
      },
      destinations: () => [SITE, ROSEBANK],
      settings: () => ({ stock_reasons: STOCK_REASONS, purchase_price_rule: 'last' }),
    },
    suppliers: { options: () => [SASKO, { supplierid: 8, name: 'Clover' }] },
    sites: { options: () => [SITE, ROSEBANK] },
  }
}
