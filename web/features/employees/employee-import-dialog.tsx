import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FileColumn } from '../../../contract/columns/file-column.ts'
import type { EmployeeImportPreview } from '../../../contract/employee-imports.ts'
import { api } from '../../lib/api/api.ts'
import { getErrorMessage } from '../../lib/api/messages.ts'
import { formatCount, NO_VALUE, pluralize } from '../../lib/format/money.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ImportChoice } from '../../ui/import/import-choice.tsx'
import { ImportFooter } from '../../ui/import/import-footer.tsx'
import { LinesTable } from '../../ui/import/lines-table.tsx'
import { RejectedDownload } from '../../ui/import/rejected-download.tsx'
import { type ChosenFields, ColumnMatching, type FieldLabel } from '../../ui/matching/column-matching.tsx'
import { ColumnSummary } from '../../ui/matching/column-summary.tsx'
import { StepDialog } from '../../ui/steps/step-dialog.tsx'
import { StepHeading } from '../../ui/steps/step-heading.tsx'
import { Waiting } from '../../ui/steps/waiting.tsx'
import { downloadRejected, type ImportSource, previewImport, TEMPLATE_URL } from './employee-import-calls.ts'
import { useImportEmployees } from './employee-mutations.ts'

type Result = NonNullable<EmployeeImportPreview['result']>

type Step =
  | { kind: 'choosing' }
  | { kind: 'matching'; source: ImportSource; columns: FileColumn[]; chosen: ChosenFields }
  | { kind: 'preview'; source: ImportSource; columns: FileColumn[]; result: Result }
  | { kind: 'done'; added: number }

const LABELS: FieldLabel[] = [
  { field: 'firstname', label: 'First name', rank: 'required' },
  { field: 'lastname', label: 'Last name', rank: 'required' },
  { field: 'fullname', label: 'First and last name', rank: 'required' },
  { field: 'position', label: 'Role' },
  { field: 'site', label: 'Site' },
  { field: 'hiredate', label: 'Hire date' },
]

const hasName = (chosen: ChosenFields) =>
  chosen.includes('fullname') || (chosen.includes('firstname') && chosen.includes('lastname'))

const READ_FAILED = 'The file could not be uploaded. Please try again.'
const IMPORT_FAILED = 'The employees could not be imported. Please try again.'

/** Imports employees without a login from a file: a preview first, then the confirmation. */
export function EmployeeImportDialog({ onClose }: { onClose: () => void }) {
  const sites = useQuery(api.sites.options.queryOptions())
  const [step, setStep] = useState<Step>({ kind: 'choosing' })
  const reading = useMutation({
    mutationFn: previewImport,
    onSuccess: ({ columns, result }, source) =>
      setStep(result ? { kind: 'preview', source, columns, result } : createMatching(source, columns)),
  })
  const adding = useImportEmployees()
  const restart = () => {
    reading.reset()
    adding.reset()
    setStep({ kind: 'choosing' })
  }
  const confirm = async ({ employees }: Result) => {
    const { added } = await adding.mutateAsync({ employees })
    setStep({ kind: 'done', added })
  }

  return (
    <StepDialog
      title="Import employees"
      subtitle="You can check everything before it is saved"
      width={720}
      step={reading.isPending ? 'reading' : step.kind}
      unsaved={step.kind === 'matching' || step.kind === 'preview' ? 'The file is not imported.' : undefined}
      busy={adding.isPending}
      onClose={onClose}
      footer={
        <ImportFooter
          isDone={step.kind === 'done'}
          next={reading.isPending ? undefined : getNext(step, adding.isPending)}
          onRestart={restart}
          onClose={onClose}
        />
      }
    >
      {reading.isPending && <Waiting>Reading {reading.variables.file.name}…</Waiting>}
      {reading.isError && <Notice kind="error">{getErrorMessage(reading.error, READ_FAILED)}</Notice>}
      {adding.isError && <Notice kind="error">{getErrorMessage(adding.error, IMPORT_FAILED)}</Notice>}
      {!reading.isPending && step.kind === 'choosing' && sites.data && (
        <ImportChoice
          noun="employee"
          sites={sites.data}
          siteLabel="Site for lines without a site"
          label="CSV or Excel file"
          source="From any till or spreadsheet, or an export of your employees."
          onChoose={(source) => reading.mutate(source)}
        >
          One row an employee, with the name, and if you like role, site and hire date. Nobody gets a login. Those who are already
          at their site are left out.{' '}
          <a className="nowrap" href={TEMPLATE_URL} download>
            Download the template
          </a>
        </ImportChoice>
      )}
      {sites.isError && !sites.data && <LoadFailure query={sites} failure="Failed to load sites" />}
      {!reading.isPending && step.kind === 'matching' && (
        <>
          <StepHeading title={hasName(step.chosen) ? 'Match the columns of your file' : 'Choose the column with the name.'}>
            {step.source.file.name} • Your choice is used again for files with the same column titles.
          </StepHeading>
          <ColumnMatching
            columns={step.columns}
            fields={LABELS}
            chosen={step.chosen}
            isIncomplete={!hasName(step.chosen)}
            onChange={(chosen) => setStep({ ...step, chosen })}
          />
        </>
      )}
      {!reading.isPending && step.kind === 'preview' && (
        <Preview {...step} onRematch={() => setStep(createMatching(step.source, step.columns))} />
      )}
      {step.kind === 'done' && <Notice kind="success">Imported: {pluralize(step.added, 'employee')}.</Notice>}
    </StepDialog>
  )

  function getNext(current: Step, isAdding: boolean) {
    if (current.kind === 'matching') {
      const { source, chosen } = current
      return { label: 'Continue', isReady: hasName(chosen), onClick: () => reading.mutate({ ...source, chosen }) }
    }
    if (current.kind !== 'preview') return undefined
    const added = current.result.new
    return {
      label: added === 0 ? 'Nothing to import' : `Import ${pluralize(added, 'employee')}`,
      isReady: added > 0 && !isAdding,
      onClick: () => void confirm(current.result).catch(console.error),
    }
  }
}

const createMatching = (source: ImportSource, columns: FileColumn[]): Step => ({
  ...{ kind: 'matching', source, columns },
  chosen: columns.map(({ field }) => field),
})

type PreviewProps = Omit<Extract<Step, { kind: 'preview' }>, 'kind'> & { onRematch: () => void }

function Preview({ source, columns, result, onRematch }: PreviewProps) {
  const titleId = useId()
  return (
    <>
      <StepHeading id={titleId} title={`${formatCount(result.new)} new, ${formatCount(result.rejected)} not imported`}>
        {source.file.name}
        {result.unchanged > 0 && ` • ${formatCount(result.unchanged)} already here`}
      </StepHeading>
      <ColumnSummary columns={columns} labels={LABELS} onRematch={onRematch} />
      {result.lines.length > 0 && (
        <LinesTable
          titleId={titleId}
          titles={['Employee', 'Result']}
          lines={result.lines}
          subject={({ name }) => name || NO_VALUE}
          result={({ reason }) => (reason ? `Not imported: ${reason}` : 'New')}
          isRejected={({ reason }) => reason !== null}
        />
      )}
      {result.rejected > 0 && (
        <RejectedDownload
          label={`Download ${pluralize(result.rejected, 'line')} to fix`}
          onDownload={() => downloadRejected(source)}
        />
      )}
    </>
  )
}
