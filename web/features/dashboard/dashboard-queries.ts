import { keepPreviousData } from '@tanstack/react-query'
import type { FiguresInput } from '../../../contract/dashboard.ts'
import type { Compared } from '../../../contract/figures.ts'
import type { Comparison } from '../../../contract/search/filters.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { api } from '../../lib/api/api.ts'
import { findPeriod, toChoice } from '../../lib/format/ranges.ts'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'

export const figuresQuery = (input: FiguresInput) =>
  api.dashboard.figures.queryOptions({ input, placeholderData: keepPreviousData, meta: { changesWith: 'sales' } })

export const firstStepsQuery = () => api.dashboard.firstSteps.queryOptions({ meta: { changesWith: 'sales' } })

/** The hours of a range of one day. Those of another day are not shown while it loads. */
export const hoursQuery = ({ from, to, sites, employees }: FiguresInput) =>
  api.dashboard.hours.queryOptions({
    input: { day: from, sites, employees },
    enabled: from === to,
    meta: { changesWith: 'sales' },
  })

/** The hours of the earlier day that a range of one day is compared with. */
export const comparedHoursQuery = ({
  compared,
  sites,
  employees,
}: Pick<FiguresInput, 'sites' | 'employees'> & { compared: Compared | undefined }) =>
  api.dashboard.hours.queryOptions({
    input: { day: compared?.from ?? '', sites, employees },
    enabled: compared !== undefined && compared.from === compared.to,
  })

export const toFiguresInput = (search: FiguresSearch, dates: DateRange, compare: Comparison): FiguresInput => ({
  ...dates,
  ...{ sites: search.sites ?? [], employees: search.employees ?? [] },
  ...{ compare, period: findPeriod(toChoice(search)) },
})
