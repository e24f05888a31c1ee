import { z } from 'zod'
import { Text } from './fields.ts'
import { SCALE_BARCODE_LENGTH, SCALE_PATTERN } from './scale-barcodes.ts'

const WRONG = `A pattern has ${SCALE_BARCODE_LENGTH} signs: digits that begin with 2 or 02, P for the product, W for grams or R for cents, and C at the end.`

/** '20PPPPPWWWWWC' */
const ScalePattern = Text.trim()
  .toUpperCase()
  .refine((pattern) => pattern.length === SCALE_BARCODE_LENGTH && SCALE_PATTERN.test(pattern), WRONG)

const readPrefix = (pattern: string) => SCALE_PATTERN.exec(pattern)?.[1] ?? ''

export const ScalePatterns = z
  .array(ScalePattern)
  .max(20, 'Enter at most 20 patterns.')
  .superRefine((patterns, context) => {
    for (const [index, pattern] of patterns.entries()) {
      const prefix = readPrefix(pattern)
      const earlier = patterns.slice(0, index).find((other) => {
        const of = readPrefix(other)
        return of.startsWith(prefix) || prefix.startsWith(of)
      })
      if (earlier)
        context.addIssue({ code: 'custom', path: [index], message: `${earlier} and ${pattern} match the same barcodes.` })
    }
  })
