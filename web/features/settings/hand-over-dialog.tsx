import { schemaResolver, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { HandOver, type Successor } from '../../../contract/own-business.ts'
import { CurrentPassword } from '../../auth/current-password.tsx'
import { getPasswordErrorField } from '../../auth/password-error-field.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { LoadingDialog } from '../../ui/dialog/loading-dialog.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useHandOver } from './settings-mutations.ts'
import { successorsQuery } from './settings-queries.ts'

const WIDE = { 'data-wide': true }
const WORDS = {
  title: 'Hand over the business',
  subtitle: 'The new owner can change the business and plan and download the data. You stay an admin.',
}

type Props = { onClose: () => void }

export function HandOverDialog(props: Props) {
  const successors = useQuery(successorsQuery())
  return successors.data ? (
    <HandOverForm {...props} successors={successors.data} />
  ) : (
    <LoadingDialog {...WORDS} query={successors} failure="Failed to load the employees" fields={2} onClose={props.onClose} />
  )
}

function HandOverForm({ successors, onClose }: Props & { successors: Successor[] }) {
  const save = useHandOver()
  const form = useForm<{ employeeid: number | null; current: string }, HandOver>({
    initialValues: { employeeid: null, current: '' },
    validate: schemaResolver(HandOver, { sync: true }),
    transformValues: HandOver.parse,
  })

  return (
    <FormDialog
      {...WORDS}
      save="Hand over"
      form={form}
      onSave={(input) => save.mutateAsync(input)}
      onClose={onClose}
      errorField={getPasswordErrorField}
    >
      <SelectField
        wrapperProps={WIDE}
        label="New owner"
        placeholder="Choose a person"
        description={successors.length === 0 && 'Give another employee with a login the role Owner first.'}
        data={successors.map((person) => ({ value: person.employeeid, label: getFullName(person) }))}
        {...form.getInputProps('employeeid')}
      />
      <CurrentPassword wrapperProps={WIDE} {...form.getInputProps('current')} />
    </FormDialog>
  )
}
