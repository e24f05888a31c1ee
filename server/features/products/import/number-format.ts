import { parseDecimal } from '../../../../contract/shared/decimal.ts'

type Sign = '.' | ','

/** '1,234' is 1234 in one country and 1.234 in another. */
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/
/** '1,234,567' */
const THOUSANDS_ONLY = /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3}){2,}|(?:\.\d{3}){2,})$/

const EXCERPT_MAX = 40

/** The decimal sign of one file, inferred from all of its numbers. A number that stays ambiguous is rejected. */
export class NumberFormat {
  readonly #signs = new Set<Sign>()

  /** Call for every number of the file before the first `parse`. */
  sample(cell: string) {
    const digits = withoutCurrency(cell)
    if (AMBIGUOUS.test(digits) || parseDigits(digits) === undefined) return
    const [last] = /[.,](?=[^.,]*$)/.exec(digits) ?? []
    if (last) this.#signs.add(THOUSANDS_ONLY.test(digits) === (last === ',') ? '.' : ',')
  }

  /** The number of a cell, or why it is rejected. */
  parse(cell: string): { value: number } | { problem: string } {
    const digits = withoutCurrency(cell)
    const value = parseDigits(digits)
    if (value === undefined) return { problem: `“${excerpt(cell)}” is not a number.` }
    const sign = AMBIGUOUS.exec(digits)?.[1]
    if (!sign || this.#isDecimal(sign as Sign)) return { value }
    const other = sign === ',' ? '.' : ','
    const problem = `“${cell}” can be read in two ways: write ${digits.replace(sign, '')} or ${digits.replace(sign, other)}.`
    return { problem }
  }

  /** Without a hint in the file, the dot is the decimal sign, as in an export. */
  #isDecimal(sign: Sign) {
    return sign === '.' ? !this.#signs.has(',') : this.#signs.has(',') && !this.#signs.has('.')
  }
}

/** Blanks are removed too. */
const withoutCurrency = (cell: string) =>
  cell.length > 100 ? '' : cell.replace(/^(?:ZAR|R)(?=[\s\d.,+-])/i, '').replace(/\s/g, '')

const parseDigits = (digits: string) => parseDecimal(THOUSANDS_ONLY.test(digits) ? digits.replace(/[.,]/g, '') : digits)

const excerpt = (cell: string) => (cell.length > EXCERPT_MAX ? `${cell.slice(0, EXCERPT_MAX)}…` : cell)
