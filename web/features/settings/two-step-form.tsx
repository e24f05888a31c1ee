import { TextInput } from '@mantine/core'
import { CurrentPassword } from '../../auth/current-password.tsx'
import { AppKey } from './app-key.tsx'
import type { TwoStep } from './use-two-step.ts'

type Props = { id: string; state: Pick<TwoStep, 'stage' | 'typed' | 'setTyped' | 'error' | 'submit'> }

/** The password, and then the key for the app and its first code. */
export function TwoStepForm({ id, state: { stage, typed, setTyped, error, submit } }: Props) {
  const input = {
    value: typed,
    error,
    onChange: (event: { currentTarget: HTMLInputElement }) => setTyped(event.currentTarget.value),
  }
  return (
    <form
      id={id}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {stage.kind === 'password' && <CurrentPassword {...input} />}
      {stage.kind === 'app' && (
        <>
          <AppKey uri={stage.uri} />
          <TextInput
            size="md"
            label="Code"
            description="The six digits that the app shows"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            {...input}
          />
        </>
      )}
    </form>
  )
}
