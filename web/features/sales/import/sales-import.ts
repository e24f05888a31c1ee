import { createImportAnswer } from '../../../../contract/imports.ts'
import { type SalesImport, SalesImportPreview } from '../../../../contract/sales-imports.ts'
import { client } from '../../../lib/api/api.ts'
import { createImportFile, toJson } from '../../../lib/api/import-file.ts'
import { type OnProgress, readResult } from '../../../lib/api/read-result.ts'
import type { Source } from '../../../ui/import/use-import.ts'
import type { Decision } from '../../../unknown-products/unknown-products.tsx'

/** How a file is to be read, and whether its sales move the stock. */
export type SalesOptions = {
  /** Null for the site's till. */
  employeeid: number | null
  /** Of the sales without one; '' where nobody knows it. */
  payment_method?: string
  date_order?: 'dmy' | 'mdy'
  /** Whether the totals have the tips and gift cards. */
  extras_in_total?: boolean
  /** What the amount of a row is of. */
  amount_of?: 'line' | 'sale'
  same_number?: 'one' | 'several'
  statuses?: Record<string, 'sale' | 'none'>
  rates?: Record<string, 'file' | 'standard'>
  /** The preview that a person imports although sums of the file differ from it. Another reading needs another acceptance. */
  acceptedImport?: number
  sites: Record<string, number>
  employees: Record<string, number>
  /** What is done with unknown products when the sales are imported. */
  products: Decision[]
  /** Without a choice, the days of the sales decide. */
  movesStock?: boolean
}
export type SalesSource = Source<SalesOptions, SalesImportPreview>
export type ReadOptions = SalesSource['options']

export type ImportOutcome = { sales: number; failed: number }
export type Imported = Pick<SalesImport, 'importid' | 'first_day' | 'last_day'>
/** Without `source`, an earlier import was continued. */
export type Done =
  | { kind: 'imported'; outcome: ImportOutcome; rejected: number; imported: Imported; source?: SalesSource }
  | { kind: 'undone'; outcome: ImportOutcome }

const MAX_NAME = 200

export const openSalesFile = (file: File): SalesSource['file'] =>
  createImportFile(file, {
    url: '/api/v1/sales/imports',
    Answer: createImportAnswer(SalesImportPreview),
    toSearch: (
      { name },
      { employeeid, payment_method, date_order, extras_in_total, amount_of, same_number, ...byName }: ReadOptions,
    ) => ({
      file_name: name.slice(0, MAX_NAME),
      employeeid: employeeid ?? undefined,
      payment_method,
      date_order,
      amount_of,
      same_number,
      extras_in_total: extras_in_total?.toString(),
      sites: toJson(byName.sites),
      employees: toJson(byName.employees),
      statuses: toJson(byName.statuses),
      rates: toJson(byName.rates),
    }),
  })

export const findMovesStock = ({ movesStock }: ReadOptions, { is_from_today }: SalesImportPreview) => movesStock ?? is_from_today

/** Stores the sales of a preview, or goes on with an import that stopped. It goes on when the connection breaks. */
export async function confirmImport(importid: number, moves_stock: boolean, onProgress: OnProgress): Promise<ImportOutcome> {
  return (await readResult(await client.salesImports.confirm({ importid, moves_stock }), onProgress)).finished
}

export async function undoImport(importid: number, onProgress: OnProgress): Promise<ImportOutcome> {
  return (await readResult(await client.salesImports.undo({ importid }), onProgress)).finished
}
