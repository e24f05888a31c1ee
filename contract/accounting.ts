import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ACCOUNTING_MAX_DAYS, PROGRAMS } from './search/accounting.ts'
import { FilterIds } from './search/filters.ts'
import { dataErrors, EXPORT_RUNNING } from './shared/errors.ts'
import { CalendarDate, CsvFile, Flag, inRange, replicaFields, requiredText, Text } from './shared/fields.ts'
import { EXTRA_KINDS } from './shared/sale-parts.ts'

// Sales as journals that accounting programs import: one for each day, or for each day and site.

const Program = z.enum(PROGRAMS)

const account = (message: string) => requiredText(message, 100)
const MAX_ACCOUNTS = 100

/** The accounts and names of one program. */
export const ProgramAccounts = z.strictObject({
  sales: z
    .array(
      z.strictObject({
        /** '15', '15.5', '0' or 'exempt'. */
        vat_rate: Text.min(1).max(10),
        account: account('Enter the account code for these sales.'),
        /** The name of the rate in Xero; the others have an account for VAT. */
        tax_name: Text.trim().max(100),
      }),
    )
    .max(MAX_ACCOUNTS),
  /** For the VAT in the sales. Xero finds it by the name of the rate. */
  vat_account: account('Enter the account code for VAT.'),
  /** Where the money of each payment method waits until it is on a bank statement. */
  payments: z
    .array(
      z.strictObject({
        payment_method: Text.min(1).max(100),
        account: account('Enter the account code for this payment method.'),
      }),
    )
    .max(MAX_ACCOUNTS),
  /** For payment methods that come later. */
  other_payments: account('Enter the account code for other payment methods.'),
  /** Of money beside the sales. Without them, those that are kept stay. */
  extras: z
    .array(z.strictObject({ kind: z.enum(EXTRA_KINDS), account: account('Enter the account code for this money.') }))
    .max(EXTRA_KINDS.length)
    .default([]),
  /** The name of the rate of lines without VAT in Xero. */
  no_tax_name: Text.trim().max(100),
  /** The tracking category that has the site, in Xero. Empty for none. */
  tracking: Text.trim().max(100),
  /** The order of day, month and year in dates. */
  date_order: z.enum(['dmy', 'mdy', 'ymd']),
})
export type ProgramAccounts = z.output<typeof ProgramAccounts>

export const AccountingSettings = z.strictObject({ xero: ProgramAccounts, sage: ProgramAccounts, quickbooks: ProgramAccounts })
export type AccountingSettings = z.output<typeof AccountingSettings>

const input = z.strictObject({
  program: Program.describe(
    'The format: `xero` manual journals, `sage` journals of Sage Accounting, `quickbooks` journal entries of QuickBooks Online.',
  ),
  from: CalendarDate.describe('The first day, in the time zone of the business.'),
  to: CalendarDate.describe(`The last day, included. At most ${ACCOUNTING_MAX_DAYS} days.`),
  sites: FilterIds.default([]).describe('Ids, as 1,2,3. All if it is missing.'),
  by_site: Flag.default(false).describe('One journal for each day and site, instead of one for each day.'),
  later: Flag.default(false).describe(
    'Only sales of locked months that came after the lock. Without it, these have what they had then.',
  ),
})
const DAY_MS = 86_400_000
export const AccountingInput = inRange(input).refine(
  ({ from, to }) => (Date.parse(to) - Date.parse(from)) / DAY_MS < ACCOUNTING_MAX_DAYS,
  `A file for accounting has at most ${ACCOUNTING_MAX_DAYS} days.`,
)
export type AccountingInput = z.output<typeof AccountingInput>

/** What the journals of a range post to one account, in rand. */
const AccountTotal = z.object({ account: z.string(), tax_name: z.string(), debit: z.number(), credit: z.number() })
export type AccountTotal = z.infer<typeof AccountTotal>

const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Write a month as 2026-10.')

