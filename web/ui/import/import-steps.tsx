import { Box, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FileColumn } from '../../../contract/columns/file-column.ts'
import { joinNames } from '../../lib/format/join-names.ts'
import { pluralize } from '../../lib/format/money.ts'
import { Notice } from '../feedback/notice.tsx'
import { ProgressBar } from '../feedback/progress-bar.tsx'
import { type ChosenFields, ColumnMatching } from '../matching/column-matching.tsx'
import { ColumnSummary } from '../matching/column-summary.tsx'
import { StepDialog } from '../steps/step-dialog.tsx'
import { StepFooter } from '../steps/step-footer.tsx'
import { StepHeading } from '../steps/step-heading.tsx'
import { Waiting } from '../steps/waiting.tsx'
import { ImportChoice, type ImportChoiceProps } from './import-choice.tsx'
import { SheetChoice } from './sheet-choice.tsx'
import type { ImportFlow, PreviewStep } from './use-import.ts'

/** What an import says about its columns: what is missing, in words, and whether the file can be read with them. */
type ColumnCheck = { missing: string | undefined; note?: string | undefined; isReady: boolean; isComplete: boolean }

type Props<Options, Preview, Done> = ImportChoiceProps & {
  flow: ImportFlow<Options, Preview, Done>
  /** Below the choice of the file. */
  past?: ReactNode
  checkColumns: (chosen: ChosenFields) => ColumnCheck
  /** How many rows would be imported, whether others wait for a decision of the person, and whether all do. */
  summarize: (step: PreviewStep<Options, Preview>) => { count: number; isUndecided?: boolean; isBlocked?: boolean }
  /** `columns` says which column is which field, and leads back to the choice. */
  preview: (step: PreviewStep<Options, Preview>, columns: ReactNode) => ReactNode
  onConfirm: (step: PreviewStep<Options, Preview>) => void
  result: (result: Done) => ReactNode
  onClose: () => void
}

/** The dialog of every import: the choice of a file, the matching of its columns, the preview, the progress and the result. */
export function ImportSteps<Options, Preview, Done>(props: Props<Options, Preview, Done>) {
  const { flow, noun, checkColumns, preview, result, onClose } = props
  const { step, fields, read, choose, rematch } = flow
  const next = getNext(props)
  const sites = props.sites.data ?? []
  const failure = 'failure' in step ? step.failure : undefined
  const isSheetMissing = 'isReading' in step && step.sheets.length > 0 && !step.sheets.some(({ is_chosen }) => is_chosen)
  const sheetChoice = 'isReading' in step && (
    <SheetChoice
      sheets={step.sheets}
      chosen={step.options.sheets}
      onChange={(sheets) => read({ file: step.file, options: { ...step.options, sheets, columns: undefined } })}
    />
  )
  const hasInput = step.kind === 'reading' || step.kind === 'matching' || (step.kind === 'preview' && !next?.isEmpty)

  return (
    <StepDialog
      title={`Import ${noun}s`}
      subtitle="Check everything before you save"
      width={step.kind === 'matching' ? 960 : 720}
      step={step.kind}
      unsaved={hasInput ? 'The file is not imported.' : undefined}
      busy={step.kind === 'working'}
      onClose={onClose}
      footer={
        <StepFooter
          isDone={step.kind === 'done'}
          after={{ label: 'Import another file', onClick: flow.restart }}
          next={next}
          onBack={flow.restart}
          onClose={onClose}
          onCancel={onClose}
        />
      }
    >
      {failure && (
        <Notice
          kind="error"
          action={
            failure.again && (
              <Button variant="default" size="xs" onClick={failure.again}>
                Try again
              </Button>
            )
          }
        >
          {failure.message}
        </Notice>
      )}
      {step.kind === 'choosing' && <ImportChoice {...props} initialSite={step.siteid} />}
      {step.kind === 'choosing' && props.past}
      {step.kind === 'reading' && <Waiting>Reading {step.file.name}…</Waiting>}
      {'isReading' in step && (
        <Box className="stack" opacity={step.isReading ? 0.6 : 1} aria-busy={step.isReading}>
          {step.kind === 'matching' ? (
            <>
              <StepHeading
                title={
                  isSheetMissing
                    ? 'Choose the sheets to read'
                    : (checkColumns(step.chosen).missing ?? nameAsked(step.columns) ?? 'Match the columns of your file')
                }
              >
                {step.file.name} • Your choice is kept for files with the same column titles.
              </StepHeading>
              {sheetChoice}
              {step.columns.some(({ is_asked }) => is_asked) && (
                <p>Choose what these numbers are. Unused columns change no amounts.</p>
              )}
              {!isSheetMissing && checkColumns(step.chosen).note && <p>{checkColumns(step.chosen).note}</p>}
              <ColumnMatching
                key={step.columns.map(({ title }) => title).join('\n')}
                columns={step.columns}
                fields={fields}
                chosen={step.chosen}
                isIncomplete={!checkColumns(step.chosen).isComplete}
                onChange={choose}
              />
            </>
          ) : (
            preview(
              step,
              <>
                {sheetChoice}
                {sites.length > 1 && (
                  <p className="small">
                    {props.siteLabel}:{' '}
                    <b className="medium">{sites.find(({ siteid }) => siteid === step.options.siteid)?.sitename}</b>
                  </p>
                )}
                {step.madeBy && <p className="small">This is {step.madeBy}.</p>}
                <ColumnSummary columns={step.columns} labels={fields} onRematch={() => rematch(step)} />
              </>,
            )
          )}
        </Box>
      )}
      {step.kind === 'working' && <ProgressBar name="Import" noun={noun} {...step} />}
      {step.kind === 'done' && result(step.result)}
    </StepDialog>
  )

  function getNext({ summarize, onConfirm }: typeof props) {
    if ('isReading' in step && step.isReading) return { label: 'Reading…', isReady: false, onClick: () => {} }
    if (step.kind === 'matching') {
      const { file, options, chosen } = step
      const onClick = () => read({ file, options: { ...options, columns: chosen } })
      return { label: 'Continue', isReady: checkColumns(chosen).isReady, onClick }
    }
    if (step.kind !== 'preview') return undefined
    const { count, isUndecided = false, isBlocked = false } = summarize(step)
    const label = count > 0 ? `Import ${pluralize(count, noun)}` : isUndecided ? 'Import' : 'Nothing to import'
    return { label, isReady: count > 0 && !isBlocked, isEmpty: count === 0 && !isUndecided, onClick: () => onConfirm(step) }
  }
}

/** Asks for the columns of numbers that no title explains. Undefined without one. */
function nameAsked(columns: readonly FileColumn[]) {
  const titles = columns.flatMap(({ title, is_asked }) => (is_asked ? `“${title}”` : []))
  if (titles.length === 0) return undefined
  return `What ${titles.length === 1 ? 'is' : 'are'} ${joinNames(titles)}?`
}
