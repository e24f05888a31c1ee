import { CURRENCY } from '../../../contract/shared/constants.ts'
import { writePrice } from '../../../contract/shared/decimal.ts'
import type { VatRate } from '../../../contract/shared/vat-rate.ts'

/**
 * Formats numbers as South African English does: 'R 1 400 525,50'. Browsers differ for en-ZA (comma or dot, U+00A0 or U+202F between
 * thousands), so the separators are our own and `en` only groups and rounds. U+00A0 keeps a number on one line.
 */
const NBSP = '\u00a0'
/** Shown in place of a missing value. */
export const NO_VALUE = '–'

const SEPARATORS: Partial<Record<Intl.NumberFormatPartTypes, string>> = { group: NBSP, decimal: ',' }

type Affixes = { before?: string; after?: string }

function createFormatter(minimumFractionDigits: number, maximumFractionDigits: number) {
  let numbers: Intl.NumberFormat | undefined
  return (value: number, { before = '', after = '' }: Affixes = {}) => {
    if (!Number.isFinite(value)) return NO_VALUE
    // Made when it is first used: it takes a phone several milliseconds.
    numbers ??= new Intl.NumberFormat('en', { minimumFractionDigits, maximumFractionDigits })
    const digits = numbers
      .formatToParts(Math.abs(value))
      .map((part) => SEPARATORS[part.type] ?? part.value)
      .join('')
    const isZero = !/[1-9]/.test(digits) // an amount that rounds to zero has no sign
    return `${value < 0 && !isZero ? '-' : ''}${before}${digits}${after}`
  }
}

const formatWhole = createFormatter(0, 0)
const formatCents = createFormatter(2, 2)
const formatUpTo4 = createFormatter(2, 4)
const formatUpTo2 = createFormatter(0, 2)
const formatUpTo3 = createFormatter(0, 3)
const formatOneDecimal = createFormatter(1, 1)

const RAND = { before: `R${NBSP}` }

/** 'R 218,22': prices, averages, amounts of one sale. */
export const formatRand = (amount: number) => formatCents(amount, RAND)

/** 'R 218,22', 'R 23,459': a price of one, which may have four decimals. */
export const formatPrice = (price: number) => formatUpTo4(price, RAND)

/** 'R 1 400 525': totals. */
export const formatWholeRand = (amount: number) => formatWhole(amount, RAND)

/** '6 418'. */
export const formatCount = (value: number) => formatWhole(value)

/** 'orders', 'categories'. */
export const toPlural = (noun: string) => `${noun.replace(/(?<![aeiou])y$/, 'ie')}s`

/** '1 order', '6 418 orders'. */
export const pluralize = (value: number, noun: string) => `${formatCount(value)} ${value === 1 ? noun : toPlural(noun)}`

/** '842', '1,25': at most three decimals, without trailing zeros. */
export const formatQuantity = (value: number) => formatUpTo3(value)

/** '3 orders'; for an average day '2,5 orders'. */
export const pluralizeAverage = (value: number, noun: string) =>
  Number.isInteger(value) ? pluralize(value, noun) : `${formatQuantity(Math.round(value * 10) / 10)} ${noun}s`

/** '61,8 %' for 0.618. */
export const formatPercent = (share: number) => formatOneDecimal(share * 100, { after: `${NBSP}%` })

/** '62 %' for 0.618. */
export const formatWholePercent = (share: number) => formatWhole(share * 100, { after: `${NBSP}%` })

/** '1,9 points' for 0.019: how far two percentages are apart. */
export const formatPoints = (difference: number) => formatOneDecimal(difference * 100, { after: `${NBSP}points` })

/** '15 %', '15,5 %' or 'Exempt'. */
export const formatVatRate = (vat_rate: VatRate) => (vat_rate === 'exempt' ? 'Exempt' : `${formatUpTo2(vat_rate)}${NBSP}%`)

/** 'ZAR 249,00': a price with the code of its currency. */
export const formatPlanPrice = (price: number, currency: string = CURRENCY) =>
  formatCents(price, { before: `${currency}${NBSP}` })

const STEPS = [
  { size: 1e12, letter: 'tn' },
  { size: 1e9, letter: 'bn' },
  { size: 1e6, letter: 'm' },
  { size: 1e3, letter: 'k' },
]

function formatShort(value: number, affixes?: Affixes) {
  // Rounded first, or 999 999 would read 1 000k.
  const step = STEPS.find(({ size }) => Math.round(Math.abs(value) / (size / 1000)) >= 1000)
  return step ? formatUpTo2(value / step.size, { ...affixes, after: step.letter }) : formatUpTo2(value, affixes)
}

/** 'R 12k', 'R 1,2m': the label of an axis. */
export const formatAxisRand = (amount: number) => formatShort(amount, RAND)

/** '300', '12k': the label of an axis of counts. */
export const formatAxisCount = (value: number) => formatShort(value)

/** A price as a field has it: '12,50', '' for none. */
export const toPriceText = (price: number | null) => (price === null ? '' : writePrice(price).replace('.', ','))

/** A number as a field has it: '2,5', '' for none. */
export const toNumberText = (number: number | null) => number?.toString().replace('.', ',') ?? ''
