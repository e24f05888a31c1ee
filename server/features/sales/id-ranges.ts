/** Ids first ... last, both included, all of which begin with the same digits and go on with `suffix_digits` more. */
export type IdRange = { first: number; last: number; suffix_digits: number }

/** Every id with so many digits is a safe integer. */
const MAX_DIGITS = 15

/** All sale ids that begin with these digits: 42, 420 to 429, 4200 to 4299 and so on. No id begins with 0. */
export function findIdRanges(digits: string): IdRange[] {
  if (digits.startsWith('0') || digits.length > MAX_DIGITS) return []
  const start = Number(digits)
  return Array.from({ length: MAX_DIGITS - digits.length + 1 }, (_, suffix_digits) => ({
    first: start * 10 ** suffix_digits,
    last: (start + 1) * 10 ** suffix_digits - 1,
    suffix_digits,
  }))
}
