/** The `ref` of a field that replaces the pressed button: it gets the focus if the button had it. */
export const restoreFocus = (field: HTMLElement | null) => {
  if (document.activeElement === document.body) field?.focus()
}
