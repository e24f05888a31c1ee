import { createFileRoute, redirect } from '@tanstack/react-router'

/** Earlier URL of the settings, in bookmarks and e-mails. */
export const Route = createFileRoute('/_signed-in/account')({
  beforeLoad: () => {
    throw redirect({ to: '/settings', replace: true })
  },
})
