import { CASH, type CashUpDay, NEGATIVE_DRAWER } from '../../../contract/cash-ups.ts'
import { parsePrice, sumRand } from '../../../contract/shared/decimal.ts'
import { Amount } from '../../../contract/shared/fields.ts'

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

const toText = (amount: number) => (amount === 0 ? '' : amount.toFixed(2).replace('.', ','))
const toTextWithZero = (amount: number) => toText(amount) || '0'

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
      return { payment_method, counted: toTextWithZero(payment_method === CASH ? sumRand([before, float]) : before) }
    }),
    cash_float: toText(float),
    note: newest?.note ?? '',
  }
}

/** What was counted of a method, of cash without the float. Undefined while it is no amount. */
export function countLine({ payment_method, counted }: CashUpFields['lines'][number], cash_float: string) {
  const amount = parseAmount(counted)
  if (amount === undefined || payment_method !== CASH) return amount
  const float = cash_float.trim() === '' ? 0 : parseAmount(cash_float)
  return float === undefined ? undefined : sumRand([amount, -float])
}

const isFloat = (typed: string) => typed.trim() === '' || (parseAmount(typed) ?? -1) >= 0

export const validate = {
  lines: {
    counted: (typed: string, { lines }: CashUpFields, path: string) => {
      if (typed.trim() === '') return 'Enter what you counted, 0 for nothing.'
      const amount = parseAmount(typed)
      if (amount === undefined) return 'Enter rand and cents, such as 1 234,50.'
      const isCash = lines[Number(path.split('.')[1])]?.payment_method === CASH
      return isCash && amount < 0 ? NEGATIVE_DRAWER : null
    },
  },
  cash_float: (typed: string) => (isFloat(typed) ? null : 'Enter an amount, or leave it empty.'),
}

/** Of valid fields. */
export const toCashUp = ({ lines, cash_float, note }: CashUpFields) => ({
  lines: lines.map((line) => ({ payment_method: line.payment_method, counted: countLine(line, cash_float) ?? 0 })),
  cash_float: parseAmount(cash_float) ?? 0,
  note,
})
