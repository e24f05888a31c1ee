import { z } from 'zod'
import { PROGRAMS, type Program } from '../../../contract/search/accounting.ts'
import { FiguresSearch } from '../../lib/url/figures-search.ts'

/** What the URL has beside the range and the sites. */
export type AccountingSearch = FiguresSearch & { program?: Program; by_site?: boolean }

/** Never fails: invalid values are ignored. Its size is part of every screen. */
export const AccountingSearch = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((raw): AccountingSearch => {
    const program = PROGRAMS.find((name) => name === raw['program'])
    return {
      ...FiguresSearch.parse(raw),
      ...(program && { program }),
      ...(String(raw['by_site']) === 'true' && { by_site: true }),
    }
  })
