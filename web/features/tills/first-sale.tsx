import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Till } from '../../../contract/tills.ts'
import { formatRand } from '../../lib/format/money.ts'
import classes from './first-sale.module.css'

/** Whether the till works. The list of tills refreshes with the sales, so this changes while it is read. */
export const FirstSale = ({ sale }: { sale: Till['first_sale'] }) => (
  <p className={classes.first} data-received={sale !== null || undefined} aria-live="polite">
    {sale ? (
      <>
        <IconCircleCheck size={18} stroke={1.75} aria-hidden />
        <span>
          First sale received: {formatRand(sale.finalamount)}{' '}
          <Link to="/sales" search={{ sale: sale.saleid }}>
            Sale #{sale.saleid}
          </Link>
        </span>
      </>
    ) : (
      <>
        <span className={classes.dot} aria-hidden />
        Waiting for the first sale …
      </>
    )}
  </p>
)
