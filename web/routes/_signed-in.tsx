import { createFileRoute, redirect } from '@tanstack/react-router'
import { Checking } from '../session/checking.tsx'
import { readSession } from '../session/session.ts'
import { Shell } from '../shell/shell.tsx'
import { WholePageError } from '../ui/page-error.tsx'

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async () => {
    const session = await readSession()
    if (!session || session.role === 'employee') throw redirect({ to: '/login', replace: true })
  },
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: Checking,
  errorComponent: WholePageError,
  component: Shell,
})
