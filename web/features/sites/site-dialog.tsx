import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { Site, SiteInput } from '../../../contract/sites.ts'
import { HistorySection } from '../../changes/history-section.tsx'
import { createUuid } from '../../lib/browser/uuid.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { type EditedRow, useEditConflict } from '../../ui/edit-conflict/use-edit-conflict.ts'
import { useSaveSite } from './site-mutations.ts'

const editedSite: EditedRow<Site, SiteInput> = {
  schema: Site,
  toFields: ({ sitename, location }) => ({ sitename, location }),
  describe: ({ sitename, location }) => ({ sitename: ['Site name', sitename], location: ['Location', location] }),
}

const WIDE = { 'data-wide': true }

type Props = { site?: Site; onSaved: (siteid: number) => void; onClose: () => void }

/** Adds a site, or edits the given one. */
export function SiteDialog({ site, onSaved, onClose }: Props) {
  const save = useSaveSite()
  // One key for all attempts of this dialog: a retry after a lost answer returns the site that was created.
  const [request_id] = useState(createUuid)
  const form = useForm({
    initialValues: site ? editedSite.toFields(site) : { sitename: '', location: '' },
    validate: schemaResolver(SiteInput, { sync: true }),
    transformValues: SiteInput.parse,
  })
  const conflict = useEditConflict(editedSite, form, site)

  const onSave = async (input: SiteInput) => {
    const { opened } = conflict
    const siteid = await save.mutateAsync({ input, request_id, opened })
    // If the form was changed since, the next save does not add the site again.
    const { employees, version } = opened ?? { employees: 0, version: 0 }
    conflict.onSaved({ ...input, siteid, employees, version: version + 1 }, input)
    onSaved(siteid)
  }

  return (
    <FormDialog
      title={site ? 'Edit site' : 'Add site'}
      subtitle="Maintain site name and location"
      form={form}
      onSave={onSave}
      saved={(_, { sitename }) => ({ text: `${site ? 'Saved' : 'Added'} ${sitename}` })}
      onClose={onClose}
      conflict={conflict}
    >
      <TextInput size="md" wrapperProps={WIDE} label="Site name" {...form.getInputProps('sitename')} />
      <TextInput
        size="md"
        wrapperProps={WIDE}
        label="Location"
        placeholder="84 Kloof Street, Gardens, Cape Town 8001"
        {...form.getInputProps('location')}
      />
      {site && <HistorySection noun="site" of={{ rowid: String(site.siteid) }} />}
    </FormDialog>
  )
}
