import { Box } from '@mantine/core'
import { type Compared, findChange } from '../../contract/figures.ts'
import type { DateRange } from '../../contract/shared/fields.ts'
import { Delta } from '../ui/display/delta.tsx'
import { namePeriods } from './compared-range.ts'

type Props = {
  now: number
  before: number
  compared: Compared
  /** The days of the figures: the year of the earlier range is shown where it is another one. */
  range: DateRange
  timezone: string
}

/** '▲ 12,3 %', with the earlier days in the tooltip. Nothing where there is nothing to compare with. */
export function KpiDelta({ now, before, compared, range, timezone }: Props) {
  const delta = findChange(now, before)
  if (delta === null) return null
  const { before: than, title } = namePeriods(compared, range, timezone)
  return (
    <Box className="nowrap" fw={600} title={`vs ${than}. ${title}.`}>
      <Delta delta={delta} than={than} isShort />
    </Box>
  )
}
