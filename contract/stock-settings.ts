import { oc } from '@orpc/contract'
import { z } from 'zod'
import { dataErrors, SETTINGS_CHANGED } from './shared/errors.ts'
import { ScalePatterns } from './shared/scale-patterns.ts'
import { Reason } from './stock-documents.ts'

const route = oc.errors(dataErrors)
const tags = ['Stock']

export const PURCHASE_PRICE_RULES = ['keep', 'last', 'average'] as const

export const StockSettings = z.strictObject({
  /** Why stock is lost or found. */
  stock_reasons: z
    .array(Reason.min(1, 'Enter a reason.'))
    .min(1, 'Enter at least one reason.')
    .max(30, 'Enter at most 30 reasons.')
    .refine(
      (reasons) => new Set(reasons.map((reason) => reason.toLowerCase())).size === reasons.length,
      'Enter each reason once.',
    ),
  /** What a delivery does with the purchase price: nothing, the price of the delivery, or the average by units. */
  purchase_price_rule: z.enum(PURCHASE_PRICE_RULES),
  /** How scales write a product and its weight or price into a barcode. Left out, they stay. */
  scale_patterns: ScalePatterns.optional(),
})
export type StockSettings = z.output<typeof StockSettings>

export const stockSettings = {
  settings: route
    .route({ method: 'GET', path: '/stock/settings', summary: 'Reasons and purchase prices', tags })
    .output(StockSettings),
  saveSettings: route
    .route({
      method: 'PUT',
      path: '/stock/settings',
      summary: 'Change reasons and purchase prices',
      description: 'With `opened`, only if they are still these.',
      tags,
    })
    .input(StockSettings.extend({ opened: StockSettings.optional() }))
    .output(z.void())
    .errors({ CHANGED: SETTINGS_CHANGED }),
}
