import { createFileRoute, redirect } from '@tanstack/react-router'

/** Earlier URLs of the activity and the connections, in bookmarks. */
export const Route = createFileRoute('/_signed-in/account_/$')({
  beforeLoad: ({ params: { _splat = '' }, search }) => {
    const [part, webhookid] = _splat.split('/')
    if (part === 'changes') throw redirect({ to: '/settings/activity', search, replace: true })
    if (part === 'webhooks' && webhookid)
      throw redirect({ to: '/settings/connections/$webhookid', params: { webhookid }, replace: true })
    throw redirect({ to: part === 'webhooks' || part === 'read-keys' ? '/settings/connections' : '/settings', replace: true })
  },
})
