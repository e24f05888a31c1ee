import { Button } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Session } from '../../../contract/session.ts'
import { RoundIcon } from '../../ui/display/round-icon.tsx'
import classes from './next-step.module.css'

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
    <section className={classes.card} aria-label="Finish setting up">
      <RoundIcon icon={IconChecklist} />
      <div className={classes.words}>
        <h2>Finish setting up</h2>
        <p>{sentence}</p>
      </div>
      <Button renderRoot={(props) => <Link to="/login" search={{ signup: 'continue' }} {...props} />}>{action}</Button>
    </section>
  )
}
