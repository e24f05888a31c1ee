// How a sale is paid. Amounts are whole cents, negative when money is given back.

export const METHODS = ['cash', 'card', 'eft', 'snapscan', 'gift card'] as const
export type Method = (typeof METHODS)[number]

export const METHOD_NAMES: Record<Method, string> = {
  cash: 'Cash',
  card: 'Card',
  eft: 'EFT',
  snapscan: 'SnapScan',
  'gift card': 'Gift card',
}

export type Payment = {
  method: Method
  amount_cents: number
  /** What the customer gave: the amount and the change. */
  tendered_cents?: number
  /** Of the gift card. */
  number?: string
}

const SMALLEST_COIN_CENTS = 10

/** An amount in cash: 10 cents is the smallest coin, and the cents below it are left out. So a refund gives back what was paid. */
export const roundCash = (cents: number) => Math.trunc(cents / SMALLEST_COIN_CENTS) * SMALLEST_COIN_CENTS || 0

/** What the customer gets back of what was given. */
export const getChange = (payments: Payment[]) =>
  sum(payments, ({ tendered_cents, amount_cents }) => (tendered_cents ?? amount_cents) - amount_cents)

export const sum = <Row>(rows: Row[], read: (row: Row) => number) => rows.reduce((total, row) => total + read(row), 0)

export const sumPayments = (payments: Payment[]) => sum(payments, ({ amount_cents }) => amount_cents)

/** What is left to pay with a method, and what the rounding takes off or adds: zero for all methods but cash. */
export function getDue(total_cents: number, payments: Payment[], method: Method) {
  const left = total_cents - sumPayments(payments)
  const due_cents = method === 'cash' ? roundCash(left) : left
  return { due_cents, rounding_cents: due_cents - left }
}

const NOTES_CENTS = [1000, 2000, 5000, 10_000, 20_000]

/** What customers give for an amount: exactly it, and the next amounts in notes. At most six. */
export function listTendered(due_cents: number): number[] {
  const rounded = NOTES_CENTS.map((note) => Math.ceil(due_cents / note) * note)
  return [...new Set([due_cents, ...rounded])].toSorted((a, b) => a - b)
}
