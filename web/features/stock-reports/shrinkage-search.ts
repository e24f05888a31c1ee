import { z } from 'zod'
import { OptionalId } from '../../../contract/shared/fields.ts'
import { RangeSearch, toChoice, toDates } from '../../lib/format/ranges.ts'

/** The range and the site in the URL. */
export type ShrinkageScreenSearch = RangeSearch & { siteid?: number }

/** Never fails: invalid values are ignored. */
export const ShrinkageScreenSearch = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((raw): ShrinkageScreenSearch => {
    const siteid = OptionalId.catch(undefined).parse(raw['siteid'])
    return { ...RangeSearch.parse(raw), ...(siteid !== undefined && { siteid }) }
  })

export const toShrinkageInput = (search: ShrinkageScreenSearch, today: string) => ({
  ...toDates(toChoice(search), today),
  siteid: search.siteid,
})
