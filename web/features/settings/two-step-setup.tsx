import { Box, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { clearQueryCache, signOut, useSession } from '../../auth/session.ts'
import { getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './settings.module.css'
import { TwoStepForm } from './two-step-form.tsx'
import { useTwoStep } from './use-two-step.ts'

/** What a person sees, in place of every screen, who has to turn two-step sign-in on. `onDone` leads on to the screen. */
export function TwoStepSetup({ onDone }: { onDone: () => void }) {
  const session = useSession()
  const formId = useId()
  const navigate = useNavigate()
  const state = useTwoStep('turn-on', onDone)
  const leave = useMutation({ mutationFn: signOut, onSuccess: clearQueryCache })
  const { stage, busy } = state

  useEffect(() => {
    if (session === null) navigate({ to: '/login', replace: true })
  }, [session, navigate])

  return (
    <main className={classes.closed}>
      <Box component="p" className="row gap-12 bold" mb={28} fz="xl">
        <img src="/favicon.svg" alt="" width={28} height={28} />
        Winkel
      </Box>
      <h1>Turn on two-step sign-in</h1>
      <p className="grey break">
        {session?.business?.name ?? 'Your business'} requires it. Sign-in also asks for a code from an app on your phone.
      </p>
      <Box className="stack gap-16" mt={24} maw={480}>
        {stage.kind === 'codes' ? <RecoveryCodes codes={stage.recovery_codes} /> : <TwoStepForm id={formId} state={state} />}
        {leave.error && <Notice kind="error">{getErrorMessage(leave.error, SOMETHING_WRONG)}</Notice>}
        <div className="row wrap between gap-12">
          {stage.kind === 'codes' ? (
            <Button size="lg" onClick={onDone}>
              I've saved the codes
            </Button>
          ) : (
            <>
              <Button variant="default" size="lg" onClick={() => leave.mutate()} loading={leave.isPending}>
                Sign out
              </Button>
              <Button type="submit" form={formId} size="lg" loading={busy}>
                {stage.kind === 'password' ? 'Continue' : 'Turn on'}
              </Button>
            </>
          )}
        </div>
      </Box>
    </main>
  )
}
