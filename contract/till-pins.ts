import { z } from 'zod'
import { TILL_PIN } from './shared/constants.ts'

/** The digits of a till PIN. Each digit alike, or 1234 and on, is what people try first. */
export const TillPin = z
  .string()
  .regex(TILL_PIN, 'Enter 4 to 6 digits.')
  .refine((pin) => !/^(\d)\1*$/.test(pin) && !'123456'.startsWith(pin), 'Choose a PIN that is harder to guess.')
