import type { UseFormReturnType } from '@mantine/form'
import { focusFirstInvalid } from '../ui/form/focus-first-invalid.ts'
import { type FormMessage, formMessage } from './form-message.ts'

// How every form of this screen says what is wrong with it: the first sentence stands in the banner, the fields are marked.

/** A field that is only marked when it is wrong. */
export const field = <Values extends object>(form: UseFormReturnType<Values, Values>, name: Extract<keyof Values, string>) => ({
  ...form.getInputProps(name as never),
  error: Boolean(form.errors[name]),
})

/** What a form does with fields that are wrong: tells the first of their sentences, and goes to the first of them. */
export const refuse =
  (form: { getInputNode(path: string): HTMLElement | null }, onTell: (said: FormMessage) => void) =>
  (errors: Record<string, unknown>) => {
    onTell(formMessage(String(Object.values(errors)[0])))
    focusFirstInvalid(form, errors)
  }
