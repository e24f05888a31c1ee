import { z } from 'zod'
import { Id } from './shared/fields.ts'

/** What an owner gives a person who is neither owner nor admin. */
export const RIGHTS = ['bookkeeper', 'manager', 'stock'] as const
export type Right = (typeof RIGHTS)[number]

/** The right of a person. */
export const GivenRight = z.object({
  name: z.enum(RIGHTS),
  /** Null for all sites: a bookkeeper's. */
  siteids: z.array(Id).nullable(),
  /** Whether the person sees purchase prices, costs and profit. */
  sees_costs: z.boolean(),
})
export type GivenRight = z.infer<typeof GivenRight>

/** A right as the owner gives it. */
export const RightInput = z
  .strictObject({
    name: z.enum(RIGHTS, 'Choose what this person may do.'),
    /** A bookkeeper has all sites: left out. */
    siteids: z.array(Id).max(1000).default([]),
    /** Only of a manager. A bookkeeper and a stock keeper always see purchase prices. */
    sees_costs: z.boolean().default(false),
  })
  .refine(({ name, siteids }) => name === 'bookkeeper' || siteids.length > 0, {
    error: 'Choose at least one site.',
    path: ['siteids'],
  })
export type RightInput = z.output<typeof RightInput>

/** Of whom the owner may require two-step sign-in: owners and admins, who have everything, and each right. */
export const TWO_STEP_PEOPLE = ['everything', ...RIGHTS] as const
export type TwoStepPeople = (typeof TWO_STEP_PEOPLE)[number]

const ALL: readonly Right[] = RIGHTS
const SITES: readonly Right[] = ['manager', 'stock']
const STOCK: readonly Right[] = ['stock']
const FIGURES: readonly Right[] = ['bookkeeper', 'manager']
const BOOKKEEPER: readonly Right[] = ['bookkeeper']

/**
 * The calls that a right includes, by their path in the contract, and those with a file by their path in `fileRoutes` after 'files.'. A call
 * that is not here is for owners and admins. What a call shows of the business is up to the database: a manager's `sales.list` has the
 * sales of the own sites.
 */
