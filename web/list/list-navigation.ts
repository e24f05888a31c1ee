import { type ListState, withFilter } from './list-rules.ts'

/** Writes the search of a list to the URL. */
export const listNavigation = <Search extends ListState<string>>(
  search: Search,
  navigate: (to: { search: Search; replace?: boolean }) => unknown,
) => ({
  show: (next: Search, options: { replace?: boolean } = {}) => void navigate({ search: next, ...options }),
  // The first letter adds a history entry, which Back removes; the next letters replace it.
  find: (q: string) => void navigate({ search: { ...withFilter(search, {}), q }, replace: search.q !== '' }),
})
