// As the screens write them, for mails.

const NBSP = '\u00a0'

/** 'R 1 400,50'. The separators are our own, because versions of Node.js differ for en-ZA. */
export function formatRand(amount: number, decimals = 2) {
  const digits = new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    .formatToParts(Math.abs(amount))
    .map(({ type, value }) => (type === 'group' ? NBSP : type === 'decimal' ? ',' : value))
    .join('')
  return `${amount < 0 && /[1-9]/.test(digits) ? '-' : ''}R${NBSP}${digits}`
}

/** '842', '1,25'. */
export const formatQuantity = (value: number) =>
  new Intl.NumberFormat('en', { maximumFractionDigits: 3, useGrouping: false }).format(value).replace('.', ',')

export const formatPercent = (share: number) => `${Math.round(share * 100)}${NBSP}%`

export const pluralize = (count: number, noun: string) => `${count} ${count === 1 ? noun : `${noun}s`}`

/** 'Monday 23 November', of a calendar date. */
export const formatDay = (day: string) => format(day, { weekday: 'long', day: 'numeric', month: 'long' })
/** 'Monday', of a calendar date. */
export const formatWeekday = (day: string) => format(day, { weekday: 'long' })
/** '23 November'. */
export const formatDate = (day: string) => format(day, { day: 'numeric', month: 'long' })

const format = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
    .format(new Date(`${day.slice(0, 10)}T00:00:00Z`))
    .replaceAll(',', '')

/** A line break in a subject would begin another header. */
export const toOneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
