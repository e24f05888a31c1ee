import { useState } from 'react'
import { CodeInput, PasswordConfirmation } from '../../../contract/account.ts'
import { client } from '../../lib/api/api.ts'
import { getSaveErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { useInvalidateAccount } from './account-mutations.ts'

export type TwoStepPurpose = 'turn-on' | 'turn-off' | 'new-codes'

/** What the dialog shows: the password, the key for the app, or the recovery codes. */
export type TwoStepStage =
  | { kind: 'password' }
  | { kind: 'app'; uri: string; recovery_codes: string[] }
  | { kind: 'codes'; recovery_codes: string[] }

/** The stages of the two-step dialog. Each of the first two has one field. */
export function useTwoStep(purpose: TwoStepPurpose, onDone: () => void) {
  const [stage, setStage] = useState<TwoStepStage>({ kind: 'password' })
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const invalidate = useInvalidateAccount()

  const show = (next: TwoStepStage) => {
    setTyped('')
    setStage(next)
  }

  const sendPassword = async () => {
    const input = { current: typed }
    if (purpose === 'turn-on') return show({ kind: 'app', ...(await client.account.twoStep.start(input)) })
    if (purpose === 'new-codes') return show({ kind: 'codes', ...(await client.account.twoStep.replaceCodes(input)) })
    await client.account.twoStep.turnOff(input)
    await invalidate()
    onDone()
  }

  const sendCode = async (recovery_codes: string[]) => {
    await client.account.twoStep.confirm({ code: typed })
    show({ kind: 'codes', recovery_codes })
    void invalidate()
  }

  const submit = async () => {
    if (busy || stage.kind === 'codes') return
    const checked =
      stage.kind === 'password' ? PasswordConfirmation.safeParse({ current: typed }) : CodeInput.safeParse({ code: typed })
    setError(checked.error?.issues[0]?.message ?? null)
    if (checked.error) return
    setBusy(true)
    try {
      await (stage.kind === 'password' ? sendPassword() : sendCode(stage.recovery_codes))
    } catch (error) {
      console.error(error)
      setError(getSaveErrorMessage(error, SOMETHING_WRONG))
    }
    setBusy(false)
  }

  return { stage, typed, setTyped, error, busy, submit }
}
