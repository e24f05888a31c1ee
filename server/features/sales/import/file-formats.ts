import { DateFormat, type DateOrder } from '../../../../contract/columns/date-format.ts'
import { DecimalSigns, NumberFormat } from '../../../../contract/columns/number-format.ts'
import { VatRateFormat } from '../../../../contract/columns/vat-rate-format.ts'
import { multiplyPrice } from '../../../../contract/shared/decimal.ts'
import { cleanNumber, type FileRow, shortenText } from './file-row.ts'
import { getRowKind } from './row-kind.ts'
import { NUMBER_COLUMNS, type NumberColumn, type RowNumbers, readNumbers } from './row-numbers.ts'
import { isNegativeSale, isRefund } from './sale-status.ts'

/** How one file writes its dates and numbers. Call `sample` for every row before the first row is parsed. */
export class FileFormats {
  readonly dates: DateFormat
  readonly #signs = new DecimalSigns()
  readonly numbers: Record<NumberColumn, NumberFormat>
  /** Whether the sale, each line and each payment of a receipt have rows of their own, as in files of Lightspeed. */
  hasRowKinds = false
  /** Refunds have rows of their own. */
  hasRefunds = false
  readonly vatRates: VatRateFormat
  /** The VAT of the column `vat` is not in the totals. Known after `finish`. */
  isVatOnTop = false
  readonly #branches = new Set<string>()
  readonly #vatSamples: FileRow[] = []

  constructor({
    chosen = null,
    standard,
    vatTitle,
  }: { chosen?: DateOrder | null; standard?: number; vatTitle?: string | undefined } = {}) {
    this.dates = new DateFormat(chosen ? { chosen } : {})
    this.vatRates = new VatRateFormat({ title: vatTitle, standard })
    const money = () => new NumberFormat({ isMoney: true, file: this.#signs })
    const quantity = new NumberFormat({ isMoney: false, file: this.#signs })
    this.numbers = {
      ...{ finalamount: money(), linetotal: money(), vat: money(), addedtax: money(), refunded: money(), price: money() },
      ...{ quantity, unitcost: money(), linecost: money() },
    }
  }

  sample({ cells }: FileRow) {
    this.dates.sample(cells.saledate ?? '')
    if (getRowKind(cells.type) === 'line') this.hasRowKinds = true
    if (isRefund(cells) || isNegativeSale(cells)) this.hasRefunds = true
    for (const column of NUMBER_COLUMNS) this.numbers[column].sample(cleanNumber(cells[column]))
    const branch = shortenText(cells.site)
    if (branch && this.#branches.size < 2) this.#branches.add(branch)
    if (cells.vat && this.#vatSamples.length < VAT_SAMPLES) this.#vatSamples.push({ line: 0, cells: { ...cells } })
  }

  /** Call after the last sample. */
  finish(standardRate: number) {
    const votes = this.#vatSamples.map((row) => guessVatOnTop(readNumbers(row.cells, this.numbers), standardRate))
    this.isVatOnTop = votes.filter((vote) => vote === true).length > votes.filter((vote) => vote === false).length
  }

  /** The name of the branch of every row; undefined where there are several, or none. */
  get onlyBranch() {
    return this.#branches.size === 1 ? [...this.#branches][0] : undefined
  }
}

const VAT_SAMPLES = 500

/**
 * Whether the VAT of a row is to be added to its total. A total that is price times quantity and the VAT includes it. Otherwise the VAT is
 * the standard rate of the total, or of what is left of the total without it.
 */
function guessVatOnTop(numbers: RowNumbers | { problem: string }, standardRate: number): boolean | undefined {
  if ('problem' in numbers) return undefined
  const { vat, price, quantity } = numbers
  const total = numbers.linetotal ?? numbers.finalamount
  if (!vat || !total) return undefined
  const isNear = (amount: number, expected: number) => Math.abs(amount - expected) <= 1
  if (price !== null && isNear(total, multiplyPrice(price, quantity ?? 1) + vat)) return false
  if (isNear(vat, (total * standardRate) / (100 + standardRate))) return false
  return isNear(vat, (total * standardRate) / 100) ? true : undefined
}
