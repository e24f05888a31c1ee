import { z } from 'zod'
import { COMPARISONS, type Comparison, FilterIds } from '../../../contract/search/filters.ts'
import { RangeSearch } from '../format/ranges.ts'

/** What the screens of figures share in the URL and carry to each other: range, comparison, sites and employees. */
export type FiguresSearch = RangeSearch & {
  /** Absent: what the person chose last. */
  compare?: Comparison
  /** Absent for all. */
  sites?: number[]
  employees?: number[]
}

/** Never fails: invalid values are ignored. `siteid` and `employeeid` are in old links. */
export const FiguresSearch = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((raw): FiguresSearch => {
    const compare = COMPARISONS.find((name) => name === raw['compare'])
    const sites = readIds(raw['sites'] ?? raw['siteid'])
    const employees = readIds(raw['employees'] ?? raw['employeeid'])
    return {
      ...RangeSearch.parse(raw),
      ...(compare && { compare }),
      ...(sites.length > 0 && { sites }),
      ...(employees.length > 0 && { employees }),
    }
  })

const readIds = (raw: unknown) => FilterIds.catch([]).parse(typeof raw === 'number' ? [raw] : (raw ?? []))
