import '@mantine/core/styles/Kbd.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/spotlight/styles.layer.css'
import { Box, Kbd } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { SEARCH_DELAY_MS } from '../../../contract/shared/constants.ts'
import { SEARCH_MAX } from '../../../contract/shared/list.ts'
import { hasShortcuts } from '../../lib/browser/shortcuts-setting.ts'
import { isDigits } from '../../lib/format/is-digits.ts'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import { useCloseOnBack } from '../../ui/dialog/close-on-back.ts'
import type { Item, ShellDialog } from './palette-items.ts'
import { usePaletteSearch } from './use-palette-search.ts'

const NAME = 'Find anything'
const LIST_ID = 'palette-results'

/** At once: the focus trap does it in a task of its own, and a key may come before. */
const focusNow = (input: HTMLInputElement | null) => input?.focus({ preventScroll: true })

type Props = { range: FiguresSearch; onDialog: (dialog: ShellDialog) => void; onSignOut: () => void; onClose: () => void }

/** Finds all that one can open or do, by name or by other words for it. */
export function Palette({ range, onDialog, onSignOut, onClose }: Props) {
  const navigate = useNavigate()
  const [store] = useState(() => {
    const [created, { open }] = createSpotlight()
    open()
    return created
  })
  const [text, setText] = useState('')
  const [q, setQ] = useState('')
  /** The search whose only result opens as soon as it is there: Enter was pressed before. */
  const [awaited, setAwaited] = useState<string | null>(null)
  const [opener] = useState(() => document.activeElement)
  const typed = text.trim()
  const sendLater = useDebouncedCallback(setQ, SEARCH_DELAY_MS)
  const { groups, failed, isSearching } = usePaletteSearch(typed, q, range)
  const items = groups.flatMap((group) => group.items)
  const isUnknownBarcode = isDigits(typed) && !isSearching && items.length === 0 && failed.length === 0

  const close = () => {
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    onClose()
  }
  useCloseOnBack(close)

  const choose = ({ link }: Pick<Item, 'link'>) => {
    close()
    if (link === 'sign out') onSignOut()
    else if (typeof link === 'string') onDialog(link)
    else void navigate(link)
  }

  const change = (next: string) => {
    setText(next)
    setAwaited(null)
    sendLater(next.trim())
  }

  // A hand scanner types a barcode and Enter within a few milliseconds.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const isEarly = isSearching && (items.length === 0 || isDigits(typed))
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isEarly) return
    event.preventDefault()
    event.stopPropagation()
    sendLater.flush()
    setAwaited(typed)
  }
  const awaitedItem = awaited === typed && !isSearching && items.length === 1 ? items[0] : undefined
  useEffect(() => {
    if (awaitedItem) choose(awaitedItem)
  })

  const markSelected = useSelectedOption(store, typed)

  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={change}
      shortcut={null}
      clearQueryOnClose={false}
      closeOnActionTrigger={false}
      onSpotlightClose={close}
      yOffset="10dvh"
      overlayProps={{}}
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': NAME } }}
    >
      <search onKeyDownCapture={onKeyDownCapture} onKeyDown={markSelected}>
        <Spotlight.Search
          ref={focusNow}
          role="combobox"
          aria-label={NAME}
          aria-expanded
          aria-controls={LIST_ID}
          aria-autocomplete="list"
          placeholder="Name, number or barcode…"
          maxLength={SEARCH_MAX}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          data-autofocus
          leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
        />
      </search>
      <Spotlight.ActionsList id={LIST_ID} role="listbox" aria-label="Results" mah="60dvh">
        {groups.map(({ name, items }) => (
          <Spotlight.ActionsGroup key={name} label={name} role="group" aria-label={name}>
            {items.map((item) => (
              <Option key={item.id} {...item} onChoose={() => choose(item)} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {isUnknownBarcode && (
          <Option
            name="Add product"
            detail={`No product has the barcode ${typed}.`}
            onChoose={() => choose({ link: { to: '/products', search: { add: typed } } })}
          />
        )}
      </Spotlight.ActionsList>
      <Box role="status" className="grey small" px="md" pb={isSearching || failed.length > 0 || items.length === 0 ? 'sm' : 0}>
        {failed.length > 0 && <p>{failed.join(', ')}: the search failed. It is tried again.</p>}
        {isSearching ? <p>Searching…</p> : items.length === 0 && !isUnknownBarcode && <p>No results</p>}
      </Box>
    </Spotlight.Root>
  )
}

type OptionProps = Pick<Item, 'name' | 'detail' | 'keys'> & { onChoose: () => void }

function Option({ name, detail, keys, onChoose }: OptionProps) {
  return (
    <Spotlight.Action
      role="option"
      mih={44}
      dimmedSections={false}
      label={name}
      description={detail}
      rightSection={
        keys &&
        hasShortcuts() && (
          <Box className="row gap-4" visibleFrom="sm" aria-hidden>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </Box>
        )
      }
      onClick={onChoose}
    />
  )
}

type Store = ReturnType<typeof createSpotlight>[0]

/**
 * Spotlight marks the selected action with an attribute only, and knows nothing of results that come later. This keeps the mark on a
 * result, on the first one after each change of the text, and tells assistive technology which one it is. Returns what to call when
 * Spotlight has moved the mark.
 */
function useSelectedOption(store: Store, typed: string) {
  const [, onMove] = useReducer((moves: number) => moves + 1, 0)
  const markedFor = useRef<string | null>(null)
  useLayoutEffect(() => {
    const options = [...document.querySelectorAll<HTMLElement>(`#${LIST_ID} [data-action]`)]
    const marked = options.findIndex((option) => option.hasAttribute('data-selected'))
    const selected = markedFor.current === typed && marked >= 0 ? marked : 0
    if (options.length > 0) markedFor.current = typed
    for (const [index, option] of options.entries()) {
      option.id = `${LIST_ID}-${index}`
      option.toggleAttribute('data-selected', index === selected)
      option.ariaSelected = String(index === selected)
    }
    const input = document.querySelector(`[aria-controls=${LIST_ID}]`)
    if (options.length > 0) input?.setAttribute('aria-activedescendant', `${LIST_ID}-${selected}`)
    else input?.removeAttribute('aria-activedescendant')
    store.updateState((state) => ({ ...state, selected }))
  })
  return onMove
}
