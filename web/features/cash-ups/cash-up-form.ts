import { CASH, type CashUpDay, type ExpectedAmount, hasLargeDifference, NEGATIVE_DRAWER } from '../../../contract/cash-ups.ts'
import { parsePrice, sumRand } from '../../../contract/shared/decimal.ts'
import { Amount } from '../../../contract/shared/fields.ts'
import { toPriceText } from '../../lib/format/money.ts'

/** Amounts as typed text. */
export type CashUpFields = {
  lines: { payment_method: string; counted: string }[]
  cash_float: string
  note: string
}

/** Undefined for text that is no amount in rand and cents. */
export function parseAmount(typed: string) {
  const amount = parsePrice(typed)
  return amount !== undefined && Amount.safeParse(amount).success ? amount : undefined
}

const toText = (amount: number) => (amount === 0 ? '' : toPriceText(amount))
/** As a person types it. */
export const toAmountText = (amount: number) => toText(amount) || '0'

/** A correction starts with what was counted before. */
export function createFields({ expected, entries, cash_float }: CashUpDay): CashUpFields {
  const [newest] = entries
  const float = newest?.cash_float ?? cash_float
  const counted = new Map(newest?.lines.map((line) => [line.payment_method, line.counted]))
  const withSales = expected.map(({ payment_method }) => payment_method)
  const methods = new Set([...(withSales.length === 0 ? [CASH] : withSales), ...counted.keys()])
  return {
    lines: [...methods].map((payment_method) => {
      const before = counted.get(payment_method)
      if (before === undefined) return { payment_method, counted: '' }
      return { payment_method, counted: toAmountText(payment_method === CASH ? sumRand([before, float]) : before) }
    }),
    cash_float: toText(float),
    note: newest?.note ?? '',
  }
}

/** What was counted of a method, of cash without the float. Undefined while it is no amount. */
export function countLine({ payment_method, counted }: CashUpFields['lines'][number], cash_float: string) {
  const amount = parseAmount(counted)
  if (amount === undefined || payment_method !== CASH) return amount
  const float = parseCashFloat(cash_float)
  return float === undefined ? undefined : sumRand([amount, -float])
}

/** The float as typed; 0 for an empty field, undefined for text that is no amount. */
export const parseCashFloat = (typed: string) => (typed.trim() === '' ? 0 : parseAmount(typed))

/** The sum of what is typed so far; undefined before the first amount, and while a text is no amount. */
export function sumCounted({ lines, cash_float }: CashUpFields) {
  const amounts = lines.filter(({ counted }) => counted.trim() !== '').map((line) => countLine(line, cash_float))
  const known = amounts.filter((amount) => amount !== undefined)
  return known.length > 0 && known.length === amounts.length ? sumRand(known) : undefined
}

type Expected = Pick<CashUpDay, 'expected' | 'difference_limit'>

export const findExpected = ({ expected }: Pick<CashUpDay, 'expected'>, payment_method: string): ExpectedAmount =>
  expected.find((line) => line.payment_method === payment_method) ?? { payment_method, sales: 0, expected: 0 }

/** Whether a payment method differs by more than the limit of the business. */
export const needsNote = ({ lines, cash_float }: CashUpFields, day: Expected) =>
  hasLargeDifference(
    lines.flatMap((line) => {
      const counted = countLine(line, cash_float)
      return counted === undefined ? [] : [{ counted, expected: findExpected(day, line.payment_method).expected }]
    }),
    day.difference_limit,
  )

export const createValidation = (day: Expected) => ({
  lines: {
    counted: (typed: string, { lines }: CashUpFields, path: string) => {
      if (typed.trim() === '') return 'Enter what you counted, or 0.'
      const amount = parseAmount(typed)
      if (amount === undefined) return 'Enter rand and cents, such as 1 234,50.'
      const isCash = lines[Number(path.split('.')[1])]?.payment_method === CASH
      return isCash && amount < 0 ? NEGATIVE_DRAWER : null
    },
  },
  cash_float: (typed: string) => ((parseCashFloat(typed) ?? -1) >= 0 ? null : 'Enter an amount, or leave it empty.'),
  note: (note: string, fields: CashUpFields) =>
    note.trim() === '' && needsNote(fields, day) ? 'Explain the difference in the note.' : null,
})

/** Of valid fields. */
export const toCashUp = ({ lines, cash_float, note }: CashUpFields) => ({
  lines: lines.map((line) => ({ payment_method: line.payment_method, counted: countLine(line, cash_float) ?? 0 })),
  cash_float: parseCashFloat(cash_float) ?? 0,
  note,
})
