import { VisuallyHidden } from '@mantine/core'
import { memo } from 'react'
import { formatLongDay, formatMonth } from '../../lib/format/dates.ts'
import { type DayValue, groupPoints } from './points.ts'

/** Longer tables list months: each day costs two nodes. */
const MAX_DAYS = 1100

type Props = { title: string; valueName: string; series: DayValue[]; format: (value: number) => string }

/** The data of the chart for screen readers. */
export const DayTable = memo(function DayTable({ title, valueName, series, format }: Props) {
  const byMonth = series.length > MAX_DAYS
  return (
    <VisuallyHidden>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{byMonth ? 'Month' : 'Day'}</th>
            <th scope="col">{valueName}</th>
          </tr>
        </thead>
        <tbody>
          {byMonth
            ? groupPoints(series, 'month').map(({ day, days, value }) => (
                <Row key={day} name={formatMonth(day)} value={format(value * days)} />
              ))
            : series.map(({ day, value }) => <Row key={day} name={formatLongDay(day)} value={format(value)} />)}
        </tbody>
      </table>
    </VisuallyHidden>
  )
})

/** Memoized: a sale changes one day of hundreds. */
const Row = memo(function Row({ name, value }: { name: string; value: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{value}</td>
    </tr>
  )
})
