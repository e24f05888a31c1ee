import { oc } from '@orpc/contract'
import { z } from 'zod'
import { dataErrors, NOT_FOUND } from './shared/errors.ts'
import { CalendarDate, Id } from './shared/fields.ts'

export const Announcement = z.object({
  announcementid: z.number(),
  message: z.string(),
  link_title: z.string().nullable(),
  link_value: z.string().nullable(),
})
export type Announcement = z.infer<typeof Announcement>

/** A till that was used on at least 5 of its last 7 days, and not in the last 24 hours. */
export const SilentTill = z.object({
  tillid: z.number(),
  sitename: z.string(),
  name: z.string(),
  last_used_at: z.date(),
})
export type SilentTill = z.infer<typeof SilentTill>

/** Sales of days that were over when the caller last looked at the dashboard, and that arrived since then. */
export const LateSales = z.object({
  /** When the caller last looked; null before the first time. */
  since: z.date().nullable(),
  /** The time of the answer. */
  as_at: z.date(),
  /** Newest first. */
  days: z.array(z.object({ day: z.string(), orders: z.number().int() })),
})
export type LateSales = z.infer<typeof LateSales>

/** What a new business has set up. */
export const FirstSteps = z.object({
  has_products: z.boolean(),
  /** Besides the owner. */
  has_employees: z.boolean(),
  has_tills: z.boolean(),
  /** The day of the latest sale, in the time zone of the business; null without sales. */
  last_sale_date: CalendarDate.nullable(),
  /** The caller does not want to see them. */
  is_hidden: z.boolean(),
})
export type FirstSteps = z.infer<typeof FirstSteps>

/** The sales of imports of the last 7 days that the caller has not put away. */
export const ImportedSales = z.object({
  /** The latest of these imports. */
  importid: Id,
  sales: z.number().int(),
  first_day: CalendarDate,
  last_day: CalendarDate,
})
export type ImportedSales = z.infer<typeof ImportedSales>

export const dashboardNotices = {
  firstSteps: oc
    .route({ method: 'GET', path: '/dashboard/first-steps', summary: 'What a new business has set up', tags: ['Dashboard'] })
    .errors(dataErrors)
    .output(FirstSteps),
  hideFirstSteps: oc
    .route({
      method: 'PUT',
      path: '/dashboard/first-steps/hidden',
      summary: 'The caller hides the first steps',
      tags: ['Dashboard'],
    })
    .errors(dataErrors)
    .output(z.void()),
  importedSales: oc
    .route({
      method: 'GET',
      path: '/dashboard/imported-sales',
      summary: 'The sales of the latest imports and their days, null for none',
      tags: ['Dashboard'],
    })
    .errors(dataErrors)
    .output(ImportedSales.nullable()),
  hideImports: oc
    .route({
      method: 'PUT',
      path: '/dashboard/imported-sales/seen',
      summary: 'The caller has seen the imports up to one',
      tags: ['Dashboard'],
    })
    .errors(dataErrors)
    .input(z.strictObject({ importid: Id }))
    .output(z.void()),
  lateSales: oc
    .route({
      method: 'GET',
      path: '/dashboard/late-sales',
      summary: 'Sales of closed days that arrived since the caller last looked',
      description: 'Sales of imports, and sales that arrive within an hour, are not among them.',
      tags: ['Dashboard'],
    })
    .errors(dataErrors)
    .output(LateSales),
  markSeen: oc
    .route({
      method: 'PUT',
      path: '/dashboard/seen',
      summary: 'The caller has seen the late sales until a time',
      tags: ['Dashboard'],
    })
    .errors(dataErrors)
    .input(z.strictObject({ as_at: z.coerce.date() }))
    .output(z.void()),
  silentTills: oc
    .route({
      method: 'GET',
      path: '/dashboard/silent-tills',
      summary: 'Tills that sold daily and have sent nothing for a day',
      tags: ['Dashboard'],
    })
    .errors(dataErrors)
    .output(z.array(SilentTill)),
  announcements: oc
    .route({
      method: 'GET',
      path: '/dashboard/announcements',
      summary: 'The announcements valid now, newest first, without those that the caller has put away',
      tags: ['Dashboard'],
    })
    .errors(dataErrors)
    .output(z.array(Announcement)),
  dismissAnnouncement: oc
    .route({
      method: 'PUT',
      path: '/dashboard/announcements/{announcementid}/dismissal',
      summary: 'Put an announcement away, for the caller only',
      tags: ['Dashboard'],
    })
    .errors({ ...dataErrors, NOT_FOUND })
    .input(z.strictObject({ announcementid: z.coerce.number().pipe(Id) }))
    .output(z.void()),
}
