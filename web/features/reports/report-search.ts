import { z } from 'zod'
import { COMPARISONS, type Comparison, REPORT_FILTERS } from '../../../contract/search/filters.ts'
import {
  COLUMNS,
  COST_COLUMNS,
  type Column,
  chooseColumns,
  chooseOrder,
  type Dimension,
  ReportSearch,
} from '../../../contract/search/reports.ts'
import { type DateRange, Text } from '../../../contract/shared/fields.ts'
import type { Direction } from '../../../contract/shared/list.ts'
import { findPeriod, RangeSearch, toChoice } from '../../lib/format/ranges.ts'
import { parseSearch, rangedSearch, stringifySearch } from '../../lib/url/url-search.ts'

export const ReportScreenSearch = ReportSearch.extend({
  /** Each report has it in its URL. Without it the screen is the list of reports, unless `isReport`. */
  by: ReportSearch.shape.by.unwrap().optional(),
  /** Absent: what the person chose last. */
  compare: z.enum(COMPARISONS).optional(),
  /** One text, so that the URL reads 'columns=revenue,orders'. */
  columns: z
    .string()
    .refine((names) => ReportSearch.shape.columns.safeParse(names).success)
    .optional(),
})

/** The names of the parameters that the URL had and that are not valid. */
export const IgnoredParameters = z.object({ ignored: Text.max(200) }).partial()

/** Of the screen: the list of reports, if `by` is absent. */
export type ScreenSearch = z.output<typeof ReportScreenSearch> & RangeSearch
/** Of a report. */
export type Search = ScreenSearch & { by: Dimension }
export type Sort = 'name' | Column
export type SortedSearch = Search & { sort: Sort; dir: Direction }

/** The direction of a column that was not sorted by before: refunded amounts are below zero. */
export const getFirstDirection = (sort: Sort): Direction => (sort === 'name' || sort === 'refunded' ? 'asc' : 'desc')

export const withSortOrder = (search: Search): SortedSearch => ({ ...search, ...chooseOrder(search) })

/** Leaves the usual order out of the URL. */
export function withoutUsualSort({ sort, dir, ...search }: SortedSearch): Search {
  const usual = chooseOrder(search)
  return {
    ...search,
    ...(sort !== usual.sort && { sort }),
    ...(dir !== chooseOrder({ ...search, sort }).dir && { dir }),
  }
}

/** The shown columns, in their order. */
export const getColumns = ({ columns, ...search }: Search, seesCosts: boolean) => {
  const names = columns?.split(',')
  return chooseColumns({ ...search, columns: names && COLUMNS.filter((column) => names.includes(column)) }, seesCosts)
}

/** Whether the rows are sorted by costs. */
export const isByCosts = ({ sort }: Search) => COST_COLUMNS.some((column) => column === sort)

export const UNFILTERED = { q: '', ...Object.fromEntries(REPORT_FILTERS.map((name) => [name, []])) }

/** What the server is asked for. */
export function toInput(search: Search, dates: DateRange, compare: Comparison) {
  const { range: _range, from: _from, to: _to, ...rest } = withSortOrder(search)
  return { ...rest, ...dates, compare, period: findPeriod(toChoice(search)) }
}

/** All rows as a file. */
export function getExportUrl(search: Search, dates: DateRange, compare: Comparison) {
  const { page: _page, ...input } = toInput(search, dates, compare)
  return `/api/v1/reports.csv${stringifySearch(input)}`
}

const route = rangedSearch(ReportScreenSearch, IgnoredParameters)
const DEFAULTS: Record<string, unknown> = ReportScreenSearch.parse({})

/** [''] chooses the products without a category or supplier. */
const isNoText = (value: unknown) => Array.isArray(value) && value[0] === ''

/** The parameters that a URL needs. */
export const withoutDefaults = (search: Partial<ScreenSearch>): Partial<ScreenSearch> =>
  Object.fromEntries(
    Object.entries(search).filter(([name, value]) => String(value) !== String(DEFAULTS[name]) || isNoText(value)),
  )

/** The list of reports has these too: it carries them from the dashboard to a report. */
const CARRIED = ['compare', 'sites', 'employees']
const REPORT_PARAMETERS = [...Object.keys(ReportScreenSearch.shape).filter((name) => !CARRIED.includes(name)), 'ignored']

/** Whether a URL is of a report: older links have no `by`. */
const isReport = (search: ScreenSearch & { ignored?: string | undefined }) =>
  Object.keys(withoutDefaults(search)).some((name) => REPORT_PARAMETERS.includes(name))

const toReport = ({ by = 'day', ...search }: ScreenSearch): Search => ({ by, ...search })

/**
 * The URL of the report without its leading '?', as saved reports keep it. The page is not part of it. The comparison should be: another
 * person may have chosen another one last.
 */
export const toSavedSearch = (search: Search) => stringifySearch(withoutDefaults({ ...search, page: 1 })).slice(1)

export const fromSavedSearch = (saved: string): Search => toReport(route.loaderDeps({ search: readSearch(parseSearch(saved)) }))

const RANGE_PARAMETERS = ['range', 'from', 'to']

/** Reads the URL. What is not valid gets its default, and its name is kept for a message. */
export function readSearch(raw: Record<string, unknown>) {
  const search = route.validateSearch(raw as Parameters<typeof route.validateSearch>[0])
  const shape: z.ZodRawShape = ReportScreenSearch.shape
  const invalid = Object.keys(raw).filter((name) => {
    const schema = shape[name] as z.ZodType | undefined
    return schema !== undefined && raw[name] !== undefined && !schema.safeParse(raw[name]).success
  })
  const range = RangeSearch.parse(raw)
  const hasRange = RANGE_PARAMETERS.some((name) => raw[name] !== undefined)
  const isRangeKept = raw.range === undefined || raw.range === range.range || raw.range === '30D'
  const areDatesKept = raw.from === undefined || [range.from, range.to].sort().join() === [raw.from, raw.to].sort().join()
  if (hasRange && !(isRangeKept && areDatesKept)) invalid.push('range')
  const ignored = [...new Set([...(search.ignored?.split(',') ?? []), ...invalid])]
  return { ...search, ignored: ignored.length > 0 ? ignored.join(',') : undefined }
}

/** Whether the screen shows a report, and not the list of reports. */
export const hasReport = (search: ScreenSearch): search is Search => search.by !== undefined

export const reportsRoute = {
  ...route,
  validateSearch: readSearch as typeof route.validateSearch,
  loaderDeps: ({ search }: Parameters<typeof route.loaderDeps>[0]): ScreenSearch => {
    const read = route.loaderDeps({ search })
    return isReport({ ...read, ignored: search.ignored }) ? toReport(read) : read
  },
}
