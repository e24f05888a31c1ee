import { Input } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { Notice } from '../../../contract/notices.ts'
import { SiteFilter } from '../../figures/place-filters.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useSaveNotice } from './account-mutations.ts'
import { formatHour, NOTICE_CONTENTS, NOTICE_NAMES, WEEKDAYS } from './notice-names.ts'

const STATES = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
]
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: formatHour(hour) }))
const DAYS = WEEKDAYS.map((label, index) => ({ value: index + 1, label }))

/** When a notice comes and which sites it has. One that is off is turned on. */
export function NoticeDialog({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const save = useSaveNotice()
  const { kind } = notice
  const form = useForm<Notice>({
    initialValues: { ...notice, is_on: true },
    validate: schemaResolver(Notice, { sync: true }),
  })
  const { values, setFieldValue } = form
  return (
    <FormDialog
      title={NOTICE_NAMES[kind]}
      subtitle={NOTICE_CONTENTS[kind]}
      form={form}
      onSave={(input) => save.mutateAsync(input)}
      onClose={onClose}
    >
      <SelectField
        label="By e-mail"
        data={STATES}
        value={values.is_on ? 'on' : 'off'}
        onChange={(chosen) => setFieldValue('is_on', chosen === 'on')}
      />
      {kind === 'weekly' && <SelectField label="Weekday" data={DAYS} {...form.getInputProps('weekday')} />}
      {kind !== 'silent_till' && (
        <SelectField label={kind === 'low_stock' ? 'Not before' : 'Hour'} data={HOURS} {...form.getInputProps('hour')} />
      )}
      <Input.Wrapper label="Sites" size="md" labelElement="div" error={form.errors['sites']}>
        <SiteFilter chosen={values.sites} onChange={(sites) => setFieldValue('sites', sites)} />
      </Input.Wrapper>
    </FormDialog>
  )
}
