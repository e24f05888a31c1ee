import { Button } from '@mantine/core'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { getAllDates } from '../../lib/api/has-sales.ts'
import classes from './nothing-found.module.css'

type Props = { dates: DateRange; today: string; onChoose: (range: DateRange) => void; onClear: () => void }

/** For filters without a result: the same filters for all dates, or the range without filters. */
export function NothingFound({ dates, today, onChoose, onClear }: Props) {
  const all = getAllDates(today)
  const isWhole = dates.from <= all.from && dates.to >= all.to
  return (
    <div className={classes.buttons}>
      {!isWhole && <Button onClick={() => onChoose(all)}>Search all dates</Button>}
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    </div>
  )
}
