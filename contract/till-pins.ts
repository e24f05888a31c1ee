import { z } from 'zod'

/** The digits of a till PIN. Each digit alike, or 1234 and on, is what people try first. */
export const TillPin = z
  .string()
  .regex(/^\d{4,6}$/, 'Enter 4 to 6 digits.')
  .refine((pin) => !/^(\d)\1*$/.test(pin) && !'123456'.startsWith(pin), 'Choose a PIN that is harder to guess.')
