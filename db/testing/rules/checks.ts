import type { Role, Rule } from './rule.ts'
import type { Shops } from './shops.ts'
import { disableTriggers, insert, update, type Values } from './values.ts'

/** Values that a column does not take, tried in a row that is right in all else. */
type Check = { name: string; reason: string; values: Values[] }

type Table = { role: Role; write(values: Values): string; prepare?: string; checks: Check[] }

const long = (length: number) => 'x'.repeat(length + 1)

const oneOf = (column: string, ...values: (string | number)[]): Values[] => values.map((value) => ({ [column]: value }))
/** Empty, or longer than the limit. */
const notOneTo = (column: string, length: number) => oneOf(column, '', long(length))
const notUpTo = (column: string, length: number) => oneOf(column, long(length))
/** NaN is greater than every number, so only an upper bound refuses it. */
const noPrice = (column: string) => oneOf(column, -0.01, 'NaN')
/** What is no number at all fails in the computed columns before. */
const noRate = oneOf('vat_rate', '15.0', '15.50', '015', '100', '-1')
const outside1990To2099 = (column: string) => oneOf(column, '1989-12-30T23:59:59Z', '2100-01-02T00:00:01Z', 'infinity')

export const createCheckRules = ({ own }: Shops): Rule[] => {
  const ofOwn = `businessid = '${own.businessid}'`
  const sale = { siteid: own.siteid, employeeid: own.employeeid, saledate: '2026-11-21T12:00Z', finalamount: 1, vat_rate: '15' }
  const line = {
    ...{ saleid: own.saleid, line: 9, saledate: '2026-11-21T12:00Z', productid: own.productid },
    ...{ siteid: own.siteid, employeeid: own.employeeid },
    ...{ quantity: 1, productname: 'Bread', price: 1, purchaseprice: 1, vat_rate: '15' },
  }
  const tables: Record<string, Table> = {
    'auth."user"': {
      role: 'auth',
      write: (values) => insert('auth."user"', { name: 'x', emailVerified: false, ...values }),
      checks: [
        {
          name: 'user__email',
          reason: 'one spelling of an address is one account',
          values: oneOf('email', 'Thandi@shop.example', long(254)),
        },
      ],
    },
    'auth.email_changes': {
      role: 'auth',
      write: (values) => update('auth.email_changes', values),
      checks: [
        {
          name: 'email_changes__new_email',
          reason: 'it becomes the address of a user',
          values: oneOf('new_email', 'Thandi@shop.example', long(254)),
        },
      ],
    },
    'auth.signup': {
      role: 'auth',
      write: (values) => update('auth.signup', values),
      checks: [
        { name: 'signup__firstname', reason: 'it becomes the name of an employee', values: notOneTo('firstname', 100) },
        { name: 'signup__lastname', reason: 'it becomes the name of an employee', values: notOneTo('lastname', 100) },
      ],
    },
    preferences: {
      role: 'tenant',
      write: (values) => update('preferences', values),
      checks: [{ name: 'preferences__compare', reason: 'screens know these comparisons', values: oneOf('compare', 'Year', '') }],
    },
    business: {
      role: 'owner',
      write: (values) => insert('business', { name: 'x', registration_number: 'x', ...values }),
      checks: [
        { name: 'business__name', reason: 'every screen shows it', values: notOneTo('name', 200) },
        {
          name: 'business__registration_number',
          reason: 'sign-up requires it',
          values: notOneTo('registration_number', 100),
        },
        { name: 'business__closing_hour', reason: 'a day ends in the night or morning', values: oneOf('closing_hour', -1, 12) },
        {
          name: 'business__difference_limit',
          reason: 'the form reads the amounts that the table holds',
          values: oneOf('difference_limit', -0.01),
        },
        { name: 'business__timezone', reason: 'days are counted in it', values: oneOf('timezone', 'Mars/Olympus', '') },
      ],
    },
    business_exports: {
      role: 'tenant',
      write: (values) => update('business_exports', values),
      checks: [{ name: 'business_exports__state', reason: 'the download depends on it', values: oneOf('state', 'lost', '') }],
    },
    business_users: {
      role: 'owner',
      write: (values) => update('business_users', values, ofOwn),
      checks: [
        { name: 'business_users__role', reason: 'enter_business knows these', values: oneOf('role', 'Owner', 'boss', '') },
      ],
    },
    site: {
      role: 'tenant',
      write: (values) => insert('site', { sitename: 'x', location: 'x', ...values }),
      checks: [
        { name: 'site__sitename', reason: 'the specification requires it', values: notOneTo('sitename', 200) },
        { name: 'site__location', reason: 'the specification requires it', values: notOneTo('location', 300) },
      ],
    },
    employee: {
      role: 'owner',
      write: (values) => insert('employee', { businessid: own.businessid, firstname: 'x', lastname: 'x', ...values }),
      checks: [
        { name: 'employee__firstname', reason: 'the specification requires it', values: notOneTo('firstname', 100) },
        { name: 'employee__lastname', reason: 'the specification requires it', values: notOneTo('lastname', 200) },
        { name: 'employee__position', reason: 'the role follows from it', values: oneOf('position', 'owner', 'Boss', '') },
        {
          name: 'employee__hiredate',
          reason: 'year 9999 and infinity are mistakes',
          values: oneOf('hiredate', '1899-12-31', '2100-01-01', 'infinity', '-infinity'),
        },
        {
          name: 'employee__disablereason',
          reason: 'who is disabled has a reason',
          values: [{ isenabled: false }, { isenabled: false, disablereason: ' ' }, { isenabled: true, disablereason: long(500) }],
        },
      ],
    },
    subscriptions: {
      role: 'owner',
      write: (values) => update('subscriptions', values),
      checks: [
        { name: 'subscriptions__price', reason: 'a plan costs nothing or more', values: noPrice('price') },
        { name: 'subscriptions__currency', reason: 'a code of ISO 4217', values: oneOf('currency', 'zar', 'RAND', '') },
        { name: 'subscriptions__billing_period', reason: 'screens name these', values: oneOf('billing_period', 'weekly') },
      ],
    },
    business_subscriptions: {
      role: 'owner',
      write: (values) => update('business_subscriptions', values, ofOwn),
      checks: [
        {
          name: 'business_subscriptions__status',
          reason: 'one active plan a business',
          values: oneOf('status', 'Active', 'paused'),
        },
      ],
    },
    product: {
      role: 'tenant',
      write: (values) => update('product', values),
      checks: [
        { name: 'product__productname', reason: 'the specification requires it', values: notOneTo('productname', 200) },
        { name: 'product__barcode', reason: 'bounds a row', values: notUpTo('barcode', 64) },
        { name: 'product__description', reason: 'bounds a row', values: notUpTo('description', 2000) },
        { name: 'product__category', reason: 'bounds a row', values: notUpTo('category', 100) },
        { name: 'product__supplier', reason: 'bounds a row', values: notUpTo('supplier', 100) },
        { name: 'product__vat_code', reason: 'each has a rate', values: oneOf('vat_code', 'Standard', 'reduced', '') },
        { name: 'product__is_free', reason: 'a cost that is known is no gift', values: [{ is_free: true, purchaseprice: 1 }] },
        { name: 'product__is_unknown', reason: 'no list shows what nobody has added', values: [{ is_unknown: true }] },
        {
          name: 'product__same_as',
          reason: 'a product of the list is no other one',
          values: [{ same_as: own.productid, archived_at: '2026-11-21T12:00Z' }],
        },
        { name: 'product__price', reason: 'a price is a number and not negative', values: noPrice('price') },
        { name: 'product__purchaseprice', reason: 'a price is a number and not negative', values: noPrice('purchaseprice') },
        {
          name: 'product__reorder_level',
          reason: 'a level is a number and not negative',
          values: oneOf('reorder_level', 'NaN', -1),
        },
        {
          name: 'product__order_quantity',
          reason: 'a pack is a number and not negative',
          values: oneOf('order_quantity', 'NaN', -1),
        },
        { name: 'product__stock', reason: 'one NaN makes every sum NaN', values: oneOf('stock', 'NaN') },
        {
          name: 'product__picture',
          reason: 'it becomes a path of the object store',
          values: oneOf('picture', '../secret', 'a'.repeat(31), 'A'.repeat(32), ''),
        },
      ],
    },
    cash_ups: {
      role: 'tenant',
      write: (values) =>
        insert('cash_ups', {
          ...{ siteid: own.siteid, day: '2026-11-20', entry: 1, starts_at: '2026-11-20T00:00Z', ends_at: '2026-11-21T00:00Z' },
          ...values,
        }).replace('overriding system value', ''),
      checks: [
        { name: 'cash_ups__cash_float', reason: 'an amount in a drawer', values: noPrice('cash_float') },
        { name: 'cash_ups__note', reason: 'bounds a row', values: notUpTo('note', 1000) },
      ],
    },
    cash_up_lines: {
      role: 'tenant',
      write: (values) =>
        insert('cash_up_lines', {
          ...{ cash_upid: own.cash_upid, payment_method: 'eft', sales: 1, expected: 1, counted: 1 },
          ...values,
        }).replace('overriding system value', ''),
      checks: [
        { name: 'cash_up_lines__payment_method', reason: 'the dialog shows it', values: notOneTo('payment_method', 40) },
        { name: 'cash_up_lines__counted', reason: 'one NaN makes every sum NaN', values: oneOf('counted', 'NaN') },
      ],
    },
    figures_checks: {
      role: 'tenant',
      write: (values) => update('figures_checks', values, ofOwn),
      checks: [{ name: 'figures_checks__differences', reason: 'a count', values: oneOf('differences', -1) }],
    },
    saved_reports: {
      role: 'tenant',
      write: (values) => insert('saved_reports', { name: 'x', search: '', ...values }),
      checks: [
        { name: 'saved_reports__name', reason: 'the list shows it', values: oneOf('name', '', long(101)) },
        { name: 'saved_reports__search', reason: 'bounds a row', values: oneOf('search', long(4001)) },
      ],
    },
    column_matchings: {
      role: 'tenant',
      write: (values) => insert('column_matchings', { noun: 'sales', shape: `\\x${'ab'.repeat(32)}`, fields: '{}', ...values }),
      checks: [
        { name: 'column_matchings__noun', reason: 'imports have these', values: oneOf('noun', 'tills', '') },
        { name: 'column_matchings__shape', reason: 'a SHA-256', values: oneOf('shape', '\\x', `\\x${'ab'.repeat(31)}`) },
        { name: 'column_matchings__fields', reason: 'bounds a row', values: oneOf('fields', `{"x":"${long(65_536)}"}`) },
        {
          name: 'column_matchings__date_order',
          reason: 'a date is read in one of these',
          values: oneOf('date_order', 'ymd', ''),
        },
      ],
    },
    stock_movements: {
      role: 'owner',
      write: (values) => update('stock_movements', values, ofOwn),
      checks: [
        { name: 'stock_movements__reason', reason: 'reports name these', values: oneOf('reason', 'theft', '') },
        { name: 'stock_movements__note', reason: 'bounds a row', values: notUpTo('note', 200) },
      ],
    },
    sales: {
      role: 'till',
      // The amount in cents is computed before any check, and fails for NaN by itself.
      prepare: `${disableTriggers('sales')}; alter table sales alter finalamount_cents drop expression, alter vat_cents drop expression, alter vat_cents drop not null;
                alter table sales alter finalamount_cents drop not null`,
      write: (values) => insert('sales', { ...sale, ...values }).replace('overriding system value', ''),
      checks: [
        { name: 'sales__saledate', reason: 'roll-ups have a row a day', values: outside1990To2099('saledate') },
        { name: 'sales__closetime', reason: 'year 9999 and infinity are mistakes', values: outside1990To2099('closetime') },
        { name: 'sales__finalamount', reason: 'one NaN makes every sum NaN', values: oneOf('finalamount', 'NaN') },
        { name: 'sales__payment_method', reason: 'bounds a row', values: notUpTo('payment_method', 40) },
        { name: 'sales__reference', reason: 'it is the idempotency key', values: notOneTo('reference', 100) },
        { name: 'sales__vat_rate', reason: 'a rate has one spelling', values: noRate },
      ],
    },
    saleitems: {
      role: 'till',
      prepare: disableTriggers('saleitems'),
      write: (values) => insert('saleitems', { ...line, ...values }).replace('overriding system value', ''),
      checks: [
        {
          name: 'saleitems__quantity',
          reason: 'keeps the stock in its column',
          values: oneOf('quantity', 1000001, -1000001),
        },
        // The amounts in cents refuse NaN.
        { name: 'saleitems__price', reason: 'a refund has a negative quantity', values: oneOf('price', -0.01) },
        { name: 'saleitems__purchaseprice', reason: 'a refund has a negative quantity', values: oneOf('purchaseprice', -0.01) },
        { name: 'saleitems__vat_rate', reason: 'a rate has one spelling', values: noRate },
      ],
    },
    sales_imports: {
      role: 'owner',
      write: (values) => insert('sales_imports', { businessid: own.businessid, user_id: own.user_id, file_name: 'x', ...values }),
      checks: [
        { name: 'sales_imports__file_name', reason: 'the list shows it', values: notOneTo('file_name', 200) },
        { name: 'sales_imports__state', reason: 'the import goes on by it', values: oneOf('state', 'lost', '') },
      ],
    },
    import_names: {
      role: 'tenant',
      write: (values) => insert('import_names', { name: 'x', siteid: own.siteid, ...values }),
      checks: [
        { name: 'import_names__name', reason: 'bounds a row', values: notOneTo('name', 200) },
        {
          name: 'import_names__one',
          reason: 'a name is of a site or of an employee',
          values: [{ employeeid: own.employeeid }, { siteid: null }],
        },
      ],
    },
    vat_rates: {
      role: 'tenant',
      write: (values) => insert('vat_rates', { vat_code: 'standard', first_day: '2027-04-01', percent: 0, ...values }),
      checks: [
        { name: 'vat_rates__vat_code', reason: 'products have these', values: oneOf('vat_code', 'Standard', 'reduced', '') },
        {
          name: 'vat_rates__first_day',
          reason: 'the days that a sale can have',
          values: oneOf('first_day', '1989-12-30', '2100-01-03', 'infinity', '-infinity'),
        },
        {
          name: 'vat_rates__percent',
          reason: 'a part of the price, and none of what has no VAT',
          values: [{ percent: -0.01 }, { percent: 'NaN' }, { vat_code: 'zero', percent: 1 }, { vat_code: 'exempt', percent: 1 }],
        },
      ],
    },
    till_keys: {
      role: 'tenant',
      write: (values) =>
        insert('till_keys', { siteid: own.siteid, name: 'x', key_start: 'x', key_hash: `\\x${'ab'.repeat(32)}`, ...values }),
      checks: [
        { name: 'till_keys__name', reason: 'the list shows it', values: notOneTo('name', 100) },
        {
          name: 'till_keys__key_hash',
          reason: 'a SHA-256, never a key',
          values: oneOf('key_hash', '\\x', `\\x${'ab'.repeat(31)}`, `\\x${'ab'.repeat(43)}`),
        },
      ],
    },
    announcements: {
      role: 'owner',
      write: (values) => insert('announcements', { message: 'x', ...values }),
      checks: [
        { name: 'announcements__message', reason: 'the dashboard shows it', values: notOneTo('message', 500) },
        { name: 'announcements__link_title', reason: 'bounds a row', values: notUpTo('link_title', 100) },
        {
          name: 'announcements__link_value',
          reason: 'a link is no script and stays on this server or says its host',
          values: oneOf(
            ...(['link_value', 'javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example'] as const),
            ...['https://x y', 'https://x\n', `https://${long(2000)}`],
          ),
        },
      ],
    },
    support_tickets: {
      role: 'owner',
      write: (values) => update('support_tickets', values, ofOwn),
      checks: [
        { name: 'support_tickets__subject', reason: 'bounds a row', values: notUpTo('subject', 200) },
        { name: 'support_tickets__status', reason: 'bounds a row', values: notUpTo('status', 40) },
      ],
    },
    ticket_messages: {
      role: 'owner',
      write: (values) => update('ticket_messages', values, ofOwn),
      checks: [{ name: 'ticket_messages__message', reason: 'the ticket shows it', values: notOneTo('message', 5000) }],
    },
  }
  return Object.entries(tables).flatMap(([table, { role, write, prepare, checks }]) =>
    checks.map(({ name, reason, values }) => ({
      kind: 'check' as const,
      name: `${table}.${name}`,
      reason,
      role,
      prepare,
      proofs: values.map((value) => ({ refused: write(value) })),
    })),
  )
}
