import type { KeyboardEvent } from 'react'

/**
 * Lets Tab pass the open options of a field. Browsers move the focus into what scrolls, and it would be lost with the options, which
 * close when the field loses it.
 */
export function skipOptions({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) {
  if (key !== 'Tab') return
  document.getElementById(currentTarget.getAttribute('aria-controls') ?? '')?.setAttribute('tabindex', '-1')
}
