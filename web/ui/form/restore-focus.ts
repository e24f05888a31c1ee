/** The `ref` of a field that takes the place of what was pressed: it has the focus when that went with the button. */
export const restoreFocus = (field: HTMLElement | null) => {
  if (document.activeElement === document.body) field?.focus()
}
