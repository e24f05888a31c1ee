import { useEffect, useRef } from 'react'
import { hasShortcuts } from '../../lib/browser/shortcuts-setting.ts'
import { SCREENS, type Screen } from '../screens.ts'

/** How long the second key of `g d` may take. */
const NEXT_KEY_MS = 1_500

const FIELD = 'input, textarea, select, [contenteditable]'
const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

type Actions = {
  onScreen: (screen: Screen) => void
  onSearch: () => void
  onHelp: () => void
  /** While a dialog of the shell loads. */
  isBlocked: boolean
}

/**
 * The shortcuts of all screens. `useHotkeys` of Mantine has no sequences such as `g d`, and it compares modifiers: `/` and `?` need Shift
 * on some keyboards and not on others. So the character that a key types is compared, in one listener for all.
 */
export function useShortcuts(actions: Actions) {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })

  useEffect(() => {
    let startedAt = Number.NEGATIVE_INFINITY
    const onKeyDown = (event: KeyboardEvent) => {
      const { onScreen, onSearch, onHelp, isBlocked } = latest.current
      const isSecond = event.timeStamp - startedAt < NEXT_KEY_MS
      startedAt = Number.NEGATIVE_INFINITY
      if (isBlocked || event.defaultPrevented || event.isComposing || isOverlayOpen()) return
      if (isPaletteKey(event)) onSearch()
      else if (!isSingleKey(event) || !hasShortcuts()) return
      else if (event.key === '?') onHelp()
      else if (event.key === '/') focusSearchBox() || onSearch()
      else {
        const screen = isSecond && SCREENS.find(({ key }) => key === event.key)
        if (!screen && event.key === 'g') startedAt = event.timeStamp
        if (!screen) return
        onScreen(screen)
      }
      event.preventDefault() // Firefox searches with both Ctrl+K and '/'
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey

const isSingleKey = ({ target, repeat, ctrlKey, altKey, metaKey }: KeyboardEvent) =>
  !repeat && !ctrlKey && !altKey && !metaKey && !(target instanceof Element && target.closest(FIELD))

const isOverlayOpen = () => [...document.querySelectorAll(OVERLAY)].some((element) => element.checkVisibility())

/** Whether the screen has a search box. */
function focusSearchBox() {
  const box = document.querySelector<HTMLInputElement>('main input[type=search]')
  if (!box?.checkVisibility()) return false
  box.focus()
  box.select()
  return true
}
