import { STANDARD_VAT_PERCENT } from '../shared/constants.ts'
import { parseDecimal } from '../shared/decimal.ts'

const YES = ['y', 'yes', 'true', 'ja', 'j']
const NO = ['n', 'no', 'false', 'nee']
const STANDARD = ['vat', 'btw', 'standard', 'standard rate', 'standard rated', 'taxable', 'standaard']
const ZERO = ['zero', 'zero rate', 'zero rated', 'exempt', 'vat exempt', 'no vat', 'none', 'nul', 'nulkoers', 'vrygestel', 'geen']

/** Titles of columns whose 'yes' may mean that there is no VAT. */
const MAY_EXEMPT = /exempt|zero|excl|vrygestel|nul|free/i

/** How a column of VAT rates is read: '15', '15 %', '0.15' as a spreadsheet stores 15 %, 'zero rated', 'Y'. */
export class VatRateFormat {
  readonly #title: string

  constructor(title = '') {
    this.#title = title
  }

  /** No cell depends on the others. */
  sample(_cell: string) {}

  /** The rate of a cell in per cent, or why it is none, in a sentence. */
  parse(cell: string): { value: number } | { problem: string } {
    const words = cell
      .trim()
      .toLowerCase()
      .replace(/[-_\s]+/g, ' ')
    if (YES.includes(words) || NO.includes(words)) {
      if (MAY_EXEMPT.test(this.#title)) return { problem: `“${cell}” can be read in two ways: write 15 or 0.` }
      return { value: YES.includes(words) ? STANDARD_VAT_PERCENT : 0 }
    }
    if (STANDARD.includes(words)) return { value: STANDARD_VAT_PERCENT }
    if (ZERO.includes(words)) return { value: 0 }
    const isPercent = words.endsWith('%')
    const value = parseDecimal(words.replace(/ ?%$/, ''))
    if (value === undefined) return { problem: `“${cell.slice(0, 40)}” is not a VAT rate.` }
    return { value: !isPercent && value === STANDARD_VAT_PERCENT / 100 ? STANDARD_VAT_PERCENT : value }
  }
}
