import { Button } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { describeBulkChange } from '../../../lib/format/bulk-change.ts'
import { pluralize } from '../../../lib/format/money.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { StepDialog } from '../../../ui/steps/step-dialog.tsx'
import { StepFooter } from '../../../ui/steps/step-footer.tsx'
import { Waiting } from '../../../ui/steps/waiting.tsx'
import { type BulkChangeFields, parseBulkChange } from './bulk-change-fields.ts'
import { BulkChangeForm } from './bulk-change-form.tsx'
import { BulkChangeLines } from './bulk-change-lines.tsx'
import { describeUndone } from './describe-undone.ts'
import { type BulkChangeStep, type BulkSearch, useBulkChange } from './use-bulk-change.ts'

type Props = {
  search: BulkSearch
  /** '3 selected products'. */
  scope: string
  onClose: () => void
}

/** Changes one field of many products: a preview first, then the confirmation, and an undo. */
export function BulkChangeDialog({ search, scope, onClose }: Props) {
  const { step, preview, apply, undo, restart } = useBulkChange(search)
  const [fields, setFields] = useState<BulkChangeFields>({ kind: 'raise_price', unit: 'percent', value: '', ending: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const formId = useId()
  const { kind } = step
  const hasInput = kind === 'previewing' || kind === 'preview' || (kind === 'choosing' && fields.value !== '')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = parseBulkChange(fields)
    setProblem('problem' in parsed ? parsed.problem : null)
    if ('change' in parsed) void preview(parsed.change)
  }

  return (
    <StepDialog
      title="Change products"
      subtitle={scope}
      step={kind}
      unsaved={hasInput ? 'Nothing was changed.' : undefined}
      busy={kind === 'writing'}
      onClose={onClose}
      footer={
        <StepFooter
          isDone={kind === 'changed' || kind === 'undone'}
          after={step.kind === 'changed' ? { label: 'Undo', onClick: () => void undo(step) } : undefined}
          next={getNext(step, apply)}
          onBack={restart}
          onClose={onClose}
        >
          <Button type="submit" form={formId} disabled={kind !== 'choosing'}>
            Preview
          </Button>
        </StepFooter>
      }
    >
      {step.kind === 'choosing' && step.failure && <Notice kind="error">{step.failure}</Notice>}
      {step.kind === 'choosing' && (
        <form id={formId} onSubmit={submit} noValidate>
          <BulkChangeForm
            fields={fields}
            problem={problem}
            onChange={(change) => {
              setProblem(null)
              setFields({ ...fields, ...change })
            }}
          />
        </form>
      )}
      {step.kind === 'previewing' && <Waiting>Checking the products…</Waiting>}
      {step.kind === 'preview' && <BulkChangeLines {...step} />}
      {step.kind === 'writing' && <ProgressBar label="Changing" {...step} noun="product" />}
      {step.kind === 'changed' && step.failure && <Notice kind="error">{step.failure}</Notice>}
      {step.kind === 'changed' && (
        <Notice kind="success">
          {describeBulkChange(step.change)} for {pluralize(step.applied, 'product')}.
        </Notice>
      )}
      {step.kind === 'undone' && <Notice kind="success">{describeUndone(step.result)}</Notice>}
    </StepDialog>
  )
}

function getNext(step: BulkChangeStep, apply: ReturnType<typeof useBulkChange>['apply']) {
  if (step.kind !== 'preview') return undefined
  const { changeid, changed } = step.preview
  return {
    label: changed === 0 ? 'Nothing to change' : `Change ${pluralize(changed, 'product')}`,
    isReady: changeid !== null,
    onClick: () => changeid !== null && void apply(changeid, step),
  }
}
