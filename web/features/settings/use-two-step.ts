import { useState } from 'react'
import { CodeInput, PasswordConfirmation } from '../../../contract/own-sign-in.ts'
import { client, queryClient } from '../../lib/api/api.ts'
import { getSaveErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { invalidate } from '../../lib/api/stale-queries.ts'
import { useAttempts } from '../../ui/form/use-attempts.ts'

export type TwoStepPurpose = 'turn-on' | 'turn-off' | 'new-codes'

/** What the dialog shows: the password, the key for the app, or the recovery codes. */
export type TwoStepStage =
  | { kind: 'password' }
  | { kind: 'app'; uri: string; recovery_codes: string[] }
  | { kind: 'codes'; recovery_codes: string[] }

export type TwoStep = ReturnType<typeof useTwoStep>

/** The stages of the two-step dialog. Each of the first two has one field. */
export function useTwoStep(purpose: TwoStepPurpose, onDone: () => void) {
  const [stage, setStage] = useState<TwoStepStage>({ kind: 'password' })
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { busy, run } = useAttempts()

  /** Returns the next stage; null when it is done. */
  const sendPassword = async (): Promise<TwoStepStage | null> => {
    const input = { current: typed }
    if (purpose === 'turn-on') return { kind: 'app', ...(await client.account.twoStep.start(input)) }
    if (purpose === 'new-codes') return { kind: 'codes', ...(await client.account.twoStep.replaceCodes(input)) }
    await client.account.twoStep.turnOff(input)
    await invalidate(queryClient, ['account'])
    return null
  }

  const sendCode = async (recovery_codes: string[]): Promise<TwoStepStage> => {
    await client.account.twoStep.confirm({ code: typed })
    return { kind: 'codes', recovery_codes }
  }

  const submit = async () => {
    if (stage.kind === 'codes') return
    const checked =
      stage.kind === 'password' ? PasswordConfirmation.safeParse({ current: typed }) : CodeInput.safeParse({ code: typed })
    setError(checked.error?.issues[0]?.message ?? null)
    if (checked.error) return
    await run(() => (stage.kind === 'password' ? sendPassword() : sendCode(stage.recovery_codes)), {
      onAnswer: (next, isOpen) => {
        if (next?.kind === 'codes') void invalidate(queryClient, ['account'])
        if (!isOpen) return
        if (!next) return onDone()
        setTyped('')
        setStage(next)
      },
      onFailure: (error) => setError(getSaveErrorMessage(error, SOMETHING_WRONG)),
    })
  }

  return { stage, typed, setTyped, error, busy, submit }
}
