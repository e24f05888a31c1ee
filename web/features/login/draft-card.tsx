import { Button } from '@mantine/core'
import classes from './signed-in-card.module.css'

/** Leads back to a sign-up that was typed in this tab before the page was reloaded. */
export const DraftCard = ({ onContinue }: { onContinue: () => void }) => (
  <aside className={classes.card} aria-label="Unfinished sign-up">
    <p>
      <strong>Your sign-up is not finished</strong>
      What you typed is still here.
    </p>
    <Button variant="default" onClick={onContinue}>
      Continue sign-up
    </Button>
  </aside>
)
