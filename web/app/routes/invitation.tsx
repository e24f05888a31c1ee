import { createFileRoute } from '@tanstack/react-router'
import { InvitationPage } from '../../features/login/invitation-page.tsx'
import { WholePageError } from '../../ui/feedback/page-error.tsx'

/** Of a link in a mail. The token is in the hash, which is not sent to any server. */
export const Route = createFileRoute('/invitation')({
  staticData: { title: 'Invitation' },
  errorComponent: WholePageError,
  component: InvitationPage,
})
