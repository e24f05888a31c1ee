import { Box } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { formatRand, pluralize } from '../../lib/format/money.ts'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { toSales } from './drill-down.ts'
import { agreementQuery } from './report-queries.ts'
import type { Search } from './report-search.ts'

type Props = { search: Search; dates: DateRange; isLoaded: boolean }

/** Whether the rows add up to the sales. It is asked after the report, which does not wait for it. */
export function AgreementLine({ search, dates, isLoaded }: Props) {
  const { data, isError } = useQuery({ ...agreementQuery(search, dates), enabled: isLoaded })
  if (isError) return <Line>Could not compare this report with its sales.</Line>
  if (!data || !isLoaded) return <Line>Comparing with the sales…</Line>
  if (data.difference === 0)
    return (
      <Line>
        <IconCircleCheck size={16} stroke={1.75} color="var(--green)" style={{ marginTop: 2 }} aria-hidden />
        Agrees with {pluralize(data.sales, 'sale')}
      </Line>
    )
  return (
    <Line c="var(--red)" role="alert">
      <IconAlertTriangle size={16} stroke={1.75} style={{ marginTop: 2 }} aria-hidden />
      <span>
        This report differs from its {pluralize(data.sales, 'sale')} by {formatRand(data.difference)}. Ask support to repair the
        figures.{' '}
        <QuietLink {...toSales(search, dates)} style={{ textDecoration: 'underline' }}>
          Show the sales
        </QuietLink>
      </span>
    </Line>
  )
}

const Line = ({ c = 'dimmed', ...props }: { c?: string; role?: 'alert'; children: ReactNode }) => (
  <Box component="p" className="row top small" mt="sm" mih={20} c={c} {...props} />
)
