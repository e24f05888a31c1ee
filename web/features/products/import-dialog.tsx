import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SiteOption } from '../../../contract/sites.ts'
import { api } from '../../lib/api/api.ts'
import { formatCount, pluralize } from '../../lib/format/money.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { ImportChoice } from '../../ui/import/import-choice.tsx'
import { ImportFooter } from '../../ui/import/import-footer.tsx'
import { RejectedDownload } from '../../ui/import/rejected-download.tsx'
import { StepDialog } from '../../ui/steps/step-dialog.tsx'
import { Waiting } from '../../ui/steps/waiting.tsx'
import { downloadRejected, type ImportSource } from './import-calls.ts'
import { ImportLines } from './import-lines.tsx'
import { ImportMatching, identifiesProducts } from './import-matching.tsx'
import { withStockChoice } from './import-stock.ts'
import { TEMPLATE_URL } from './product-queries.ts'
import { type ImportStep, useImport } from './use-import.ts'

/** Imports products from a file: a preview first, then the confirmation. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const flow = useImport()
  const { step, readFile, setStock, choose, rematch, restart } = flow
  const sites = useQuery(api.sites.options.queryOptions())
  const isDone = step.kind === 'done'
  const isBusy = step.kind === 'importing'
  const next = getNext(flow)
  const hasInput = step.kind === 'reading' || step.kind === 'matching' || (step.kind === 'preview' && next?.isReady)

  return (
    <StepDialog
      title="Import products"
      subtitle="You can check everything before it is saved"
      width={720}
      step={step.kind}
      unsaved={hasInput ? 'The file is not imported.' : undefined}
      busy={isBusy}
      onClose={onClose}
      footer={<ImportFooter isDone={isDone} next={next} onRestart={restart} onClose={onClose} />}
    >
      {'failure' in step && step.failure && <Notice kind="error">{step.failure}</Notice>}
      {step.kind === 'choosing' && sites.data && <ProductFileChoice sites={sites.data} onChoose={readFile} />}
      {step.kind === 'choosing' && sites.isPending && <Skeleton height={180} />}
      {step.kind === 'choosing' && sites.isError && !sites.data && <LoadFailure query={sites} failure="Failed to load sites" />}
      {step.kind === 'reading' && <Waiting>Reading {step.source.file.name}…</Waiting>}
      {step.kind === 'matching' && <ImportMatching {...step} onChange={choose} />}
      {step.kind === 'preview' && <ImportLines {...step} onSetStock={setStock} onRematch={() => rematch(step)} />}
      {step.kind === 'importing' && <ProgressBar label="Importing" name="Import" noun="product" done={step.done} of={step.of} />}
      {step.kind === 'done' && <Result {...step} />}
    </StepDialog>
  )
}

function getNext({ step, readFile, confirm }: ReturnType<typeof useImport>) {
  if (step.kind === 'matching')
    return {
      label: 'Continue',
      isReady: identifiesProducts(step.chosen),
      onClick: () => void readFile({ ...step.source, chosen: step.chosen }),
    }
  if (step.kind !== 'preview') return undefined
  const { new: added, changed } = withStockChoice(step.preview, step.setsStock)
  const products = added + changed
  return {
    label: products === 0 ? 'Nothing to import' : `Import ${pluralize(products, 'product')}`,
    isReady: products > 0,
    onClick: () => void confirm(step),
  }
}

function Result({ source, imported, rejected }: Extract<ImportStep, { kind: 'done' }>) {
  return (
    <>
      <Notice kind="success">
        Imported: {formatCount(imported.new)} new, {formatCount(imported.changed)} changed.
      </Notice>
      {rejected > 0 && (
        <>
          <p>
            {pluralize(rejected, 'line')} {rejected === 1 ? 'was' : 'were'} not imported. Download{' '}
            {rejected === 1 ? 'it' : 'them'}, fix the file and upload it again.
          </p>
          <RejectedDownload
            label={`Download ${pluralize(rejected, 'line')} to fix`}
            onDownload={() => downloadRejected(source)}
          />
        </>
      )}
    </>
  )
}

type Props = { sites: SiteOption[]; onChoose: (source: ImportSource) => void }

/** Chooses the file of an import of products. */
const ProductFileChoice = ({ sites, onChoose }: Props) => (
  <ImportChoice
    noun="product"
    sites={sites}
    siteLabel="Site for lines without a site"
    label="CSV or Excel file"
    source="From any till or spreadsheet, or an export of your products that you edited."
    onChoose={onChoose}
  >
    Lines are matched with products at their site by barcode, or by name if there is no barcode. Matching products are changed,
    the others are added. A missing column changes nothing.{' '}
    <a className="nowrap" href={TEMPLATE_URL} download>
      Download the template
    </a>
  </ImportChoice>
)
