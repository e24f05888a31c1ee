import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type Site, SiteInput } from '../../contract/sites.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useSaveSite } from './site-mutations.ts'

const WIDE = { 'data-wide': true }

/** Adds a site, or edits the given one. */
export function SiteDialog({ site, onClose }: { site?: Site; onClose: () => void }) {
  const save = useSaveSite()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { sitename: site?.sitename ?? '', location: site?.location ?? '' },
    validate: schemaResolver(SiteInput, { sync: true }),
    transformValues: SiteInput.parse,
  })

  return (
    <FormDialog
      title={site ? 'Edit site' : 'Add site'}
      subtitle="Maintain site name and location"
      form={form}
      onSave={(input) => save.mutateAsync({ ...input, siteid: site?.siteid })}
      onClose={onClose}
    >
      <TextInput size="md" wrapperProps={WIDE} label="Site name" key={form.key('sitename')} {...form.getInputProps('sitename')} />
      <TextInput
        size="md"
        wrapperProps={WIDE}
        label="Location"
        placeholder="84 Kloof Street, Gardens, Cape Town 8001"
        key={form.key('location')}
        {...form.getInputProps('location')}
      />
    </FormDialog>
  )
}
