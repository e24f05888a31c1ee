import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { CurrentPassword as Password } from '../../../contract/own-sign-in.ts'
import { READ_KEY_DAYS, type ReadKey, ReadKeyInput } from '../../../contract/read-keys.ts'
import { RIGHTS } from '../../../contract/rights.ts'
import { RIGHT_NAMES } from '../../../contract/shared/names.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { CurrentPassword } from '../../auth/current-password.tsx'
import { getPasswordErrorField } from '../../auth/password-error-field.ts'
import { api } from '../../lib/api/api.ts'
import { getErrorCode } from '../../lib/api/messages.ts'
import { createUuid } from '../../lib/browser/uuid.ts'
import { type RightChoice, toRightInput } from '../../rights/right-fields.ts'
import { RightFieldset } from '../../rights/right-fieldset.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { CloseDialogButton, Dialog } from '../../ui/dialog/dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { LoadingDialog } from '../../ui/dialog/loading-dialog.tsx'
import { CopyBlock } from '../../ui/display/copy-block.tsx'
import { ShownOnce } from '../../ui/display/shown-once.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useCreateReadKey, useRevokeReadKey } from './read-key-queries.ts'

/** What the owner chooses from for a read key. */
const KEY_CHOICES: RightChoice[] = [
  {
    value: 'bookkeeper',
    label: RIGHT_NAMES.bookkeeper,
    description: 'Reads all sales, reports, products, stock and cash-ups.',
  },
  {
    value: 'manager',
    label: RIGHT_NAMES.manager,
    description: 'Reads sales, reports, products, stock and cash-ups of chosen sites.',
  },
  { value: 'stock', label: RIGHT_NAMES.stock, description: 'Reads products and stock of chosen sites. No revenue.' },
]

const PERIODS: Record<(typeof READ_KEY_DAYS)[number], string> = { 30: '30 days', 90: '90 days', 365: '1 year' }

const Sent = ReadKeyInput.extend({ current: Password })
type Sent = z.output<typeof Sent>

/** Groups of choices give texts. */
const Typed = z
  .object({
    name: z.string(),
    right: z.object({ name: z.enum(RIGHTS), siteids: z.array(z.string()), sees_costs: z.boolean() }),
    days: z.string(),
    current: z.string(),
  })
  .transform(
    ({ right, days, ...key }): z.input<typeof Sent> => ({
      ...key,
      days: READ_KEY_DAYS.find((period) => String(period) === days) ?? READ_KEY_DAYS[0],
      right: toRightInput(right),
    }),
  )
  .pipe(Sent)
type Fields = z.input<typeof Typed>

export type NewKey = { name: string; key: string }

type Props = {
  /** Called with the new key, which is shown once. */
  onCreated: (created: NewKey) => void
  onClose: () => void
}

const TITLE = 'Create read key'
const SUBTITLE = 'Read-only access for another program'

export function ReadKeyDialog(props: Props) {
  const sites = useQuery(api.sites.options.queryOptions())
  return sites.data ? (
    <ReadKeyForm {...props} sites={sites.data} />
  ) : (
    <LoadingDialog
      title={TITLE}
      subtitle={SUBTITLE}
      query={sites}
      failure="Failed to load sites"
      fields={4}
      onClose={props.onClose}
    />
  )
}

function ReadKeyForm({ sites, onCreated, onClose }: Props & { sites: SiteOption[] }) {
  const creation = useCreateReadKey()
  // One for all attempts at a key: a retry after a lost answer returns the key that was created.
  const [request_id, setRequestId] = useState(createUuid)
  const form = useForm<Fields, Sent>({
    initialValues: { name: '', right: { name: 'bookkeeper', siteids: [], sees_costs: false }, days: '90', current: '' },
    validate: schemaResolver(Typed, { sync: true }),
    transformValues: Typed.parse,
  })
  const onSave = async (input: Sent) => {
    const { key } = await creation.mutateAsync({ ...input, request_id })
    // If the form was changed since, the next save creates another key.
    setRequestId(createUuid())
    onCreated({ name: input.name, key })
  }
  return (
    <FormDialog
      title={TITLE}
      subtitle={SUBTITLE}
      form={form}
      save="Create key"
      onSave={onSave}
      saved={() => null}
      onClose={onClose}
      errorField={(error) => (getErrorCode(error) === 'NO_SITE' ? 'right.siteids' : getPasswordErrorField(error))}
    >
      <TextInput size="md" label="Name" placeholder="Accounting software" autoComplete="off" {...form.getInputProps('name')} />
      <SelectField
        label="Expires after"
        data={READ_KEY_DAYS.map((days) => ({ value: String(days), label: PERIODS[days] }))}
        {...form.getInputProps('days')}
      />
      <RightFieldset
        label="Reads as"
        field={(name, options) => form.getInputProps(`right.${name}`, options)}
        values={form.values.right}
        choices={KEY_CHOICES}
        sites={sites}
      />
      <CurrentPassword wrapperProps={{ 'data-wide': true }} {...form.getInputProps('current')} />
    </FormDialog>
  )
}

/** A new key. It is shown only once. */
export const NewKeyDialog = ({ text, onClose }: { text: string; onClose: () => void }) => (
  <Dialog
    title="Read key created"
    subtitle="The program sends it with each request"
    onClose={onClose}
    unsaved={() => 'The key will not be shown again. It stays valid.'}
    footer={<CloseDialogButton onClick={onClose}>I've saved the key</CloseDialogButton>}
  >
    <div className="stack gap-16">
      <ShownOnce />
      <CopyBlock label="Key" text={text} copy="Copy key" takesFocus />
      <CopyBlock
        label="Example"
        text={`curl -H "Authorization: Bearer ${text}" \\\n  "${location.origin}/api/v1/products/all"`}
        copy="Copy example"
      />
    </div>
  </Dialog>
)

export function RevokeDialog({ readKey: { keyid, name }, onClose }: { readKey: ReadKey; onClose: () => void }) {
  const revocation = useRevokeReadKey()
  return (
    <ConfirmDialog
      title="Revoke key"
      subtitle="This action cannot be undone."
      action="Revoke"
      isDanger
      onConfirm={() => revocation.mutateAsync({ keyid })}
      onClose={onClose}
    >
      The program that uses {name} can no longer read your data.
    </ConfirmDialog>
  )
}
