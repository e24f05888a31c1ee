import { useSeesCosts } from '../../auth/rights.ts'
import { formatCount, formatRand, NO_VALUE, pluralize } from '../../lib/format/money.ts'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'

type Costs = {
  products: number
  /** Those without a known purchase price. */
  unknown_costs: number
}

/** '–' where it is not known. */
export const formatCost = (cost: number | null) => (cost === null ? NO_VALUE : formatRand(cost))

/** Null where it is known of no product. */
export const sumKnownCost = ({ products, unknown_costs, cost }: Costs & { cost: number }) =>
  products > 0 && unknown_costs === products ? null : cost

/** Of how many products a cost is the sum. Undefined where it is of all. */
export const describeKnownCosts = ({ products, unknown_costs }: Costs) =>
  unknown_costs === 0 ? undefined : `${formatCount(products - unknown_costs)} of ${pluralize(products, 'product')}`

type Props = Costs & { siteid?: number | undefined; supplier?: string | undefined }

/** Below a total: of how many products the cost is known, with the way to the others. */
export function KnownCosts({ siteid, supplier, ...costs }: Props) {
  const known = describeKnownCosts(costs)
  const seesCosts = useSeesCosts()
  if (known === undefined || !seesCosts) return null
  return (
    <span className="second-line">
      <QuietLink to="/products" search={{ no_cost: true, siteid, ...(supplier && { supplier }) }}>
        Cost known for {known}
      </QuietLink>
    </span>
  )
}

/** Below a cost that is of some products only. A dash says that it is of none. */
export function KnownPart(costs: Costs) {
  const known = sumKnownCost({ ...costs, cost: 0 }) !== null && describeKnownCosts(costs)
  return known && <span className="second-line">for {known}</span>
}
