import type { Role, Rule } from './rule.ts'
import type { Shops } from './shops.ts'
import { disableTriggers, insert, update, type Values } from './values.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const SALEDATE = '2026-11-21T12:00Z'
/** Till keys are stored as hashes of 32 bytes. */
const hash = (byte: string) => `\\x${byte.repeat(32)}`

const twice = (statement: string) => `${statement}; ${statement}`
const dropConstraint = (table: string, ...names: string[]) =>
  names.map((name) => `alter table ${table} drop constraint ${name} cascade`).join('; ')

const dropExpressions = (table: string, ...columns: string[]) =>
  `alter table ${table} ${columns.map((column) => `alter ${column} drop expression`).join(', ')}`

const CASH_UP = { day: '2026-11-20', entry: 1, starts_at: SALEDATE, ends_at: SALEDATE }
const CASH_UP_LINE = { payment_method: 'eft', sales: 1, expected: 1, counted: 1 }

/** One row of each roll-up. */
const rollUps = (businessid: string, siteid: number, employeeid: number) => {
  const small = { small_orders: 0, small_revenue_cents: 0 }
  const amounts = { revenue_cents: 100, refunds: 0, refunded_cents: 0, units_thousandths: 1000 }
  const computed = { vat_cents: 13, cost_cents: 50, costed_net_cents: 87 }
  const sums = { orders: 1, ...amounts, ...computed }
  const lines = { lines: 1, ...amounts, ...computed }
  const bucket = { bucket_days: 1, bucket_start: '2020-01-01' }
  return {
    site_daily: { businessid, day: '2020-01-01', siteid, ...sums },
    sales_buckets: { businessid, ...bucket, siteid, employeeid, ...sums, ...small },
    payment_buckets: { businessid, ...bucket, siteid, payment_method: 'cash', ...sums },
    hour_buckets: { businessid, ...bucket, siteid, week_hour: 9, ...sums },
    vat_daily: { businessid, day: '2020-01-01', siteid, vat_rate: '15', is_remainder: false, ...lines },
    product_buckets: { businessid, bucket_key: 1, productid: 1, siteid, ...lines },
  }
}

