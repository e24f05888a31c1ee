import type { GivenRight } from '../../contract/rights.ts'
import { RIGHT_NAMES } from '../../contract/shared/names.ts'
import type { RightChoice } from './right-fields.ts'

/** What the owner chooses from. */
export const RIGHT_CHOICES: RightChoice[] = [
  { value: 'none', label: 'No sign-in', description: 'Only sells at a till.' },
  {
    value: 'bookkeeper',
    label: RIGHT_NAMES.bookkeeper,
    description: 'Sees all sales, reports, products and stock. Saves cash-ups and sets account codes.',
  },
  {
    value: 'manager',
    label: RIGHT_NAMES.manager,
    description: 'Sees sales, reports and products of chosen sites. Manages their stock and cash-ups.',
  },
  {
    value: 'stock',
    label: RIGHT_NAMES.stock,
    description: 'Manages products and stock of chosen sites. Sees no revenue.',
  },
]

/** Of an invited person, who signs in. */
export const INVITED_CHOICES = RIGHT_CHOICES.filter(({ value }) => value !== 'none')

/** 'Shop manager of 2 sites'. */
export function describeRight(right: GivenRight | undefined) {
  if (!right) return 'No sign-in'
  const { name, siteids } = right
  if (siteids === null) return RIGHT_NAMES[name]
  return `${RIGHT_NAMES[name]} of ${siteids.length === 0 ? 'no site' : siteids.length === 1 ? '1 site' : `${siteids.length} sites`}`
}
