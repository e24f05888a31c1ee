import { Box, Button, CloseButton, Modal } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import classes from './dialog.module.css'
import { useClose } from './use-close.tsx'

type Props = {
  title: string
  subtitle?: string
  onClose: () => void
  /** What closing loses, in a sentence; undefined when that is nothing. Asked before it closes. */
  unsaved?: (() => string | undefined) | undefined
  /** Answers a question of its own in front of the dialog with no: every way out does that first. */
  leaveQuestion?: (() => void) | undefined
  /** Nothing closes it while busy. */
  busy?: boolean
  /** px. On a phone a dialog fills the screen. */
  width?: number
  /** On a phone it is at the bottom of the screen, as high as its content. */
  sheet?: boolean
  /** At the top of the screen instead of centred, so that content loaded later does not move the rest. */
  grows?: boolean
  /** The URL has the dialog's parameter, so Back closes it. Otherwise Back is caught. */
  inUrl?: boolean
  children: ReactNode
  /** Buttons. A notice before them gets a line of its own. */
  footer?: ReactNode
}

/**
 * A dialog, open while it is rendered, labelled by its title and described by its subtitle. It traps the focus, starts at the first
 * field or at `data-autofocus`, and returns the focus at the end.
 */
export function Dialog({
  title,
  subtitle,
  onClose,
  unsaved,
  leaveQuestion,
  busy = false,
  width = 560,
  sheet = false,
  grows = false,
  inUrl = false,
  children,
  footer,
}: Props) {
  const isPhone = useIsPhone()
  const keepOpener = useReturnFocus()
  useIgnoreFileDrops()
  const { close, isCovered, onFocus, question } = useClose({ onClose, unsaved, leaveQuestion, busy, inUrl })

  /** Escape and a press outside close a popover first. */
  const closeUnlessPopover = () => document.querySelector(OPEN_POPOVER) ?? close()

  return (
    <DialogContext value={{ busy, close }}>
      <Modal.Root
        opened
        centered={!grows}
        fullScreen={isPhone}
        radius="lg"
        size={width}
        returnFocus={false}
        onClose={closeUnlessPopover}
        closeOnEscape={!isCovered}
        closeOnClickOutside={false}
      >
        {/* The second click of a double click is still for what opened the dialog. */}
        <Modal.Overlay onClick={({ detail }) => detail < 2 && closeUnlessPopover()} />
        <Modal.Content
          ref={keepOpener}
          onFocus={onFocus}
          // Mantine names it by its title only after it was drawn.
          aria-label={title}
          classNames={{ content: `appear ${classes.content}` }}
          data-sheet={sheet || undefined}
          aria-busy={busy}
          aria-hidden={isCovered || undefined}
          inert={isCovered}
        >
          <Modal.Header className={classes.header} role="presentation">
            <Box className="break" miw={0}>
              <Modal.Title fz="xl" fw={600} lh="26px" lts="-0.012em">
                {title}
              </Modal.Title>
              {/* Mantine describes the dialog by Modal.Body. */}
              {subtitle && (
                <Modal.Body className="grey" p={0}>
                  {subtitle}
                </Modal.Body>
              )}
            </Box>
            <CloseButton
              className={classes.close}
              c="dimmed"
              aria-label="Close"
              size="lg"
              iconSize={20}
              disabled={busy}
              onClick={close}
            />
          </Modal.Header>
          <div className={`break ${classes.body}`} ref={markFirstField}>
            {children}
          </div>
          {footer && <footer className={`row wrap end ${classes.footer}`}>{footer}</footer>}
        </Modal.Content>
      </Modal.Root>
      {question}
    </DialogContext>
  )
}

const DialogContext = createContext<{ busy: boolean; close: () => void }>({ busy: false, close: () => {} })

type CloseProps = {
  /** Closes at once. Without it, the dialog first asks about what would be lost. */
  onClick?: () => void
  variant?: 'default' | 'filled'
  children?: string
  'data-autofocus'?: boolean
}

/** A button in the footer of a dialog that closes it, disabled while the dialog is busy. */
export function CloseDialogButton({ onClick, children = 'Cancel', variant = 'default', ...button }: CloseProps) {
  const { busy, close } = useContext(DialogContext)
  return (
    <Button variant={variant} disabled={busy} onClick={onClick ?? close} {...button}>
      {children}
    </Button>
  )
}

const OPEN_POPOVER = '[role=dialog] [aria-haspopup=dialog][aria-expanded=true]'

const FIELD = 'input:not([type=hidden], :disabled), textarea:not(:disabled)'

/** The focus trap focuses this attribute. Without it the close button, which comes first, would get the focus. */
function markFirstField(body: HTMLElement | null) {
  const field = body?.querySelector<HTMLInputElement>(FIELD)
  // Of radio buttons only the chosen one is a tab stop.
  const chosen = field?.type === 'radio' && body?.querySelector('input[type=radio]:checked')
  const focused = chosen || field
  focused?.setAttribute('data-autofocus', '')
}

/** What had the focus before each dialog opened. */
const openers = new WeakMap<Element, Element | null>()

/**
 * Returns the focus. Mantine does so on close, but our dialogs unmount. The button of a deleted row is gone: the title of its list gets
 * the focus. A dialog that takes the place of one that was loading returns it to what opened that one.
 */
function useReturnFocus() {
  const [targets] = useState(() => {
    const focused = document.activeElement
    const loading = focused?.closest('[role=dialog]')
    const opener = (loading && openers.get(loading)) ?? focused
    return [focused, opener, opener?.closest('[data-list]')?.querySelector('h2')]
  })
  useEffect(
    () => () => {
      const target = [...targets, document.querySelector('main')].find((element) => element?.isConnected)
      if (!(target instanceof HTMLElement)) return
      const focus = () => target.focus({ preventScroll: true })
      // The dialog behind this one is inert until it is rendered.
      if (target.closest('[inert]')) queueMicrotask(focus)
      else focus()
    },
    [targets],
  )
  return useCallback((dialog: HTMLElement | null) => void (dialog && openers.set(dialog, targets[1] ?? null)), [targets])
}

/** Ignores files dropped outside a file input: the browser would open them in place of the page. */
function useIgnoreFileDrops() {
  useEffect(() => {
    const ignore = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files') || (event.target as Element).matches('input[type=file]')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    document.addEventListener('dragover', ignore)
    document.addEventListener('drop', ignore)
    return () => {
      document.removeEventListener('dragover', ignore)
      document.removeEventListener('drop', ignore)
    }
  }, [])
}
