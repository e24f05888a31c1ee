import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DateRange } from '../../../../contract/shared/fields.ts'
import type { SiteOption } from '../../../../contract/sites.ts'
import { api } from '../../../lib/api/api.ts'
import { formatPeriod } from '../../../lib/format/dates.ts'
import { formatCount, pluralize } from '../../../lib/format/money.ts'
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { ImportChoice } from '../../../ui/import/import-choice.tsx'
import { ImportFooter } from '../../../ui/import/import-footer.tsx'
import { type ChosenFields, ColumnMatching } from '../../../ui/matching/column-matching.tsx'
import { StepDialog } from '../../../ui/steps/step-dialog.tsx'
import { StepHeading } from '../../../ui/steps/step-heading.tsx'
import { Waiting } from '../../../ui/steps/waiting.tsx'
import { describeMissing, FIELD_LABELS } from './field-labels.ts'
import type { ReadOptions } from './import-calls.ts'
import { PastImports } from './past-imports.tsx'
import { SalesPreview } from './sales-preview.tsx'
import { SalesRejectedDownload } from './sales-rejected-download.tsx'
import { type MatchingStep, type SalesImportStep, useSalesImport } from './use-sales-import.ts'

type Props = {
  timezone: string
  /** The days on the screen behind the dialog. */
  shown: DateRange
  onClose: () => void
  /** Shows the sales of an import. */
  onShow: (range: DateRange) => void
}

/** Imports sales from a file of any till: a preview first, then the confirmation. Lists the imports, each with its undoing. */
export function SalesImportDialog({ timezone, shown, onClose, onShow }: Props) {
  const flow = useSalesImport()
  const { step } = flow
  const sites = useQuery(api.sites.options.queryOptions())
  const { kind } = step
  const isDone = kind === 'imported' || kind === 'undone'
  const isBusy = kind === 'working'
  const next = getNext(flow)
  const range = step.kind === 'imported' ? findRange(step.imported) : undefined
  const isElsewhere = range && (range.to < shown.from || range.from > shown.to)
  const close = isElsewhere ? () => onShow(range) : onClose
  const hasInput = kind === 'reading' || kind === 'matching' || kind === 'preview'

  return (
    <StepDialog
      title="Import sales"
      subtitle="You can check everything before it is saved"
      width={720}
      step={kind}
      unsaved={hasInput ? 'The file is not imported.' : undefined}
      busy={isBusy}
      onClose={close}
      footer={<ImportFooter isDone={isDone} next={next} onRestart={flow.restart} onClose={close} />}
    >
      {step.kind === 'choosing' && (
        <>
          {step.failure && <Notice kind="error">{step.failure}</Notice>}
          {sites.data && <SalesFileChoice sites={sites.data} onChoose={({ file, options }) => flow.open(file, options)} />}
          {sites.isError && !sites.data && <LoadFailure query={sites} failure="Failed to load sites" />}
          <PastImports
            timezone={timezone}
            onUndo={(past) => void flow.undo(past.importid, past.stored_sales)}
            onResume={(past) => void flow.resume(past)}
          />
        </>
      )}
      {'isReading' in step && step.failure && (
        <Notice
          kind="error"
          action={
            <Button variant="default" size="xs" onClick={() => flow.read(step)}>
              Try again
            </Button>
          }
        >
          {step.failure}
        </Notice>
      )}
      {step.kind === 'reading' && step.isReading && <Waiting>Reading {step.file.name}…</Waiting>}
      {step.kind === 'matching' && <SalesMatching {...step} onChange={flow.match} />}
      {step.kind === 'preview' && (
        <SalesPreview
          step={step}
          sites={sites.data ?? []}
          timezone={timezone}
          onMovesStock={flow.setMovesStock}
          onRead={(options) => flow.read({ file: step.file, options })}
          onRematch={() => flow.rematch(step)}
        />
      )}
      {step.kind === 'working' && <ProgressBar label={step.verb} name="Import" noun="sale" done={step.done} of={step.of} />}
      {step.kind === 'imported' && <Result step={step} range={range} onShow={onShow} onUndo={flow.undo} />}
      {step.kind === 'undone' && <Notice kind="success">Undone: {pluralize(step.outcome.sales, 'sale')} removed.</Notice>}
    </StepDialog>
  )
}

