/** Money that changes hands with a sale and is no revenue. */
export const EXTRA_KINDS = ['tip', 'gift_card', 'deposit', 'rounding'] as const
export type ExtraKind = (typeof EXTRA_KINDS)[number]

export const EXTRA_NAMES: Record<ExtraKind, string> = {
  tip: 'Tip',
  gift_card: 'Gift card sold',
  deposit: 'Deposit',
  rounding: 'Rounding',
}

/** Their columns in a file of sales. */
export const EXTRA_TITLES: Record<ExtraKind, string> = {
  tip: 'Tips beside the amount',
  gift_card: 'Gift cards beside the amount',
  deposit: 'Deposits beside the amount',
  rounding: 'Rounding beside the amount',
}

/** What an account of accounting holds. */
export const EXTRA_ACCOUNTS: Record<ExtraKind, string> = {
  tip: 'Tips to pay out',
  gift_card: 'Gift cards sold',
  deposit: 'Deposits taken',
  rounding: 'Rounding of cash',
}
