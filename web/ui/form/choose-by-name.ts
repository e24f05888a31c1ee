import type { ComboboxStore } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'

type Search<Row> = {
  combobox: ComboboxStore
  rows: Row[]
  text: string
  /** Whether the rows are those of the text. */
  isCurrent: boolean
  choose: (row: Row) => void
}

/**
 * What Enter does in a search of products: chooses the only row, or the only one of this very name. Of several, the first one is marked, so
 * that another Enter chooses it. An Enter that comes before the rows of its text waits for them, unless the text is changed.
 */
export function useChooseByName<Row extends { productname: string }>({ combobox, rows, text, isCurrent, choose }: Search<Row>) {
  const [entered, setEntered] = useState<string | null>(null)
  if (entered !== null && entered !== text) setEntered(null)
  const chooseEntered = useEffectEvent(() => chooseByName(combobox, rows, text, choose))
  useEffect(() => {
    if (entered === null || !isCurrent) return
    setEntered(null)
    chooseEntered()
  }, [entered, isCurrent])
  return () => (isCurrent ? chooseByName(combobox, rows, text, choose) : setEntered(text))
}

function chooseByName<Row extends { productname: string }>(
  combobox: ComboboxStore,
  rows: Row[],
  text: string,
  choose: (row: Row) => void,
) {
  const named = rows.filter(({ productname }) => productname.toLowerCase() === text.toLowerCase())
  const [first, ...others] = named.length > 0 ? named : rows
  if (!first) return
  if (others.length === 0) return choose(first)
  combobox.openDropdown()
  // After the list has handled this key, which would choose a marked option at once.
  queueMicrotask(() => combobox.selectFirstOption())
}
