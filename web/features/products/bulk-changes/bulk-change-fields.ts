import type { z } from 'zod'
import type { PRICE_ENDINGS, ProductChange } from '../../../../contract/product-changes.ts'
import { ProductForm, ProductInput } from '../../../../contract/products.ts'
import { parseDecimal, parsePrice } from '../../../../contract/shared/decimal.ts'
import { hasDecimals } from '../../../../contract/shared/fields.ts'

/** The form of a change, with the value as typed. */
export type BulkChangeFields = {
  kind: BulkChangeKind
  unit: 'rand' | 'percent'
  value: string
  ending: (typeof PRICE_ENDINGS)[number] | ''
}

export type BulkChangeKind =
  | 'raise_price'
  | 'lower_price'
  | Exclude<ProductChange['kind'], 'add_to_price' | 'change_price_by_percent'>

export const CHANGE_KINDS: { value: BulkChangeKind; label: string }[] = [
  { value: 'raise_price', label: 'Raise the price' },
  { value: 'lower_price', label: 'Lower the price' },
  { value: 'set_price', label: 'Set the price' },
  { value: 'set_category', label: 'Set the category' },
  { value: 'set_supplier', label: 'Set the supplier' },
  { value: 'set_vat_rate', label: 'Set the VAT' },
  { value: 'set_reorder_level', label: 'Set the reorder level' },
  { value: 'set_order_quantity', label: 'Set the order quantity' },
]

const MAX_RAISE_PERCENT = 1000
const MAX_LOWER_PERCENT = 100

type Parsed = { change: ProductChange } | { problem: string }

/** The change that a form asks for, or what is wrong with the value. */
export function parseBulkChange({ kind, unit, value, ending: chosenEnding }: BulkChangeFields): Parsed {
  if (kind === 'set_category') return { change: { kind, category: value.trim() } }
  if (kind === 'set_supplier') return { change: { kind, supplier: value.trim() } }
  if (kind === 'set_vat_rate') return { change: { kind, vat_rate: value === 'exempt' ? value : Number(value) } }
  if (kind === 'set_reorder_level')
    return parseWith(ProductForm.shape.reorder_level, value, (reorder_level) => ({ kind, reorder_level }))
  if (kind === 'set_order_quantity')
    return parseWith(ProductForm.shape.order_quantity, value, (order_quantity) => ({ kind, order_quantity }))
  if (kind === 'set_price') {
    const price = parsePrice(value)
    if (price === undefined) return { problem: 'Price is required.' }
    return findAmountProblem(price) ?? { change: { kind, price } }
  }
  const ending = chosenEnding === '' ? {} : { ending: chosenEnding }
  const sign = kind === 'lower_price' ? -1 : 1
  if (unit === 'rand') {
    const amount = parsePrice(value)
    if (!amount || amount < 0) return { problem: 'Enter an amount above zero.' }
    return findAmountProblem(amount) ?? { change: { kind: 'add_to_price', amount: sign * amount, ...ending } }
  }
  const percent = parseDecimal(value.replace(/%\s*$/, ''))
  if (!percent || percent < 0) return { problem: 'Enter a percentage above zero.' }
  const most = sign < 0 ? MAX_LOWER_PERCENT : MAX_RAISE_PERCENT
  if (percent > most) return { problem: `Enter at most ${most} %.` }
  if (!hasDecimals(percent, 2)) return { problem: 'A percentage has at most two decimals.' }
  return { change: { kind: 'change_price_by_percent', percent: sign * percent, ...ending } }
}

function parseWith<Value>(schema: z.ZodType<Value>, typed: string, toBulkChange: (value: Value) => ProductChange): Parsed {
  const { data, error } = schema.safeParse(typed)
  return error ? { problem: error.issues[0]?.message ?? '' } : { change: toBulkChange(data) }
}

function findAmountProblem(amount: number): { problem: string } | undefined {
  const problem = ProductInput.shape.price.safeParse(amount).error?.issues[0]?.message
  return problem ? { problem } : undefined
}
