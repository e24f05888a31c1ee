import { Box, TextInput } from '@mantine/core'
import { type FormErrors, schemaResolver, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { z } from 'zod'
import { CurrentPassword as Password } from '../../../contract/own-sign-in.ts'
import { WEBHOOK_EVENT_NAMES } from '../../../contract/shared/names.ts'
import { WEBHOOK_EVENTS, Webhook, WebhookEvent, WebhookInput } from '../../../contract/webhooks.ts'
import { CurrentPassword } from '../../auth/current-password.tsx'
import { getPasswordErrorField } from '../../auth/password-error-field.ts'
import { api } from '../../lib/api/api.ts'
import { getErrorCode } from '../../lib/api/messages.ts'
import { createUuid } from '../../lib/browser/uuid.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useEditConflict } from '../../ui/edit-conflict/use-edit-conflict.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useChangeWebhook, useCreateWebhook } from './webhook-mutations.ts'
import { EVENT_DESCRIPTIONS, type NewSecret } from './webhook-texts.ts'

const ALL_SITES = 'all'

/** The chosen site is text. */
const Typed = z
  .object({ url: z.string(), events: z.array(WebhookEvent), site: z.string() })
  .transform(
    ({ site, ...webhook }): z.input<typeof WebhookInput> => ({ ...webhook, siteid: site === ALL_SITES ? null : Number(site) }),
  )
  .pipe(WebhookInput)
type Fields = z.input<typeof Typed> & { current: string }

const checkFields = schemaResolver(Typed, { sync: true })
const checkPassword = schemaResolver(z.object({ current: Password }), { sync: true })

/** As a new webhook is stored, but for what was entered. */
const ADDED = {
  ...{ sitename: null, state: 'on', stop_reason: '', failing_since: null, previous_secret_until: null, version: 1 },
  created_at: new Date(),
} satisfies Partial<Webhook>

const toFields = ({ url, events, siteid }: Pick<Webhook, 'url' | 'events' | 'siteid'>): Fields => ({
  url,
  events,
  site: siteid === null ? ALL_SITES : String(siteid),
  current: '',
})
const NEW: Fields = { url: '', events: ['sale.created'], site: ALL_SITES, current: '' }

type Props = {
  webhook?: Webhook
  /** Called with the secret of a new webhook. */
  onCreated?: (created: NewSecret) => void
  onClose: () => void
}

/** Adds a webhook, or edits the given one. */
export function WebhookDialog({ webhook, onCreated, onClose }: Props) {
  const creation = useCreateWebhook()
  const change = useChangeWebhook()
  const sites = useQuery(api.sites.options.queryOptions())
  // One key for all attempts of this dialog: a retry after a lost answer returns the secret that was created.
  const [request_id] = useState(createUuid)
  const form = useForm<Fields, WebhookInput>({
    initialValues: webhook ? toFields(webhook) : NEW,
    validate: (fields): FormErrors => ({ ...checkFields(fields), ...(needsPassword(fields) && checkPassword(fields)) }),
    transformValues: Typed.parse,
  })
  const describe = ({ url, events, site }: Fields) =>
    ({
      url: ['Address', url],
      events: ['Events', events.map((event) => WEBHOOK_EVENT_NAMES[event]).join(', ')],
      site: [
        'Sites',
        site === ALL_SITES ? 'All sites' : (sites.data?.find(({ siteid }) => String(siteid) === site)?.sitename ?? ''),
      ],
    }) as const
  const conflict = useEditConflict({ schema: Webhook, toFields, describe }, form, webhook)
  const { opened } = conflict
  // Of a new webhook, and of one that sends to another address.
  const needsPassword = ({ url }: Fields): boolean => url !== opened?.url

  const onSave = async (input: WebhookInput) => {
    const { current } = form.getValues()
    if (opened) {
      await change.mutateAsync({ input: needsPassword(form.getValues()) ? { ...input, current } : input, opened })
      return conflict.onSaved({ ...opened, ...input, version: opened.version + 1 }, toFields(input))
    }
    const { webhookid, secret } = await creation.mutateAsync({ ...input, current, request_id })
    // If the form was changed since, the next save does not add the webhook again.
    conflict.onSaved({ ...ADDED, ...input, webhookid }, toFields(input))
    onCreated?.({ secret, url: input.url, isRotated: false })
  }

  return (
    <FormDialog
      title={webhook ? 'Edit webhook' : 'Add webhook'}
      subtitle="Winkel sends each event to this URL"
      form={form}
      onSave={onSave}
      saved={() => (webhook ? { text: 'Saved' } : null)}
      onClose={onClose}
      errorField={(error) => (getErrorCode(error) === 'URL_REFUSED' ? 'url' : getPasswordErrorField(error))}
      conflict={conflict}
    >
      <TextInput
        size="md"
        wrapperProps={{ 'data-wide': true }}
        label="Address"
        placeholder="https://books.example/winkel"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('url')}
      />
      <EventChoice
        chosen={form.values.events}
        error={form.errors['events']}
        onChange={(events) => form.setFieldValue('events', events)}
      />
      <SelectField
        wrapperProps={{ 'data-wide': true }}
        label="Sites"
        data={[
          { value: ALL_SITES, label: 'All sites' },
          ...(sites.data ?? []).map(({ siteid, sitename }) => ({ value: String(siteid), label: sitename })),
        ]}
        {...form.getInputProps('site')}
      />
      {needsPassword(form.values) && <CurrentPassword wrapperProps={{ 'data-wide': true }} {...form.getInputProps('current')} />}
    </FormDialog>
  )
}

type ChoiceProps = { chosen: WebhookEvent[]; error: ReactNode; onChange: (events: WebhookEvent[]) => void }

function EventChoice({ chosen, error, onChange }: ChoiceProps) {
  const errorId = useId()
  return (
    <Box
      component="fieldset"
      className="stack gap-4"
      data-wide
      m={0}
      p={0}
      bd={0}
      miw={0}
      aria-describedby={error ? errorId : undefined}
    >
      <Box component="legend" p={0} fw={500}>
        Events
      </Box>
      {WEBHOOK_EVENTS.map((event) => (
        <label key={event} className="choice">
          <input
            type="checkbox"
            checked={chosen.includes(event)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(WEBHOOK_EVENTS.filter((other) => (other === event ? checked : chosen.includes(other))))
            }
          />
          <span>
            {WEBHOOK_EVENT_NAMES[event]}
            <span className="second-line">{EVENT_DESCRIPTIONS[event]}</span>
          </span>
        </label>
      ))}
      {error && (
        <Box component="p" id={errorId} className="small" c="var(--red)" role="alert">
          {error}
        </Box>
      )}
    </Box>
  )
}
