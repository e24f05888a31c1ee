import { Box, Button, Checkbox, Radio, Skeleton, Textarea } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CountScope } from '../../../contract/stock-counts.ts'
import { api } from '../../lib/api/api.ts'
import { getErrorCode, getSaveErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { createUuid } from '../../lib/browser/uuid.ts'
import { STOCK_TRAIL } from '../../lib/url/trails.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { focusFirstInvalid } from '../../ui/form/focus-first-invalid.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useAttempts } from '../../ui/form/use-attempts.ts'
import { LinkButton } from '../../ui/layout/link-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { useBeginCount } from './count-mutations.ts'

const route = getRouteApi('/_signed-in/stock_/count/new')

type Of = CountScope['of']

const SCOPES: { of: Of; label: string; description: string }[] = [
  { of: 'all', label: 'All products', description: 'Every product of the site' },
  { of: 'category', label: 'A category', description: 'The products of one category' },
  { of: 'supplier', label: 'A supplier', description: 'The products of one supplier' },
  { of: 'chosen', label: 'What I scan', description: 'A shelf or a few products, as you scan them' },
]

/** Begins a count. */
export function NewCountPage() {
  const sites = useQuery(api.sites.options.queryOptions())
  return (
    <>
      <PageHeader trail={STOCK_TRAIL} title="New count" subtitle="What is on the shelf" />
      {sites.data ? (
        sites.data.length === 0 ? (
          <Notice kind="quiet">
            A count needs a site. <Link to="/sites">Add your first site</Link>
          </Notice>
        ) : (
          <NewCountForm sites={sites.data} />
        )
      ) : sites.isError ? (
        <LoadFailure query={sites} failure="Failed to load the sites" asCard />
      ) : (
        <Skeleton height={420} radius={12} maw={640} />
      )}
    </>
  )
}

type CountFields = { siteid: number | null; of: Of; name: string | null; is_blind: boolean; note: string }

const toScope = ({ of, name }: CountFields): CountScope =>
  of === 'category' || of === 'supplier' ? { of, name: name ?? '' } : { of }

function NewCountForm({ sites }: { sites: { siteid: number; sitename: string }[] }) {
  const given = route.useSearch().siteid
  const navigate = useNavigate()
  const begin = useBeginCount()
  const { busy, run } = useAttempts()
  const options = useQuery(api.products.options.queryOptions())
  const [request_id, setRequestId] = useState(createUuid)
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<CountFields>({
    initialValues: {
      siteid: given ?? (sites.length === 1 ? (sites[0]?.siteid ?? null) : null),
      ...{ of: 'all', name: null, is_blind: false, note: '' },
    },
    validate: {
      siteid: (siteid) => siteid === null && 'Select a site.',
      name: (name, { of }) => (of === 'category' || of === 'supplier') && name === null && `Select a ${of}.`,
    },
  })
  const { of } = form.values
  const names = (of === 'category' ? options.data?.categories : options.data?.suppliers) ?? []

  const submit = form.onSubmit(
    (fields) => {
      const { siteid, is_blind, note } = fields
      if (siteid === null) return
      setFailure(null)
      return run(() => begin.mutateAsync({ siteid, scope: toScope(fields), is_blind, note, request_id }), {
        onAnswer: ({ documentid }, isOpen) => {
          if (isOpen) void navigate({ to: '/stock/count/$documentid', params: { documentid: String(documentid) }, replace: true })
        },
        onFailure: (error) => {
          setFailure(error)
          // Without an answer the count may have begun: the same request finds it.
          if (getErrorCode(error) !== null) setRequestId(createUuid())
        },
      })
    },
    (errors) => focusFirstInvalid(form, errors),
  )

  return (
    <Box component="form" className="panel stack gap-16" maw={640} p="var(--side)" onSubmit={submit} noValidate>
      <SelectField<number>
        label="Site"
        placeholder="Select a site"
        data={sites.map((site) => ({ value: site.siteid, label: site.sitename }))}
        {...form.getInputProps('siteid')}
      />
      <Radio.Group<Of> label="What do you count?" value={of} onChange={(chosen) => form.setValues({ of: chosen, name: null })}>
        <Box className="columns" mt={10}>
          {SCOPES.map(({ of, label, description }) => (
            <Radio key={of} value={of} label={<Described text={description}>{label}</Described>} />
          ))}
        </Box>
      </Radio.Group>
      {(of === 'category' || of === 'supplier') && (
        <SelectField<string>
          key={of}
          label={of === 'category' ? 'Category' : 'Supplier'}
          placeholder={options.isPending ? 'Loading…' : `Select a ${of}`}
          nothingFoundMessage={names.length === 0 ? `No product has a ${of}.` : 'Nothing found.'}
          data={names}
          {...form.getInputProps('name')}
        />
      )}
      <Checkbox
        label={<Described text="Counters do not see expected stock. The review shows the differences.">Blind count</Described>}
        {...form.getInputProps('is_blind', { type: 'checkbox' })}
      />
      <Textarea
        size="md"
        label="Note (optional)"
        placeholder="Such as month-end"
        autosize
        minRows={1}
        maxLength={1000}
        {...form.getInputProps('note')}
      />
      {failure !== null && <Notice kind="error">{getSaveErrorMessage(failure, SOMETHING_WRONG)}</Notice>}
      <Box className="row end equal">
        <LinkButton variant="default" to="/stock">
          Cancel
        </LinkButton>
        <Button type="submit" loading={busy}>
          Begin count
        </Button>
      </Box>
    </Box>
  )
}

const Described = ({ text, children }: { text: string; children: string }) => (
  <>
    {children} <span className="second-line">{text}</span>
  </>
)
