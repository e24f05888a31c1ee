import { Button } from '@mantine/core'
import type { SaleRow } from '../../../contract/sales.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { formatRand } from '../../lib/format/money.ts'
import classes from './exact-match.module.css'

type Props = { sales: SaleRow[]; timezone: string; onView: (saleid: number) => void }

/** The sales with the typed number, or till reference, when the page of the list does not have them. */
export const ExactMatch = ({ sales, timezone, onView }: Props) =>
  sales.map((sale) => (
    <section key={sale.saleid} className={classes.match} aria-label="Sale with this number">
      <p>
        <b>#{sale.saleid}</b> {formatDateTimeIn(timezone, sale.saledate)}, {sale.sitename}, {formatRand(sale.finalamount)}
      </p>
      <Button variant="default" size="xs" onClick={() => onView(sale.saleid)}>
        Open this sale
      </Button>
    </section>
  ))
