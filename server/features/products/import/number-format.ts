import { parseDecimal } from '../../../../contract/shared/decimal.ts'

type Sign = '.' | ','

/** '1,234': thousands in one country, thousandths in another. */
const EITHER_WAY = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/
/** '1,234,567' */
const THOUSANDS_ALONE = /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3}){2,}|(?:\.\d{3}){2,})$/

const SHOWN_MAX = 40

/** The numbers of one file, which tell together which sign its decimals have: a cell that only they could settle is not guessed. */
export class NumberFormat {
  readonly #signs = new Set<Sign>()

  /** Looks at a cell before any is read. */
  sample(cell: string) {
    const digits = digitsOf(cell)
    if (EITHER_WAY.test(digits) || numberIn(digits) === undefined) return
    const [last] = /[.,](?=[^.,]*$)/.exec(digits) ?? []
    if (last) this.#signs.add(THOUSANDS_ALONE.test(digits) === (last === ',') ? '.' : ',')
  }

  /** The number in a cell, or why there is none. */
  parse(cell: string): { value: number } | { trouble: string } {
    const digits = digitsOf(cell)
    const value = numberIn(digits)
    if (value === undefined) return { trouble: `“${excerpt(cell)}” is not a number.` }
    const sign = EITHER_WAY.exec(digits)?.[1]
    if (!sign || this.#isDecimal(sign as Sign)) return { value }
    const other = sign === ',' ? '.' : ','
    const trouble = `“${cell}” can be read in two ways: write ${digits.replace(sign, '')} or ${digits.replace(sign, other)}.`
    return { trouble }
  }

  /** Where nothing tells, a dot is what an export writes. */
  #isDecimal(sign: Sign) {
    return sign === '.' ? !this.#signs.has(',') : this.#signs.has(',') && !this.#signs.has('.')
  }
}

/** Without the currency and blanks between. */
const digitsOf = (cell: string) => (cell.length > 100 ? '' : cell.replace(/^(?:ZAR|R)(?=[\s\d.,+-])/i, '').replace(/\s/g, ''))

const numberIn = (digits: string) => parseDecimal(THOUSANDS_ALONE.test(digits) ? digits.replace(/[.,]/g, '') : digits)

const excerpt = (cell: string) => (cell.length > SHOWN_MAX ? `${cell.slice(0, SHOWN_MAX)}…` : cell)
