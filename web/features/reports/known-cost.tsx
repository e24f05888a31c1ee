import { findKnownCostShare, type Sums } from '../../../contract/figures.ts'
import { COST_COLUMNS, type Column } from '../../../contract/search/reports.ts'
import { capitalise } from '../../lib/format/capitalise.ts'
import { formatWholePercent } from '../../lib/format/money.ts'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'

/** 'cost known for 15 % of revenue'; undefined where it is known for all, and where no column needs it. */
export function describeKnownCost(sums: Sums, columns: readonly Column[]) {
  const share = findKnownCostShare(sums)
  if (share === null || !columns.some((column) => COST_COLUMNS.includes(column))) return undefined
  return `cost known for ${formatWholePercent(share)} of revenue`
}

type Props = { sums: Sums; columns: readonly Column[] }

/** Of how much revenue cost, profit and margin are, with the way to the products without a purchase price. */
export function KnownCost({ sums, columns }: Props) {
  const text = describeKnownCost(sums, columns)
  if (text === undefined) return null
  return (
    <span className="second-line">
      <QuietLink to="/products" search={{ no_cost: true }}>
        {capitalise(text)}
      </QuietLink>
    </span>
  )
}
