import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { DisableReason, type Employee } from '../../../contract/employees.ts'
import { api, type client } from '../../lib/api/api.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { pluralize } from '../../lib/format/money.ts'
import { describeRight } from '../../rights/right-names.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { LoadingDialog } from '../../ui/dialog/loading-dialog.tsx'
import { useEndAccess } from './employee-mutations.ts'

type Props = { employee: Employee; onClose: () => void }
type Access = Awaited<ReturnType<typeof client.employees.access>>

const Reason = z.object({ disablereason: DisableReason })
const SUBTITLE = 'For someone who leaves'

/** Ends all access of a person who leaves, and says what ends and what stays. */
export function EndAccessDialog(props: Props) {
  const { employee, onClose } = props
  const { employeeid } = employee
  const title = `End access of ${getFullName(employee)}`
  const access = useQuery(api.employees.access.queryOptions({ input: { employeeid } }))
  return access.data ? (
    <EndAccessForm {...props} title={title} access={access.data} />
  ) : (
    <LoadingDialog
      title={title}
      subtitle={SUBTITLE}
      query={access}
      failure="Could not load the access."
      fields={3}
      onClose={onClose}
    />
  )
}

function EndAccessForm({ employee, access, title, onClose }: Props & { access: Access; title: string }) {
  const { employeeid } = employee
  const save = useEndAccess()
  const form = useForm({
    initialValues: { disablereason: '' },
    validate: schemaResolver(Reason, { sync: true }),
    transformValues: Reason.parse,
  })
  // What was listed before; the queries are read again when it has ended.
  const [before] = useState({ employee, access })
  const [ended, setEnded] = useState<Pick<Access, 'sessions'> | null>(null)
  const isEnded = useRef(false)
  const [ends, stays] = [describeEnds(before.employee, { ...before.access, ...ended }), describeStays(before.access)]

  if (ended)
    return (
      <Dialog
        title={title}
        subtitle="The access has ended"
        width={480}
        onClose={onClose}
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <div className="stack">
          <Facts title="Ended" facts={ends} />
          <Facts title="Stays" facts={stays} />
        </div>
      </Dialog>
    )

  return (
    <FormDialog
      title={title}
      subtitle={SUBTITLE}
      form={form}
      save="End access"
      color="red"
      onSave={async (reason) => {
        const answer = await save.mutateAsync({ employeeid, ...reason })
        isEnded.current = true
        setEnded(answer)
      }}
      // The list of what ended stays open.
      onClose={() => !isEnded.current && onClose()}
    >
      <div className="stack" data-wide>
        <Facts title="Ends" facts={ends} />
        <Facts title="Stays" facts={stays} />
      </div>
      <TextInput
        size="md"
        label="Disable reason"
        autoComplete="off"
        wrapperProps={{ 'data-wide': true }}
        {...form.getInputProps('disablereason')}
      />
    </FormDialog>
  )
}

function describeEnds({ is_linked, right, position, invitation }: Employee, { sessions, read_keys, webhooks = [] }: Access) {
  return [
    'The record is disabled, with your reason.',
    sessions > 0 && `Sign-in in ${pluralize(sessions, 'browser')}.`,
    right && `Permissions: ${describeRight(right)}.`,
    is_linked && position === 'Owner' && 'The role Owner. It becomes Employee.',
    is_linked && 'Links e-mailed to choose a password or confirm an address.',
    read_keys > 0 && `${pluralize(read_keys, 'read key')} this person created.`,
    webhooks.length > 0 && `Webhooks this person turned on: ${webhooks.join(', ')}. You can turn them on again.`,
    invitation && `The invitation of ${invitation.email}.`,
  ].filter((text) => typeof text === 'string')
}

const describeStays = ({ tills }: Access) => [
  'The name in sales, cash-ups, documents and activity.',
  ...(tills.length > 0 ? [`Till keys stay active: ${tills.join(', ')}. Revoke any key this person may know.`] : []),
  'The record. You can enable it again, without permissions.',
]

const Facts = ({ title, facts }: { title: string; facts: string[] }) => (
  <section>
    <h3 className="medium">{title}</h3>
    <ul className="grey break" style={{ paddingInlineStart: 20, listStyle: 'disc' }}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  </section>
)