/** Foreign keys that carry the business along. Referential checks bypass row security, so only these keep an id of another business out. */
export function createCompositeKeyRules({ own, other }: Shops): Rule[] {
  const { businessid } = own
  const place = { siteid: own.siteid, employeeid: own.employeeid }
  const line = { saleid: own.saleid, line: 9, saledate: SALEDATE, ...place, productid: own.productid, quantity: 1 }
  const item = { ...line, productname: 'x', price: 1, purchaseprice: 1, vat_rate: '15' }
  const sale = { siteid: own.siteid, employeeid: own.employeeid, saledate: SALEDATE, finalamount: 1, vat_rate: '15' }
  const atOtherSite = rollUps(businessid, other.siteid, own.employeeid)
  const byOtherEmployee = rollUps(businessid, own.siteid, other.employeeid)
  const cashUp = { ...CASH_UP, siteid: own.siteid }
  const till = { name: 'x', key_start: 'x', key_hash: hash('ab') }
  const stock = { reason: 'edit', stock_before: 1, stock_after: 2 }
  const listing = { siteid: own.siteid, productname: 'x', barcode: '', category: '', supplier: '', price: 1 }
  const asTill = (statement: string) => statement.replace('overriding system value', '')

  const keys: [name: string, reason: string, role: Role, statement: string, prepare?: string][] = [
    ['business.business__primary_site', 'the primary site', 'tenant', update('business', { primary_siteid: other.siteid })],
    ['employee.employee__site', 'the site of an employee', 'tenant', update('employee', { siteid: other.siteid })],
    ['product.product__site', 'the site of a product', 'tenant', update('product', { siteid: other.siteid })],
    [
      'product.product__same_as_product',
      'the product that an unknown one turned out to be',
      'tenant',
      update('product', { is_unknown: true, archived_at: SALEDATE, same_as: other.productid }),
    ],
    [
      'import_names.import_names__site',
      'the site of a name',
      'tenant',
      insert('import_names', { name: 'x', siteid: other.siteid }),
    ],
    [
      'import_names.import_names__employee',
      'the employee of a name',
      'tenant',
      insert('import_names', { name: 'x', employeeid: other.employeeid }),
    ],
    [
      'ticket_messages.ticket_messages__ticket',
      'the ticket of a message',
      'tenant',
      asTill(insert('ticket_messages', { ticketid: other.ticketid, message: 'x' })),
    ],
    [
      'cash_ups.cash_ups__site',
      'the site of a cash-up',
      'tenant',
      asTill(insert('cash_ups', { ...cashUp, siteid: other.siteid })),
    ],
    [
      'cash_up_lines.cash_up_lines__cash_up',
      'the cash-up of a line',
      'tenant',
      asTill(insert('cash_up_lines', { ...CASH_UP_LINE, cash_upid: other.cash_upid })),
    ],
    [
      'preferences.preferences__business_user',
      'the person of preferences',
      'owner',
      insert('preferences', { businessid, user_id: other.user_id }),
    ],
    ['till_keys.till_keys__site', 'the site of a till', 'tenant', insert('till_keys', { siteid: other.siteid, ...till })],
    [
      'sales.sales__site',
      'the site of a sale',
      'tenant',
      asTill(insert('sales', { ...sale, siteid: other.siteid })),
      disableTriggers('sales'),
    ],
    [
      'sales.sales__employee',
      'the employee of a sale',
      'till',
      asTill(insert('sales', { ...sale, employeeid: other.employeeid })),
      disableTriggers('sales'),
    ],
    [
      'sales.sales__import',
      'the import of a sale',
      'tenant',
      asTill(insert('sales', { ...sale, importid: other.importid })),
      disableTriggers('sales'),
    ],
    [
      'sales_import_batches.sales_import_batches__import',
      'the import of a batch',
      'tenant',
      asTill(insert('sales_import_batches', { importid: other.importid, batch: 1, siteid: own.siteid, sales: '[]' })),
    ],
    [
      'saleitems.saleitems__sale',
      'the sale of a line',
      'till',
      asTill(insert('saleitems', { ...item, saleid: other.saleid })),
      disableTriggers('saleitems'),
    ],
    [
      'saleitems.saleitems__product',
      'the product of a line',
      'till',
      asTill(insert('saleitems', { ...item, productid: other.productid })),
      disableTriggers('saleitems'),
    ],
    [
      'site.site__till_employee',
      'the employee of the sales that name none',
      'owner',
      update('site', { till_employeeid: other.employeeid }, `siteid = ${own.siteid}`),
    ],
    [
      'stock_movements.stock_movements__product',
      'the product of a movement',
      'owner',
      insert('stock_movements', { businessid, productid: other.productid, ...stock }),
    ],
    [
      'product_listing.product_listing__product',
      'the product of a row of the list',
      'owner',
      insert('product_listing', { businessid, productid: other.productid, ...listing }),
    ],
    ['site_daily.site_daily__site', 'the site of a sum', 'owner', insert('site_daily', atOtherSite.site_daily)],
    ['sales_buckets.sales_buckets__site', 'the site of a sum', 'owner', insert('sales_buckets', atOtherSite.sales_buckets)],
    [
      'payment_buckets.payment_buckets__site',
      'the site of a sum',
      'owner',
      insert('payment_buckets', atOtherSite.payment_buckets),
    ],
    ['hour_buckets.hour_buckets__site', 'the site of a sum', 'owner', insert('hour_buckets', atOtherSite.hour_buckets)],
    ['vat_daily.vat_daily__site', 'the site of a sum', 'owner', insert('vat_daily', atOtherSite.vat_daily)],
    [
      'sales_buckets.sales_buckets__employee',
      'the employee of a sum',
      'owner',
      insert('sales_buckets', byOtherEmployee.sales_buckets),
    ],
  ]
  return keys.map(([name, reason, role, refused, prepare]) => ({
    kind: 'foreign key',
    name,
    reason: `${reason} is of the same business`,
    role,
    prepare,
    proofs: [{ refused }],
  }))
}