type Flow = ReturnType<typeof useSalesImport>

function getNext({ step, read, confirm }: Flow) {
  if ('isReading' in step && step.isReading)
    return step.kind === 'reading' ? undefined : { label: 'Reading…', isReady: false, onClick: () => {} }
  if (step.kind === 'matching') {
    const { file, options, chosen } = step
    return {
      label: 'Continue',
      isReady: describeMissing(chosen) === undefined,
      onClick: () => read({ file, options: { ...options, columns: chosen } }),
    }
  }
  if (step.kind !== 'preview') return undefined
  const { new: added, unknown_sites } = step.sales
  const isUndecided = unknown_sites.some(({ siteid }) => siteid === null)
  return {
    label: added > 0 ? `Import ${pluralize(added, 'sale')}` : isUndecided ? 'Import' : 'Nothing to import',
    isReady: added > 0,
    onClick: () => void confirm(step),
  }
}

type ImportedStep = Extract<SalesImportStep, { kind: 'imported' }>

const findRange = ({ first_day: from, last_day: to }: ImportedStep['imported']): DateRange | undefined =>
  from && to ? { from, to } : undefined

type ResultProps = {
  step: ImportedStep
  range: DateRange | undefined
  onShow: (range: DateRange) => void
  onUndo: Flow['undo']
}

function Result({ step: { outcome, rejected, imported, chosen }, range, onShow, onUndo }: ResultProps) {
  const left = rejected + outcome.failed
  return (
    <>
      <Notice
        kind="success"
        action={
          range && (
            <Button variant="default" size="xs" onClick={() => onShow(range)}>
              Show these sales
            </Button>
          )
        }
      >
        Imported: {pluralize(outcome.sales, 'sale')}.{range && ` Their days: ${formatPeriod(range)}.`}
      </Notice>
      {left > 0 && (
        <p>
          {formatCount(left)} {left === 1 ? 'was' : 'were'} not imported. To add {left === 1 ? 'it' : 'them'}, fix the file and
          upload it again. The sales already imported are left out.
        </p>
      )}
      {chosen && left > 0 && <SalesRejectedDownload {...chosen} />}
      {outcome.sales > 0 && (
        <Button variant="default" style={{ justifySelf: 'start' }} onClick={() => void onUndo(imported.importid, outcome.sales)}>
          Undo this import
        </Button>
      )}
    </>
  )
}

type SalesFileChoiceProps = { sites: SiteOption[]; onChoose: (chosen: { file: File; options: ReadOptions }) => void }

/** Chooses the file of an import of sales. */
const SalesFileChoice = ({ sites, onChoose }: SalesFileChoiceProps) => (
  <ImportChoice
    noun="sale"
    sites={sites}
    siteLabel="Site of sales without a site"
    label="File with sales"
    source="From Square, Loyverse, Lightspeed, Yoco, Shopify or any spreadsheet."
    onChoose={({ file, siteid }) => onChoose({ file, options: { siteid, employeeid: null, sites: {}, employees: {} } })}
  >
    One row a sale, or one row an item with its receipt number. A sale needs a date and an amount. You can import the same file
    again: sales that are already here are left out.
  </ImportChoice>
)

type SalesMatchingProps = MatchingStep & { onChange: (chosen: ChosenFields) => void }

/** The choice of the columns that are not recognised by their titles. */
function SalesMatching({ file, columns, chosen, onChange }: SalesMatchingProps) {
  const missing = describeMissing(chosen)
  return (
    <>
      <StepHeading title={missing ?? 'Match the columns of your file'}>
        {file.name} • Your choice is used again for files with the same column titles.
      </StepHeading>
      <ColumnMatching
        columns={columns}
        fields={FIELD_LABELS}
        chosen={chosen}
        isIncomplete={missing !== undefined}
        onChange={onChange}
      />
    </>
  )
}
