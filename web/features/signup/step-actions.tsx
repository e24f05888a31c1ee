import { Button } from '@mantine/core'
import classes from '../../auth/form-page.module.css'
import { BusyButton } from '../../ui/form/busy-button.tsx'

type Props = { busy: boolean; disabled?: boolean; onBack: () => void }

export const StepActions = ({ busy, disabled = false, onBack }: Props) => (
  <div className={`row wrap between gap-12 ${classes.actions}`}>
    <Button variant="default" size="lg" onClick={onBack} disabled={busy}>
      Back
    </Button>
    <BusyButton busy={busy} busyText="Saving…" disabled={disabled}>
      Save & Continue
    </BusyButton>
  </div>
)
