import { Box, Button, Skeleton, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SiteOption } from '../../../contract/sites.ts'
import { TillInput } from '../../../contract/tills.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { HistorySection } from '../../changes/history-section.tsx'
import { api } from '../../lib/api/api.ts'
import { getErrorCode, getSaveErrorMessage } from '../../lib/api/messages.ts'
import { createUuid } from '../../lib/browser/uuid.ts'
import { CloseDialogButton, Dialog } from '../../ui/dialog/dialog.tsx'
import { LoadingDialog } from '../../ui/dialog/loading-dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { restoreFocus } from '../../ui/form/restore-focus.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useAttempts } from '../../ui/form/use-attempts.ts'
import { DeviceDialog } from './device-dialog.tsx'
import { EmailInstructions } from './email-instructions.tsx'
import { type CreatedKey, NewKey } from './new-key.tsx'
import { ThisDevice } from './this-device.tsx'
import { useCreateTill } from './till-mutations.ts'
import { TillRow } from './till-row.tsx'

type Props = {
  /** Without it the person chooses one of several sites. */
  site?: SiteOption
  onClose: () => void
}

const SUBTITLE = 'Keys for tills to send sales'

/** The till keys of a site. */
export function TillsDialog({ site, onClose }: Props) {
  const sites = useQuery({ ...api.sites.options.queryOptions(), enabled: !site })
  const [first] = (sites.data ?? []).toSorted((a, b) => a.siteid - b.siteid)
  const [chosen, setChosen] = useState<SiteOption | null>(null)
  const shown = site ?? chosen ?? first
  const [isDevice, setDevice] = useState(false)
  if (!shown && sites.data) return <NoSite onClose={onClose} />
  if (!shown)
    return (
      <LoadingDialog
        title="Tills"
        subtitle={SUBTITLE}
        query={sites}
        failure="Failed to load sites"
        fields={2}
        onClose={onClose}
      />
    )
  if (isDevice) return <DeviceDialog site={shown} onClose={() => setDevice(false)} />
  return <SiteTills site={shown} sites={sites.data ?? []} onSite={setChosen} onDevice={() => setDevice(true)} onClose={onClose} />
}

const NoSite = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Tills" subtitle={SUBTITLE} onClose={onClose}>
    <p>Add a site first. Each till belongs to one site.</p>
  </Dialog>
)

type SiteTillsProps = {
  site: SiteOption
  /** To choose from; nothing to choose with fewer than two. */
  sites: SiteOption[]
  onSite: (site: SiteOption) => void
  /** Makes this browser a till of the site. */
  onDevice: () => void
  onClose: () => void
}

function SiteTills({ site, sites, onSite, onDevice, onClose }: SiteTillsProps) {
  const creation = useCreateTill()
  const { busy, run } = useAttempts()
  // One key for all attempts: a retry after a lost answer returns the till key that was created.
  const [request_id, setRequestId] = useState(createUuid)
  const [created, setCreated] = useState<CreatedKey | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '' },
    validate: schemaResolver(TillInput, { sync: true }),
    transformValues: TillInput.parse,
  })

  const submit = form.onSubmit(({ name }) => {
    setFailure(null)
    return run(() => creation.mutateAsync({ siteid: site.siteid, name, request_id }), {
      onAnswer: ({ till, key }) => {
        setCreated({ tillid: till.tillid, name: till.name, key, at: new Date() })
        setRequestId(createUuid())
        form.reset()
      },
      onFailure: (error) => {
        if (getErrorCode(error) === 'ALREADY_USED') setRequestId(createUuid())
        setFailure(error)
      },
    })
  })

  // A key cannot be shown again after the dialog is closed.
  const describeLoss = () => {
    if (created) return 'The new key will not be shown again. It stays valid.'
    return form.isDirty() ? 'Your changes are not saved.' : undefined
  }

  return (
    <Dialog
      title="Tills"
      subtitle={`${SUBTITLE} of ${site.sitename}`}
      onClose={onClose}
      unsaved={describeLoss}
      busy={busy}
      footer={<CloseDialogButton>Done</CloseDialogButton>}
    >
      <div className="stack gap-16">
        {sites.length > 1 && (
          <SelectField
            label="Site"
            data={sites.map(({ siteid, sitename }) => ({ value: String(siteid), label: sitename }))}
            value={String(site.siteid)}
            disabled={created !== null || busy}
            onChange={(value) => {
              const next = sites.find(({ siteid }) => String(siteid) === value)
              if (next) onSite(next)
            }}
          />
        )}
        {created ? (
          <NewKey created={created} sitename={site.sitename} onSaved={() => setCreated(null)} />
        ) : (
          <form className="row wrap top" onSubmit={submit} noValidate>
            {failure !== null && (
              <div className="full-row">
                <Notice kind="error">{getSaveErrorMessage(failure, 'Could not create the key. Please try again.')}</Notice>
              </div>
            )}
            <TextInput
              size="md"
              flex="1 1 180px"
              ref={restoreFocus}
              label="Till name"
              placeholder="Front counter"
              key={form.key('name')}
              {...form.getInputProps('name')}
            />
            {/* Level with the field, below its label. */}
            <Button type="submit" size="md" mt={26} loading={busy}>
              Create key
            </Button>
          </form>
        )}
        <TillList siteid={site.siteid} onRevoked={(tillid) => setCreated((shown) => (shown?.tillid === tillid ? null : shown))} />
        {!created && <EmailInstructions sitename={site.sitename} />}
        {!created && <ThisDevice onStart={onDevice} />}
        <p className="grey small">
          A key sends sales of this site, and reads its products, prices and the people who sell there. It reads no sales, stock
          or costs.
        </p>
        <HistorySection noun="till" of={{ siteid: site.siteid }} />
      </div>
    </Dialog>
  )
}

function TillList({ siteid, onRevoked }: { siteid: number; onRevoked: (tillid: number) => void }) {
  const tills = useQuery(api.tills.list.queryOptions({ input: { siteid }, staleTime: 0, meta: { changesWith: 'sales' } }))
  const timezone = useTimezone()
  const list = useRef<HTMLElement>(null)

  return (
    <section ref={list} className="stack gap-8 focus-target" tabIndex={-1} aria-label="Till keys" aria-busy={tills.isPending}>
      {tills.isPending && <Skeleton height={62} radius="md" />}
      {tills.error && <LoadFailure query={tills} failure="Failed to load tills" />}
      {tills.data?.length === 0 && (
        <Box component="p" className="empty-text" bd="1px dashed var(--edge)" bdrs="md">
          No till keys yet. Create one for each till at this site.
        </Box>
      )}
      {tills.data && tills.data.length > 0 && (
        <ul className="framed ruled">
          {tills.data.map((till) => (
            <TillRow
              key={till.tillid}
              siteid={siteid}
              till={till}
              timezone={timezone}
              onRevoked={() => {
                onRevoked(till.tillid)
                list.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
