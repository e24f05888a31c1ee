import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { RangeSearch } from '../../lib/format/ranges.ts'
import { stringifySearch } from '../../lib/url/url-search.ts'

const RANGED_SCREENS = ['/dashboard', '/sales']

/** The range of the dashboard or the sales screen, also while another screen is open. */
export function useLastRange(): RangeSearch {
  const { pathname, search } = useLocation()
  const [last, setLast] = useState<RangeSearch>({})
  if (!RANGED_SCREENS.includes(pathname)) return last
  const range = RangeSearch.parse(search)
  if (stringifySearch(range) !== stringifySearch(last)) setLast(range)
  return range
}
