import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FirstSteps as Steps } from '../../../contract/dashboard-notices.ts'
import { formatMonth } from '../../lib/format/dates.ts'
import { firstStepsQuery } from './dashboard-queries.ts'
import { FirstStepsPanel } from './first-steps-panel.tsx'

/** With a sale the steps stay until they are done. */
const isOver = ({ is_hidden, last_sale_date, has_products, has_employees, has_tills }: Steps) =>
  is_hidden || (last_sale_date !== null && has_products && has_employees && has_tills)

/**
 * The first steps of a business, until they are done and it has a sale, or the person hides them; `orders` is the number of the range,
 * undefined while it loads. A business that is past them is asked about only where the range has no sales.
 */
export function FirstSteps({ orders }: { orders: number | undefined }) {
  const { data } = useQuery({ ...firstStepsQuery(), enabled: ({ state }) => !orders || !state.data || !isOver(state.data) })
  return !data || isOver(data) ? null : <FirstStepsPanel steps={data} />
}

/** In an empty revenue chart. The sales of an import can all be older than the range: this leads to the latest ones. */
export function NoRevenue() {
  const { data } = useQuery(firstStepsQuery())
  const last = data?.last_sale_date
  return (
    <Box className="stack gap-4" ta="center">
      <p>No revenue in this range.</p>
      {last && (
        <Link to="/dashboard" search={{ from: `${last.slice(0, 7)}-01`, to: last }}>
          Show {formatMonth(last)}
        </Link>
      )}
    </Box>
  )
}
