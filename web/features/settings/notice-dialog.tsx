import { Input } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Notice } from '../../../contract/notices.ts'
import { MAX_FILTER_VALUES } from '../../../contract/search/filters.ts'
import { WEEKDAYS } from '../../../contract/shared/names.ts'
import { api } from '../../lib/api/api.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { FilterMultiSelect } from '../../ui/filters/filter-select.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { formatHour, NOTICE_CONTENTS, NOTICE_NAMES } from './notice-names.ts'
import { useSaveNotice } from './settings-mutations.ts'

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
        <SitesOfNotice chosen={values.sites} onChange={(sites) => setFieldValue('sites', sites)} />
      </Input.Wrapper>
    </FormDialog>
  )
}

/** Of the sites that the person has, whatever the right. */
function SitesOfNotice({ chosen, onChange }: { chosen: number[]; onChange: (chosen: number[]) => void }) {
  const [isOpened, setOpened] = useState(false)
  const query = useQuery({ ...api.sites.options.queryOptions(), enabled: isOpened || chosen.length > 0 })
  return (
    <FilterMultiSelect
      label="Sites"
      isWide
      max={MAX_FILTER_VALUES}
      value={chosen}
      onChange={onChange}
      options={query.data?.map(({ siteid, sitename }) => ({ value: siteid, label: sitename })) ?? []}
      onOpen={() => setOpened(true)}
      query={query}
    />
  )
}
