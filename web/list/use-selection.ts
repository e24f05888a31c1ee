import { useState } from 'react'
import type { ListState } from './list-rules.ts'

/** Which rows of a list are chosen, by their keys, on whatever page they stand. */
export type Selection = {
  keys: ReadonlySet<number>
  /** Answers with the chosen rows as a file, in the list's order. */
  address: string
  choose: (keys: number[], isChosen: boolean) => void
  clear: () => void
}

const NONE: ReadonlySet<number> = new Set()

/** Two searches that differ in nothing but the page show the same list. */
export const selectionKey = ({ page: _, ...list }: ListState<string>) => JSON.stringify(list)

/** Kept from page to page; another search, filter, sort or range is another list, and begins with none. */
export function useSelection(search: ListState<string>, exportPath: string): Selection {
  const list = selectionKey(search)
  const [chosen, setChosen] = useState({ list, keys: NONE })
  if (chosen.list !== list) setChosen({ list, keys: NONE })

  const { sort, dir } = search
  return {
    keys: chosen.keys,
    address: `${exportPath}?${new URLSearchParams({ ids: [...chosen.keys].join(','), sort, dir })}`,
    choose: (keys, isChosen) => setChosen((was) => ({ ...was, keys: withKeys(was.keys, keys, isChosen) })),
    clear: () => setChosen({ list, keys: NONE }),
  }
}

export function withKeys(chosen: ReadonlySet<number>, keys: number[], isChosen: boolean): ReadonlySet<number> {
  const next = new Set(chosen)
  for (const key of keys) {
    if (isChosen) next.add(key)
    else next.delete(key)
  }
  return next
}
