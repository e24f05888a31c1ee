import { ActionIcon, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { SEARCH_DELAY_MS } from '../../contract/shared/constants.ts'
import { SEARCH_MAX } from '../../contract/shared/list.ts'
import classes from './search-box.module.css'

/** The URL holds the search; only what has been typed and not yet answered lives here. */
export function SearchBox({
  placeholder,
  value,
  onChange,
}: {
  placeholder: string
  value: string
  onChange: (q: string) => void
}) {
  const [draft, setDraft] = useState<string | null>(null)
  const sent = useRef(value)
  const input = useRef<HTMLInputElement>(null)

  // The blank before the next word is typed here and searched for nowhere.
  const send = (typed: string) => {
    sent.current = typed.trim()
    onChange(sent.current)
  }
  const sendLater = useDebouncedCallback(send, SEARCH_DELAY_MS)

  useEffect(() => {
    const isOurAnswer = value === sent.current
    if (!isOurAnswer) sendLater.cancel()
    // Our own answer must not overwrite what has been typed since; any other change, such as Back, is shown.
    setDraft((typed) => (isOurAnswer && typed !== value ? typed : null))
  }, [value, sendLater])

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
      className={classes.box}
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
      onKeyDown={(event) => event.key === 'Enter' && sendLater.flush()}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      rightSection={
        shown && (
          <ActionIcon variant="subtle" size="md" aria-label="Clear search" onClick={clear}>
            <IconX size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        )
      }
    />
  )
}
