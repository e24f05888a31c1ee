import { CURRENCY } from '../../../contract/shared/constants.ts'

/**
 * Formats numbers as South African English does: 'R 1 400 525,50'. Browsers differ for en-ZA (comma or dot, U+00A0 or U+202F between
 * thousands), so the separators are our own and `en` only groups and rounds. U+00A0 keeps a number on one line.
 */
const NBSP = '\u00a0'
/** Shown in place of a missing value. */
export const NO_FIGURE = '–'

const SEPARATORS: Partial<Record<Intl.NumberFormatPartTypes, string>> = { group: NBSP, decimal: ',' }

function formatter(minimumFractionDigits: number, maximumFractionDigits: number) {
  const format = new Intl.NumberFormat('en', { minimumFractionDigits, maximumFractionDigits })
  /** The digits and the sign. An amount that rounds to zero has no sign. */
  return (value: number) => {
    const digits = format
      .formatToParts(Math.abs(value))
      .map((part) => SEPARATORS[part.type] ?? part.value)
      .join('')
    return { digits, sign: value < 0 && /[1-9]/.test(digits) ? '-' : '' }
  }
}

const whole = formatter(0, 0)
const cents = formatter(2, 2)
const upTo2 = formatter(0, 2)
const upTo3 = formatter(0, 3)
const oneDecimal = formatter(1, 1)

type Formatter = ReturnType<typeof formatter>

function written(value: number, format: Formatter, before = '', after = '') {
  if (!Number.isFinite(value)) return NO_FIGURE
  const { sign, digits } = format(value)
  return `${sign}${before}${digits}${after}`
}

/** 'R 218,22': prices, averages, amounts of one sale. */
export const rand = (amount: number) => written(amount, cents, `R${NBSP}`)

/** 'R 1 400 525': totals. */
export const wholeRand = (amount: number) => written(amount, whole, `R${NBSP}`)

/** '6 418'. */
export const count = (value: number) => written(value, whole)

/** '1 order', '6 418 orders'. */
export const counted = (value: number, singular: string, plural = `${singular}s`) =>
  `${count(value)} ${value === 1 ? singular : plural}`

/** '842', '1,25': at most three decimals, without trailing zeros. */
export const quantity = (value: number) => written(value, upTo3)

/** '3 orders'; for an average day '2,5 orders'. */
export const countedOnAverage = (value: number, singular: string, plural = `${singular}s`) =>
  Number.isInteger(value) ? counted(value, singular, plural) : `${quantity(Math.round(value * 10) / 10)} ${plural}`

/** '61,8 %' for 0.618. */
export const percent = (share: number) => written(share * 100, oneDecimal, '', `${NBSP}%`)

/** 'ZAR 249,00': a price with the code of its currency. */
export const planPrice = (price: number, currency: string = CURRENCY) => written(price, cents, `${currency}${NBSP}`)

const STEPS = [
  { size: 1e12, letter: 'tn' },
  { size: 1e9, letter: 'bn' },
  { size: 1e6, letter: 'm' },
  { size: 1e3, letter: 'k' },
]

function short(value: number, before: string) {
  // Rounded first, or 999 999 would read 1 000k.
  const step = STEPS.find(({ size }) => Math.round(Math.abs(value) / (size / 1000)) >= 1000)
  return step ? written(value / step.size, upTo2, before, step.letter) : written(value, upTo2, before)
}

/** 'R 12k', 'R 1,2m': the label of an axis. */
export const axisRand = (amount: number) => short(amount, `R${NBSP}`)

/** '300', '12k': the label of an axis of counts. */
export const axisCount = (value: number) => short(value, '')
