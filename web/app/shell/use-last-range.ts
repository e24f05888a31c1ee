import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { FiguresSearch } from '../../lib/url/figures-search.ts'
import { stringifySearch } from '../../lib/url/url-search.ts'

const RANGED_SCREENS = ['/dashboard', '/sales']

/** The range, comparison and filters of the dashboard or the sales screen, also while another screen is open. */
export function useLastRange(): FiguresSearch {
  const { pathname, search } = useLocation()
  const [last, setLast] = useState<FiguresSearch>({})
  if (!RANGED_SCREENS.includes(pathname)) return last
  const range = FiguresSearch.parse(search)
  if (stringifySearch(range) !== stringifySearch(last)) setLast(range)
  return range
}
