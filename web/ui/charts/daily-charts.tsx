import { type ReactNode, useMemo } from 'react'
import { axisCount, axisRand, countedOnAverage, rand } from '../../lib/format/money.ts'
import { DayChart } from './day-chart.tsx'

/** Every day of a range, oldest first. */
type Daily = { day: string; revenue: number; orders: number }[]

type Props = {
  title: string
  /** Undefined while it loads. */
  daily: Daily | undefined
  /** Shown in the plot when there are no sales. */
  empty: ReactNode
  dimmed: boolean
}

export function RevenueChart({ title, daily, empty, dimmed }: Props) {
  const series = useMemo(() => daily?.map(({ day, revenue }) => ({ day, value: revenue })), [daily])
  return (
    <DayChart
      title={title}
      shape="line"
      valueName="Revenue"
      series={series}
      format={rand}
      formatAxis={axisRand}
      empty={hasNoSales(daily) && empty}
      dimmed={dimmed}
    />
  )
}

const COUNTED = {
  order: { valueName: 'Orders', format: (value: number) => countedOnAverage(value, 'order') },
  sale: { valueName: 'Sales', format: (value: number) => countedOnAverage(value, 'sale') },
}

export function OrdersChart({ title, daily, unit, empty, dimmed }: Props & { unit: keyof typeof COUNTED }) {
  const series = useMemo(() => daily?.map(({ day, orders }) => ({ day, value: orders })), [daily])
  return (
    <DayChart
      title={title}
      shape="bars"
      {...COUNTED[unit]}
      series={series}
      formatAxis={axisCount}
      whole
      empty={hasNoSales(daily) && empty}
      dimmed={dimmed}
    />
  )
}

const hasNoSales = (daily: Daily | undefined) => daily?.every(({ orders }) => orders === 0)
