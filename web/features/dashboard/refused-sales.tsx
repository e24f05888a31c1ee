import { IconReceiptOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatRand, pluralize } from '../../lib/format/money.ts'
import { useRefusedSum } from '../../refused-sales/refused-sums.ts'

/** Sales of tills that no figure has, because they were rejected and nobody has answered them. */
export function RefusedSales() {
  const sum = useRefusedSum()
  if (!sum) return null
  const { sales, amount, without_amount } = sum
  return (
    <section className="row" data-notice="warning" aria-label="Refused sales">
      <IconReceiptOff size={20} stroke={1.75} aria-hidden="true" />
      <p>
        {pluralize(sales, 'sale')} from your tills could not be stored: {formatRand(amount)}
        {without_amount > 0 && `, and ${without_amount} without an amount,`} {sales === 1 ? 'is' : 'are'} left out of all figures.{' '}
        <Link to="/sales/refused">{sales === 1 ? 'Review it' : 'Review them'}</Link>
      </p>
    </section>
  )
}
