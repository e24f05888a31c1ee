import { Box, Button, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'

type Props = { label: string; text: string; copy: string; takesFocus?: boolean }

/** A text with a button that copies it. */
export function CopyBlock({ label, text, copy, takesFocus = false }: Props) {
  const { copied, error, copy: copyText } = useClipboard()
  const code = useRef<HTMLElement>(null)
  const hasLines = text.includes('\n')
  const Icon = copied ? IconCheck : IconCopy

  // Browsers allow the clipboard only over https, which a server in a shop's own network may not have.
  useEffect(() => {
    if (error && code.current) getSelection()?.selectAllChildren(code.current)
  }, [error])

  return (
    <Box className="row wrap" miw={0} bd="1px solid var(--edge)" bdrs="md" bg="var(--card)" style={{ gap: 0 }}>
      <Box
        component="section"
        aria-label={label}
        className="tiny break"
        flex={hasLines ? '1 0 100%' : '1 1 0'}
        miw={0}
        p="10px 12px"
        bdrs="md"
        style={{ whiteSpace: hasLines ? 'pre-wrap' : undefined }}
      >
        <code ref={code}>{text}</code>
      </Box>
      <Box className="row" ml="auto" p="6px 6px 6px 0">
        <span role="status">
          {error && (
            <Box component="span" className="tiny" mx="sm" c="var(--red)">
              Could not copy. Copy the selected text instead.
            </Box>
          )}
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
      </Box>
    </Box>
  )
}

const focusButton = (button: HTMLButtonElement | null) => button?.focus()