/** Foreign keys to the business, to users and to plans. */
export function createReferenceRules({ own }: Shops): Rule[] {
  const businessid = UNKNOWN
  const { siteid, employeeid, user_id } = own
  const sums = rollUps(UNKNOWN, siteid, employeeid)
  const person = { firstname: 'x', lastname: 'x' }
  const session = { expiresAt: SALEDATE, token: 'x', updatedAt: SALEDATE, userId: UNKNOWN }
  const twoFactor = { secret: 'x', backupCodes: '[]' }
  const emailChange = { new_email: 'x@shop.example', token_hash: hash('ab'), expires_at: SALEDATE }
  const account = { accountId: '2', providerId: 'credential', updatedAt: SALEDATE, userId: UNKNOWN }

  const ofBusiness: [table: string, values: Values, ...otherKeys: string[]][] = [
    ['business_users', { businessid, user_id, role: 'owner' }, 'business_users__one_business'],
    ['site', { businessid, sitename: 'x', location: 'x' }],
    ['employee', { businessid, ...person }],
    ['business_subscriptions', { businessid, subscriptionid: 1 }],
    ['product', { businessid, siteid, productname: 'x' }, 'product__site'],
    ['figures_checks', { businessid, differences: 0 }],
    ['cash_ups', { businessid, user_id, siteid, ...CASH_UP }, 'cash_ups__site'],
    ['column_matchings', { businessid, noun: 'sales', shape: hash('ab'), fields: '{}' }],
    ['business_exports', { businessid, user_id }],
    ['product_changes', { businessid, user_id, change: '{}', lines: '[]' }],
    ['product_imports', { businessid, user_id, lines: '[]' }],
    ['sales_imports', { businessid, user_id, file_name: 'x' }],
    ['import_names', { businessid, name: 'x', siteid }, 'import_names__site'],
    ['vat_rates', { businessid, vat_code: 'standard', first_day: '2027-04-01', percent: 16 }],
    ['saved_reports', { businessid, name: 'x', search: '' }],
    ['site_daily', sums.site_daily, 'site_daily__site'],
    ['sales_buckets', sums.sales_buckets, 'sales_buckets__site', 'sales_buckets__employee'],
    ['payment_buckets', sums.payment_buckets, 'payment_buckets__site'],
    ['hour_buckets', sums.hour_buckets, 'hour_buckets__site'],
    ['vat_daily', sums.vat_daily, 'vat_daily__site'],
    ['product_buckets', sums.product_buckets],
    ['till_keys', { businessid, siteid, name: 'x', key_start: 'x', key_hash: hash('ab') }, 'till_keys__site'],
    ['support_tickets', { businessid }],
    ['ticket_messages', { businessid, ticketid: own.ticketid, message: 'x' }, 'ticket_messages__ticket'],
    ['announcement_dismissals', { businessid, user_id, announcementid: own.announcementid }],
    ['preferences', { businessid, user_id }, 'preferences__business_user'],
  ]
  const others: [name: string, reason: string, role: Role, statement: string][] = [
    ['auth.session.session_userId_fkey', 'a session is of a user', 'auth', insert('auth.session', session)],
    ['auth.account.account_userId_fkey', 'a password is of a user', 'auth', insert('auth.account', account)],
    [
      'auth."twoFactor".twoFactor_userId_fkey',
      'a key of an authenticator app is of a user',
      'auth',
      insert('auth."twoFactor"', { ...twoFactor, userId: UNKNOWN }),
    ],
    [
      'auth.email_changes.email_changes_user_id_fkey',
      'a new address is of a user',
      'auth',
      insert('auth.email_changes', { ...emailChange, user_id: UNKNOWN }),
    ],
    ['auth.signup.signup_user_id_fkey', 'a sign-up is of a user', 'auth', insert('auth.signup', { user_id: UNKNOWN, ...person })],
    [
      'business_users.business_users_user_id_fkey',
      'a role is of a user',
      'owner',
      insert('business_users', { businessid: own.businessid, user_id: UNKNOWN, role: 'owner' }),
    ],
    [
      'employee.employee_user_id_fkey',
      'a login is of a user',
      'owner',
      insert('employee', { businessid: own.businessid, ...person, user_id: UNKNOWN }),
    ],
    [
      'announcement_dismissals.announcement_dismissals_user_id_fkey',
      'who put an announcement away is a user',
      'owner',
      insert('announcement_dismissals', {
        businessid: own.businessid,
        user_id: UNKNOWN,
        announcementid: own.announcementid,
      }),
    ],
    [
      'announcement_dismissals.announcement_dismissals_announcementid_fkey',
      'what was put away is an announcement',
      'tenant',
      insert('announcement_dismissals', { announcementid: 999 }).replace('overriding system value', ''),
    ],
    [
      'ticket_messages.ticket_messages_user_id_fkey',
      'who wrote a message is a user',
      'owner',
      insert('ticket_messages', { businessid: own.businessid, ticketid: own.ticketid, user_id: UNKNOWN, message: 'x' }),
    ],
    [
      'business_subscriptions.business_subscriptions_subscriptionid_fkey',
      'a plan that is chosen is on the price list',
      'tenant',
      update('business_subscriptions', { subscriptionid: 99 }),
    ],
  ]
  return [
    ...ofBusiness.map(
      ([table, values, ...otherKeys]): Rule => ({
        kind: 'foreign key',
        name: `${table}.${table}_businessid_fkey`,
        reason: 'a row is of a business',
        role: 'owner',
        prepare: [disableTriggers(table), dropConstraint(table, ...otherKeys)].join('; '),
        proofs: [{ refused: insert(table, values) }],
      }),
    ),
    ...others.map(([name, reason, role, refused]): Rule => ({ kind: 'foreign key', name, reason, role, proofs: [{ refused }] })),
  ]
}

