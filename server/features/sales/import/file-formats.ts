import { DateFormat, type DateOrder } from '../../../../contract/columns/date-format.ts'
import { DecimalSigns, type NumberFormat } from '../../../../contract/columns/number-format.ts'
import { VatRateFormat } from '../../../../contract/columns/vat-rate-format.ts'
import { multiplyPrice } from '../../../../contract/shared/decimal.ts'
import type { Answers } from './asked.ts'
import { type FileRow, shortenText } from './file-row.ts'
import { type Part, readParts, sumParts } from './paid-parts.ts'
import { getRowKind } from './row-kind.ts'
import { createNumberFormats, NUMBER_COLUMNS, type NumberColumn, type RowNumbers, readNumbers } from './row-numbers.ts'
import { isNegativeSale, isRefund } from './sale-status.ts'

type Options = {
  chosen?: DateOrder | null
  standard?: number
  vatTitle?: string | undefined
  discountTitle?: string | undefined
  /** What a person chose. */
  areExtrasInTotal?: boolean | undefined
  answers?: Answers
  /** VAT rates in per cent that need no question; without them, all. */
  knownRates?: number[]
}

/** How one file writes its dates and numbers. Call `sample` for every row before the first row is parsed. */
export class FileFormats {
  readonly dates: DateFormat
  readonly numbers: Record<NumberColumn, NumberFormat>
  /** Whether the sale, each line and each payment of a receipt have rows of their own, as in files of Lightspeed. */
  hasRowKinds = false
  /** Refunds have rows of their own. */
  hasRefunds = false
  readonly vatRates: VatRateFormat
  /** The VAT of the column `vat` is not in the totals. Known after `finish`. */
  isVatOnTop = false
  readonly answers: Answers
  readonly knownRates: { has: (rate: number) => boolean }
  readonly #branches = new Set<string>()
  /** Whether tips and gift cards sold are in the total of a sale, and whether somebody or the file says so. Known after `finish`. */
  extrasInTotal = { is: true, isKnown: true }
  readonly #areExtrasInTotal: boolean | undefined
  /** Discounts are in per cent. */
  isDiscountPercent: boolean
  /** The totals of lines are those before their discounts. Known after `finish`. */
  isDiscountLeftOut = false
  readonly #discountSamples: FileRow[] = []
  readonly #vatSamples: FileRow[] = []
  readonly #extraSamples: FileRow[] = []

  constructor({
    chosen = null,
    standard,
    vatTitle,
    discountTitle = '',
    areExtrasInTotal,
    answers = {},
    knownRates,
  }: Options = {}) {
    this.answers = answers
    this.knownRates = knownRates ? new Set([0, ...knownRates]) : { has: () => true }
    this.isDiscountPercent = /%|per ?cent|persent|pct/i.test(discountTitle)
    this.#areExtrasInTotal = areExtrasInTotal
    this.dates = new DateFormat(chosen ? { chosen } : {})
    this.vatRates = new VatRateFormat({ title: vatTitle, standard })
    this.numbers = createNumberFormats(new DecimalSigns())
  }

