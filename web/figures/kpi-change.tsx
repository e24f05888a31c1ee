import { Box } from '@mantine/core'
import { type Compared, findChange } from '../../contract/figures.ts'
import type { DateRange } from '../../contract/shared/fields.ts'
import { Change } from '../ui/display/change.tsx'
import { namePeriods } from './compared-range.ts'

type Props = {
  now: number
  before: number
  compared: Compared
  /** The days of the figures: the year of the earlier range is shown where it is another one. */
  range: DateRange
  timezone: string
}

/** '▲ +12,3 %', with the earlier days in the tooltip. Nothing where there is nothing to compare with. */
export function KpiChange({ now, before, compared, range, timezone }: Props) {
  const change = findChange(now, before)
  if (change === null) return null
  const { before: than, title } = namePeriods(compared, range, timezone)
  return (
    <Box className="nowrap" fw={600} title={`vs ${than}. ${title}.`}>
      <Change change={change} than={than} isShort />
    </Box>
  )
}
