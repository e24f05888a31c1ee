import { VisuallyHidden } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { formatLongDay, formatMonth } from '../../lib/format/dates.ts'
import { type DayValue, groupPoints } from './points.ts'

/** Longer tables list months: each day costs two nodes. */
const MAX_DAYS = 1100

type Props = { title: string; valueName: string; series: DayValue[]; format: (value: number) => string }

/** The data of the chart for screen readers. */
export const DayTable = memo(function DayTable({ title, valueName, series, format }: Props) {
  const byMonth = series.length > MAX_DAYS
  const hasBefore = series.some(({ before }) => before)
  const points = byMonth ? groupPoints(series, 'month') : undefined
  const unit = byMonth ? 'Month' : 'Day'
  return (
    <VisuallyHidden>
      <Table caption={title} unit={unit} valueName={valueName}>
        {points?.map(({ day, days, value }) => <Row key={day} name={formatMonth(day)} value={format(value * days)} />) ??
          series.map(({ day, value }) => <Row key={day} name={formatLongDay(day)} value={format(value)} />)}
      </Table>
      {hasBefore && (
        <Table caption={`Earlier ${valueName.toLowerCase()}`} unit={unit} valueName={valueName}>
          {points?.map(
            ({ before }) =>
              before && (
                <Row key={before.day} name={`From ${formatLongDay(before.day)}`} value={format(before.value * before.days)} />
              ),
          ) ??
            series.map(
              ({ before }) => before && <Row key={before.day} name={formatLongDay(before.day)} value={format(before.value)} />,
            )}
        </Table>
      )}
    </VisuallyHidden>
  )
})

type TableProps = { caption: string; unit: string; valueName: string; children: ReactNode }

const Table = ({ caption, unit, valueName, children }: TableProps) => (
  <table>
    <caption>{caption}</caption>
    <thead>
      <tr>
        <th scope="col">{unit}</th>
        <th scope="col">{valueName}</th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

/** Memoized: a sale changes one day of hundreds. */
const Row = memo(function Row({ name, value }: { name: string; value: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{value}</td>
    </tr>
  )
})
