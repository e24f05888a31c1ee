import { createFileRoute, redirect } from '@tanstack/react-router'

/** Any other path. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/login', replace: true })
  },
})
