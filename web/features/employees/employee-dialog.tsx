import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Employee, EmployeeInput } from '../../../contract/employees.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { proveEmailAction } from '../../auth/prove-email.tsx'
import { giveUpAccess, useSession } from '../../auth/session.ts'
import { HistorySection } from '../../changes/history-section.tsx'
import { api } from '../../lib/api/api.ts'
import { getErrorCode } from '../../lib/api/messages.ts'
import { createUuid } from '../../lib/browser/uuid.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { describeRight } from '../../rights/right-names.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { LoadingDialog } from '../../ui/dialog/loading-dialog.tsx'
import { useEditConflict } from '../../ui/edit-conflict/use-edit-conflict.ts'
import { EmployeeFieldset } from './employee-fieldset.tsx'
import {
  checkAdded,
  createEditedEmployee,
  createEmptyEmployee,
  type EmployeeFields,
  toAccount,
  toFields,
  withoutAccount,
} from './employee-form.ts'
import { type Account, useSaveEmployee } from './employee-mutations.ts'
import { describeInvitation, type Invitee } from './invited.ts'
import { createAccessQuestion, findAccessLoss } from './own-access.ts'

type Props = {
  employee?: Employee
  /** The site of the list's filter. */
  filteredSite?: number
  /** What is known of a new employee. */
  initial?: Partial<EmployeeFields>
  /** `unsent`: the mail of the invitation was not sent. */
  onSaved: (employeeid: number, unsent?: Invitee) => void
  /** Where the rights of the employee can be changed. */
  onRights?: (() => void) | undefined
  /** Where the employee can be invited. */
  onInvite?: (() => void) | undefined
  /** Where the access of the employee can be ended. */
  onEndAccess?: (() => void) | undefined
  /** Where the employee can be made anonymous. */
  onAnonymize?: (() => void) | undefined
  onClose: () => void
}

const SUBTITLE = 'Maintain employee details and status'

/** Adds an employee, or edits the given one. */
export function EmployeeDialog(props: Props) {
  const { employee, onClose } = props
  const title = employee ? 'Edit employee' : 'Add employee'
  const sites = useQuery(api.sites.options.queryOptions())
  return sites.data ? (
    <EmployeeForm {...props} title={title} sites={sites.data} />
  ) : (
    <LoadingDialog title={title} subtitle={SUBTITLE} query={sites} failure="Failed to load sites" fields={6} onClose={onClose} />
  )
}

type Sent = { input: EmployeeInput; account: Account }

const checkEdited = schemaResolver(EmployeeInput, { sync: true })

function EmployeeForm({
  employee,
  filteredSite,
  initial,
  onSaved,
  onRights,
  onInvite,
  onEndAccess,
  onAnonymize,
  onClose,
  title,
  sites,
}: Props & { title: string; sites: SiteOption[] }) {
  const save = useSaveEmployee()
  const session = useSession()
  // One key for all attempts of this dialog: a retry after a lost answer returns the employee that was created.
  const [request_id] = useState(createUuid)
  const dateInput = useRef<HTMLInputElement>(null)
  const form = useForm<EmployeeFields, Sent>({
    initialValues: employee ? toFields(employee) : { ...createEmptyEmployee(sites, filteredSite), ...initial },
    validate: (filled) => {
      // For an unfinished date the browser returns an empty value.
      const typed = dateInput.current?.validity.badInput ? { ...filled, hiredate: 'unfinished' } : filled
      return employee ? checkEdited(withoutAccount(typed)) : checkAdded(typed)
    },
    transformValues: (filled) => ({ input: EmployeeInput.parse(withoutAccount(filled)), account: toAccount(filled) }),
  })

  const conflict = useEditConflict(createEditedEmployee(sites), form, employee)

  const onSave = async ({ input, account }: Sent) => {
    const { opened } = conflict
    const send = () => save.mutateAsync({ input, account, request_id, opened })
    const loss = findAccessLoss(employee, input)
    const { employeeid, invitation } = await (loss ? giveUpAccess(loss, send) : send())
    if (opened) {
      const row = { ...opened, ...input, version: opened.version + 1 }
      conflict.onSaved(row, toFields(row))
    }
    onSaved(employeeid, invitation && !invitation.is_mailed ? { ...input, employeeid, invitation } : undefined)
  }

  return (
    <FormDialog
      title={title}
      subtitle={SUBTITLE}
      form={form}
      askFirst={({ input }) => (findAccessLoss(employee, input) ? createAccessQuestion(session?.role) : undefined)}
      onSave={onSave}
      saved={(_, { input }) => ({ text: `${employee ? 'Saved' : 'Added'} ${getFullName(input)}` })}
      onClose={onClose}
      errorField={(error) => (getErrorCode(error) === 'NO_SITE' ? 'siteid' : undefined)}
      failureAction={proveEmailAction}
      // The server does not say whether an account with this email exists.
      suspectFields={(error) =>
        getErrorCode(error) !== 'NOT_CREATED' ? [] : form.values.login === 'password' ? ['email', 'password'] : ['email']
      }
      conflict={conflict}
    >
      {employee && onRights && (
        <OtherRow
          isDirty={form.isDirty()}
          text={employee.right ? `Signs in as ${describeRight(employee.right)}.` : 'Can sign in: No'}
          action="Permissions"
          onClick={onRights}
        />
      )}
      {employee && onInvite && (
        <OtherRow
          isDirty={form.isDirty()}
          text={employee.invitation ? `${describeInvitation(employee.invitation)}.` : 'Can sign in: No'}
          action={employee.invitation ? 'Invitation' : 'Invite'}
          onClick={onInvite}
        />
      )}
      <EmployeeFieldset form={form} sites={sites} isNew={!employee} dateInput={dateInput} />
      {employee && (
        <HistorySection
          noun="employee"
          of={{ rowid: String(employee.employeeid) }}
          isUndoDisabled={form.isDirty()}
          onUndone={onClose}
        />
      )}
      {(onEndAccess || onAnonymize) && (
        // biome-ignore lint/a11y/useSemanticElements: the form has a grid of its own.
        <div role="group" aria-label="Leaving" className="row wrap gap-12 line-above" data-wide style={{ paddingTop: 16 }}>
          <div className="rest grey small">
            {onEndAccess && <p>Left the business? Remove all access.</p>}
            {onAnonymize && <p>Remove the name from old sales and records.</p>}
          </div>
          {onEndAccess && (
            <Button variant="default" flex="none" disabled={form.isDirty()} onClick={onEndAccess}>
              End access
            </Button>
          )}
          {onAnonymize && (
            <Button variant="default" flex="none" disabled={form.isDirty()} onClick={onAnonymize}>
              Make anonymous
            </Button>
          )}
        </div>
      )}
    </FormDialog>
  )
}

type OtherProps = { isDirty: boolean; text: string; action: string; onClick: () => void }

/** Leads to another dialog. Typed text would be lost behind it. */
const OtherRow = ({ isDirty, text, action, onClick }: OtherProps) => (
  <div className="row wrap gap-12" data-wide>
    <p className="rest grey small">{text}</p>
    <Button variant="default" flex="none" disabled={isDirty} onClick={onClick}>
      {action}
    </Button>
  </div>
)
