import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type LinkProps, linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SilentTill } from '../../../contract/dashboard-notices.ts'
import { findChange, findDifference } from '../../../contract/figures.ts'
import type { ReportRow } from '../../../contract/reports.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { getGroupName } from '../../figures/group-names.ts'
import { api } from '../../lib/api/api.ts'
import { addDays, formatPeriod } from '../../lib/format/dates.ts'
import { formatRand, formatWholeRand } from '../../lib/format/money.ts'
import { Delta } from '../../ui/display/delta.tsx'
import { Pill } from '../../ui/display/pill.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import classes from './dashboard.module.css'
import { useTasks } from './use-tasks.ts'

const DAYS = 7
const SITES_SHOWN = 6
/** Of those that sold more, and of those that sold less. */
const PRODUCTS_SHOWN = 3

type Props = { today: string; sites: number[]; silentTills: SilentTill[] }

type ColumnInput = { days: DateRange; sites: number[] }

/** Whatever range is shown: the last seven days beside the seven before, by site and by product, and what is to be done. */
export function WhatChanged({ today, sites, silentTills }: Props) {
  const days = { from: addDays(today, -DAYS), to: addDays(today, -1) }
  return (
    <Card
      title="What changed"
      aside={<span className="grey small">{formatPeriod(days, today.slice(0, 4))}, against the 7 days before</span>}
    >
      <div className={classes.changes}>
        <Sites days={days} sites={sites} />
        <Products days={days} sites={sites} />
        <ToDo days={days} sites={sites} silentTills={silentTills} />
      </div>
    </Card>
  )
}

const createSearch = ({ days, sites }: ColumnInput) =>
  ({ ...days, compare: 'previous', ...(sites.length > 0 && { sites }) }) as const

function Sites({ days, sites }: ColumnInput) {
  const report = useReport(days, sites, 'site', 'desc')
  const search = createSearch({ days, sites })
  const rows = report.data?.rows.slice(0, SITES_SHOWN).map(
    (row): RowProps => ({
      id: row.key,
      name: getGroupName('site', row),
      link: linkOptions({ to: '/reports', search: { ...search, by: 'day', sites: [Number(row.key)] } }),
      title: formatRand(row.sums.revenue),
      value: (
        <>
          {formatWholeRand(row.sums.revenue)} <Delta delta={findChange(row.sums.revenue, row.compared?.revenue ?? null)} />
        </>
      ),
    }),
  )
  const link = linkOptions({ to: '/reports', search: { ...search, by: 'site' } })
  return <Column title="Sites" link={link} queries={[report]} rows={rows} empty="No sales in these days." />
}

function Products({ days, sites }: ColumnInput) {
  const risen = useReport(days, sites, 'product', 'desc')
  const fallen = useReport(days, sites, 'product', 'asc')
  const search = createSearch({ days, sites })
  const rows = [
    ...(risen.data?.rows.slice(0, PRODUCTS_SHOWN).filter((row) => getDifference(row) > 0) ?? []),
    ...(fallen.data?.rows.slice(0, PRODUCTS_SHOWN).filter((row) => getDifference(row) < 0) ?? []).reverse(),
  ].map(
    (row): RowProps => ({
      id: row.key,
      name: getGroupName('product', row),
      detail: row.sums.revenue === 0 && <Pill tone="red">Gone</Pill>,
      link: linkOptions({ to: '/reports', search: { ...search, by: 'day', products: row.key ? [Number(row.key)] : [] } }),
      title: formatRand(getDifference(row)),
      value: (
        <span style={{ color: `var(--${getDifference(row) > 0 ? 'green' : 'red'})` }}>
          {getDifference(row) > 0 && '+'}
          {formatWholeRand(getDifference(row))}
        </span>
      ),
    }),
  )
  const link = linkOptions({
    to: '/reports',
    search: { ...search, by: 'product', columns: 'revenue,difference,change,units', sort: 'difference', dir: 'asc' },
  })
  return <Column title="Products" link={link} queries={[risen, fallen]} rows={rows} empty="No product sold more or less." />
}

function ToDo({ days, sites, silentTills }: ColumnInput & Pick<Props, 'silentTills'>) {
  const tasks = useTasks({ days, sites, silentTills })
  const rows = tasks.rows.map(({ name, link, value }): RowProps => ({ id: name, name, link, value }))
  return <Column title="To do" queries={tasks.queries} rows={rows} empty="Nothing to do." />
}

const getDifference = ({ sums, compared }: ReportRow) => findDifference(sums.revenue, compared?.revenue ?? 0)

const useReport = (days: DateRange, sites: number[], by: 'site' | 'product', dir: 'asc' | 'desc') =>
  useQuery(
    api.reports.get.queryOptions({
      input: { ...days, by, compare: 'previous', sites, dir, sort: by === 'site' ? 'revenue' : 'difference' },
      meta: { changesWith: 'sales' },
    }),
  )

type Query = Parameters<typeof LoadFailure>[0]['query'] & { isPending: boolean; isError: boolean; data: unknown }

type ColumnProps = { title: string; link?: LinkProps; queries: Query[]; rows: RowProps[] | undefined; empty: string }

/** A list of links below its name, which leads to all of them. */
function Column({ title, link, queries, rows = [], empty }: ColumnProps) {
  const failed = queries.find(({ isError, data }) => isError && !data)
  const isPending = queries.some((query) => query.isPending)
  return (
    <section aria-label={title} aria-busy={isPending}>
      <h3 className="small medium grey">{link ? <QuietLink {...link}>{title} ›</QuietLink> : title}</h3>
      {failed && <LoadFailure query={failed} failure="Failed to load the changes" />}
      <ul>
        {isPending && !failed
          ? Array.from({ length: 3 }, (_, row) => (
              <li key={row}>
                <Skeleton height={12} />
              </li>
            ))
          : rows.map((row) => <Row key={row.id} {...row} />)}
      </ul>
      {!isPending && !failed && rows.length === 0 && <p className="grey small">{empty}</p>}
    </section>
  )
}

type RowProps = { id: string | null; name: string; detail?: ReactNode; link: LinkProps; title?: string; value: ReactNode }

const Row = ({ name, detail, link, title, value }: RowProps) => (
  <li className="row gap-12 small opens">
    <span className="row gap-8 rest">
      <QuietLink {...link} stretched className="ellipsis">
        {name}
      </QuietLink>
      {detail}
    </span>
    <span className="digits nowrap" title={title}>
      {value}
    </span>
  </li>
)
