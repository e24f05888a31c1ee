import { Button } from '@mantine/core'
import { IconUpload, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Employee } from '../../../contract/employees.ts'
import { giveUpAccess, useSession } from '../../auth/session.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { DataTable } from '../../list/data-table.tsx'
import { listNavigation } from '../../list/list-navigation.ts'
import { useSavedRow } from '../../list/use-saved-row.ts'
import { useSelection } from '../../list/use-selection.ts'
import { ConfirmDelete } from '../../ui/dialog/confirm-delete.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { AddButton } from '../../ui/form/add-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { createEmployeeView, hasAccess } from './employee-columns.tsx'
import { EmployeeDialog } from './employee-dialog.tsx'
import { EmployeeFilters } from './employee-filters.tsx'
import { useRemoveEmployee } from './employee-mutations.ts'
import { listQuery, type Search, UNFILTERED } from './employee-queries.ts'
import type { Invitee } from './invited.ts'
import { describeOwnDeletion, OWN_DELETION } from './own-access.ts'
import { UnknownSellersNotice } from './unknown-sellers-notice.tsx'

const route = getRouteApi('/_signed-in/employees')

type OpenDialog =
  | { kind: 'add' | 'import' | 'sellers' }
  | { kind: 'edit' | 'delete' | 'anonymous' | 'rights' | 'end-access' | 'pin'; employee: Employee }
  | { kind: 'invitation'; employee: Invitee }
  | null

const RightDialog = lazyDialog('Permissions', async () => (await import('./right-dialog.tsx')).RightDialog)

const InvitationDialog = lazyDialog('Invite', async () => (await import('./invitation-dialog.tsx')).InvitationDialog)

const EndAccessDialog = lazyDialog('End access', async () => (await import('./end-access-dialog.tsx')).EndAccessDialog)

const PinDialog = lazyDialog('Till PIN', async () => (await import('./pin-dialog.tsx')).PinDialog)

const AnonymousDialog = lazyDialog('Make anonymous', async () => (await import('./anonymous-dialog.tsx')).AnonymousDialog)

const UnknownSellersDialog = lazyDialog(
  'Unknown sellers',
  async () => (await import('./unknown-sellers-dialog.tsx')).UnknownSellersDialog,
)

const EmployeeImportDialog = lazyDialog(
  'Import employees',
  async () => (await import('./employee-import-dialog.tsx')).EmployeeImportDialog,
)

export function EmployeesPage() {
  const search: Search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const { show, find } = listNavigation(search, navigate)
  const employees = useQuery(listQuery(search))
  const selection = useSelection(search, '/api/v1/employees.csv')
  const { savedKey, markSaved } = useSavedRow()
  const removal = useRemoveEmployee()
  const session = useSession()
  /** The position Owner includes everything. */
  const mayHaveRight = ({ is_linked, position }: Employee) => session?.role === 'owner' && is_linked && position !== 'Owner'
  /** Only the owner gives rights, and an admin adds others with the position Owner. */
  const mayInvite = ({ is_linked, isenabled, position }: Employee) =>
    !is_linked && isenabled && (session?.role === 'owner' || position === 'Owner')
  /** Only the owner, and nobody themselves. */
  const mayAnonymize = ({ is_caller }: Employee) => session?.role === 'owner' && !is_caller
  /** Only the owner sets that of another Owner. */
  const mayHavePin = ({ is_anonymous, position, is_caller }: Employee) =>
    !is_anonymous && (position !== 'Owner' || is_caller || session?.role === 'owner')
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  /** Somebody whose mail was not sent, after the dialog that added them. */
  const unsent = useRef<Invitee>(undefined)
  const closeAdded = () => {
    setDialog(unsent.current ? { kind: 'invitation', employee: unsent.current } : null)
    unsent.current = undefined
  }
  const add = () => setDialog({ kind: 'add' })

  return (
    <>
      <PageHeader
        title="Employees"
        subtitle="Team directory &amp; status"
        more={
          <Button
            variant="default"
            leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
            onClick={() => setDialog({ kind: 'import' })}
          >
            Import
          </Button>
        }
        action={<AddButton onClick={add}>Add employee</AddButton>}
      />
      <UnknownSellersNotice onOpen={() => setDialog({ kind: 'sellers' })} />
      <EmployeeFilters search={search} onSearch={show} onFind={find} results={employees.data?.results} />
      <DataTable
        title="Team"
        view={createEmployeeView(setDialog, mayHavePin)}
        query={employees}
        search={search}
        onSearch={show}
        savedKey={savedKey}
        selection={selection}
        failure="Failed to load employees"
        empty={{
          icon: IconUsers,
          text: 'No employees found.',
          unfiltered: UNFILTERED,
          action: (
            <Button variant="default" onClick={add}>
              Add your first employee
            </Button>
          ),
        }}
      />
      {dialog?.kind === 'add' && (
        <EmployeeDialog
          filteredSite={search.siteid}
          onSaved={(employeeid, invitee) => {
            markSaved(employeeid)
            unsent.current = invitee
          }}
          onClose={closeAdded}
        />
      )}
      {dialog?.kind === 'sellers' && <UnknownSellersDialog onClose={close} />}
      {dialog?.kind === 'import' && <EmployeeImportDialog onClose={close} />}
      {dialog?.kind === 'edit' && !dialog.employee.is_anonymous && (
        <EmployeeDialog
          employee={dialog.employee}
          onSaved={markSaved}
          onRights={mayHaveRight(dialog.employee) ? () => setDialog({ ...dialog, kind: 'rights' }) : undefined}
          onInvite={mayInvite(dialog.employee) ? () => setDialog({ ...dialog, kind: 'invitation' }) : undefined}
          onEndAccess={hasAccess(dialog.employee) ? () => setDialog({ ...dialog, kind: 'end-access' }) : undefined}
          onAnonymize={mayAnonymize(dialog.employee) ? () => setDialog({ ...dialog, kind: 'anonymous' }) : undefined}
          onClose={close}
        />
      )}
      {dialog?.kind === 'edit' && dialog.employee.is_anonymous && (
        <Dialog title={getFullName(dialog.employee)} subtitle="This person is anonymous" onClose={close}>
          This person left and was made anonymous. The record is kept for past sales and figures.
        </Dialog>
      )}
      {dialog?.kind === 'rights' && <RightDialog employee={dialog.employee} onClose={close} />}
      {dialog?.kind === 'invitation' && <InvitationDialog employee={dialog.employee} onClose={close} />}
      {dialog?.kind === 'pin' && <PinDialog employee={dialog.employee} onClose={close} />}
      {dialog?.kind === 'end-access' && <EndAccessDialog employee={dialog.employee} onClose={close} />}
      {dialog?.kind === 'anonymous' && <AnonymousDialog employee={dialog.employee} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDelete
          question={[
            `Delete employee ${getFullName(dialog.employee)}?`,
            dialog.employee.is_caller && describeOwnDeletion(session?.role),
          ]
            .filter(Boolean)
            .join(' ')}
          failure="Cannot delete this employee due to related records."
          onConfirm={async () => {
            const remove = () => removal.mutateAsync(dialog.employee)
            await (dialog.employee.is_caller ? giveUpAccess(OWN_DELETION, remove) : remove())
            selection.choose([dialog.employee.employeeid], false)
          }}
          onClose={close}
        />
      )}
    </>
  )
}
