import { Box, Skeleton, UnstyledButton } from '@mantine/core'
import { type CSSProperties, useId } from 'react'
import type { SaleDetail } from '../../../contract/sales.ts'
import { RELATED_SALES_SHOWN } from '../../../contract/shared/constants.ts'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { BorderedBox } from '../../ui/layout/bordered-box.tsx'

type Props = { sales: SaleDetail['related'] | undefined; timezone: string; onView: (saleid: number) => void }

export function RelatedSales({ sales, timezone, onView }: Props) {
  const titleId = useId()
  const isPhone = useIsPhone()
  return (
    <section>
      <Box component="h3" id={titleId} mb="xs">
        Other Sales With These Items
      </Box>
      <BorderedBox>
        {sales?.length === 0 ? (
          <p>No other sales with these items.</p>
        ) : (
          <ul className="ruled" style={isPhone ? {} : ({ '--row-height': '36px' } as CSSProperties)} aria-labelledby={titleId}>
            {sales?.map(({ saleid, saledate }) => (
              <li key={saleid}>
                <UnstyledButton className="list-row between" w="100%" fz="sm" onClick={() => onView(saleid)}>
                  <span className="bold digits" style={{ color: 'var(--accent)' }}>
                    #{saleid}
                  </span>
                  <span className="grey digits">{formatDateTimeIn(timezone, saledate)}</span>
                </UnstyledButton>
              </li>
            )) ??
              Array.from({ length: RELATED_SALES_SHOWN }, (_, row) => (
                <li key={row} className="list-row between" aria-hidden>
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
