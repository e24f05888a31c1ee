import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { LoginPage } from '../session/login-page.tsx'

export const Route = createFileRoute('/login')({
  staticData: { title: 'Login' },
  validateSearch: z.object({
    /** Of a mailed link; taken out of the address as soon as it is read. */
    token: z.string().min(1).optional().catch(undefined),
    /** Opens the sign-up at the step where it stopped. */
    signup: z.literal('continue').optional().catch(undefined),
  }),
  component: LoginPage,
})
