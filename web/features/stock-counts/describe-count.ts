import { addUnits } from '../../../contract/shared/decimal.ts'
import type { CountLine, CountSummary } from '../../../contract/stock-counts.ts'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { formatCount, formatQuantity, formatRand, pluralize } from '../../lib/format/money.ts'

/** 'Count 3'. */
export const getCountName = ({ number }: Pick<StockDocument, 'number'>) => `Count ${number}`

type State = StockDocument['state']

const STATES: Partial<Record<State, { name: string; tone: 'accent' | 'green' | 'grey' }>> = {
  counting: { name: 'Counting', tone: 'accent' },
  approved: { name: 'Approved', tone: 'green' },
  cancelled: { name: 'Cancelled', tone: 'grey' },
}

/** The word for a state, and the colour of its pill. */
export const describeState = (state: State) => STATES[state] ?? { name: state, tone: 'grey' as const }

/** 'All products', 'Category Bakery', 'Supplier Sasko' or 'Scanned products'. */
export function describeScope({ count_scope, count_scope_name }: Pick<StockDocument, 'count_scope' | 'count_scope_name'>) {
  if (count_scope === 'category') return `Category ${count_scope_name}`
  if (count_scope === 'supplier') return `Supplier ${count_scope_name}`
  return count_scope === 'chosen' ? 'Scanned products' : 'All products'
}

type Scope = Pick<StockDocument, 'count_scope' | 'count_scope_name'>

/** Whether the count has some of the products of its site, so that another one is asked about. */
export const isNarrow = ({ count_scope }: Scope) => count_scope === 'category' || count_scope === 'supplier'

/** Whether a product is one of a count of a category or a supplier. */
export const isInScope = (product: { category: string; supplier: string }, { count_scope, count_scope_name }: Scope) =>
  (count_scope === 'supplier' ? product.supplier : product.category) === count_scope_name

/** 'in Bakery', 'from Sasko'. */
export const describeInside = ({ count_scope, count_scope_name }: Scope) =>
  `${count_scope === 'supplier' ? 'from' : 'in'} ${count_scope_name}`

/** 'not in Bakery'. */
export const describeOutside = (scope: Scope) => `not ${describeInside(scope)}`

/** '120 of 480 products counted, and 2 not in Bakery'; of what is scanned '120 products counted'. */
export function describeProgress({ counted, lines, outside }: Pick<CountSummary, 'counted' | 'lines' | 'outside'>, scope: Scope) {
  if (scope.count_scope === 'chosen') return `${pluralize(counted, 'product')} counted`
  const progress = `${formatCount(counted)} of ${pluralize(lines, 'product')} counted`
  return outside > 0 ? `${progress}, and ${formatCount(outside)} ${describeOutside(scope)}` : progress
}

/** 'Thandi Nkosi 80 entries, Sipho Zulu 40'. */
export const describePeople = (people: CountSummary['people']) =>
  people
    .map(({ user, entries }, index) => {
      const name = user ?? 'A former employee'
      return `${name} ${index > 0 ? formatCount(entries) : entries === 1 ? '1 entry' : `${formatCount(entries)} entries`}`
    })
    .join(', ')

/** '+12', '-3', '0'. */
export const formatChange = (quantity: number) => `${quantity > 0 ? '+' : ''}${formatQuantity(quantity)}`

export const formatCostChange = (amount: number) => `${amount > 0 ? '+' : ''}${formatRand(amount)}`

/** '1 unit', '2,5 units'. */
export const formatUnits = (units: number) => `${formatQuantity(units)} ${Math.abs(units) === 1 ? 'unit' : 'units'}`

/** '3 entries'. */
export const formatEntries = (entries: number) => (entries === 1 ? '1 entry' : `${formatCount(entries)} entries`)

/** 'sold during the count: 2'; '' where nothing moved. */
export function describeMoved({ moved_while_counted: moved }: Pick<CountLine, 'moved_while_counted'>) {
  if (moved === 0) return ''
  return moved < 0 ? `sold during the count: ${formatQuantity(-moved)}` : `arrived during the count: ${formatQuantity(moved)}`
}

/** '3 sold since', and what the stock would be where that is below zero; '' where nothing moved. */
export function describeSince({ counted, moved_since: moved }: Pick<CountLine, 'counted' | 'moved_since'>) {
  if (moved === 0 || counted === null) return ''
  const stock = addUnits([counted, moved])
  const since = moved < 0 ? `${formatQuantity(-moved)} sold since` : `${formatQuantity(moved)} arrived since`
  return stock < 0 ? `${since}, which would leave ${formatQuantity(stock)}` : since
}

export type Uncounted = 'keep' | 'zero'

/** What an approval does, in a sentence. */
export function describeApproval({ lines, counted, differences }: CountSummary, uncounted: Uncounted) {
  const left = lines - counted
  const changed = differences?.lines ?? 0
  const parts = [
    differences && differences.over > 0 && `${formatUnits(differences.over)} over`,
    differences && differences.short < 0 && `${formatUnits(-differences.short)} short`,
  ].filter(Boolean)
  const first = changed === 0 ? 'No differences' : `Stock of ${pluralize(changed, 'product')} changes: ${parts.join(' and ')}`
  if (left === 0) return `${first}.`
  return uncounted === 'keep'
    ? `${first}; ${pluralize(left, 'product')} not counted ${left === 1 ? 'keeps its' : 'keep their'} stock.`
    : `${first}; stock of ${pluralize(left, 'product')} not counted is set to 0.`
}
