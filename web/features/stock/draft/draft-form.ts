import { z } from 'zod'
import type { Product } from '../../../../contract/products.ts'
import { AMOUNT_MAX, QUANTITY_MAX } from '../../../../contract/shared/constants.ts'
import { addUnits, parseDecimal, parsePrice, toCents } from '../../../../contract/shared/decimal.ts'
import { hasDecimals, Id } from '../../../../contract/shared/fields.ts'
import { signUnits } from '../../../../contract/shared/stock-reasons.ts'
import { DraftInput, type DraftKind, Reason, type StockDocument } from '../../../../contract/stock-documents.ts'
import { toNumberText, toPriceText } from '../../../lib/format/money.ts'
import { getOutstanding } from '../describe-document.ts'

const text = z.string()

/** A draft as it is typed, with what the screen shows of its products. */
export const DraftFields = z.object({
  siteid: z.number().nullable(),
  to_siteid: z.number().nullable(),
  supplierid: z.number().nullable(),
  reference: text,
  /** '' for no date. */
  expected_on: text,
  note: text,
  lines: z.array(
    z
      .object({
        productid: z.number(),
        productname: text,
        barcode: text,
        /** At the site of the document, when the line was loaded. */
        stock: z.number(),
        is_archived: z.boolean(),
        quantity: text,
        /** Of an adjustment whose reason has no direction of its own. An earlier version stored a sign instead. */
        direction: z.enum(['away', 'add']).optional(),
        purchaseprice: text,
        rejected: text,
        reason: text,
      })
      .transform(({ direction, ...line }) => ({
        ...line,
        direction: direction ?? (/^[-−]/.test(line.quantity) ? ('away' as const) : ('add' as const)),
      })),
  ),
})
export type DraftFields = z.infer<typeof DraftFields>
export type DraftLine = DraftFields['lines'][number]

export const EMPTY_FIELDS: DraftFields = {
  siteid: null,
  to_siteid: null,
  supplierid: null,
  reference: '',
  expected_on: '',
  note: '',
  lines: [],
}

/** '2,5'; '' for nothing. */
export const toQuantityText = (quantity: number) => (quantity === 0 ? '' : toNumberText(quantity))

export const toFields = (document: StockDocument): DraftFields => ({
  siteid: document.siteid,
  to_siteid: document.to_siteid,
  supplierid: document.supplierid,
  reference: document.reference,
  expected_on: document.expected_on ?? '',
  note: document.note,
  lines: document.lines.map((line) => ({
    productid: line.productid,
    productname: line.productname,
    barcode: line.barcode,
    // A draft is at a site of the person.
    stock: line.stock ?? 0,
    is_archived: line.is_archived,
    quantity: toQuantityText(document.kind === 'adjustment' ? Math.abs(line.quantity) : line.quantity),
    direction: document.kind === 'adjustment' && line.quantity > 0 ? 'add' : 'away',
    purchaseprice: toPriceText(line.purchaseprice),
    rejected: toQuantityText(line.rejected),
    reason: line.reason,
  })),
})

/** A delivery of an order, with what is outstanding at the order's prices. */
export const toDeliveryFields = (order: StockDocument): DraftFields => ({
  ...EMPTY_FIELDS,
  siteid: order.siteid,
  supplierid: order.supplierid,
  lines: toFields(order).lines.flatMap((line, index) => {
    const outstanding = getOutstanding(order.lines[index] ?? { quantity: 0, received: 0 })
    return outstanding > 0 && !line.is_archived
      ? [{ ...line, quantity: toQuantityText(outstanding), rejected: '', reason: '' }]
      : []
  }),
})

/** A line of a product that was found, with a quantity of 1. */
export const createLine = (kind: DraftKind, product: Product, reason: string): DraftLine => ({
  productid: product.productid,
  productname: product.productname,
  barcode: product.barcode,
  stock: product.stock,
  is_archived: false,
  quantity: '',
  direction: 'away',
  purchaseprice: hasPrices(kind) && (product.purchaseprice > 0 || product.is_free) ? toPriceText(product.purchaseprice) : '',
  rejected: '',
  reason: kind === 'adjustment' ? reason : '',
})

export const hasPrices = (kind: DraftKind) => kind === 'order' || kind === 'delivery'

/** More of a line, to add or to take away. A quantity that is no number stays. */
export function addToLine(line: DraftLine, units: number): DraftLine {
  const quantity = parseQuantity(line.quantity)
  if (quantity === undefined) return line
  return { ...line, quantity: toQuantityText(addUnits([quantity, units])) }
}

/** The typed number of units, 0 for an empty field. Undefined for text that is no number. */
export const parseQuantity = (typed: string) => (typed.trim() === '' ? 0 : parseDecimal(typed.replace('−', '-')))

