import type { Employee } from '../../../contract/employees.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useMakeAnonymous } from './employee-mutations.ts'

type Props = { employee: Employee; onClose: () => void }

export function AnonymousDialog({ employee, onClose }: Props) {
  const save = useMakeAnonymous()
  return (
    <ConfirmDialog
      title="Make anonymous"
      subtitle="This action cannot be undone."
      action="Make anonymous"
      isDanger
      failure="Could not make this employee anonymous."
      onConfirm={() => save.mutateAsync(employee)}
      onClose={onClose}
    >
      {getFullName(employee)} becomes ‘Former employee’ with a number everywhere. Figures stay the same.
      {employee.is_linked && ' The login is deleted.'} Notes, tickets and other free text keep this person’s name.
    </ConfirmDialog>
  )
}
