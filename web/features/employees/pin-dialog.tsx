import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { z } from 'zod'
import type { Employee } from '../../../contract/employees.ts'
import { TillPin } from '../../../contract/till-pins.ts'
import { getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useSetPin } from './employee-mutations.ts'

const Typed = z.object({ pin: TillPin })

type Props = { employee: Employee; onClose: () => void }

/** Sets the PIN with which an employee sells at a till, or removes it. */
export function PinDialog({ employee, onClose }: Props) {
  const { employeeid, has_pin } = employee
  const name = getFullName(employee)
  const save = useSetPin()
  const form = useForm({
    initialValues: { pin: '' },
    validate: schemaResolver(Typed, { sync: true }),
    transformValues: Typed.parse,
  })
  return (
    <FormDialog
      title={`Till PIN of ${name}`}
      subtitle="Says at the till who sells"
      form={form}
      save={has_pin ? 'Replace PIN' : 'Set PIN'}
      onSave={({ pin }) => save.mutateAsync({ employeeid, pin })}
      saved={() => ({ text: `PIN of ${name} saved` })}
      onClose={onClose}
    >
      {has_pin && <CurrentPin employee={employee} onClose={onClose} />}
      <TextInput
        size="md"
        label={has_pin ? 'New PIN' : 'PIN'}
        description="4 to 6 digits. Tell it to this person: it is not shown again."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        wrapperProps={{ 'data-wide': true }}
        {...form.getInputProps('pin')}
      />
    </FormDialog>
  )
}

function CurrentPin({ employee, onClose }: Props) {
  const removal = useSetPin()
  const remove = async () => {
    await removal.mutateAsync({ employeeid: employee.employeeid, pin: null })
    showToast(`PIN of ${getFullName(employee)} removed`)
    onClose()
  }
  return (
    <div className="stack gap-12" data-wide>
      <Notice
        kind="quiet"
        action={
          <Button variant="default" size="xs" loading={removal.isPending} onClick={() => remove().catch(() => undefined)}>
            Remove PIN
          </Button>
        }
      >
        {employee.firstname} has a till PIN.
      </Notice>
      {removal.error && <Notice kind="error">{getErrorMessage(removal.error, SOMETHING_WRONG)}</Notice>}
    </div>
  )
}
