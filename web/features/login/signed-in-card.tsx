import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Session } from '../../auth/session.ts'
import classes from './signed-in-card.module.css'

type Props = { session: Session; onContinue: (step: number) => void }

/** The login screen is also open to signed-in users. This card leads them on. */
export function SignedInCard({ session, onContinue }: Props) {
  const navigate = useNavigate()
  const step = session.signup_step
  // At step 5 everything is saved.
  const isIncomplete = step !== null && step < 5
  return (
    <aside className={classes.card} aria-label="Signed in">
      <p>
        You are signed in as <strong>{session.user.email}</strong>
      </p>
      {isIncomplete ? (
        <Button variant="default" onClick={() => onContinue(step)}>
          Continue sign-up
        </Button>
      ) : (
        <Button variant="default" onClick={() => navigate({ to: '/dashboard', replace: true })}>
          Go to dashboard
        </Button>
      )}
    </aside>
  )
}