export function createUniqueRules({ own, other }: Shops): Rule[] {
  const { businessid, siteid, employeeid } = own
  const person = { businessid, firstname: 'x', lastname: 'x' }
  const sale = { siteid, employeeid, saledate: SALEDATE, finalamount: 1, vat_rate: '15' }
  const session = { expiresAt: SALEDATE, token: 'token', updatedAt: SALEDATE, userId: own.user_id }
  const user = { name: 'x', email: 'thandi@shop.example', emailVerified: false }
  const emailChange = { new_email: 'x@shop.example', token_hash: 'token', expires_at: SALEDATE }
  const linesKey = { businessid, saleid: own.saleid, ...sale }
  const product = { siteid, productname: 'x' }
  const cashUp = { ...CASH_UP, siteid }

  const rules: [kind: Rule['kind'], name: string, reason: string, role: Role, statement: string, prepare?: string][] = [
    ['unique constraint', 'auth."user".user_email_key', 'an address is one account', 'auth', twice(insert('auth."user"', user))],
    ['unique constraint', 'auth.session.session_token_key', 'a token is one session', 'auth', insert('auth.session', session)],
    [
      'unique constraint',
      'auth.email_changes.email_changes__token',
      'a link is of one user',
      'auth',
      insert('auth.email_changes', { ...emailChange, user_id: other.user_id }),
    ],
    [
      'unique constraint',
      'auth."twoFactor".two_factor__one_per_user',
      'a user has one authenticator app',
      'auth',
      insert('auth."twoFactor"', { secret: 'x', backupCodes: '[]', userId: own.user_id }),
    ],
    [
      'unique constraint',
      'business_users.business_users__one_business',
      'a user has one business',
      'owner',
      insert('business_users', { businessid: other.businessid, user_id: own.user_id, role: 'owner' }),
    ],
    [
      'unique constraint',
      'employee.employee__one_per_user',
      'a user is one employee of a business',
      'owner',
      insert('employee', { ...person, user_id: own.user_id }),
    ],
    [
      'unique constraint',
      'employee.employee__request_id',
      'an employee that is sent twice is stored once',
      'owner',
      twice(insert('employee', { ...person, request_id: UNKNOWN })),
    ],
    [
      'unique constraint',
      'sales.sales__reference_unique',
      'a sale that is sent twice is stored once',
      'till',
      twice(insert('sales', { ...sale, reference: 'r-1' }).replace('overriding system value', '')),
    ],
    [
      'unique constraint',
      'sales.sales__lines_key',
      'the lines refer to it, so that they have the date, the site and the employee of their sale',
      'owner',
      insert('sales', linesKey),
      `${disableTriggers('sales')}; ${dropConstraint('sales', 'sales_pkey')}`,
    ],
    [
      'unique constraint',
      'till_keys.till_keys__hash',
      'a key opens one site',
      'tenant',
      insert('till_keys', { siteid, name: 'x', key_start: 'x', key_hash: `\\x${other.key_hash.toString('hex')}` }),
    ],
    [
      'unique constraint',
      'cash_ups.cash_ups__entry',
      'of two people at once one writes the entry',
      'tenant',
      twice(insert('cash_ups', cashUp).replace('overriding system value', '')),
    ],
    [
      'unique index',
      'cash_ups.cash_ups__request_id',
      'a cash-up that is sent twice is stored once',
      'owner',
      [1, 2]
        .map((entry) => insert('cash_ups', { ...cashUp, businessid, user_id: own.user_id, entry, request_id: UNKNOWN }))
        .join('; '),
    ],
    [
      'unique index',
      'saved_reports.saved_reports__one_per_name',
      'a saved report is found by its name',
      'owner',
      `${insert('saved_reports', { businessid, name: 'Hours', search: '' })}; ${insert('saved_reports', { businessid, name: 'HOURS', search: '' })}`,
    ],
    [
      'unique index',
      'business_subscriptions.business_subscriptions__one_active',
      'a business has one active plan',
      'tenant',
      insert('business_subscriptions', { subscriptionid: 2 }),
    ],
    [
      'unique index',
      'product.product__barcode_at_site',
      'a barcode is one product of a site',
      'tenant',
      twice(insert('product', { ...product, barcode: '6001' })),
    ],
    [
      'unique index',
      'product.product__request_id',
      'a product that is sent twice is stored once',
      'tenant',
      twice(insert('product', { ...product, request_id: UNKNOWN })),
    ],
    [
      'unique index',
      'product.product__unknown',
      'what two tills call the same is one unknown product',
      'owner',
      ['Rusks', 'RUSKS']
        .map((productname) => insert('product', { businessid, ...product, productname, is_unknown: true, archived_at: SALEDATE }))
        .join('; '),
    ],
    [
      'unique index',
      'site.site__request_id',
      'a site that is sent twice is stored once',
      'tenant',
      twice(insert('site', { sitename: 'x', location: 'x', request_id: UNKNOWN })),
    ],
  ]
  return rules.map(([kind, name, reason, role, refused, prepare]) => ({
    kind,
    name,
    reason,
    role,
    prepare,
    proofs: [{ refused }],
  }))
}

