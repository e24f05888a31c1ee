import { ORPCError } from '@orpc/server'
import { NOT_FOUND } from '../../../contract/shared/errors.ts'
import { DocumentExport, type DocumentLine, type StockDocument } from '../../../contract/stock-documents.ts'
import { type Export, splitIntoPages } from '../../http/csv-export.ts'
import { type CsvColumn, chooseVisible, writeCsv } from '../../shared/csv.ts'
import { findDocument, listLines } from './documents.ts'

type Kind = StockDocument['kind']

/** Names of a document and of its quantities, and the columns that it has besides those of all. */
const KINDS: Record<Kind, { name: string; quantity: string; columns: (keyof typeof COLUMNS)[] }> = {
  order: { name: 'Order', quantity: 'Ordered', columns: ['received', 'price', 'amount'] },
  delivery: { name: 'Delivery', quantity: 'Received', columns: ['corrected', 'rejected', 'reason', 'price', 'amount'] },
  transfer: { name: 'Transfer', quantity: 'Sent', columns: ['received', 'cost', 'amount'] },
  receipt: { name: 'Receipt', quantity: 'Received', columns: ['missing', 'reason', 'cost', 'amount'] },
  count: { name: 'Count', quantity: 'Difference', columns: ['counted', 'expected', 'cost', 'amount'] },
  adjustment: { name: 'Adjustment', quantity: 'Change', columns: ['reason', 'cost', 'amount'] },
}

const COLUMNS = {
  received: { title: 'Received or missing', value: ({ received }) => received },
  corrected: { title: 'After corrections', value: ({ corrected }) => corrected },
  rejected: { title: 'Rejected', value: ({ rejected }) => rejected },
  missing: { title: 'Missing', value: ({ missing }) => missing },
  reason: { title: 'Reason', value: ({ reason }) => reason },
  counted: { title: 'Counted', value: ({ counted }) => counted },
  expected: { title: 'Expected', value: ({ expected }) => expected },
  price: { title: 'Price', value: ({ purchaseprice }) => purchaseprice, decimals: 'price', isCost: true },
  cost: { title: 'Purchase price', value: ({ purchaseprice }) => purchaseprice, decimals: 'price', isCost: true },
  amount: {
    title: 'Amount',
    value: ({ quantity, purchaseprice }) => (purchaseprice === null ? null : quantity * purchaseprice),
    decimals: 2,
    isCost: true,
  },
} satisfies Record<string, CsvColumn<DocumentLine>>

/** The lines of a document, in its order. A line that nobody counted has no number. */
export const documentExport: Export<DocumentExport> = {
  input: DocumentExport,
  open: async (within, { documentid }) => {
    const { document, lines, columns } = await within(async (scope) => {
      const document = await findDocument(scope, documentid)
      if (!document) throw new ORPCError('NOT_FOUND', NOT_FOUND)
      return { document, lines: await listLines(scope, documentid), columns: chooseVisible(scope, findColumns(document.kind)) }
    })
    return {
      fileName: `${KINDS[document.kind].name.toLowerCase()}_${document.number}.csv`,
      rows: lines.length,
      file: writeCsv(columns, splitIntoPages(lines)),
    }
  },
}

function findColumns(kind: Kind): CsvColumn<DocumentLine>[] {
  const { quantity, columns } = KINDS[kind]
  const isUncounted = ({ counted }: DocumentLine) => kind === 'count' && counted === null
  return [
    { title: 'Product', value: ({ productname }) => productname },
    { title: 'Barcode', value: ({ barcode }) => barcode },
    { title: quantity, value: (line) => (isUncounted(line) ? null : line.quantity) },
    ...columns.map((column) => COLUMNS[column]),
  ]
}
