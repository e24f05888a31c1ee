import { type ListState, withFilter } from './list-rules.ts'

/** How a list's search gets into the address. */
export const listNavigation = <Search extends ListState<string>>(
  search: Search,
  navigate: (to: { search: Search; replace?: boolean }) => unknown,
) => ({
  show: (next: Search, how: { replace?: boolean } = {}) => void navigate({ search: next, ...how }),
  // Beginning to search is a step that Back undoes; the letters after the first are not.
  find: (q: string) => void navigate({ search: { ...withFilter(search, {}), q }, replace: search.q !== '' }),
})
