import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'
import classes from './copy-block.module.css'

type Props = { label: string; text: string; copy: string; takesFocus?: boolean }

/** Text for somewhere else, as it is, with a button that copies it. */
export function CopyBlock({ label, text, copy, takesFocus = false }: Props) {
  const clipboard = useClipboard()
  const code = useRef<HTMLElement>(null)
  const selectText = () => code.current && getSelection()?.selectAllChildren(code.current)
  const Icon = clipboard.copied ? IconCheck : IconCopy

  return (
    <section className={classes.block} aria-label={label}>
      {/* Focusable, because a line too long for the screen is scrolled. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard */}
      <pre tabIndex={0} aria-label={label}>
        <code ref={code}>{text}</code>
      </pre>
      <div className={classes.foot}>
        {/* Browsers lend the clipboard to secure origins only; a shop's own network may not be one. */}
        <span role="status">{clipboard.error ? 'Could not copy. The text is selected: copy it yourself.' : clipboard.copied && 'Copied'}</span>
        <Button
          variant="default"
          size="xs"
          ref={takesFocus ? focusIt : undefined}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => {
            selectText()
            clipboard.copy(text)
          }}
        >
          {copy}
        </Button>
      </div>
    </section>
  )
}

const focusIt = (button: HTMLButtonElement | null) => button?.focus()
