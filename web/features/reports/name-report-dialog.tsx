import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getErrorCode } from '../../lib/api/messages.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useSaveReport } from './saved-report-mutations.ts'

const MAX_NAME = 100

type Props = { report: { reportid?: number; name: string; search: string }; onClose: () => void }

/** Names the report on screen, or renames a saved one. */
export function NameReportDialog({ report, onClose }: Props) {
  const save = useSaveReport()
  const form = useForm({
    initialValues: { name: report.name },
    validate: { name: (name) => (name.trim() ? null : 'Enter a name.') },
  })
  return (
    <FormDialog
      title={report.reportid === undefined ? 'Save report' : 'Rename report'}
      subtitle="Everyone in your business sees it under Reports"
      form={form}
      onSave={({ name }) => save.mutateAsync({ ...report, name: name.trim() })}
      onClose={onClose}
      errorField={(error) => (getErrorCode(error) === 'NAME_TAKEN' ? 'name' : undefined)}
    >
      <TextInput
        size="md"
        wrapperProps={{ 'data-wide': true }}
        label="Name"
        placeholder="Weekend sales in Cape Town"
        maxLength={MAX_NAME}
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
