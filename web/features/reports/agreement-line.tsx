import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { formatRand, pluralize } from '../../lib/format/money.ts'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import classes from './agreement-line.module.css'
import { toSales } from './drill-down.ts'
import { agreementQuery } from './report-queries.ts'
import type { Search } from './report-search.ts'

type Props = { search: Search; dates: DateRange; isLoaded: boolean }

/** Whether the rows add up to the sales. It is asked after the report, which does not wait for it. */
export function AgreementLine({ search, dates, isLoaded }: Props) {
  const { data, isError } = useQuery({ ...agreementQuery(search, dates), enabled: isLoaded })
  if (isError) return <p className={classes.line}>This report could not be compared with its sales.</p>
  if (!data || !isLoaded) return <p className={classes.line}>Comparing with the sales…</p>
  if (data.difference === 0)
    return (
      <p className={classes.line} data-agrees>
        <IconCircleCheck size={16} stroke={1.75} aria-hidden />
        Agrees with {pluralize(data.sales, 'sale')}
      </p>
    )
  return (
    <p className={classes.line} data-differs role="alert">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span>
        This report differs from its {pluralize(data.sales, 'sale')} by {formatRand(data.difference)}. Ask the person who runs
        Winkel for you to repair the figures.{' '}
        <QuietLink {...toSales(search, dates)} className={classes.link}>
          Show the sales
        </QuietLink>
      </span>
    </p>
  )
}
