import { CloseButton, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useCloseOnBack } from './close-on-back.ts'
import classes from './dialog.module.css'

type Props = {
  title: string
  subtitle?: string
  onClose: () => void
  /** Whether Escape, a click outside and the browser's Back may close it now; the cross and the footer's Cancel always do. */
  canDismiss?: () => boolean
  /** Nothing closes it while something runs. */
  busy?: boolean
  /** px on a desk; on a phone a dialog fills the screen. */
  width?: number
  /** Whether it grows with what comes later: it then stands at the top, so that nothing in it moves up. */
  grows?: boolean
  children: ReactNode
  /** Buttons, at the right under a hairline; a notice before them has a line of its own. */
  footer?: ReactNode
}

/**
 * A dialog, open as long as it is rendered: labelled by its title, described by its subtitle. It keeps the focus inside,
 * gives it to the first field (without one, to what carries `data-autofocus`) and in the end back to whoever had it.
 */
export function Dialog({
  title,
  subtitle,
  onClose,
  canDismiss,
  busy = false,
  width = 560,
  grows = false,
  children,
  footer,
}: Props) {
  useFocusGivenBack()
  useNoStrayDrop()
  const staysOpen = () => busy || canDismiss?.() === false
  const closeLightly = () => {
    if (!staysOpen()) onClose()
  }
  useCloseOnBack(closeLightly, { staysOpen })

  return (
    <Modal.Root opened centered={!grows} size={width} returnFocus={false} onClose={closeLightly}>
      <Modal.Overlay className={classes.overlay} />
      <Modal.Content classNames={{ content: classes.content, inner: classes.inner }} aria-busy={busy}>
        <Modal.Header className={classes.header} role="presentation">
          <div className={classes.words}>
            <Modal.Title className={classes.title}>{title}</Modal.Title>
            {/* What Mantine calls the body is what describes the dialog. */}
            {subtitle && <Modal.Body className={classes.subtitle}>{subtitle}</Modal.Body>}
          </div>
          <CloseButton className={classes.close} aria-label="Close" size="lg" iconSize={20} disabled={busy} onClick={onClose} />
        </Modal.Header>
        <div className={classes.body} ref={markFirstField}>
          {children}
        </div>
        {footer && <footer className={classes.footer}>{footer}</footer>}
      </Modal.Content>
    </Modal.Root>
  )
}

/** The focus trap looks for this attribute; without it the cross, which stands first, would be focused. */
const markFirstField = (body: HTMLElement | null) =>
  body?.querySelector('input:not([type=hidden], :disabled), textarea:not(:disabled)')?.setAttribute('data-autofocus', '')

/** Mantine gives the focus back when a dialog closes, but ours are taken away instead; a deleted row's button is gone. */
function useFocusGivenBack() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const target = opener instanceof HTMLElement && opener.isConnected ? opener : document.querySelector('main')
      target?.focus({ preventScroll: true })
    },
    [opener],
  )
}

/** A file that is dropped beside the frame for it would be opened by the browser, in place of what was typed. */
function useNoStrayDrop() {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files') || (event.target as Element).matches('input[type=file]')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    document.addEventListener('dragover', refuse)
    document.addEventListener('drop', refuse)
    return () => {
      document.removeEventListener('dragover', refuse)
      document.removeEventListener('drop', refuse)
    }
  }, [])
}
