import { useQuery } from '@tanstack/react-query'
import type { SalesImportPreview } from '../../../../contract/sales-imports.ts'
import type { DateRange } from '../../../../contract/shared/fields.ts'
import { api, queryClient } from '../../../lib/api/api.ts'
import { invalidate } from '../../../lib/api/stale-queries.ts'
import { useSave } from '../../../lib/api/use-save.ts'
import { ImportSteps } from '../../../ui/import/import-steps.tsx'
import { useImport } from '../../../ui/import/use-import.ts'
import { saveDecisions } from '../../../unknown-products/save-decisions.ts'
import type { Decision } from '../../../unknown-products/unknown-products.tsx'
import { checkColumns, FIELD_LABELS } from './field-labels.ts'
import { ImportResult } from './import-result.tsx'
import { PastImports } from './past-imports.tsx'
import {
  confirmImport,
  type Done,
  findMovesStock,
  type Imported,
  openSalesFile,
  type SalesOptions,
  type SalesSource,
  undoImport,
} from './sales-import.ts'
import { SalesPreview } from './sales-preview.tsx'

type Props = {
  timezone: string
  /** The days on the screen behind the dialog. */
  shown: DateRange
  onClose: () => void
  /** Shows the sales of an import. */
  onShow: (range: DateRange) => void
}

const WORK_FAILED = 'Connection lost. Check the list of imports to see how far it got.'

/** Imports sales from a file of any till: a preview first, then the confirmation. Lists the imports, each with its undoing. */
export function SalesImportDialog({ timezone, shown, onClose, onShow }: Props) {
  const flow = useImport<SalesOptions, SalesImportPreview, Done>({ fields: FIELD_LABELS, workFailed: WORK_FAILED })
  const { step } = flow
  const saveProducts = useSave(saveDecisions, ['products.unknown'], { waits: false })
  const sites = useQuery(api.sites.options.queryOptions())
  const range = step.kind === 'done' && step.result.kind === 'imported' ? findRange(step.result.imported) : undefined
  const isElsewhere = range && (range.to < shown.from || range.from > shown.to)

  const store = (imported: Imported, { of, movesStock, products = [], ...rest }: StoreOptions) =>
    flow.work('Importing', of, async (onProgress) => {
      // Before the sales, whose lines find them.
      await saveProducts.mutateAsync(products)
      const outcome = await confirmImport(imported.importid, movesStock, onProgress).finally(refresh)
      return { kind: 'imported', outcome, imported, ...rest }
    })
  const undo = (importid: number, of: number) =>
    flow.work('Undoing', of, async (onProgress) => ({
      kind: 'undone',
      outcome: await undoImport(importid, onProgress).finally(refresh),
    }))

  return (
    <ImportSteps
      flow={flow}
      noun="sale"
      sites={sites}
      siteLabel="Site of sales without a site"
      fileLabel="File with sales"
      source="From Square, Loyverse, Lightspeed, Yoco, Shopify or any spreadsheet."
      hint="One row per sale, or one row per item with its receipt number. A sale needs a date and an amount. You can import a file again: known sales are left out."
      onChoose={({ file, siteid }) =>
        flow.read({ file: openSalesFile(file), options: { siteid, employeeid: null, sites: {}, employees: {}, products: [] } })
      }
      past={
        <PastImports
          timezone={timezone}
          onUndo={(past) => undo(past.importid, past.stored_sales)}
          onResume={(past) => store(past, { of: past.new_sales, rejected: 0, movesStock: past.moves_stock })}
        />
      }
      checkColumns={checkColumns}
      summarize={({ preview, options }) => ({
        count: preview.new,
        isUndecided: preview.unknown_sites.some(({ siteid }) => siteid === null),
        isBlocked: preview.sums.different.length > 0 && options.acceptedImport !== preview.importid,
      })}
      preview={(open, columns) => (
        <SalesPreview
          step={open}
          summary={columns}
          sites={sites.data ?? []}
          timezone={timezone}
          onMovesStock={(movesStock) => flow.setOptions({ ...open.options, movesStock })}
          onSums={(acceptedImport) => flow.setOptions({ ...open.options, acceptedImport })}
          onProducts={(products) => flow.setOptions({ ...open.options, products })}
          onRead={(options) => flow.read({ file: open.file, options })}
        />
      )}
      onConfirm={({ file, options, preview }) => {
        const { new: of, rejected } = preview
        const movesStock = findMovesStock(options, preview)
        store(preview, { of, rejected, movesStock, products: options.products, source: { file, options } })
      }}
      result={(done) => <ImportResult done={done} range={range} onShow={onShow} onUndo={undo} />}
      onClose={isElsewhere ? () => onShow(range) : onClose}
    />
  )
}

type StoreOptions = { of: number; movesStock: boolean; rejected: number; products?: Decision[]; source?: SalesSource }

const findRange = ({ first_day: from, last_day: to }: Imported): DateRange | undefined => (from && to ? { from, to } : undefined)

const refresh = () => invalidate(queryClient, ['salesImports'])
