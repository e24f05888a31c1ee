import { Button, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import classes from './copy-block.module.css'

type Props = { label: string; text: string; copy: string; takesFocus?: boolean }

/** Text for somewhere else, as it is, with a button that copies it. */
export function CopyBlock({ label, text, copy, takesFocus = false }: Props) {
  const { copied, error, copy: copyText } = useClipboard()
  const code = useRef<HTMLElement>(null)
  const Icon = copied ? IconCheck : IconCopy

  // Browsers lend the clipboard to secure origins only, which a shop's own network may not be.
  useEffect(() => {
    if (error && code.current) getSelection()?.selectAllChildren(code.current)
  }, [error])

  return (
    <div className={classes.block}>
      {/* A line too long for the screen is scrolled, by keyboard too. */}
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
          ref={takesFocus ? focusIt : undefined}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => copyText(text)}
        >
          {copy}
        </Button>
      </div>
    </div>
  )
}

const focusIt = (button: HTMLButtonElement | null) => button?.focus()
