import { STANDARD_VAT_PERCENT } from '../shared/constants.ts'
import { parseDecimal } from '../shared/decimal.ts'
import { describeVatRates, type VatRate } from '../shared/vat-rate.ts'

const YES = ['y', 'yes', 'true', 'ja', 'j']
const NO = ['n', 'no', 'false', 'nee']
/** What each word of a cell says. 'vat' and the like say nothing beside another word. */
const WORDS: Record<'standard' | 'zero' | 'exempt' | 'any', string[]> = {
  standard: ['standard', 'std', 's', 'sr', 'taxable', 'taxed', 'standaard', 'standaardkoers', 'belasbaar'],
  zero: ['zero', 'zerorated', 'z', 'zr', 'no', 'non', 'not', 'none', 'free', 'nul', 'nulkoers', 'geen'],
  exempt: ['exempt', 'exempted', 'exemption', 'e', 'vrygestel'],
  any: ['vat', 'btw', 'tax', 'rate', 'rated', 'koers', 'sales', 'goods'],
}

/** Titles of columns whose 'yes' may mean that there is no VAT. */
const MAY_EXEMPT = /exempt|zero|excl|vrygestel|nul|free/i

/** Titles of columns whose 1 is a yes. */
const ASKS = /taxable|charge/i

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
    const isYes = YES.includes(words) || (words === '1' && ASKS.test(this.#title))
    if (isYes || NO.includes(words)) {
      const percent = readPercent(this.#title)
      if (percent === undefined && MAY_EXEMPT.test(this.#title))
        return { problem: `“${cell}” can be read in two ways: write ${this.#standard} or 0.` }
      return { value: isYes ? (percent ?? this.#standard) : 0 }
    }
    const value = /[a-z]/.test(words) && !/^[-+]/.test(cell.trim()) ? this.#readWords(words) : this.#readNumber(words)
    return value === undefined ? { problem: `“${cell.slice(0, 40)}” is not a VAT rate.` } : { value }
  }

  #readNumber(text: string) {
    const value = parseDecimal(text.replace(/ ?%$/, ''))
    if (value === undefined || value < 0 || value >= 100) return undefined
    return !text.endsWith('%') && value === this.#standard / 100 ? this.#standard : value
  }

  /** 'standard', 'zero rated (0%)', '15% standard'. Undefined when a word is unknown, or the number is another rate than the words say. */
  #readWords(text: string): VatRate | undefined {
    const numbers = text.match(NUMBER) ?? []
    const words = text.replace(NUMBER, ' ').match(/[^\s()[\]:]+/g) ?? []
    const isOneOf = (kind: keyof typeof WORDS) => words.some((word) => WORDS[kind].includes(word))
    if (numbers.length > 1 || !words.every((word) => Object.values(WORDS).some((known) => known.includes(word)))) return undefined
    const rate = numbers[0] === undefined ? undefined : this.#readNumber(numbers[0])
    if (!isOneOf('exempt') && !isOneOf('zero')) return numbers.length > 0 ? rate : this.#standard
    if (numbers.length > 0 && rate !== 0) return undefined
    return isOneOf('exempt') ? 'exempt' : 0
  }
}

const NUMBER = /\d+(?:[.,]\d+)?(?: ?%)?/g

/** The rate of 'Tax - "VAT" (15%)'. */
function readPercent(title: string) {
  return parseDecimal(/(\d{1,2}(?:[.,]\d{1,2})?) ?%/.exec(title)?.[1] ?? '')
}
