import { useSeesCosts } from '../../auth/rights.ts'
import { pluralize } from '../../lib/format/money.ts'

/** Below a total: how many lines its cost leaves out. Nothing where it has all. */
export function UnknownLines({ unknown_costs }: { unknown_costs: number }) {
  const seesCosts = useSeesCosts()
  return unknown_costs > 0 && seesCosts && <span className="second-line">{describeUnknownLines(unknown_costs)}</span>
}

const describeUnknownLines = (lines: number) => `${pluralize(lines, 'line')} without a purchase price, left out of the cost`
