import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { RangeSearch } from '../../lib/format/ranges.ts'
import { FiguresSearch } from '../../lib/url/figures-search.ts'
import { stringifySearch } from '../../lib/url/url-search.ts'

/** What the menu carries to the dashboard and the sales screen, also while another screen is open: the last range and filters. */
export function useLastRange(): FiguresSearch {
  const { pathname, search } = useLocation()
  const [last, setLast] = useState<FiguresSearch>({})
  const shown = readScreen(pathname, search, last)
  if (stringifySearch(shown) !== stringifySearch(last)) setLast(shown)
  return shown
}

function readScreen(pathname: string, search: object, last: FiguresSearch): FiguresSearch {
  if (pathname === '/dashboard' || pathname === '/sales') {
    return FiguresSearch.parse(search)
  }
  if (pathname === '/reports') {
    // The filters of a report change with each step into its rows. They are not for other screens.
    const { range: _range, from: _from, to: _to, ...filters } = last
    return { ...filters, ...RangeSearch.parse(search) }
  }
  return last
}
