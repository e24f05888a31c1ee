import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = {
  title: string
  /** Of what is below the title. */
  children: ReactNode
  footer?: ReactNode
  onClose: () => void
  isWide?: boolean
  /** Several presses at one place are meant, such as the digits of a PIN. */
  takesFastPresses?: boolean
}

function stopDoublePress(event: MouseEvent) {
  if (event.detail < 2) return
  event.stopPropagation()
  event.preventDefault()
}

/** A dialog of the browser: the rest of the page is inert, Escape closes it, and the focus goes back. */
export function Sheet({ title, children, footer, onClose, isWide = false, takesFastPresses = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      // The second half of a double press that has closed it.
      document.addEventListener('click', stopDoublePress, { capture: true, once: true })
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="sheet"
      data-wide={isWide || undefined}
      aria-labelledby={titleId}
      // A press changes what lies below it: the second half of a double press is not meant.
      onClickCapture={(event) => !takesFastPresses && stopDoublePress(event.nativeEvent)}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // A browser closes it by itself when Escape is pressed twice.
      onClose={onClose}
    >
      <header className="sheet-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <IconX size={20} aria-hidden />
        </button>
      </header>
      <div className="sheet-body">{children}</div>
      {footer && <footer className="sheet-foot">{footer}</footer>}
    </dialog>
  )
}
