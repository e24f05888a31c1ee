import { Box } from '@mantine/core'
import { type Compared, findChange } from '../../contract/figures.ts'
import type { DateRange } from '../../contract/shared/fields.ts'
import { Change } from '../ui/display/change.tsx'
import { describeComparedRange, formatComparedRange } from './compared-range.ts'
import classes from './figures-bar.module.css'

type Props = {
  now: number
  before: number
  compared: Compared
  /** The days of the figures: the year of the earlier range is shown where it is another one. */
  range: DateRange
  timezone: string
}

/** '▲ +12,3 % vs 24 Sep – 23 Oct'. Nothing where there is nothing to compare with. */
export function KpiChange({ now, before, compared, range, timezone }: Props) {
  const change = findChange(now, before)
  if (change === null) return null
  return (
    <Box className={`tiny grey ${classes.change}`} mt={2} title={describeComparedRange(compared, range)}>
      <Change change={change} than={formatComparedRange(compared, range.to, timezone)} />
    </Box>
  )
}