/** A calendar month that the range touches, and what came after it was locked, at the sites of the range. */
const AccountingMonth = z.object({
  month: Month,
  /** Only a month that is over can be locked. */
  is_over: z.boolean(),
  /** Null while it is not locked. */
  locked_at: z.date().nullable(),
  /** The name of the person; null for a person who has left. */
  locked_by: z.string().nullable(),
  later: z.object({
    sales: z.number().int(),
    /** Incl. VAT, in rand. */
    revenue: z.number(),
    /** Days that differ from what they had when the month was locked, in order. */
    days: z.array(CalendarDate),
  }),
})
export type AccountingMonth = z.infer<typeof AccountingMonth>

export const AccountingPreview = z.object({
  journals: z.number().int(),
  /** Rows of the file. */
  lines: z.number().int(),
  accounts: z.array(AccountTotal),
  /** Of all journals. The credits are the same. */
  debit: z.number(),
  /** The sales of these days incl. VAT, and the VAT in them, as in the report by VAT rate. */
  revenue: z.number(),
  vat: z.number(),
  /** What these figures rest on where something is missing, in rand. */
  incomplete: z.object({
    /** In order. */
    days: z.array(CalendarDate),
    /** Names products that are not in the products. */
    unknown_products: z.number(),
    /** Of it, what has the standard VAT rate because nobody said another one. */
    assumed_vat: z.number(),
    /** Sales without item details, at the VAT rate of the sale. */
    without_items: z.number(),
  }),
  /** Whether the last day is not over. */
  has_today: z.boolean(),
  /** Days that differ from what the newest file of the program had of them, in order, with the sales that came since. */
  changed_days: z.array(z.object({ day: CalendarDate, sales: z.number().int() })),
  /** In order. */
  months: z.array(AccountingMonth),
  ...replicaFields,
})
export type AccountingPreview = z.infer<typeof AccountingPreview>

export const NOT_BALANCED = {
  status: 409,
  message: 'The sales and the payments of these days do not add up. Support can repair the figures.',
} as const
const NOT_OVER = { status: 409, message: 'Lock this month after its last day.' } as const
const CHANGED = { status: 409, message: 'Someone else changed these account codes. Close this form and open it again.' } as const

const route = oc.errors(dataErrors)
const tags = ['Reports']

export const accounting = {
  preview: route
    .route({ method: 'GET', path: '/reports/accounting', summary: 'What the journals of a range post to each account', tags })
    .input(AccountingInput)
    .output(AccountingPreview)
    .errors({ NOT_BALANCED }),
  settings: route
    .route({ method: 'GET', path: '/reports/accounting/settings', summary: 'The accounts for accounting programs', tags })
    .output(AccountingSettings),
  saveSettings: route
    .route({
      method: 'PUT',
      path: '/reports/accounting/settings',
      summary: 'Edit account codes of one accounting program',
      description: 'With `opened`, the accounts must still be these.',
      tags,
    })
    .input(z.strictObject({ program: Program, accounts: ProgramAccounts, opened: ProgramAccounts.optional() }))
    .output(z.void())
    .errors({ CHANGED }),
  lock: route
    .route({
      method: 'PUT',
      path: '/reports/accounting/lock',
      summary: 'Lock a month, or unlock it',
      description:
        'The journals of a locked month have what it had when it was locked. Sales that come later have journals of their own (`later`).',
      tags,
    })
    .input(z.strictObject({ month: Month, is_locked: z.boolean() }))
    .output(z.void())
    .errors({ NOT_OVER }),
}

export const accountingFiles = {
  export: route
    .route({
      method: 'GET',
      path: '/reports/accounting.csv',
      summary: 'Journals for an accounting program',
      description: 'The columns are those that the program imports. Amounts have a point and two decimals.',
      tags,
    })
    .input(AccountingInput)
    .output(CsvFile)
    .errors({ EXPORT_RUNNING, NOT_BALANCED }),
}
