import type { NumberFormat } from '../../../../contract/columns/number-format.ts'
import { readDecimal, scaleDecimal } from '../../../../contract/shared/decimal.ts'
import { type FileRow, shortenText } from './file-row.ts'

/** What was paid in one way, in cents. */
export type Part = { method: string; amount: number }

const COLUMNS = { cash: 'Cash', card: 'Card', eft: 'EFT', gift_card: 'Gift card', other: 'Other' } as const

/**
 * What the columns of a row say that was paid in each way. A column 'Card' may also have the name of a card, and one of gift cards their
 * numbers, which are above what was `due`. Without such columns, the payments `named` in the cell of the method.
 */
export function readParts(
  cells: FileRow['cells'],
  { numbers }: { numbers: { finalamount: NumberFormat } },
  due: number,
  named = readMethods(cells.payment_method),
): Part[] {
  const parts = Object.entries(COLUMNS).flatMap(([column, name]) => {
    const cell = (cells[column as keyof typeof COLUMNS] ?? '').trim()
    const parsed = /[1-9]/.test(cell) ? numbers.finalamount.parse(cell) : undefined
    if (!parsed || 'problem' in parsed) return []
    // A column says how 'Other' was paid.
    const method = (column === 'other' && shortenText(cells.payment_method)) || name
    const amount = scaleDecimal(parsed.value, 2)
    return column === 'gift_card' && Math.abs(amount) > Math.abs(due) ? [] : [{ method, amount }]
  })
  return parts.length > 0 ? parts : named
}

const METHOD_AND_AMOUNT = /^(\p{L}[^\d,]*?)[\s:]+(-?\d+\.\d{2,4})$/u

/** The payments of a cell such as 'Cash 50.00, Debit Card 65.00', as OpenSourcePOS writes it; empty for words alone. */
export function readMethods(cell = ''): Part[] {
  if (!/\d/.test(cell)) return []
  const found = cell.split(/,\s+/).map((part) => METHOD_AND_AMOUNT.exec(part.trim()))
  const parts = found.flatMap((match) => {
    const [, method = '', number = ''] = match ?? []
    const amount = readDecimal(number)
    return amount ? [{ method: shortenText(method), amount: scaleDecimal(amount, 2) }] : []
  })
  return parts.length === found.length ? parts : []
}

export const sumParts = (parts: Pick<Part, 'amount'>[]) => parts.reduce((sum, { amount }) => sum + amount, 0)

/** The methods in the order of their amounts, 'Cash + Card'. */
export const joinMethods = (methods: string[]) => [...new Set(methods.filter(Boolean))].join(' + ').slice(0, MAX_METHOD)
const MAX_METHOD = 40

/** One part for each method. */
export const mergeParts = (parts: Part[]): Part[] =>
  [...Map.groupBy(parts, ({ method }) => method.toLowerCase()).values()].flatMap((same) => {
    const [first] = same
    const amount = sumParts(same)
    return first && amount !== 0 ? [{ method: first.method.slice(0, MAX_METHOD), amount }] : []
  })
