import { IconEye } from '@tabler/icons-react'
import type { SaleRow } from '../../contract/sales.ts'
import { dateTimeIn } from '../lib/dates.ts'
import type { RowView } from '../list/row-view.ts'
import { SaleAmount } from './sale-amount.tsx'
import classes from './sale-columns.module.css'
import type { Search } from './sales-queries.ts'

const employee = ({ firstname, lastname }: SaleRow) => `${firstname} ${lastname}`

export const saleView = (timezone: string, onView: (saleid: number) => void): RowView<SaleRow, Search['sort']> => ({
  key: (sale) => sale.saleid,
  name: (sale) => `sale ${sale.saleid}`,
  minWidth: 680,
  columns: [
    {
      title: 'SALE DATE/TIME',
      sort: 'saledate',
      first: 'desc',
      width: '24%',
      cell: (sale) => <span className={classes.date}>{dateTimeIn(timezone, sale.saledate)}</span>,
    },
    { title: 'EMPLOYEE', sort: 'employee', cell: employee },
    { title: 'SITE', sort: 'site', cell: (sale) => sale.sitename },
    {
      title: 'AMOUNT',
      sort: 'finalamount',
      width: '204px',
      numeric: true,
      cell: (sale) => <SaleAmount amount={sale.finalamount} />,
    },
  ],
  actions: [{ verb: 'View', icon: IconEye, run: (sale) => onView(sale.saleid) }],
  card: (sale) => ({
    title: <span className={classes.date}>{dateTimeIn(timezone, sale.saledate)}</span>,
    facts: `${employee(sale)} • ${sale.sitename}`,
    figure: (
      <b className={classes.figure}>
        <SaleAmount amount={sale.finalamount} />
      </b>
    ),
  }),
})