const CALLS: Record<string, readonly Right[]> = {
  'dashboard.figures': FIGURES,
  'dashboard.hours': FIGURES,
  'dashboard.figuresCheck': BOOKKEEPER,
  'dashboard.lateSales': FIGURES,
  'dashboard.markSeen': FIGURES,
  'dashboard.silentTills': FIGURES,
  'dashboard.announcements': FIGURES,
  'dashboard.dismissAnnouncement': FIGURES,
  'sales.list': FIGURES,
  'sales.figures': FIGURES,
  'sales.options': FIGURES,
  'sales.employees': FIGURES,
  'sales.get': FIGURES,
  'sales.since': FIGURES,
  'files.sales.export': FIGURES,
  'reports.get': FIGURES,
  'reports.agreement': FIGURES,
  'saleReports.get': FIGURES,
  'reports.saved.list': BOOKKEEPER,
  'accounting.preview': BOOKKEEPER,
  'accounting.settings': BOOKKEEPER,
  'accounting.saveSettings': BOOKKEEPER,
  'accounting.lock': BOOKKEEPER,
  'files.accounting.export': BOOKKEEPER,
  'files.reports.export': FIGURES,
  'files.saleReports.export': FIGURES,
  'cashUps.list': FIGURES,
  'cashUps.all': FIGURES,
  'cashUps.month': FIGURES,
  'cashUps.day': FIGURES,
  'cashUps.create': FIGURES,
  'drawerMovements.create': FIGURES,
  'drawerMovements.remove': FIGURES,
  'files.cashUps.export': FIGURES,
  'refusedSales.list': BOOKKEEPER,
  'refusedSales.sums': BOOKKEEPER,
  'refusedSales.get': BOOKKEEPER,
  'sites.options': ALL,
  'sites.activity': FIGURES,
  'tills.clocksAhead': FIGURES,
  'products.list': ALL,
  'products.all': ALL,
  'products.get': ALL,
  'products.names': ALL,
  'products.options': ALL,
  'products.create': STOCK,
  'products.update': STOCK,
  'products.remove': STOCK,
  'products.item': ALL,
  'products.stockHistory': ALL,
  'products.incoming': ALL,
  'products.sales': FIGURES,
  'files.products.export': ALL,
  'files.products.picture.get': ALL,
  'files.products.picture.put': STOCK,
  'files.products.picture.delete': STOCK,
  'suppliers.list': ALL,
  'suppliers.options': ALL,
  'suppliers.get': ALL,
  'stock.list': ALL,
  'stock.waiting': ALL,
  'stock.settings': ALL,
  'stock.get': ALL,
  'stock.destinations': SITES,
  'stock.create': SITES,
  'stock.update': SITES,
  'stock.remove': SITES,
  'stock.finish': SITES,
  'stock.close': SITES,
  'stock.receive': SITES,
  'stock.correct': SITES,
  'stock.counts.begin': SITES,
  'stock.counts.enter': SITES,
  'stock.counts.approve': SITES,
  'stock.counts.cancel': SITES,
  'stock.counts.lines': ALL,
  'stock.counts.entries': ALL,
  'stock.counts.sheet': ALL,
  'files.stock.export': ALL,
  'stockReports.reorder': ALL,
  'stockReports.slowSellers': ALL,
  'stockReports.stockValue': ALL,
  'stockReports.inTransit': ALL,
  'stockReports.shrinkage': ALL,
  'files.stockReports.reorder': ALL,
  'files.stockReports.slowSellers': ALL,
  'files.stockReports.stockValue': ALL,
  'files.stockReports.inTransit': ALL,
  'files.stockReports.shrinkage': ALL,
  'vatRates.list': ALL,
  'live.changes': ALL,
  'account.get': ALL,
  'account.saveComparison': FIGURES,
  'account.saveProductList': ALL,
  // Which ones is in NOTICE_RIGHTS.
  'account.notices.list': ALL,
  'account.notices.save': ALL,
  'account.notices.sendNow': ALL,
  'account.changePassword': ALL,
  'account.requestEmailChange': ALL,
  'account.emailProof.start': ALL,
  'account.emailProof.confirm': ALL,
  'account.sessions': ALL,
  'account.endSession': ALL,
  'account.endOtherSessions': ALL,
  'account.twoStep.start': ALL,
  'account.twoStep.confirm': ALL,
  'account.twoStep.turnOff': ALL,
  'account.twoStep.replaceCodes': ALL,
}

const NONE: readonly Right[] = []

/**
 * The calls that a read key may make, if its right includes them: reads of the business. None of them is about a person, and none changes
 * anything.
 */
const KEY_CALLS: readonly string[] = [
  'sales.list',
  'sales.figures',
  'sales.options',
  'sales.employees',
  'sales.get',
  'sales.since',
  'files.sales.export',
  'reports.get',
  'reports.agreement',
  'files.reports.export',
  'saleReports.get',
  'files.saleReports.export',
  'accounting.preview',
  'files.accounting.export',
  'cashUps.list',
  'cashUps.all',
  'cashUps.month',
  'cashUps.day',
  'files.cashUps.export',
  'sites.options',
  'products.list',
  'products.all',
  'products.get',
  'products.options',
  'products.item',
  'products.stockHistory',
  'products.incoming',
  'products.sales',
  'files.products.export',
  'files.products.picture.get',
  'suppliers.list',
  'suppliers.options',
  'suppliers.get',
  'stock.list',
  'stock.waiting',
  'stock.get',
  'stock.counts.lines',
  'stock.counts.entries',
  'stock.counts.sheet',
  'files.stock.export',
  'stockReports.reorder',
  'stockReports.slowSellers',
  'stockReports.stockValue',
  'stockReports.inTransit',
  'stockReports.shrinkage',
  'files.stockReports.reorder',
  'files.stockReports.slowSellers',
  'files.stockReports.stockValue',
  'files.stockReports.inTransit',
  'files.stockReports.shrinkage',
  'vatRates.list',
]

/** The rights that include a call, beside owners and admins. */
export const findRights = (call: string): readonly Right[] => CALLS[call] ?? NONE

/** The rights of read keys that include a call. */
export const findKeyRights = (call: string): readonly Right[] => (KEY_CALLS.includes(call) ? findRights(call) : NONE)