/** The change that a line of an adjustment books. Undefined for text that is no number. */
function parseChange(line: Pick<DraftLine, 'quantity' | 'direction' | 'reason'>) {
  const units = parseQuantity(line.quantity)
  return units === undefined ? undefined : signUnits(units, line)
}

/** What a line of a transfer or an adjustment does to the stock of its site. Undefined for text that is no number. */
export const findStockChange = (kind: DraftKind, line: DraftLine) =>
  kind === 'adjustment' ? parseChange(line) : -(parseQuantity(line.quantity) ?? 0)

/** Null for an empty field: the price is not known. */
const parseLinePrice = (typed: string) => (typed.trim() === '' ? null : parsePrice(typed))

/** What the server stores. */
export type DraftContent = Omit<DraftInput, 'kind' | 'parentid'>

const TOO_LARGE = 'This number is too large.'

const typedUnits = (isChange = false) =>
  text.transform(parseQuantity).pipe(
    z
      .number('Enter a number.')
      .min(isChange ? -QUANTITY_MAX : 0, isChange ? TOO_LARGE : 'Enter a number above zero.')
      .max(QUANTITY_MAX, TOO_LARGE)
      .refine((units) => hasDecimals(units, 3), 'At most three decimals.'),
  )

const typedPrice = text.transform(parseLinePrice).pipe(
  z
    .number('Enter rand and cents.')
    .min(0, 'Enter rand and cents.')
    .max(AMOUNT_MAX, 'This price is too large.')
    .refine((price) => hasDecimals(price, 4), 'At most four decimals.')
    .nullable(),
)

/** Of a field that the kind does not have. */
const always = <Value>(value: Value) => z.unknown().transform(() => value)

/** Is checked beside other errors, not after them. */
const when = () => true

type Rules = { kind: DraftKind; isFinishing?: boolean; reasons?: readonly string[] }

/** What is typed, as the server stores it. Its errors say why it cannot be saved, or finished. */
export function createDraftForm({ kind, isFinishing = false, reasons = [] }: Rules): z.ZodType<DraftContent> {
  const { siteid, reference, note } = DraftInput.shape
  const line = z
    .object({
      productid: Id,
      direction: z.enum(['away', 'add']),
      quantity: typedUnits(kind === 'adjustment'),
      purchaseprice: hasPrices(kind) ? typedPrice : always(null),
      rejected: kind === 'delivery' ? typedUnits() : always(0),
      reason: kind === 'adjustment' || kind === 'delivery' ? Reason : always(''),
    })
    .refine(({ quantity, reason }) => kind !== 'adjustment' || !isFinishing || quantity === 0 || reasons.includes(reason), {
      path: ['reason'],
      error: 'Select a reason.',
      when,
    })
    .transform(({ direction, ...line }) =>
      kind === 'adjustment' ? { ...line, quantity: signUnits(line.quantity, { ...line, direction }) } : line,
    )
  return z
    .object({
      siteid,
      to_siteid: kind === 'transfer' ? z.number('Select the receiving site.') : always(null),
      supplierid: kind === 'order' ? z.number('Select a supplier.') : hasPrices(kind) ? Id.nullable() : always(null),
      reference,
      expected_on: kind === 'order' ? text.transform((date) => date || null) : always(null),
      note,
      lines: z.array(line),
    })
    .refine((draft) => draft.to_siteid !== draft.siteid, { path: ['to_siteid'], error: 'Select another site.', when })
    .refine(({ lines }) => !isFinishing || lines.some(({ quantity, rejected }) => quantity !== 0 || rejected !== 0), {
      path: ['lines'],
      error: 'Enter at least one quantity.',
      when,
    })
}

/** What the lines add up to. Lines without a quantity do not count. */
export function sumFields(kind: DraftKind, fields: DraftFields) {
  const lines = fields.lines.map((line) => ({
    quantity: (kind === 'adjustment' ? parseChange(line) : parseQuantity(line.quantity)) ?? 0,
    price: parseLinePrice(line.purchaseprice) ?? null,
    rejected: parseQuantity(line.rejected) ?? 0,
  }))
  const counted = lines.filter(({ quantity }) => quantity !== 0)
  return {
    lines: counted.length,
    units: addUnits(counted.map(({ quantity }) => quantity)),
    more: addUnits(counted.map(({ quantity }) => Math.max(0, quantity))),
    less: addUnits(counted.map(({ quantity }) => Math.max(0, -quantity))),
    rejected: addUnits(lines.map(({ rejected }) => rejected)),
    cost: counted.reduce((cents, { quantity, price }) => cents + toCents(quantity * (price ?? 0)), 0) / 100,
    unknown_costs: counted.filter(({ price }) => price === null).length,
  }
}
