import { useState } from 'react'
import { MAX_CHOSEN } from '../../contract/shared/list.ts'
import { formatCount } from '../lib/format/money.ts'
import { showFailure } from '../ui/feedback/toast.tsx'
import type { ListState } from './list-rules.ts'

/** The keys of the selected rows, on all pages. */
export type Selection = {
  keys: ReadonlySet<number>
  /** The URL of the selected rows as a file, in the order of the list. */
  exportUrl: string
  choose: (keys: number[], isChosen: boolean) => void
  clear: () => void
}

const TOO_MANY = `You can select up to ${formatCount(MAX_CHOSEN)} rows. These were not added.`

const NONE: ReadonlySet<number> = new Set()

/** Searches that differ only in the page, or in the rows of a page, are the same list. */
export const getSelectionKey = ({ page: _, per_page: __, ...list }: ListState<string> & { per_page?: number }) =>
  JSON.stringify(list)

/** Kept from page to page. Another search, filter, sort or range clears it. */
export function useSelection(
  search: ListState<string>,
  exportPath: string,
  /** What the file needs of the search besides its order. */
  more: Record<string, string> = {},
): Selection {
  const list = getSelectionKey(search)
  const [chosen, setChosen] = useState({ list, keys: NONE })
  if (chosen.list !== list) setChosen({ list, keys: NONE })

  const { sort, dir } = search
  return {
    keys: chosen.keys,
    exportUrl: `${exportPath}?${new URLSearchParams({ ids: [...chosen.keys].join(','), sort, dir, ...more })}`,
    choose: (keys, isChosen) => {
      if (isChosen && withKeys(chosen.keys, keys, true).size > MAX_CHOSEN) return showFailure(TOO_MANY)
      setChosen((was) => ({ ...was, keys: withKeys(was.keys, keys, isChosen) }))
    },
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