  sample({ cells, sumLabel }: FileRow) {
    if (sumLabel !== undefined) return
    this.dates.sample(cells.saledate ?? '')
    if (getRowKind(cells.type) === 'line') this.hasRowKinds = true
    if (isRefund(cells) || isNegativeSale(cells)) this.hasRefunds = true
    for (const column of NUMBER_COLUMNS) if (cells[column]) this.numbers[column].sample(cells[column])
    const branch = shortenText(cells.site)
    if (branch && this.#branches.size < 2) this.#branches.add(branch)
    if (cells.vat && this.#vatSamples.length < VOTES) this.#vatSamples.push({ line: 0, cells: { ...cells } })
    if (/[1-9]/.test(cells.discount ?? '') && this.#discountSamples.length < VOTES) {
      if (/%\s*$/.test(cells.discount ?? '')) this.isDiscountPercent = true
      this.#discountSamples.push({ line: 0, cells: { ...cells } })
    }
    if ([cells.tip, cells.gift_card_sold].some((cell) => /[1-9]/.test(cell ?? '')) && this.#extraSamples.length < VOTES)
      this.#extraSamples.push({ line: 0, cells: { ...cells } })
  }

  /** Call after the last sample. */
  finish(standardRate: number) {
    const count = (rows: FileRow[], vote: (row: FileRow, numbers: RowNumbers) => boolean | undefined) => {
      const votes = rows.flatMap((row) => {
        const numbers = readNumbers(row.cells, this.numbers)
        return 'problem' in numbers ? [] : (vote(row, numbers) ?? [])
      })
      const yes = votes.filter(Boolean).length
      return yes === votes.length - yes ? undefined : yes > votes.length - yes
    }
    this.isVatOnTop = count(this.#vatSamples, (_, numbers) => guessVatOnTop(numbers, standardRate)) ?? false
    this.isDiscountLeftOut = count(this.#discountSamples, (_, numbers) => guessDiscountLeftOut(numbers, this)) ?? false
    const isStated = this.#extraSamples.length > 0 && this.#areExtrasInTotal === undefined
    const guessed = isStated
      ? count(this.#extraSamples, (row, numbers) =>
          guessExtrasInTotal(numbers, readParts(row.cells, this, Number.POSITIVE_INFINITY), standardRate),
        )
      : this.#areExtrasInTotal
    this.extrasInTotal = { is: guessed ?? true, isKnown: guessed !== undefined || this.#extraSamples.length === 0 }
  }

  /** The name of the branch of every row; undefined where there are several, or none. */
  get onlyBranch() {
    return this.#branches.size === 1 ? [...this.#branches][0] : undefined
  }
}

/** Rows that say how all are read. */
const VOTES = 500

/**
 * Whether the VAT of a row is to be added to its total. A total that is price times quantity and the VAT includes it. Otherwise the VAT is
 * the standard rate of the total, or of what is left of the total without it. A line may have its total beside that of its receipt: the
 * total of a receipt with a discount is less than what the VAT of the line is of.
 */
function guessVatOnTop(numbers: RowNumbers, standardRate: number): boolean | undefined {
  const { vat, price, quantity } = numbers
  const total = numbers.finalamount ?? numbers.linetotal
  if (!vat || !total) return undefined
  if (price !== null && isNear(total, multiplyPrice(price, quantity ?? 1) + vat)) return false
  const includesVat = (amount: number | null) => amount !== null && isNear(vat, (amount * standardRate) / (100 + standardRate))
  if (includesVat(numbers.finalamount) || includesVat(numbers.linetotal)) return false
  return isNear(vat, (total * standardRate) / 100) ? true : undefined
}

/** What the discount of a row takes off its price times quantity: less than 0 where goods came back. */
export function discountOf({ discount, price, quantity }: RowNumbers, { isDiscountPercent }: { isDiscountPercent: boolean }) {
  if (!discount) return 0
  const units = quantity ?? 1
  if (!isDiscountPercent) return Math.abs(discount) * (units < 0 ? -1 : 1)
  return price === null ? 0 : Math.round((multiplyPrice(price, units) * Math.abs(discount)) / 10_000)
}

/** Whether the total of a line is its price times quantity, without its discount. */
function guessDiscountLeftOut(numbers: RowNumbers, formats: { isDiscountPercent: boolean }): boolean | undefined {
  const { linetotal, price, quantity } = numbers
  const discount = discountOf(numbers, formats)
  if (linetotal === null || price === null || discount === 0) return undefined
  const full = multiplyPrice(price, quantity ?? 1)
  return isNear(linetotal, full) ? true : isNear(linetotal, full - discount) ? false : undefined
}

/**
 * Whether the total of a row has its tip and its gift cards: as the payments of the row say, or its price and quantity, or its VAT, of
 * which neither has any.
 */
function guessExtrasInTotal(numbers: RowNumbers, parts: Part[], standardRate: number): boolean | undefined {
  const { finalamount: total, vat, price, quantity } = numbers
  const extras = (numbers.tip ?? 0) + (numbers.gift_card_sold ?? 0)
  if (total === null || extras === 0) return undefined
  const compare = (amount: number, inTotal: number, beside: number) =>
    isNear(amount, inTotal) ? true : isNear(amount, beside) ? false : undefined
  const paid = sumParts(parts)
  if (parts.length > 0) return compare(paid, total, total + extras)
  if (price !== null) return compare(multiplyPrice(price, quantity ?? 1), total - extras, total)
  if (!vat) return undefined
  const vatOf = (amount: number) => (amount * standardRate) / (100 + standardRate)
  return compare(vat, vatOf(total - extras), vatOf(total))
}

/** Amounts in cents, of which one may be rounded. */
export const isNear = (amount: number, expected: number) => Math.abs(amount - expected) <= 1
