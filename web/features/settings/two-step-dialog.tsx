import { Button } from '@mantine/core'
import { useId } from 'react'
import { CloseDialogButton, Dialog } from '../../ui/dialog/dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TwoStepForm } from './two-step-form.tsx'
import { type TwoStepPurpose, useTwoStep } from './use-two-step.ts'

const WORDS = {
  'turn-on': {
    title: 'Turn on two-step sign-in',
    subtitle: 'Sign-in also asks for a code from an app on your phone. This signs you out on all other devices.',
    submit: 'Continue',
  },
  'turn-off': { title: 'Turn off two-step sign-in', subtitle: 'You sign in with your password only', submit: 'Turn off' },
  'new-codes': { title: 'New recovery codes', subtitle: 'Your current codes stop working', submit: 'Create codes' },
} as const

type Props = { purpose: TwoStepPurpose; onClose: () => void }

/** Turns two-step sign-in on or off, or replaces the recovery codes. Each begins with the password. */
export function TwoStepDialog({ purpose, onClose }: Props) {
  const formId = useId()
  const state = useTwoStep(purpose, onClose)
  const { stage, typed, busy } = state
  const { title, subtitle, submit: send } = WORDS[purpose]
  const describeLoss = () => {
    if (stage.kind === 'codes') return 'The recovery codes will not be shown again.'
    if (stage.kind === 'app') return 'Two-step sign-in is not turned on.'
    return typed === '' ? undefined : 'Your changes are not saved.'
  }

  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      width={480}
      onClose={onClose}
      unsaved={describeLoss}
      busy={busy}
      footer={
        stage.kind === 'codes' ? (
          <Button onClick={onClose}>I've saved the codes</Button>
        ) : (
          <>
            <CloseDialogButton onClick={onClose} />
            <Button type="submit" form={formId} loading={busy}>
              {stage.kind === 'password' ? send : 'Turn on'}
            </Button>
          </>
        )
      }
    >
      {stage.kind === 'codes' ? <RecoveryCodes codes={stage.recovery_codes} /> : <TwoStepForm id={formId} state={state} />}
    </Dialog>
  )
}
