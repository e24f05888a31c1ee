import { QUANTITY_MAX } from '../../../contract/shared/constants.ts'
import { parseDecimal, roundDecimal } from '../../../contract/shared/decimal.ts'
import { hasDecimals } from '../../../contract/shared/fields.ts'

type Read = { units: number; error?: undefined } | { units?: undefined; error: string }

/** Reads '24', '+24', '-3' and '2,5'. */
export function readUnits(typed: string): Read {
  const units = parseDecimal(typed.replace('−', '-'))
  if (units === undefined) return { error: 'Enter a number.' }
  if (Math.abs(units) > QUANTITY_MAX) return { error: 'This number is too large.' }
  return hasDecimals(units, 3) ? { units } : { error: 'At most three decimals.' }
}

/** Of typed scans: 2 cartons of 24 are 48. */
export const multiplyUnits = (scans: number, { units }: { units: number }) => roundDecimal(scans * units, 3)
