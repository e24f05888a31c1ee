/** The ref of a field that takes the focus when it appears. */
export const focusField = (field: HTMLInputElement | null) => field?.focus()
