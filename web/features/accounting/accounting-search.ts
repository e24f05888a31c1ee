import { z } from 'zod'
import type { AccountingInput } from '../../../contract/accounting.ts'
import { ACCOUNTING_MAX_DAYS, PROGRAMS, type Program } from '../../../contract/search/accounting.ts'
import { FilterIds } from '../../../contract/search/filters.ts'
import { Flag } from '../../../contract/shared/fields.ts'
import { addDays } from '../../lib/format/dates.ts'
import { RangeSearch, toChoice, toDates } from '../../lib/format/ranges.ts'

export const PROGRAM_NAMES: Record<Program, string> = {
  xero: 'Xero',
  sage: 'Sage Accounting',
  quickbooks: 'QuickBooks Online',
}

/** What the URL has beside the range. */
export type AccountingSearch = RangeSearch & { program?: Program; by_site?: boolean; sites?: number[] }

/** Never fails: invalid values are ignored. */
export const AccountingSearch = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((raw): AccountingSearch => {
    const program = PROGRAMS.find((name) => name === raw['program'])
    const sites = FilterIds.catch([]).parse(raw['sites'])
    return {
      ...RangeSearch.parse(raw),
      ...(program && program !== PROGRAMS[0] && { program }),
      ...(Flag.catch(false).parse(raw['by_site']) && { by_site: true }),
      ...(sites.length > 0 && { sites }),
    }
  })

/** A longer range is cut to its last days. */
export function toInput(
  { program = PROGRAMS[0], by_site = false, sites = [], ...range }: AccountingSearch,
  today: string,
): AccountingInput {
  const { from, to } = toDates(toChoice(range), today)
  const earliest = addDays(to, 1 - ACCOUNTING_MAX_DAYS)
  return { program, from: from < earliest ? earliest : from, to, sites, by_site }
}
