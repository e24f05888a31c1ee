import { type ReactNode, useMemo } from 'react'
import { axisCount, axisRand, countedOnAverage, rand } from '../../lib/format/money.ts'
import { DayChart } from './day-chart.tsx'

/** What was sold on each day of a range, oldest first. */
type Daily = { day: string; revenue: number; orders: number }[]

type Props = {
  title: string
  /** Undefined while it loads. */
  daily: Daily | undefined
  /** Stands in the plot when nothing was sold. */
  nothing: ReactNode
  dimmed: boolean
}

export function RevenueChart({ title, daily, nothing, dimmed }: Props) {
  const series = useMemo(() => daily?.map(({ day, revenue }) => ({ day, value: revenue })), [daily])
  return (
    <DayChart
      title={title}
      shape="line"
      valueName="Revenue"
      series={series}
      format={rand}
      formatAxis={axisRand}
      nothing={hasSoldNothing(daily) && nothing}
      dimmed={dimmed}
    />
  )
}

const COUNTED = {
  order: { valueName: 'Orders', format: (value: number) => countedOnAverage(value, 'order') },
  sale: { valueName: 'Sales', format: (value: number) => countedOnAverage(value, 'sale') },
}

/** `unit`: what the screen calls a sale. */
export function OrdersChart({ title, daily, unit, nothing, dimmed }: Props & { unit: keyof typeof COUNTED }) {
  const series = useMemo(() => daily?.map(({ day, orders }) => ({ day, value: orders })), [daily])
  return (
    <DayChart
      title={title}
      shape="bars"
      {...COUNTED[unit]}
      series={series}
      formatAxis={axisCount}
      whole
      nothing={hasSoldNothing(daily) && nothing}
      dimmed={dimmed}
    />
  )
}

const hasSoldNothing = (daily: Daily | undefined) => daily?.every(({ orders }) => orders === 0)
