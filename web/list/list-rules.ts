import type { Direction } from '../../contract/shared/list.ts'
import { formatCount } from '../lib/format/money.ts'

/** The part of the URL that all lists share; each screen adds its filters. */
export type ListState<Sort extends string> = { q: string; sort: Sort; dir: Direction; page: number }

const reverse = (dir: Direction): Direction => (dir === 'asc' ? 'desc' : 'asc')

/** A changed search or filter starts at page 1. */
export const withFilter = <State extends ListState<string>>(state: State, filter: Partial<Omit<State, 'page'>>): State => ({
  ...state,
  ...filter,
  page: 1,
})

const isSet = <State extends object>(state: State, [name, value]: [string, unknown]) =>
  JSON.stringify(state[name as keyof State]) !== JSON.stringify(value)

/** `unfiltered`: the filters of a list, each with its value where nothing is chosen. */
export const isFiltered = <State extends object>(state: State, unfiltered: Partial<State>) =>
  Object.entries(unfiltered).some((filter) => isSet(state, filter))

/** How many filters are set beside the search. */
export const countFilters = <State extends object>(state: State, { q: _, ...unfiltered }: Partial<State> & { q?: string }) =>
  Object.entries(unfiltered).filter((filter) => isSet(state, filter)).length

/** The same column reverses the direction, another column starts with its first direction. Both start at page 1. */
export const withSort = <State extends ListState<string>>(
  state: State,
  sort: State['sort'],
  first: Direction = 'asc',
): State => ({
  ...state,
  sort,
  dir: state.sort === sort ? reverse(state.dir) : first,
  page: 1,
})

type PageOf = { page: number; pages: number; results: number }

export const formatPageLabel = ({ page, pages, results }: PageOf) =>
  `Page ${formatCount(page)} / ${formatCount(pages)} • ${formatCount(results)} results`

/** On paper: 'Rows 26 to 50 of 310.' `rows` are those of the page; only the last page may have fewer. */
export function formatRowsLabel({ page, pages, results }: PageOf, rows: number) {
  const last = page >= pages ? results : page * rows
  return `Rows ${formatCount(Math.min(last, last - rows + 1))} to ${formatCount(last)} of ${formatCount(results)}.`
}
