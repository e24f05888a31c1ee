import { createFileRoute, redirect } from '@tanstack/react-router'
import { useEffect } from 'react'
import { z } from 'zod'
import { getHome } from '../../auth/rights.ts'
import { readSession } from '../../auth/session.ts'
import { SessionLoading } from '../../auth/session-loading.tsx'
import { LoginPage } from '../../features/login/login-page.tsx'
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx'
import { WholePageError } from '../../ui/feedback/page-error.tsx'

export const Route = createFileRoute('/login')({
  staticData: { title: 'Login' },
  validateSearch: z.object({
    /** Of a link in a mail; removed from the URL as soon as it is read. */
    token: z.string().min(1).optional().catch(undefined),
    /** Of a link that confirms a new e-mail address; removed as well. */
    confirm: z.string().min(1).optional().catch(undefined),
    /** Opens the sign-up at the step where it stopped. */
    signup: z.literal('continue').optional().catch(undefined),
  }),
  beforeLoad: async ({ search }) => {
    const session = search.signup ? await readSession() : null
    if (session && session.signup_step === null) throw redirect({ to: getHome(session), replace: true })
    return { resumeAt: session?.signup_step ?? null }
  },
  pendingComponent: SessionLoading,
  errorComponent: WholePageError,
  component: Login,
})

/** Few who open the screen sign up: its code loads after the login is shown. */
const Signup = lazyComponent(async () => (await import('../../features/signup/signup.tsx')).Signup, {
  failure: 'The sign-up could not be loaded.',
})

function Login() {
  useEffect(() => Signup.preload(), [])
  return <LoginPage signup={Signup} />
}
