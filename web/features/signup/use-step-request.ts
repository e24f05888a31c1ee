import { createFormError, type FormMessage } from '../../auth/form-message.ts'
import { getErrorCode, getSaveErrorMessage } from '../../lib/api/messages.ts'
import { useAttempts } from '../../ui/form/use-attempts.ts'

type Options = {
  onMessage: (message: FormMessage) => void
  /** The server no longer knows the session. */
  onSignedOut: (message: FormMessage) => void
}

type Step<Answer> = {
  call: () => Promise<Answer>
  onAnswer: (answer: Answer) => void
  /** The message when the server sends none of its own. */
  refused: string
  /** The message when the connection was lost. */
  unanswered?: string
}

/** Runs the call of a step, one at a time, and reports why it failed. */
export function useStepRequest({ onMessage, onSignedOut }: Options) {
  const { busy, run } = useAttempts()

  const send = <Answer>({ call, onAnswer, refused, unanswered = refused }: Step<Answer>) => {
    if (busy) return
    onMessage(null)
    return run(call, {
      onAnswer,
      onFailure: (error, isOpen) => {
        if (!isOpen) return
        const message = createFormError(getSaveErrorMessage(error, getErrorCode(error) === null ? unanswered : refused))
        if (getErrorCode(error) === 'NOT_SIGNED_IN') onSignedOut(message)
        else onMessage(message)
      },
    })
  }

  return { busy, send }
}
