import type { GivenRight, Right } from '../../contract/rights.ts'

export const RIGHT_NAMES: Record<Right, string> = { bookkeeper: 'Bookkeeper', manager: 'Shop manager', stock: 'Stock keeper' }

/** What the owner chooses from. */
export const RIGHT_CHOICES: { value: Right | 'none'; label: string; description: string }[] = [
  { value: 'none', label: 'No sign-in', description: 'Sells at a till, and does not see the back office.' },
  {
    value: 'bookkeeper',
    label: RIGHT_NAMES.bookkeeper,
    description: 'Sees all figures, reports, products and stock of the business, and saves cash-ups.',
  },
  {
    value: 'manager',
    label: RIGHT_NAMES.manager,
    description: 'Sees sales, reports, products and stock of the sites that you choose, and saves their cash-ups.',
  },
  { value: 'stock', label: RIGHT_NAMES.stock, description: 'Sees products and stock of the sites that you choose. No revenue.' },
]

/** 'Shop manager of 2 sites'. */
export function describeRight(right: GivenRight | undefined) {
  if (!right) return 'No sign-in'
  const { name, siteids } = right
  if (siteids === null) return RIGHT_NAMES[name]
  return `${RIGHT_NAMES[name]} of ${siteids.length === 0 ? 'no site' : siteids.length === 1 ? '1 site' : `${siteids.length} sites`}`
}

/** What the owner chooses from for a read key. */
export const KEY_CHOICES: { value: Right; label: string; description: string }[] = [
  {
    value: 'bookkeeper',
    label: RIGHT_NAMES.bookkeeper,
    description: 'Reads all figures, sales, products, stock and cash-ups of the business.',
  },
  {
    value: 'manager',
    label: RIGHT_NAMES.manager,
    description: 'Reads sales, reports, products, stock and cash-ups of the sites that you choose.',
  },
  { value: 'stock', label: RIGHT_NAMES.stock, description: 'Reads products and stock of the sites that you choose. No revenue.' },
]
