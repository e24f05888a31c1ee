import { addUnits } from '../../../contract/shared/decimal.ts'
import type { DocumentRow, StockDocument } from '../../../contract/stock-documents.ts'
import { formatQuantity, formatRand, pluralize } from '../../lib/format/money.ts'

type State = DocumentRow['state']

const STATE_NAMES: Record<State, string> = {
  draft: 'Draft',
  sent: 'Sent',
  part_received: 'Part received',
  received: 'Received',
  closed: 'Closed',
  cancelled: 'Cancelled',
  booked: 'Booked',
  counting: 'Counting',
  approved: 'Approved',
}

const OPEN: State[] = ['sent', 'part_received', 'counting']
const DONE: State[] = ['received', 'booked', 'approved']

/** The word for a state, and the colour of its pill. */
export function describeState({ kind, state, is_correction }: Pick<DocumentRow, 'kind' | 'state' | 'is_correction'>) {
  if (is_correction) return { name: 'Correction', tone: 'grey' as const }
  const name = kind === 'transfer' && state === 'sent' ? 'In transit' : STATE_NAMES[state]
  const tone = OPEN.includes(state) ? ('accent' as const) : DONE.includes(state) ? ('green' as const) : ('grey' as const)
  return { name, tone }
}

/** What is ordered or sent and not there yet. */
export const isOnItsWay = ({ state }: Pick<DocumentRow, 'state'>) => state === 'sent' || state === 'part_received'

/** Expected before today. `today` is the date in the time zone of the business. */
export const isLate = (row: Pick<DocumentRow, 'kind' | 'state' | 'expected_on'>, today: string) =>
  row.kind === 'order' && isOnItsWay(row) && row.expected_on !== null && row.expected_on < today

type Places = Pick<DocumentRow, 'kind' | 'sitename' | 'to_sitename' | 'supplier'>

/** 'Sandton → Rosebank', 'Sasko → Sandton', or the site alone. */
export function describeRoute({ kind, sitename, to_sitename, supplier }: Places) {
  if (to_sitename !== null) return `${sitename} → ${to_sitename}`
  return supplier !== null && (kind === 'order' || kind === 'delivery') ? `${supplier} → ${sitename}` : sitename
}

/** '48 units', '1 unit', '2,5 units'. */
export const formatUnits = (units: number) => `${formatQuantity(units)} ${Math.abs(units) === 1 ? 'unit' : 'units'}`

/** '2 prices not known'; '' where all are. */
export const describeUnknownPrices = (unknown: number) => (unknown === 0 ? '' : `${pluralize(unknown, 'price')} not known`)

/** 'R 249,00', 'R 249,00 (2 prices not known)', or 'No price known'. */
export function describeCost({ cost, unknown_costs, lines }: { cost: number; unknown_costs: number; lines: number }) {
  if (lines > 0 && unknown_costs === lines) return 'No price known'
  const unknown = describeUnknownPrices(unknown_costs)
  return unknown ? `${formatRand(cost)} (${unknown})` : formatRand(cost)
}

const EVENT_NAMES: Record<StockDocument['events'][number]['event'], string> = {
  created: 'Created',
  sent: 'Sent',
  received: 'Received',
  corrected: 'Corrected',
  closed: 'Closed',
  cancelled: 'Cancelled',
  booked: 'Booked',
  approved: 'Approved',
}

/** An order or a transfer is received in parts. */
export const describeEvent = (document: Pick<StockDocument, 'kind'>, { event }: StockDocument['events'][number]) =>
  event === 'received' && document.kind === 'order'
    ? 'Delivery received'
    : event === 'received' && document.kind === 'transfer'
      ? 'Receipt created'
      : EVENT_NAMES[event]

/** Of a line of an order or transfer: what is not there yet. */
export const getOutstanding = ({ quantity, received }: { quantity: number; received: number }) =>
  Math.max(0, addUnits([quantity, -received]))
