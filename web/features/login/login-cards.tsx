import { Box, Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { getHome } from '../../auth/rights.ts'
import type { Session } from '../../auth/session.ts'

type SignedInProps = { session: Session; onContinue: (step: number) => void }

/** The login screen is also open to signed-in users. This card leads them on. */
export function SignedInCard({ session, onContinue }: SignedInProps) {
  const navigate = useNavigate()
  const step = session.signup_step
  // At step 5 everything is saved.
  const isIncomplete = step !== null && step < 5
  return (
    <Card
      name="Signed in"
      button={isIncomplete ? 'Continue sign-up' : 'Go to dashboard'}
      onClick={() => (isIncomplete ? onContinue(step) : navigate({ to: getHome(session), replace: true }))}
    >
      You are signed in as <Line>{session.user.email}</Line>
    </Card>
  )
}

/** Leads back to a sign-up that was typed in this tab before the page was reloaded. */
export const DraftCard = ({ onContinue }: { onContinue: () => void }) => (
  <Card name="Unfinished sign-up" button="Continue sign-up" onClick={onContinue}>
    <Line>Your sign-up is not finished</Line> What you typed is still here.
  </Card>
)

type CardProps = { name: string; button: string; onClick: () => void; children: ReactNode }

const Card = ({ name, button, onClick, children }: CardProps) => (
  <Box
    component="aside"
    className="row wrap gap-12 small"
    mb={24}
    p="12px 16px"
    bd="1px solid var(--line)"
    bdrs="lg"
    aria-label={name}
  >
    <Box component="p" className="break" flex="999 1 auto" maw="100%">
      {children}
    </Box>
    <Button variant="default" flex="1 0 auto" onClick={onClick}>
      {button}
    </Button>
  </Box>
)

const Line = ({ children }: { children: ReactNode }) => (
  <Box component="strong" display="block" fw={600}>
    {children}
  </Box>
)
