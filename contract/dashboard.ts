import { oc } from '@orpc/contract'
import { z } from 'zod'
import { dataErrors } from './shared/errors.ts'
import { DateRange } from './shared/fields.ts'

/** Every figure of the dashboard for one range; amounts in rand, net of refunds. */
export const Figures = z.object({
  from: z.string(),
  to: z.string(),
  /** The time of the database's snapshot. */
  as_at: z.date(),
  revenue: z.number(),
  orders: z.number().int(),
  /** revenue / orders, 0 when there are none. */
  average: z.number(),
  /** Products with less than LOW_STOCK units, now. */
  low_stock: z.number().int(),
  /** One entry a day of the range, zero-filled, oldest first. */
  daily: z.array(z.object({ day: z.string(), revenue: z.number(), orders: z.number().int() })),
  /** Sales per payment method as stored: lower case, 'unknown' when blank; most used first. */
  payments: z.array(z.object({ payment_method: z.string(), orders: z.number().int() })),
  top_sites: z.array(z.object({ siteid: z.number(), sitename: z.string(), revenue: z.number() })),
  top_products: z.array(
    z.object({
      productid: z.number(),
      productname: z.string(),
      /** Today's price. */
      price: z.number(),
      sold: z.number(),
      /** Quantity times the price on each sale. */
      total: z.number(),
    }),
  ),
  top_employees: z.array(z.object({ employeeid: z.number(), firstname: z.string(), lastname: z.string(), revenue: z.number() })),
  low_stock_items: z.array(
    z.object({
      productid: z.number(),
      productname: z.string(),
      sitename: z.string(),
      supplier: z.string(),
      stock: z.number(),
    }),
  ),
})
export type Figures = z.infer<typeof Figures>

export const Announcement = z.object({
  announcementid: z.number(),
  message: z.string(),
  link_title: z.string().nullable(),
  link_value: z.string().nullable(),
})
export type Announcement = z.infer<typeof Announcement>

export const dashboard = {
  figures: oc
    .route({ method: 'GET', path: '/dashboard/figures', summary: 'Every figure of the dashboard', tags: ['Dashboard'] })
    .errors(dataErrors)
    .input(DateRange)
    .output(Figures),
  tickets: oc
    .route({ method: 'GET', path: '/dashboard/tickets', summary: 'How many support tickets are open', tags: ['Dashboard'] })
    .errors(dataErrors)
    .output(z.object({ open: z.number().int() })),
  announcements: oc
    .route({
      method: 'GET',
      path: '/dashboard/announcements',
      summary: 'The announcements valid now, newest first',
      tags: ['Dashboard'],
    })
    .errors(dataErrors)
    .output(z.array(Announcement)),
}
