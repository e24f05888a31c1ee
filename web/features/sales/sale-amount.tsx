import { formatRand } from '../../lib/format/money.ts'
import { Pill } from '../../ui/display/pill.tsx'
import classes from './sale-amount.module.css'

export const SaleAmount = ({ amount }: { amount: number }) => (
  <span className={classes.amount}>
    {amount < 0 && <Pill tone="red">Refund</Pill>} {formatRand(amount)}
  </span>
)
