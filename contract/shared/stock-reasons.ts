// Reasons of the list that a business begins with have one direction; a business's own reasons go both ways.

export type StockDirection = 'away' | 'add'

const DIRECTIONS: ReadonlyMap<string, StockDirection> = new Map([
  ['damaged', 'away'],
  ['stolen', 'away'],
  ['expired', 'away'],
  ['own use', 'away'],
  ['found', 'add'],
])

/** Undefined for a reason that takes away and adds. */
export const findDirection = (reason: string) => DIRECTIONS.get(reason.trim().toLowerCase())

/** The change of stock that a line of an adjustment books: the sign is that of the reason, whatever was typed. */
export function toStockChange({ quantity, reason }: { quantity: number; reason: string }) {
  const direction = findDirection(reason)
  if (quantity === 0) return 0
  if (direction === undefined) return quantity
  return direction === 'away' ? -Math.abs(quantity) : Math.abs(quantity)
}

type Directed = { direction: StockDirection; reason: string }

/** Whether an adjustment takes away or adds: its reason says it, or the person. */
export const getDirection = ({ direction, reason }: Directed) => findDirection(reason) ?? direction

/** The change of stock of typed units. */
export const signUnits = (units: number, { direction, reason }: Directed) =>
  toStockChange({ quantity: direction === 'away' ? -Math.abs(units) : units, reason })

/** Why units of a transfer may be missing, besides the reasons of the business. */
const MISSING_REASONS = ['Lost', 'Not known']
/** Goods that are found or used in the shop are not missing on their way. */
const NEVER_MISSING = ['found', 'own use']

/** Why units of a transfer may be missing. */
export const listMissingReasons = (reasons: readonly string[]) => [
  ...reasons.filter((reason) => !NEVER_MISSING.includes(reason.trim().toLowerCase())),
  ...MISSING_REASONS.filter((reason) => !reasons.includes(reason)),
]
