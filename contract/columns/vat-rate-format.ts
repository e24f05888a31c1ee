import { STANDARD_VAT_PERCENT } from '../shared/constants.ts'
import { parseDecimal } from '../shared/decimal.ts'
import { describeVatRates, type VatRate } from '../shared/vat-rate.ts'

const YES = ['y', 'yes', 'true', 'ja', 'j']
const NO = ['n', 'no', 'false', 'nee']
const STANDARD = ['vat', 'btw', 'standard', 'standard rate', 'standard rated', 'taxable', 'standaard']
const ZERO = ['zero', 'zero rate', 'zero rated', 'no vat', 'none', 'nul', 'nulkoers', 'geen']
const EXEMPT = ['exempt', 'vat exempt', 'exempted', 'vrygestel']

/** Titles of columns whose 'yes' may mean that there is no VAT. */
const MAY_EXEMPT = /exempt|zero|excl|vrygestel|nul|free/i

type Options = {
  title?: string
  /** The standard rate of the business, in per cent. */
  standard?: number
  /** The rates that a cell may have; without them every rate from 0 to 99,99 %. */
  allowed?: VatRate[]
}

/** How a column of VAT rates is read: '15', '15 %', '0.15' as a spreadsheet stores 15 %, 'zero rated', 'exempt', 'Y'. */
export class VatRateFormat {
  readonly #title: string
  readonly #standard: number
  readonly #allowed: VatRate[] | undefined

  constructor({ title = '', standard = STANDARD_VAT_PERCENT, allowed }: Options = {}) {
    this.#title = title
    this.#standard = standard
    this.#allowed = allowed
  }

  /** No cell depends on the others. */
  sample(_cell: string) {}

  /** The rate of a cell, or why it is none, in a sentence. */
  parse(cell: string): { value: VatRate } | { problem: string } {
    const parsed = this.#read(cell)
    if (!this.#allowed) return parsed
    const allowed = describeVatRates(this.#allowed)
    if ('problem' in parsed) return { problem: `${allowed} ${parsed.problem}` }
    return this.#allowed.includes(parsed.value) ? parsed : { problem: allowed }
  }

  #read(cell: string): { value: VatRate } | { problem: string } {
    const words = cell
      .trim()
      .toLowerCase()
      .replace(/[-_\s]+/g, ' ')
    if (YES.includes(words) || NO.includes(words)) {
      if (MAY_EXEMPT.test(this.#title)) return { problem: `“${cell}” can be read in two ways: write ${this.#standard} or 0.` }
      return { value: YES.includes(words) ? this.#standard : 0 }
    }
    if (STANDARD.includes(words)) return { value: this.#standard }
    if (ZERO.includes(words)) return { value: 0 }
    if (EXEMPT.includes(words)) return { value: 'exempt' }
    const isPercent = words.endsWith('%')
    const value = parseDecimal(words.replace(/ ?%$/, ''))
    if (value === undefined || value < 0 || value >= 100) return { problem: `“${cell.slice(0, 40)}” is not a VAT rate.` }
    return { value: !isPercent && value === this.#standard / 100 ? this.#standard : value }
  }
}
