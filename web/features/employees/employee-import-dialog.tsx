import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { EmployeeImportPreview } from '../../../contract/employee-imports.ts'
import { createImportAnswer } from '../../../contract/imports.ts'
import { api } from '../../lib/api/api.ts'
import { createImportFile } from '../../lib/api/import-file.ts'
import { formatCount, NO_VALUE, pluralize } from '../../lib/format/money.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { describeRejected } from '../../ui/import/describe-rejected.ts'
import { ImportSteps } from '../../ui/import/import-steps.tsx'
import { LinesTable } from '../../ui/import/lines-table.tsx'
import { RejectedDownload } from '../../ui/import/rejected-download.tsx'
import { type PreviewStep, useImport } from '../../ui/import/use-import.ts'
import type { ChosenFields, FieldLabel } from '../../ui/matching/column-matching.tsx'
import { StepHeading } from '../../ui/steps/step-heading.tsx'
import { useImportEmployees } from './employee-mutations.ts'

const URL = '/api/v1/employees/imports'

const FIELDS: FieldLabel[] = [
  { field: 'firstname', label: 'First name', isRequired: true },
  { field: 'lastname', label: 'Last name', isRequired: true },
  { field: 'fullname', label: 'First and last name', isRequired: true },
  { field: 'position', label: 'Role' },
  { field: 'site', label: 'Site' },
  { field: 'hiredate', label: 'Hire date' },
  { field: 'employee_code', label: 'Code' },
]

function checkColumns(chosen: ChosenFields) {
  const hasName = chosen.includes('fullname') || (chosen.includes('firstname') && chosen.includes('lastname'))
  return { missing: hasName ? undefined : 'Choose the column with the name.', isReady: hasName, isComplete: hasName }
}

const WORK_FAILED = 'Could not import the employees. Please try again.'

type Step = PreviewStep<object, EmployeeImportPreview>

/** Imports employees without a login from a file: a preview first, then the confirmation. */
export function EmployeeImportDialog({ onClose }: { onClose: () => void }) {
  const sites = useQuery(api.sites.options.queryOptions())
  const adding = useImportEmployees()
  const flow = useImport<object, EmployeeImportPreview, number>({ fields: FIELDS, workFailed: WORK_FAILED, isRepeatable: true })

  return (
    <ImportSteps
      flow={flow}
      noun="employee"
      sites={sites}
      siteLabel="Site for lines without a site"
      fileLabel="CSV or Excel file"
      source="From any till or spreadsheet, or an export of your employees."
      hint="One row per employee: the name, and if you like role, site and hire date. Other job titles become Employee. Nobody gets a login. People already at their site are left out."
      template={`${URL}/template.csv`}
      onChoose={({ file, siteid }) =>
        flow.read({
          file: createImportFile(file, { url: URL, Answer: createImportAnswer(EmployeeImportPreview) }),
          options: { siteid },
        })
      }
      checkColumns={checkColumns}
      summarize={({ preview }) => ({ count: preview.new })}
      preview={(step, columns) => <Preview step={step} columns={columns} />}
      onConfirm={({ preview: { employees } }) =>
        flow.work('Importing', employees.length, async () => (await adding.mutateAsync({ employees })).added)
      }
      result={(added) => <Notice kind="success">Imported: {pluralize(added, 'employee')}.</Notice>}
      onClose={onClose}
    />
  )
}

/** 'Adds 12 employees at 3 sites. 1 line is rejected.' */
function describeImport({ employees, unchanged, rejected }: EmployeeImportPreview) {
  const sites = new Set(employees.map(({ siteid }) => siteid)).size
  const nothing = unchanged > 0 ? 'Everyone is already here.' : 'Nobody to add.'
  const sentence = sites > 0 ? `Adds ${pluralize(employees.length, 'employee')} at ${pluralize(sites, 'site')}.` : nothing
  return sentence + describeRejected(rejected)
}

function Preview({ step, columns }: { step: Step; columns: ReactNode }) {
  const { file, preview } = step
  const titleId = useId()
  return (
    <>
      <StepHeading id={titleId} title={describeImport(preview)}>
        {`${formatCount(preview.new)} new, ${formatCount(preview.rejected)} not imported • ${file.name}`}
        {preview.unchanged > 0 && ` • ${formatCount(preview.unchanged)} already here`}
      </StepHeading>
      {columns}
      {preview.lines.length > 0 && (
        <LinesTable
          titleId={titleId}
          titles={['Employee', 'Result']}
          lines={preview.lines}
          subject={({ name }) => name || NO_VALUE}
          result={({ reason, warning }) => (reason ? `Not imported: ${reason}` : warning ? `New. ${warning}` : 'New')}
          isRejected={({ reason }) => reason !== null}
        />
      )}
      {preview.rejected > 0 && (
        <RejectedDownload label={`Download ${pluralize(preview.rejected, 'line')} to fix`} source={step} />
      )}
    </>
  )
}
