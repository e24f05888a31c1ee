import { Box, Button } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Session } from '../../../contract/session.ts'
import { RoundIcon } from '../../ui/display/round-icon.tsx'

const MISSING = {
  2: {
    sentence: 'Your workspace still needs your business, a primary site and a subscription plan.',
    action: 'Add your business',
  },
  3: { sentence: 'Your workspace still needs a primary site and a subscription plan.', action: 'Add your primary site' },
  4: { sentence: 'Your workspace still needs a subscription plan.', action: 'Choose a plan' },
  5: { sentence: 'Review your details to finish setting up your workspace.', action: 'Finish sign-up' },
}

/** For an unfinished sign-up: what is missing, and a link to it. */
export function SetupCard({ step }: { step: NonNullable<Session['signup_step']> }) {
  const { sentence, action } = MISSING[step]
  return (
    <Box component="section" className="panel row wrap gap-16" p="16px 20px" aria-label="Finish setting up">
      <RoundIcon icon={IconChecklist} />
      <Box flex="1 1 240px">
        <h2>Finish setting up</h2>
        <p className="grey">{sentence}</p>
      </Box>
      <Button renderRoot={(props) => <Link to="/login" search={{ signup: 'continue' }} {...props} />}>{action}</Button>
    </Box>
  )
}
