import { roundDecimal, sumRand } from '../../../contract/shared/decimal.ts'
import type { Shrinkage, ShrinkageRow } from '../../../contract/stock-reports.ts'

type Sums = Shrinkage['total']

/** A row of the table. The sums of a site and of all sites are rows too. Numbered, for the keys of the list. */
export type TableRow = Sums & {
  index: number
  sitename: string
  /** Undefined in sums. */
  of?: Pick<ShrinkageRow, 'kind' | 'reason' | 'siteid'>
}

/** 'Damaged', 'Count', 'Missing in transfers: Stolen'. */
export function describeReason({ kind, reason }: Pick<ShrinkageRow, 'kind' | 'reason'>) {
  if (kind === 'count') return 'Count'
  if (kind === 'adjustment') return reason || 'No reason'
  return reason ? `Missing in transfers: ${reason}` : 'Missing in transfers'
}

const add = (values: number[]) =>
  roundDecimal(
    values.reduce((sum, value) => sum + value, 0),
    3,
  )

const sumRows = (rows: ShrinkageRow[]): Sums => ({
  lost: add(rows.map(({ lost }) => lost)),
  found: add(rows.map(({ found }) => found)),
  lost_cost: sumRand(rows.map(({ lost_cost }) => lost_cost)),
  found_cost: sumRand(rows.map(({ found_cost }) => found_cost)),
  unknown_costs: add(rows.map(({ unknown_costs }) => unknown_costs)),
  lines: add(rows.map(({ lines }) => lines)),
})

/** The rows by site; where there are several, each site with more than one row has its sums below them. */
export function createTableRows(rows: ShrinkageRow[]): TableRow[] {
  const sites = Map.groupBy(rows, ({ siteid }) => siteid)
  const all = [...sites.values()].flatMap((ofSite): Omit<TableRow, 'index'>[] => {
    const sitename = ofSite[0]?.sitename ?? ''
    const sums = sites.size > 1 && ofSite.length > 1 ? [{ ...sumRows(ofSite), sitename }] : []
    return [...ofSite.map(({ kind, reason, siteid, ...row }) => ({ ...row, of: { kind, reason, siteid } })), ...sums]
  })
  return all.map((row, index) => ({ ...row, index }))
}

/** Null where no line has a known price. */
export const getDifference = ({ lost_cost, found_cost, unknown_costs, lines }: Sums) =>
  lines > 0 && unknown_costs === lines ? null : roundDecimal(found_cost - lost_cost, 2)

/** In units. */
export const getUnitDifference = ({ lost, found }: Sums) => roundDecimal(found - lost, 3)

/** Null where something was lost and no price of it is known. */
export const getLostCost = ({ lost, lost_cost, unknown_costs }: Sums) =>
  lost > 0 && lost_cost === 0 && unknown_costs > 0 ? null : lost_cost
export const getFoundCost = ({ found, found_cost, unknown_costs }: Sums) =>
  found > 0 && found_cost === 0 && unknown_costs > 0 ? null : found_cost

/** What cost most, of all sites together. Undefined where nothing has a cost. */
export function findLargestReason({ rows, total }: Pick<Shrinkage, 'rows' | 'total'>) {
  const reasons = [...Map.groupBy(rows, describeReason).values()].flatMap(([first, ...others]) =>
    first ? [{ kind: first.kind, reason: first.reason, cost: sumRows([first, ...others]).lost_cost }] : [],
  )
  const [largest] = reasons.sort((a, b) => b.cost - a.cost)
  return largest && largest.cost > 0 ? { ...largest, share: largest.cost / total.lost_cost } : undefined
}
