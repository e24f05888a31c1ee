import type { StockDirection } from '../../../contract/shared/stock-reasons.ts'

const SIGNS: Record<string, StockDirection> = { '-': 'away', '−': 'away', '+': 'add' }

/** The sign of typed units, which is their direction, and the text without it. */
export function readSign(typed: string): { direction?: StockDirection; text: string } {
  const text = typed.trimStart()
  const direction = SIGNS[text.charAt(0)]
  return direction ? { direction, text: text.slice(1) } : { text: typed }
}