/** The tables with their primary keys; where another rule would refuse the copy of a row, what the copy has instead, or what is dropped. */
const PRIMARY_KEYS: Record<string, { differs?: string; prepare?: string }> = {
  'auth."user"': { differs: `email = 'copy'` },
  'auth.account': {},
  'auth.attempts': {},
  'auth.email_changes': { differs: `token_hash = 'copy'` },
  'auth.session': { differs: `token = 'copy'` },
  'auth.signup': {},
  'auth."twoFactor"': { prepare: dropConstraint('auth."twoFactor"', 'two_factor__one_per_user') },
  'auth.verification': {},
  announcement_dismissals: {},
  announcements: {},
  business: {},
  business_exports: {},
  business_subscriptions: { differs: `status = 'ended'` },
  business_users: { prepare: dropConstraint('business_users', 'business_users__one_business') },
  cash_up_lines: {},
  cash_ups: { differs: 'entry = 2' },
  column_matchings: {},
  figures_checks: {},
  employee: { differs: 'user_id = null' },
  hour_buckets: {},
  import_names: { prepare: dropExpressions('import_names', 'noun') },
  payment_buckets: {},
  preferences: {},
  product: {},
  product_buckets: {},
  product_changes: {},
  product_imports: {},
  product_listing: { prepare: dropExpressions('product_listing', 'search') },
  saleitems: { prepare: dropExpressions('saleitems', 'amount_cents', 'vat_cents', 'cost_cents', 'costed_net_cents') },
  saved_reports: { differs: `name = 'copy'` },
  sales: {
    differs: `saledate = '2026-11-20T12:00Z'`,
    prepare: dropExpressions('sales', 'finalamount_cents', 'normalized_payment_method', 'vat_cents'),
  },
  sales_buckets: {},
  sales_import_batches: {},
  sales_imports: {},
  site: {},
  site_daily: {},
  stock_movements: {},
  subscriptions: {},
  support_tickets: {},
  ticket_messages: {},
  vat_daily: {},
  vat_rates: {},
  till_keys: { differs: `key_hash = '${hash('ab')}'` },
}

export const createPrimaryKeyRules = (): Rule[] =>
  Object.entries(PRIMARY_KEYS).map(([table, { differs, prepare }]) => ({
    kind: 'primary key',
    name: `${table}.${table.replace('auth.', '').replaceAll('"', '')}_pkey`,
    reason: 'a key is one row',
    role: 'owner',
    prepare: [disableTriggers(table), prepare].filter(Boolean).join('; '),
    proofs: [
      {
        refused: `create temporary table copy as select * from ${table} limit 1; ${differs ? `update copy set ${differs};` : ''}
                  insert into ${table} overriding system value select * from copy`,
      },
    ],
  }))
