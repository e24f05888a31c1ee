import { Skeleton } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { SaleDetail } from '../../../contract/sales.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { SaleAmount } from './sale-amount.tsx'
import classes from './sale-dialog.module.css'

export function SaleFacts({ sale, timezone }: { sale: SaleDetail | undefined; timezone: string }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>Details</h3>
      <dl className={classes.facts}>
        <Fact name="Date">{sale && formatDateTimeIn(timezone, sale.saledate)}</Fact>
        <Fact name="Site">{sale?.sitename}</Fact>
        <Fact name="Employee">{sale && getFullName(sale)}</Fact>
        <Fact name="Amount">{sale && <SaleAmount amount={sale.finalamount} />}</Fact>
      </dl>
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children ?? <Skeleton height={12} width="60%" />}</dd>
  </div>
)
