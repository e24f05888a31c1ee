import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { INVITATION_DAYS, InvitationInput, InvitedEmail } from '../../../contract/invitations.ts'
import { RightInput } from '../../../contract/rights.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { proveEmailAction } from '../../auth/prove-email.tsx'
import { useTimezone } from '../../auth/timezone.ts'
import { api } from '../../lib/api/api.ts'
import { getErrorCode, getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { formatDateIn, formatLongDay } from '../../lib/format/dates.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { LazyRightFieldset } from '../../rights/lazy-right-fieldset.ts'
import { type RightFields, toRightFields, toRightInput } from '../../rights/right-fields.ts'
import { INVITED_CHOICES } from '../../rights/right-names.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { LoadingDialog } from '../../ui/dialog/loading-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useInvite, useWithdraw } from './employee-mutations.ts'
import { describeInvitation, type Invitee } from './invited.ts'

type Props = { employee: Invitee; onClose: () => void }
type Fields = { email: string; right: RightFields }

const SUBTITLE = `Send a link by e-mail to choose a password, valid for ${INVITATION_DAYS} days`

/** With the position Owner there is no right to choose. */
const createSchema = (isOwner: boolean) =>
  z
    .custom<Fields>()
    .transform(({ email, right }) => ({ email, right: isOwner ? undefined : toRightInput(right) }))
    .pipe(z.object({ email: InvitedEmail, right: isOwner ? z.undefined() : RightInput }))

/** Invites an employee without a login, sends the invitation again, or withdraws it. */
export function InvitationDialog(props: Props) {
  const title = `Invite ${getFullName(props.employee)}`
  const sites = useQuery(api.sites.options.queryOptions())
  return sites.data ? (
    <InvitationForm {...props} title={title} sites={sites.data} />
  ) : (
    <LoadingDialog
      title={title}
      subtitle={SUBTITLE}
      query={sites}
      failure="Failed to load sites"
      fields={3}
      onClose={props.onClose}
    />
  )
}

function InvitationForm({ employee, title, sites, onClose }: Props & { title: string; sites: SiteOption[] }) {
  const { employeeid, position, siteid, invitation } = employee
  const invite = useInvite()
  const isOwner = position === 'Owner'
  const schema = createSchema(isOwner)
  const form = useForm<Fields, InvitationInput>({
    initialValues: { email: invitation?.email ?? '', right: toRightFields(invitation?.right, { name: '', siteid }) },
    validate: schemaResolver(schema, { sync: true }),
    transformValues: (fields) => InvitationInput.parse(schema.parse(fields)),
  })
  const isThere = invitation !== undefined || getErrorCode(invite.error) === 'MAIL_FAILED'

  return (
    <FormDialog
      title={title}
      subtitle={SUBTITLE}
      form={form}
      save={isThere ? 'Send again' : 'Send invitation'}
      onSave={(input) => invite.mutateAsync({ employeeid, ...input })}
      onClose={onClose}
      errorField={(error) => FIELD_OF_ERROR[getErrorCode(error) ?? '']}
      failureAction={proveEmailAction}
    >
      {invitation && <InvitationState employee={{ ...employee, invitation }} onClose={onClose} />}
      <TextInput
        size="md"
        label="Email"
        type="email"
        autoComplete="off"
        wrapperProps={{ 'data-wide': true }}
        {...form.getInputProps('email')}
      />
      {isOwner ? (
        <p className="grey small" data-wide>
          Owners can see and change everything.
        </p>
      ) : (
        <LazyRightFieldset
          label="May sign in as"
          field={(name, options) => form.getInputProps(`right.${name}`, options)}
          values={form.values.right}
          choices={INVITED_CHOICES}
          sites={sites}
        />
      )}
    </FormDialog>
  )
}

const FIELD_OF_ERROR: Record<string, string> = { NOT_CREATED: 'email', NO_SITE: 'right.siteids' }

type StateProps = { employee: Invitee & { invitation: NonNullable<Invitee['invitation']> }; onClose: () => void }

/** What came of the invitation so far, and how it is withdrawn. */
function InvitationState({ employee: { employeeid, invitation }, onClose }: StateProps) {
  const timezone = useTimezone()
  const withdraw = useWithdraw()
  const { is_open, is_mailed, expires_at } = invitation
  const end = async () => {
    await withdraw.mutateAsync({ employeeid })
    showToast('Invitation withdrawn')
    onClose()
  }
  return (
    <div className="stack gap-12" data-wide>
      <Notice
        kind={is_open && is_mailed ? 'quiet' : 'error'}
        action={
          <Button variant="default" size="xs" loading={withdraw.isPending} onClick={() => end().catch(() => undefined)}>
            Withdraw
          </Button>
        }
      >
        {describeInvitation(invitation)}.
        {is_open && is_mailed && ` The link works until ${formatLongDay(formatDateIn(timezone, expires_at))}.`} Sending again
        replaces the link.
      </Notice>
      {withdraw.error && <Notice kind="error">{getErrorMessage(withdraw.error, SOMETHING_WRONG)}</Notice>}
    </div>
  )
}
