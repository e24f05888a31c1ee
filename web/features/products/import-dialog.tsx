import { useQuery } from '@tanstack/react-query'
import type { ImportPreview } from '../../../contract/product-imports.ts'
import { api, queryClient } from '../../lib/api/api.ts'
import { invalidate } from '../../lib/api/stale-queries.ts'
import { formatCount, pluralize } from '../../lib/format/money.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ImportSteps } from '../../ui/import/import-steps.tsx'
import { RejectedDownload } from '../../ui/import/rejected-download.tsx'
import { type PreviewStep, useImport } from '../../ui/import/use-import.ts'
import { ImportLines } from './import-lines.tsx'
import { withStockChoice } from './import-stock.ts'
import {
  checkColumns,
  confirmImport,
  FIELD_LABELS,
  type Imported,
  openProductFile,
  type ProductOptions,
} from './product-import.ts'
import { TEMPLATE_URL } from './product-queries.ts'

const WORK_FAILED = 'Connection lost. Check the list to see if the file was imported.'

/** Imports products from a file: a preview first, then the confirmation. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const flow = useImport<ProductOptions, ImportPreview, Imported>({ fields: FIELD_LABELS, workFailed: WORK_FAILED })
  const sites = useQuery(api.sites.options.queryOptions())
  const summarize = ({ preview, options }: PreviewStep<ProductOptions, ImportPreview>) => {
    const chosen = withStockChoice(preview, options.setsStock)
    return {
      count: chosen.new + chosen.changed + (chosen.archived ?? 0),
      isUndecided: chosen.unknown_sites?.some(({ siteid }) => siteid === null) ?? false,
    }
  }

  return (
    <ImportSteps
      flow={flow}
      noun="product"
      sites={sites}
      siteLabel="Site for lines without a site"
      fileLabel="CSV or Excel file"
      source="From any till or spreadsheet, or your edited product export."
      hint="Lines match products at their site by barcode, or by name without one. Matches are updated, other lines are added. Missing columns change nothing."
      template={TEMPLATE_URL}
      onChoose={({ file, siteid }) =>
        flow.read({ file: openProductFile(file), options: { siteid, setsStock: false, sites: {} } })
      }
      checkColumns={checkColumns}
      summarize={summarize}
      preview={(step, columns) => (
        <ImportLines
          {...{ step, columns }}
          sites={sites.data ?? []}
          onOptions={flow.setOptions}
          onRead={(options) => flow.read({ file: step.file, options })}
        />
      )}
      onConfirm={(step) =>
        flow.work('Importing', summarize(step).count, (onProgress) =>
          confirmImport(step, step.preview, onProgress).finally(() => invalidate(queryClient, ['products'])),
        )
      }
      result={(imported) => <Result {...imported} />}
      onClose={onClose}
    />
  )
}

const Result = ({ new: added, changed, archived, rejected, source }: Imported) => (
  <>
    <Notice kind="success">
      Imported: {formatCount(added)} new, {formatCount(changed)} changed
      {archived !== undefined && `, ${formatCount(archived)} archived`}.
    </Notice>
    {rejected > 0 && (
      <>
        <p>
          {pluralize(rejected, 'line')} {rejected === 1 ? 'was' : 'were'} not imported. Download {rejected === 1 ? 'it' : 'them'},
          fix the file and upload it again.
        </p>
        <RejectedDownload label={`Download ${pluralize(rejected, 'line')} to fix`} source={source} />
      </>
    )}
  </>
)
