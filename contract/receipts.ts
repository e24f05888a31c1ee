import { oc } from '@orpc/contract'
import { z } from 'zod'
import { dataErrors, SETTINGS_CHANGED } from './shared/errors.ts'
import { hasDecimals, Text } from './shared/fields.ts'

export const MAX_RECEIPT_LINES = 10
const MAX_LINE = 48

const PERCENT = 'Enter a number from 0 to 100.'

/** What tills print on receipts, and what a seller may take off. */
export const ReceiptSettings = z.strictObject({
  /** '' and null are none. */
  vat_number: Text.trim()
    .max(30, 'Use at most 30 characters for the VAT number.')
    .nullable()
    .transform((number) => number || null),
  receipt_lines: z
    .array(Text.trim().max(MAX_LINE, `A line has at most ${MAX_LINE} characters.`))
    .max(MAX_RECEIPT_LINES, `Enter at most ${MAX_RECEIPT_LINES} lines.`),
  /** Per cent of a sale that a seller takes off without a manager's PIN. */
  discount_limit: z
    .number(PERCENT)
    .min(0, PERCENT)
    .max(100, PERCENT)
    .refine((value) => hasDecimals(value, 2), 'Use at most two decimals.'),
})
export type ReceiptSettings = z.output<typeof ReceiptSettings>

const route = oc.errors(dataErrors)
const tags = ['Account']

export const receipts = {
  get: route
    .route({
      method: 'GET',
      path: '/account/receipts',
      summary: 'VAT number, lines on receipts and the limit of discounts',
      tags,
    })
    .output(ReceiptSettings),
  save: route
    .route({
      method: 'PUT',
      path: '/account/receipts',
      summary: 'Change what is on receipts, and the limit of discounts',
      description: 'With `opened`, only if they are still these.',
      tags,
    })
    .input(ReceiptSettings.extend({ opened: ReceiptSettings.optional() }))
    .output(z.void())
    .errors({ CHANGED: SETTINGS_CHANGED }),
}
