import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { DateRange } from '../../../../contract/shared/fields.ts'
import { api } from '../../../lib/api/api.ts'
import { formatCount, pluralize } from '../../../lib/format/money.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { describeMissing } from './field-labels.ts'
import { PastImports } from './past-imports.tsx'
import classes from './sales-import-dialog.module.css'
import { SalesFileChoice } from './sales-file-choice.tsx'
import { SalesMatching } from './sales-matching.tsx'
import { SalesPreview } from './sales-preview.tsx'
import { type SalesImportStep, useSalesImport } from './use-sales-import.ts'

type Props = {
  timezone: string
  onClose: () => void
  /** Shows the sales of an import. */
  onShow: (range: DateRange) => void
}

/** Imports sales from a file of any till: a preview first, then the confirmation. Lists the imports, each with its undoing. */
export function SalesImportDialog({ timezone, onClose, onShow }: Props) {
  const flow = useSalesImport()
  const { step } = flow
  const sites = useQuery(api.sites.options.queryOptions())
  const body = useRef<HTMLDivElement>(null)
  const { kind } = step
  const previous = useRef(kind)
  useEffect(() => {
    // The focused element of the previous step is gone.
    if (kind !== previous.current) body.current?.focus()
    previous.current = kind
  }, [kind])

  return (
    <Dialog
      title="Import sales"
      subtitle="You can check everything before it is saved"
      width={720}
      grows
      onClose={onClose}
      canDismiss={() => kind === 'choosing' || kind === 'imported' || kind === 'undone'}
      busy={kind === 'working'}
      footer={<Footer flow={flow} onClose={onClose} />}
    >
      <div className={classes.body} ref={body} tabIndex={-1}>
        {step.kind === 'choosing' && (
          <>
            {step.failure && <Notice kind="error">{step.failure}</Notice>}
            {sites.data && <SalesFileChoice sites={sites.data} onChoose={flow.readFile} />}
            {sites.isError && !sites.data && <LoadFailure query={sites} failure="Failed to load sites" />}
            <PastImports
              timezone={timezone}
              onUndo={(past) => void flow.undo(past.importid, past.stored_sales)}
              onResume={(past) => void flow.resume(past)}
            />
          </>
        )}
        {step.kind === 'reading' && (
          <p className={classes.waiting}>
            <Loader size={20} aria-hidden /> Reading {step.fileName}…
          </p>
        )}
        {step.kind === 'matching' && <SalesMatching {...step} onChange={flow.match} />}
        {step.kind === 'preview' && (
          <SalesPreview
            step={step}
            sites={sites.data ?? []}
            timezone={timezone}
            onMovesStock={flow.setMovesStock}
            onRead={(options) => void flow.readFile({ file: step.file, options })}
            onRematch={() => flow.rematch(step)}
          />
        )}
        {step.kind === 'working' && <ProgressBar label={step.verb} name="Import" noun="sale" done={step.done} of={step.of} />}
        {step.kind === 'imported' && <Result step={step} onShow={onShow} onUndo={flow.undo} />}
        {step.kind === 'undone' && <Notice kind="success">Undone: {pluralize(step.outcome.sales, 'sale')} removed.</Notice>}
      </div>
    </Dialog>
  )
}

type Flow = ReturnType<typeof useSalesImport>

function Footer({ flow, onClose }: { flow: Flow; onClose: () => void }) {
  const { step } = flow
  if (step.kind === 'imported' || step.kind === 'undone')
    return (
      <>
        <Button variant="default" onClick={flow.restart}>
          Import another file
        </Button>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </>
    )
  if (step.kind === 'matching')
    return (
      <>
        <Button variant="default" className={classes.back} onClick={flow.restart}>
          Back
        </Button>
        <Button
          disabled={describeMissing(step.chosen) !== undefined}
          onClick={() => void flow.readFile({ file: step.file, options: { ...step.options, columns: step.chosen } })}
        >
          Continue
        </Button>
      </>
    )
  if (step.kind === 'preview') {
    const added = step.sales.new
    return (
      <>
        <Button variant="default" className={classes.back} onClick={flow.restart}>
          Back
        </Button>
        <Button disabled={added === 0} onClick={() => void flow.confirm(step)}>
          {added === 0 ? 'Nothing to import' : `Import ${pluralize(added, 'sale')}`}
        </Button>
      </>
    )
  }
  return (
    <Button variant="default" disabled={step.kind === 'working'} onClick={onClose}>
      Cancel
    </Button>
  )
}

type ResultProps = {
  step: Extract<SalesImportStep, { kind: 'imported' }>
  onShow: (range: DateRange) => void
  onUndo: Flow['undo']
}

function Result({ step: { outcome, rejected, imported }, onShow, onUndo }: ResultProps) {
  const { first_day: from, last_day: to } = imported
  const left = rejected + outcome.failed
  return (
    <>
      <Notice
        kind="success"
        action={
          from &&
          to && (
            <Button variant="default" size="xs" onClick={() => onShow({ from, to })}>
              Show these sales
            </Button>
          )
        }
      >
        Imported: {pluralize(outcome.sales, 'sale')}.
      </Notice>
      {left > 0 && (
        <p>
          {formatCount(left)} {left === 1 ? 'was' : 'were'} not imported. Fix the file and upload it again. The sales already
          imported are left out.
        </p>
      )}
      {outcome.sales > 0 && (
        <Button variant="default" className={classes.undo} onClick={() => void onUndo(imported.importid, outcome.sales)}>
          Undo this import
        </Button>
      )}
    </>
  )
}
