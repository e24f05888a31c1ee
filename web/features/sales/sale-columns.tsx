import { Box } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { SaleRow } from '../../../contract/sales.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import type { RowView } from '../../list/row-view.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { SaleAmount } from './sale-amount.tsx'
import type { Search } from './sale-queries.ts'

export const createSaleView = (timezone: string, onView: (saleid: number) => void): RowView<SaleRow, Search['sort']> => ({
  key: (sale) => sale.saleid,
  name: (sale) => `sale ${sale.saleid}`,
  minWidth: 680,
  columns: [
    {
      title: 'SALE DATE/TIME',
      sort: 'saledate',
      first: 'desc',
      width: 'clamp(164px, 15vw, 240px)',
      cell: (sale) => <span className="digits">{formatDateTimeIn(timezone, sale.saledate)}</span>,
    },
    { title: 'EMPLOYEE', sort: 'employee', cell: (sale) => <ClampedText>{getFullName(sale)}</ClampedText> },
    { title: 'SITE', sort: 'site', cell: (sale) => <ClampedText>{sale.sitename}</ClampedText> },
    {
      title: 'AMOUNT',
      sort: 'finalamount',
      width: 'clamp(168px, 15vw, 216px)',
      numeric: true,
      cell: (sale) => <SaleAmount amount={sale.finalamount} />,
    },
  ],
  actions: [{ verb: 'View', icon: IconEye, run: (sale) => onView(sale.saleid) }],
  card: (sale) => ({
    title: <span className="digits">{formatDateTimeIn(timezone, sale.saledate)}</span>,
    facts: <ClampedText>{`${getFullName(sale)} • ${sale.sitename}`}</ClampedText>,
    figure: (
      <Box component="b" fz="lg" fw={600}>
        <SaleAmount amount={sale.finalamount} />
      </Box>
    ),
  }),
})
