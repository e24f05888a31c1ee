import { Link } from '@tanstack/react-router'
import { pluralize } from '../lib/format/money.ts'
import { useRefusedSum } from './refused-sums.ts'

/** '3 refused sales', for a site or a till that has some. */
export function RefusedLink({ siteid, tillid }: { siteid: number; tillid?: number }) {
  const sum = useRefusedSum({ siteid, tillid })
  if (!sum) return null
  return (
    <Link to="/sales/refused" search={{ siteid }} className="second-line nowrap" style={{ color: 'var(--red)' }}>
      {pluralize(sum.sales, 'refused sale')}
    </Link>
  )
}
