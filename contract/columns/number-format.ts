import { type Decimal, readDecimal } from '../shared/decimal.ts'

type Sign = '.' | ','

/** '1,234' is 1234 in one country and 1.234 in another. */
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/
/** '1,234,567' */
const THOUSANDS_ONLY = /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3}){2,}|(?:\.\d{3}){2,})$/
const isPlain = (cell: string) => /^-?[\d.]*$/.test(cell)

/** With the plain minus sign, and without the end of '12,-' and the sign of thousands of "1'234.50". */
const cleanSigns = (cell: string) =>
  isPlain(cell)
    ? cell
    : cell
        .trim()
        .replace('\u2212', '-')
        .replace(/,-$/, '')
        .replace(/(\d)['’](?=\d{3}(?!\d))/g, '$1')

/** Tills of other countries write their own currency before or behind the number. */
export const cleanNumber = (cell: string) =>
  isPlain(cell)
    ? cell
    : cleanSigns(cell)
        .replace(/^([(+-]?)\s*(?:\$|£|€|US\$)\s*/, '$1')
        .replace(/\s*(?:\$|£|€|â‚¬)$/, '')
        .replace(/,-$/, '')

/** 'R 26,49', '-R5', '12.50 ZAR', '(12.50)' and '12.50-', without blanks. */
const AMOUNT = /^(\()?([+-]?)(?:ZAR|R)?([+-]?)([\d.,]+)(?:ZAR)?(-?)(\))?$/i

/** '8 pcs', '2,5 kg': the unit is no part of the number. */
const UNIT = /^([+-]?[\d.,]+)(?:pcs?|pieces?|units?|ea|each|stuks?|kg|g|l|ml|m)\.?$/i

const MAX_LENGTH = 100
const EXCERPT_MAX = 40

/** The decimal signs that the numbers of a file show. */
export class DecimalSigns {
  readonly #seen = new Set<Sign>()

  add(sign: Sign) {
    this.#seen.add(sign)
  }

  get isEmpty() {
    return this.#seen.size === 0
  }

  /** Undefined when there is none, or both. */
  get only() {
    return this.#seen.size === 1 ? [...this.#seen][0] : undefined
  }
}

/**
 * How a column writes its numbers, inferred from all of its cells: call `sample` for each, then `parse`. Where a column does not
 * show its decimal sign, the other columns of the file do: they share a `DecimalSigns`. A number that stays ambiguous is rejected.
 */
export class NumberFormat {
  readonly #signs = new DecimalSigns()
  readonly #file: DecimalSigns
  readonly #isMoney: boolean
  readonly #clean: (cell: string) => string

  /** `hasAnyCurrency`: the sign of another currency is no part of the number. */
  constructor({ isMoney, file, hasAnyCurrency = false }: { isMoney: boolean; file: DecimalSigns; hasAnyCurrency?: boolean }) {
    this.#isMoney = isMoney
    this.#clean = hasAnyCurrency ? cleanNumber : cleanSigns
    this.#file = file
  }

  sample(cell: string) {
    const digits = this.#findDigits(cell)
    if (AMBIGUOUS.test(digits) || parseDigits(digits) === undefined) return
    const [last] = /[.,](?=[^.,]*$)/.exec(digits) ?? []
    if (!last) return
    const sign = THOUSANDS_ONLY.test(digits) === (last === ',') ? '.' : ','
    this.#signs.add(sign)
    this.#file.add(sign)
  }

  /** The number of a cell, or why it is rejected, in a sentence. */
  parse(cell: string): { value: Decimal } | { problem: string } {
    const digits = this.#findDigits(cell)
    const value = parseDigits(digits)
    if (value === undefined) return { problem: `“${excerpt(cell)}” is not a number.` }
    const sign = AMBIGUOUS.exec(digits)?.[1] as Sign | undefined
    if (!sign) return { value }
    const decimal = this.#signs.only ?? (this.#signs.isEmpty ? this.#file.only : undefined) ?? this.#guess(sign)
    if (decimal === sign) return { value }
    if (decimal) return { value: digits.replace(sign, '') as Decimal }
    const other = sign === ',' ? '.' : ','
    const problem = `“${cell}” can be read in two ways: write ${digits.replace(sign, '')} or ${digits.replace(sign, other)}.`
    return { problem }
  }

  #findDigits(cell: string) {
    if (cell.length > MAX_LENGTH) return ''
    const clean = this.#clean(cell)
    return findDigits(this.#isMoney ? clean : clean.replace(/\s/g, '').replace(UNIT, '$1'))
  }

  /** Without a hint in the file, the dot is the decimal sign, as in an export. Money has no three decimals, so its comma is none. */
  #guess(sign: Sign): Sign | undefined {
    const isUnknown = this.#signs.isEmpty && this.#file.isEmpty
    return isUnknown && (sign === '.' || this.#isMoney) ? '.' : undefined
  }
}

/** The digits and signs of a cell without currency, brackets and blanks. '' when it is not a number. */
function findDigits(cell: string) {
  const [, open = '', before, after, digits = '', trailing, close = ''] = AMOUNT.exec(cell.replace(/\s/g, '')) ?? []
  const signs = [before, after, trailing, open && '-'].filter(Boolean)
  const isComplete = signs.length <= 1 && open.length === close.length
  return isComplete ? `${signs[0] ?? ''}${digits}` : ''
}

const parseDigits = (digits: string) => readDecimal(THOUSANDS_ONLY.test(digits) ? digits.replace(/[.,]/g, '') : digits)

const excerpt = (cell: string) => (cell.length > EXCERPT_MAX ? `${cell.slice(0, EXCERPT_MAX)}…` : cell)
