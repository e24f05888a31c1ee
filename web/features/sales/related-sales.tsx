import { Skeleton, UnstyledButton } from '@mantine/core'
import { useId } from 'react'
import type { SaleDetail } from '../../../contract/sales.ts'
import { RELATED_SALES_SHOWN } from '../../../contract/shared/constants.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { BorderedBox } from '../../ui/layout/bordered-box.tsx'
import classes from './sale-dialog.module.css'

type Props = { sales: SaleDetail['related'] | undefined; timezone: string; onView: (saleid: number) => void }

export function RelatedSales({ sales, timezone, onView }: Props) {
  const titleId = useId()
  return (
    <section>
      <h3 id={titleId}>Other Sales With These Items</h3>
      <BorderedBox>
        {sales?.length === 0 ? (
          <p>No other sales with these items.</p>
        ) : (
          <ul className={classes.related} aria-labelledby={titleId}>
            {sales?.map(({ saleid, saledate }) => (
              <li key={saleid}>
                <UnstyledButton className={classes.other} onClick={() => onView(saleid)}>
                  <span className={classes.id}>#{saleid}</span>
                  <span className={classes.when}>{formatDateTimeIn(timezone, saledate)}</span>
                </UnstyledButton>
              </li>
            )) ??
              Array.from({ length: RELATED_SALES_SHOWN }, (_, row) => (
                <li key={row} className={classes.other} aria-hidden>
                  <Skeleton height={12} width={56} />
                  <Skeleton height={12} width={120} />
                </li>
              ))}
          </ul>
        )}
      </BorderedBox>
    </section>
  )
}
