/**
 * The `ref` of a field that replaces the pressed button: it gets the focus if the button had it. In the next frame, whose layout
 * is made then: a layout within the render would make that task a third longer.
 */
export const restoreFocus = (field: HTMLElement | null) => {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) field?.focus()
  })
}
