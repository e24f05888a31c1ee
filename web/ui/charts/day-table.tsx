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
  const hasBefore = series.some(({ before }) => before)
  return (
    <VisuallyHidden>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{byMonth ? 'Month' : 'Day'}</th>
            <th scope="col">{valueName}</th>
            {hasBefore && <th scope="col">{valueName} of the earlier period</th>}
          </tr>
        </thead>
        <tbody>
          {byMonth
            ? groupPoints(series, 'month').map(({ day, days, value, before }) => (
                <Row
                  key={day}
                  name={formatMonth(day)}
                  value={format(value * days)}
                  before={before && `${format(before.value * before.days)} from ${formatLongDay(before.day)}`}
                />
              ))
            : series.map(({ day, value, before }) => (
                <Row
                  key={day}
                  name={formatLongDay(day)}
                  value={format(value)}
                  before={before && `${format(before.value)} on ${formatLongDay(before.day)}`}
                />
              ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
})

/** Memoized: a sale changes one day of hundreds. */
const Row = memo(function Row({ name, value, before }: { name: string; value: string; before: string | undefined }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{value}</td>
      {before && <td>{before}</td>}
    </tr>
  )
})
