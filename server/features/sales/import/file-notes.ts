import type { SalesImportPreview, SalesImportSearch } from '../../../../contract/sales-imports.ts'
import { type Answers, type Asked, findAnswer } from './asked.ts'
import type { FileSale } from './build-sale.ts'
import { isNear } from './file-formats.ts'

const SUM_WORDS =
  /^(?:(?:sub|grand|groot|sum|daily|day|dag|weekly|week|monthly|month|maand|page|bladsy|report|running|overall|net|gross)[\s-]*)*tota+l[se]?(?:\s+(?:for|of|on|vir|van)\b.{0,40})?[\s:.]*$/i

/** 'Subtotal', 'Grand total:', 'Total for 5 October', but not 'Total Greek yoghurt'. */
export const isSumLabel = (cell: string) => /tota/i.test(cell) && SUM_WORDS.test(cell.trim())

const OF_A_PART = /^(?:sub|daily|day|dag|weekly|week|monthly|month|maand|page|bladsy)/i
const SHOWN = 20

type Choice<Is extends string> = { rows: number; is: Is; is_unclear: boolean }

type Odd = { field: string; count: number; cell: string }

/** What a file says of itself: its own sums, which prove how it was read, and cells that were left out. Amounts are whole cents. */
export class FileNotes {
  /** What the amount of a row is of, in a file whose receipts have equal amounts in all of their rows; null in other files. */
  amountOf: SalesImportPreview['amount_of'] = null
  /** Of the sales since the last sum, and of all. */
  #since = { cents: 0, sales: 0 }
  #all = { cents: 0, sales: 0 }
  #agreeing = 0
  #stated: number | null = null
  readonly #different: SalesImportPreview['sums']['different'] = []
  readonly #odd = new Map<string, Odd>()
  /** Rows with a receipt number that comes again at another time of the same day. */
  #repeated = 0
  #overMidnight = 0
  readonly #statuses = new Map<string, Choice<'sale' | 'none'>>()
  readonly #rates = new Map<number, Choice<'file' | 'standard'>>()

  /** A sale that can be read. */
  add({ earlier }: FileSale) {
    for (const sum of [this.#since, this.#all]) {
      sum.cents += earlier.finalamount
      sum.sales++
    }
  }

  /** Whether an amount is that of all rows above it, or of those since the last sum: a sum that no word names. */
  isSum(cents: number) {
    return [this.#since, this.#all].some((sum) => sum.sales > 1 && isNear(sum.cents, cents))
  }

  /** A row of the file that is a sum. */
  compare(line: number, label: string, cents: number | null) {
    if (cents === null) return
    const isOfPart = OF_A_PART.test(label)
    if (!isOfPart) this.#stated = cents
    if (isNear(this.#since.cents, cents) || isNear(this.#all.cents, cents)) this.#agreeing++
    else if (this.#different.length < SHOWN)
      this.#different.push({ line, label, stated: cents / 100, read: (isOfPart ? this.#since : this.#all).cents / 100 })
    this.#since = { cents: 0, sales: 0 }
  }

  /** A cell that cannot be read and that a sale does without. */
  leaveOut(field: string, cell: string) {
    const odd = this.#odd.get(field) ?? { field, count: 0, cell: cell.slice(0, 60) }
    odd.count++
    this.#odd.set(field, odd)
  }

  addRepeated(rows: number) {
    this.#repeated += rows
  }

  addOverMidnight() {
    this.#overMidnight++
  }

  /** What nothing is known about in a row, and what a person says of it. */
  ask({ status, rate }: Asked, { statuses, rates }: Answers) {
    if (status !== undefined) count(this.#statuses, status, findAnswer(statuses, status), 'sale')
    if (rate !== undefined) count(this.#rates, rate, findAnswer(rates, rate), 'file')
  }

  toPreview(
    sameNumber: SalesImportSearch['same_number'],
  ): Pick<SalesImportPreview, 'sums' | 'left_out' | 'amount_of' | 'same_number' | 'over_midnight' | 'statuses' | 'rates'> {
    return {
      same_number:
        this.#repeated === 0 && sameNumber !== 'several'
          ? null
          : { rows: this.#repeated, is: sameNumber ?? 'one', is_unclear: sameNumber === undefined },
      over_midnight: this.#overMidnight,
      statuses: [...this.#statuses].map(([word, choice]) => ({ word, ...choice })),
      rates: [...this.#rates].map(([vat_rate, choice]) => ({ vat_rate, ...choice })),
      amount_of: this.amountOf,
      sums: {
        agreeing: this.#agreeing,
        total: this.#stated === null ? null : this.#stated / 100,
        different: this.#different,
      },
      left_out: [...this.#odd.values()],
    }
  }
}

/** A file has few of them. Further ones are read as the default says. */
const ASKED_MAX = 20

function count<Key, Is extends string>(asked: Map<Key, Choice<Is>>, key: Key, answer: Is | undefined, standard: Is) {
  const choice = asked.get(key) ?? { rows: 0, is: answer ?? standard, is_unclear: answer === undefined }
  choice.rows++
  if (asked.size < ASKED_MAX) asked.set(key, choice)
}
