import { Box, Button } from '@mantine/core'
import type { SaleRow } from '../../../contract/sales.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { formatRand } from '../../lib/format/money.ts'

type Props = { sales: SaleRow[]; timezone: string; onView: (saleid: number) => void }

/** The sales with the typed number, or till reference, when the page of the list does not have them. */
export const ExactMatch = ({ sales, timezone, onView }: Props) =>
  sales.map((sale) => (
    <Box
      component="section"
      key={sale.saleid}
      className="row wrap between small digits"
      mb="var(--gap)"
      p="10px 12px 10px var(--side)"
      bd="1px solid var(--accent)"
      bdrs="lg"
      bg="var(--tint)"
      aria-label="Sale with this number"
    >
      <p>
        <b className="bold">#{sale.saleid}</b> {formatDateTimeIn(timezone, sale.saledate)}, {sale.sitename},{' '}
        {formatRand(sale.finalamount)}
      </p>
      <Button variant="default" size="xs" onClick={() => onView(sale.saleid)}>
        Open this sale
      </Button>
    </Box>
  ))
