import { useState } from 'react'
import { createFormError, type FormMessage } from '../../auth/form-message.ts'
import { getErrorCode, getSaveErrorMessage } from '../../lib/api/messages.ts'

type Options = {
  onMessage: (message: FormMessage) => void
  /** The server no longer knows the session. */
  onSignedOut: (message: FormMessage) => void
}

/** Runs the call of a step, one at a time, and reports why it failed. */
export function useStepRequest({ onMessage, onSignedOut }: Options) {
  const [busy, setBusy] = useState(false)

  /** `refused` is the message when the server sends none of its own, `unanswered` the one when no answer came. */
  const send = async (call: () => Promise<unknown>, refused: string, unanswered = refused) => {
    if (busy) return
    setBusy(true)
    onMessage(null)
    try {
      await call()
    } catch (error) {
      console.error(error)
      const message = createFormError(getSaveErrorMessage(error, getErrorCode(error) === null ? unanswered : refused))
      if (getErrorCode(error) === 'NOT_SIGNED_IN') onSignedOut(message)
      else onMessage(message)
    } finally {
      setBusy(false)
    }
  }

  return { busy, setBusy, send }
}
