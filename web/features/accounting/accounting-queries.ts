import { keepPreviousData } from '@tanstack/react-query'
import type { AccountingInput } from '../../../contract/accounting.ts'
import { ACCOUNTING_MAX_DAYS, PROGRAMS } from '../../../contract/search/accounting.ts'
import { api } from '../../lib/api/api.ts'
import { addDays, addMonths } from '../../lib/format/dates.ts'
import { toChoice, toDates } from '../../lib/format/ranges.ts'
import { stringifySearch } from '../../lib/url/url-search.ts'
import type { AccountingSearch } from './accounting-search.ts'

/** Without the later sales of locked months. */
type Input = Omit<AccountingInput, 'later'>

/** A longer range is cut to its last days. */
export function toInput(
  { program = PROGRAMS[0], by_site = false, sites = [], ...range }: AccountingSearch,
  today: string,
): Input {
  const { from, to } = toDates(toChoice(range), today)
  const earliest = addDays(to, 1 - ACCOUNTING_MAX_DAYS)
  return { program, from: from < earliest ? earliest : from, to, sites, by_site }
}

export const accountingQuery = (input: Input) =>
  api.accounting.preview.queryOptions({ input, placeholderData: keepPreviousData, meta: { changesWith: 'sales' } })

export const accountsQuery = () => api.accounting.settings.queryOptions()

/** The first and the last day of a month. */
export const getMonthDays = (month: string) => ({
  from: `${month}-01`,
  to: addDays(addMonths(`${month}-01`, 1), -1),
})

export const getExportUrl = (input: Input & { later?: true }) => `/api/v1/reports/accounting.csv${stringifySearch(input)}`
