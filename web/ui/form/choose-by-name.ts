import type { ComboboxStore } from '@mantine/core'

/**
 * Enter in a search of products: chooses the only row, or the only one of this very name. Of several, the first one is marked, so that
 * another Enter chooses it.
 */
export function chooseByName<Row extends { productname: string }>(
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
