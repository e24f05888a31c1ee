import { ActionIcon, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { SEARCH_DELAY_MS } from '../../contract/shared/constants.ts'
import { SEARCH_MAX } from '../../contract/shared/list.ts'
import { isDigits } from '../lib/format/is-digits.ts'
import classes from './list-bar.module.css'

type Props = {
  placeholder: string
  value: string
  onChange: (q: string) => void
  /** Enter after digits, which a hand scanner sends. They are selected, so that the next scan replaces them. */
  onScan?: (barcode: string) => void
  /** A button at the end of the box. */
  action?: ReactNode
}

/** The search is in the URL. Local state holds only typed text that is not there yet. */
export function SearchBox({ placeholder, value, onChange, onScan, action }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const sent = useRef(value)
  const input = useRef<HTMLInputElement>(null)

  // A trailing space is kept in the box, but not searched for.
  const send = (typed: string) => {
    sent.current = typed.trim()
    onChange(sent.current)
  }
  const sendLater = useDebouncedCallback(send, SEARCH_DELAY_MS)

  useEffect(() => {
    const isOwnChange = value === sent.current
    if (!isOwnChange) sendLater.cancel()
    // Our own change must not overwrite text typed after it. Any other change, such as Back, is shown.
    setDraft((typed) => (isOwnChange && typed !== value ? typed : null))
  }, [value, sendLater])

  // A screen that loads for longer than the search waits would be left again.
  const router = useRouter()
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && sendLater.cancel()),
    [router, sendLater],
  )

  const clear = () => {
    sendLater.cancel()
    setDraft('')
    send('')
    input.current?.focus()
  }

  const shown = draft ?? value
  return (
    <TextInput
      ref={input}
      className={classes.search}
      attributes={{ root: { 'data-chosen': value !== '' || undefined } }}
      type="search"
      enterKeyHint="search"
      aria-label={placeholder}
      placeholder={placeholder}
      maxLength={SEARCH_MAX}
      autoComplete="off"
      spellCheck={false}
      value={shown}
      onChange={(event) => {
        setDraft(event.currentTarget.value)
        sendLater(event.currentTarget.value)
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Enter') return
        sendLater.flush()
        const typed = currentTarget.value.trim()
        if (!onScan || !isDigits(typed)) return
        currentTarget.select()
        onScan(typed)
      }}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      rightSectionWidth={shown && action ? 68 : undefined}
      rightSection={
        <>
          {shown && (
            <ActionIcon variant="subtle" size="md" aria-label="Clear search" onClick={clear}>
              <IconX size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
          {action}
        </>
      }
    />
  )
}
