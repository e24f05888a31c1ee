import { Button } from '@mantine/core'
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import classes from './notices.module.css'

const NOTICE = '[data-notice]'

/**
 * What is to say above the figures, on one line: the first of the elements with `data-notice`. The others, and the rest of a long one, are
 * a press away, and a screen reader has all of them.
 */
export function Notices({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const { lines, count, isCut } = useNotices(isOpen)
  const others = count - 1
  /** A folded notice has controls that the Tab key reaches. */
  const openFolded = ({ target, currentTarget }: FocusEvent) => {
    if (target.closest(NOTICE) !== currentTarget.querySelector(NOTICE)) setOpen(true)
  }
  return (
    <div className={`row top screen-only ${classes.notices}`} data-open={isOpen || undefined} hidden={count === 0}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it follows the focus of the controls inside. */}
      <div ref={lines} className={`rest ${classes.lines}`} onFocus={openFolded}>
        {children}
      </div>
      {(isOpen || others > 0 || isCut) && (
        <Button flex="none" size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Less' : others > 0 ? `+${others} more` : 'More'}
        </Button>
      )}
    </div>
  )
}

/** How many notices there are, and whether the text of the first one is longer than its line. While all are open, the last answer stays. */
function useNotices(isOpen: boolean) {
  const lines = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(0)
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    const element = lines.current
    if (!element) return
    const measure = () => {
      setCount(element.querySelectorAll(NOTICE).length)
      const text = element.querySelector(`${NOTICE} p`)
      if (!isOpen) setCut(text !== null && text.scrollWidth > text.clientWidth)
    }
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    // Some notices come later, and each can be put away.
    const changed = new MutationObserver(measure)
    changed.observe(element, { childList: true, subtree: true })
    return () => {
      resized.disconnect()
      changed.disconnect()
    }
  }, [isOpen])
  return { lines, count, isCut }
}
