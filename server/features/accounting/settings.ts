import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type AccountingSettings, ProgramAccounts } from '../../../contract/accounting.ts'
import type { Program } from '../../../contract/search/accounting.ts'
import { EXTRA_KINDS, type ExtraKind } from '../../../contract/shared/sale-parts.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'

type Defaults = Omit<ProgramAccounts, 'sales' | 'payments' | 'extras'> & {
  sales: (vat_rate: string) => { account: string; tax_name: string }
  payments: Record<string, string>
  extras: Record<ExtraKind, string>
}

/**
 * What a new organisation in South Africa has. Xero: sales 200, VAT 820 and the clearing account 855 of its default chart, with the names of
 * its rates, and the accounts 850 for suspense and 860 for rounding. Sage Accounting: sales 4000, VAT on sales 2200, cash in hand 1210, current
 * account 1200, suspense 9998. QuickBooks Online knows accounts by name. An accountant may use others.
 */
const DEFAULTS: Record<Program, Defaults> = {
  xero: {
    sales: (vat_rate) => ({ account: '200', tax_name: XERO_RATES[vat_rate] ?? 'Standard Rate Sales' }),
    vat_account: '820',
    payments: { 'gift card': '850', deposit: '850' },
    other_payments: '855',
    extras: { tip: '850', gift_card: '850', deposit: '850', rounding: '860' },
    no_tax_name: 'No VAT',
    tracking: '',
    date_order: 'dmy',
  },
  sage: {
    sales: () => ({ account: '4000', tax_name: '' }),
    vat_account: '2200',
    payments: { cash: '1210', 'gift card': '9998', deposit: '9998' },
    other_payments: '1200',
    extras: { tip: '9998', gift_card: '9998', deposit: '9998', rounding: '9998' },
    no_tax_name: '',
    tracking: '',
    date_order: 'dmy',
  },
  quickbooks: {
    sales: () => ({ account: 'Sales', tax_name: '' }),
    vat_account: 'VAT Control',
    payments: { 'gift card': 'Gift Cards', deposit: 'Customer Deposits' },
    other_payments: 'Undeposited Funds',
    extras: { tip: 'Tips Payable', gift_card: 'Gift Cards', deposit: 'Customer Deposits', rounding: 'Rounding' },
    no_tax_name: '',
    tracking: '',
    date_order: 'dmy',
  },
}
const XERO_RATES: Record<string, string> = { '0': 'Zero Rated', exempt: 'Exempt Sales' }

type Used = { vat_rates: string[]; payment_methods: string[] }

/** The accounts of every program, with one for each VAT rate and payment method that the business has or had. */
export async function findSettings(scope: Scope): Promise<AccountingSettings> {
  const { rows } = await sql<Used & { settings: Partial<Record<Program, unknown>> | null }>`
    select (select json_object_agg(program, settings) from accounting_settings where businessid = ${currentBusiness}) as settings,
           array(select vat_rate from (
                   select format_vat_rate(vat_code, percent) as vat_rate from vat_rates where businessid = ${currentBusiness}
                   union select vat_rate from vat_daily where businessid = ${currentBusiness}) used
                  order by vat_rate = 'exempt', length(vat_rate) desc, vat_rate desc) as vat_rates,
           array(select distinct payment_method from payment_buckets
                  where businessid = ${currentBusiness} and bucket_days = 256
                  order by 1) as payment_methods`.execute(scope)
  const [found] = rows
  if (!found) throw new Error('a statement without tables is one row')
  // What an older version stored and this one does not know counts as not stored.
  const read = (program: Program) =>
    complete(ProgramAccounts.optional().catch(undefined).parse(found.settings?.[program]), DEFAULTS[program], found)
  return { xero: read('xero'), sage: read('sage'), quickbooks: read('quickbooks') }
}

function complete(saved: ProgramAccounts | undefined, defaults: Defaults, { vat_rates, payment_methods }: Used): ProgramAccounts {
  const { sales = [], payments = [], extras = [], ...rest } = saved ?? { ...defaults, sales: [], payments: [], extras: [] }
  const other = rest.other_payments
  return {
    ...rest,
    sales: [
      ...vat_rates.map(
        (vat_rate) => sales.find((kept) => kept.vat_rate === vat_rate) ?? { vat_rate, ...defaults.sales(vat_rate) },
      ),
    ],
    payments: payment_methods.map(
      (payment_method) =>
        payments.find((kept) => kept.payment_method === payment_method) ?? {
          payment_method,
          account: (saved ? undefined : defaults.payments[payment_method]) ?? other,
        },
    ),
    extras: EXTRA_KINDS.map((kind) => extras.find((kept) => kept.kind === kind) ?? { kind, account: defaults.extras[kind] }),
  }
}

/** A rate or a payment method that was first used since a form was opened is no difference. */
const isSame = (now: ProgramAccounts, { sales, payments, extras, ...rest }: ProgramAccounts) =>
  isDeepStrictEqual(
    {
      ...now,
      sales: now.sales.filter(({ vat_rate }) => sales.some((line) => line.vat_rate === vat_rate)),
      payments: now.payments.filter(({ payment_method }) => payments.some((line) => line.payment_method === payment_method)),
      // An older screen has none of these.
      extras: now.extras.filter(({ kind }) => extras.some((line) => line.kind === kind)),
    },
    { ...rest, sales, payments, extras },
  )

/** False when they are not the opened ones any more. */
export async function saveSettings(
  scope: Scope,
  { program, accounts, opened }: { program: Program; accounts: ProgramAccounts; opened?: ProgramAccounts | undefined },
) {
  // The row is locked, so that of two people who save at once the second finds the accounts of the first.
  const isKept = sql`businessid = ${currentBusiness} and program = ${program}`
  await sql`
    insert into accounting_settings (program, settings) values (${program}, '{}') on conflict (businessid, program) do nothing`.execute(
    scope,
  )
  await sql`select from accounting_settings where ${isKept} for update`.execute(scope)
  const now = (await findSettings(scope))[program]
  const settings = accounts.extras.length > 0 ? accounts : { ...accounts, extras: now.extras }
  if (opened && !isSame(now, accounts) && !isSame(now, opened)) return false
  await sql`update accounting_settings set settings = ${JSON.stringify(settings)}::jsonb where ${isKept}`.execute(scope)
  return true
}
