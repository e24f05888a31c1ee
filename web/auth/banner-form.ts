import type { UseFormReturnType } from '@mantine/form'
import { focusFirstInvalid } from '../ui/form/focus-first-invalid.ts'
import { createFormError, type FormMessage } from './form-message.ts'

// The forms of the sign-in screen show their first error in the banner and mark the invalid fields.

/** The props of a field that is marked, without a message of its own, when it is invalid. */
export const getFieldProps = <Values extends object>(
  form: UseFormReturnType<Values, Values>,
  name: Extract<keyof Values, string>,
) => ({
  ...form.getInputProps(name as never),
  error: Boolean(form.errors[name]),
})

/** Shows the first error in the banner and focuses its field. */
export const showFirstError =
  (form: { getInputNode(path: string): HTMLElement | null }, onMessage: (message: FormMessage) => void) =>
  (errors: Record<string, unknown>) => {
    onMessage(createFormError(String(Object.values(errors)[0])))
    focusFirstInvalid(form, errors)
  }
