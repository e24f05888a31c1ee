type Form = { getInputNode(path: string): HTMLElement | null }

/** Focuses the first invalid field. */
export const focusFirstInvalid = (form: Form, errors: object) => {
  const [path] = Object.keys(errors)
  if (path) form.getInputNode(path)?.focus()
}
