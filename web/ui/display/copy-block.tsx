import { Button, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import classes from './copy-block.module.css'

type Props = { label: string; text: string; copy: string; takesFocus?: boolean }

/** A text with a button that copies it. */
export function CopyBlock({ label, text, copy, takesFocus = false }: Props) {
  const { copied, error, copy: copyText } = useClipboard()
  const code = useRef<HTMLElement>(null)
  const Icon = copied ? IconCheck : IconCopy

  // Browsers allow the clipboard only over https, which a server in a shop's own network may not have.
  useEffect(() => {
    if (error && code.current) getSelection()?.selectAllChildren(code.current)
  }, [error])

  return (
    <div className={classes.block}>
      {/* Focusable, so that the keyboard can scroll long lines. */}
      <section aria-label={label} tabIndex={0} className={classes.text} data-lines={text.includes('\n') || undefined}>
        <code ref={code}>{text}</code>
      </section>
      <div className={classes.foot}>
        <span role="status">
          {error && <span className={classes.failure}>Could not copy. Copy the selected text instead.</span>}
          {copied && <VisuallyHidden>Copied</VisuallyHidden>}
        </span>
        <Button
          variant="default"
          size="xs"
          ref={takesFocus ? focusButton : undefined}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => copyText(text)}
        >
          {copy}
        </Button>
      </div>
    </div>
  )
}

const focusButton = (button: HTMLButtonElement | null) => button?.focus()
