import { Box, Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Session } from '../../auth/session.ts'

type Props = { session: Session; onContinue: (step: number) => void }

/** The login screen is also open to signed-in users. This card leads them on. */
export function SignedInCard({ session, onContinue }: Props) {
  const navigate = useNavigate()
  const step = session.signup_step
  // At step 5 everything is saved.
  const isIncomplete = step !== null && step < 5
  return (
    <Box
      component="aside"
      className="row wrap gap-12 small"
      mb={24}
      p="12px 16px"
      bd="1px solid var(--line)"
      bdrs="lg"
      aria-label="Signed in"
    >
      <Box component="p" className="break" flex="999 1 auto" maw="100%">
        You are signed in as{' '}
        <Box component="strong" display="block" fw={600}>
          {session.user.email}
        </Box>
      </Box>
      {isIncomplete ? (
        <Button variant="default" flex="1 0 auto" onClick={() => onContinue(step)}>
          Continue sign-up
        </Button>
      ) : (
        <Button variant="default" flex="1 0 auto" onClick={() => navigate({ to: '/dashboard', replace: true })}>
          Go to dashboard
        </Button>
      )}
    </Box>
  )
}
