type Form = { getInputNode(path: string): HTMLElement | null }

/** For a form that was refused: goes to the first field that is wrong. */
export const focusFirstInvalid = (form: Form, errors: object) => {
  const [path] = Object.keys(errors)
  if (path) form.getInputNode(path)?.focus()
}
