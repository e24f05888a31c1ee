import { long, noPrice, noRate, notOneTo, notUpTo, oneOf, outside1990To2099, type Values } from './values.ts'

/** An id that nothing has. */
export const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** True for the whole table, or the columns. */
export type Privileges = {
  reason: string
  select?: true | string
  insert?: true | string
  update?: true | string
  delete?: true
}

/** What PostgreSQL enforces for one table, each rule by its name with its reason. */
export type TableRules = {
  /** What a user of a business may do. */
  tenant?: Privileges
  /** What sign-in and sign-up may do. */
  auth?: Privileges
  /** False where another foreign key carries the business along, and for `business` itself. */
  businessKey?: false
  /**
   * The column that it keeps right, and a value that it refuses: 'site.siteid' is the id of another business. Referential checks
   * bypass row security, so only keys with the business keep such an id out.
   */
  foreignKeys?: Record<string, [reason: string, column: string, value: string]>
  /** What a first row has, and what a copy of it has and is refused all the same. */
  unique?: Record<string, [reason: string, first: Values, copy: Values]>
  /** What its columns do not take, tried in a row that is right in all else. */
  checks?: Record<string, [reason: string, refused: Values[]]>
}

const ALL = { select: true, insert: true, update: true, delete: true } as const

/** Every table. One in the schema public, but announcements, file_removals, operator_log and subscriptions, has the rows of one business each. */
export const tables: Record<string, TableRules> = {
  accounting_settings: {
    tenant: {
      reason: 'the accounts of files for accounting programs',
      select: true,
      insert: 'program settings',
      update: 'settings',
    },
    checks: {
      accounting_settings__program: ['the server writes files for these', oneOf('program', 'pastel', '')],
      accounting_settings__settings: ['bounds a row', oneOf('settings', '[]', `{"x":"${long(65_536)}"}`)],
    },
  },
  accounting_days: {
    tenant: {
      reason: 'what files for accounting had, and what locked months have',
      select: true,
      insert: 'kept_for day siteid sums',
      update: 'sums saved_at user_id',
      delete: true,
    },
    foreignKeys: { accounting_days__site: ['its site', 'siteid', '999'] },
    checks: {
      accounting_days__kept_for: ['the server reads these', oneOf('kept_for', 'pastel', '')],
      accounting_days__sums: ['bounds a row', oneOf('sums', '{}', `["${long(65_536)}"]`)],
    },
  },
  announcement_dismissals: {
    tenant: { reason: 'a person puts announcements away', select: true, insert: 'announcementid' },
    foreignKeys: {
      announcement_dismissals_user_id_fkey: ['who put an announcement away is a user', 'user_id', UNKNOWN],
      announcement_dismissals_announcementid_fkey: ['what was put away is an announcement', 'announcementid', '999'],
    },
  },
  announcements: {
    tenant: { reason: 'the dashboard shows them', select: true },
    checks: {
      announcements__message: ['the dashboard shows it', notOneTo('message', 500)],
      announcements__link_title: ['bounds a row', notUpTo('link_title', 100)],
      announcements__link_value: [
        'a link is no script and stays on this server or says its host',
        oneOf(
          ...(['link_value', 'javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example'] as const),
          ...['https://x y', 'https://x\n', `https://${long(2000)}`],
        ),
      ],
    },
  },
  'auth."twoFactor"': {
    auth: { reason: 'the second step of the sign-in', ...ALL },
    foreignKeys: { twoFactor_userId_fkey: ['a key of an authenticator app is of a user', 'userId', UNKNOWN] },
    unique: { two_factor__one_per_user: ['a user has one authenticator app', {}, { id: UNKNOWN }] },
  },
  'auth."user"': {
    auth: { reason: 'the sign-in', ...ALL },
    unique: { user_email_key: ['an address is one account', {}, { id: UNKNOWN }] },
    checks: { user__email: ['one spelling of an address is one account', oneOf('email', 'Thandi@shop.example', long(254))] },
  },
  'auth.account': {
    auth: { reason: 'the sign-in', ...ALL },
    foreignKeys: { account_userId_fkey: ['a password is of a user', 'userId', UNKNOWN] },
  },
  'auth.attempts': { auth: { reason: 'the rate limits', ...ALL } },
  'auth.email_changes': {
    auth: { reason: 'the links that confirm a new address', ...ALL },
    foreignKeys: { email_changes_user_id_fkey: ['a new address is of a user', 'user_id', UNKNOWN] },
    unique: { email_changes__token: ['a link is of one user', {}, { user_id: UNKNOWN }] },
    checks: {
      email_changes__new_email: ['it becomes the address of a user', oneOf('new_email', 'Thandi@shop.example', long(254))],
    },
  },
  'auth.session': {
    auth: { reason: 'the sign-in', ...ALL },
    foreignKeys: { session_userId_fkey: ['a session is of a user', 'userId', UNKNOWN] },
    unique: { session_token_key: ['a token is one session', {}, { id: UNKNOWN }] },
  },
  'auth.signup': {
    auth: { reason: 'the sign-up', ...ALL },
    foreignKeys: { signup_user_id_fkey: ['a sign-up is of a user', 'user_id', UNKNOWN] },
    checks: {
      signup__firstname: ['it becomes the name of an employee', notOneTo('firstname', 100)],
      signup__lastname: ['it becomes the name of an employee', notOneTo('lastname', 100)],
    },
  },
  'auth.verification': { auth: { reason: 'the sign-in', ...ALL } },
  business: {
    tenant: {
      reason: 'sign-up and the account page write it; no role inserts one or changes its time zone',
      select: true,
      update:
        'name registration_number closing_hour difference_limit stock_reasons purchase_price_rule changes_kept_months primary_siteid signup_finished_at version',
    },
    businessKey: false,
    foreignKeys: { business__primary_site: ['the primary site', 'primary_siteid', 'site.siteid'] },
    checks: {
      business__name: ['every screen shows it', notOneTo('name', 200)],
      business__registration_number: ['sign-up requires it', notOneTo('registration_number', 100)],
      business__closing_hour: ['a day ends in the night or morning', oneOf('closing_hour', -1, 12)],
      business__difference_limit: ['the form reads the amounts that the table holds', oneOf('difference_limit', -0.01)],
      business__stock_reasons: ['a form offers at least one reason', oneOf('stock_reasons', '{}', '{NULL}')],
      business__purchase_price_rule: ['a delivery knows these', oneOf('purchase_price_rule', 'first', '')],
      business__changes_kept_months: ['the account page offers these', oneOf('changes_kept_months', 12, 0)],
      business__timezone: ['days are counted in it', oneOf('timezone', 'Mars/Olympus', '')],
      business__closed: ['what is closed is erased at a time', [{ closed_at: '2026-11-21' }, { erase_at: '2026-12-21' }]],
    },
  },
  business_exports: {
    tenant: {
      reason: 'an owner makes the file of the business, and replaces it',
      select: true,
      insert: 'rows_total restarts',
      update: 'state rows_done parts bytes active_until',
      delete: true,
    },
    checks: { business_exports__state: ['the download depends on it', oneOf('state', 'lost', '')] },
  },
  business_subscriptions: {
    tenant: {
      reason: 'a business chooses its plan, not its status',
      select: true,
      insert: 'subscriptionid trial_ends_at',
      update: 'subscriptionid trial_ends_at',
    },
    foreignKeys: {
      business_subscriptions_subscriptionid_fkey: ['a plan that is chosen is on the price list', 'subscriptionid', '999'],
    },
    unique: { business_subscriptions__one_active: ['a business has one active plan', {}, { id: UNKNOWN }] },
    checks: { business_subscriptions__status: ['one active plan a business', oneOf('status', 'Active', 'paused')] },
  },
  business_users: {
    tenant: { reason: 'it decides what a user may see, so it is read only', select: true },
    foreignKeys: { business_users_user_id_fkey: ['a role is of a user', 'user_id', UNKNOWN] },
    unique: { business_users__one_business: ['a user has one business', {}, { businessid: UNKNOWN }] },
    checks: { business_users__role: ['enter_business knows these', oneOf('role', 'Owner', 'boss', '')] },
  },
  cash_up_lines: {
    tenant: {
      reason: 'a line is written with its cash-up',
      select: true,
      insert: 'cash_upid payment_method sales expected counted',
    },
    businessKey: false,
    foreignKeys: { cash_up_lines__cash_up: ['the cash-up of a line', 'cash_upid', 'cash_ups.cash_upid'] },
    checks: {
      cash_up_lines__payment_method: ['the dialog shows it', notOneTo('payment_method', 40)],
      cash_up_lines__counted: ['one NaN makes every sum NaN', oneOf('counted', 'NaN')],
    },
  },
  cash_ups: {
    tenant: {
      reason: 'a cash-up never changes: a correction is another one',
      select: true,
      insert: 'siteid day entry starts_at ends_at cash_float note request_id request_hash',
    },
    foreignKeys: { cash_ups__site: ['the site of a cash-up', 'siteid', 'site.siteid'] },
    unique: {
      cash_ups__entry: ['of two people at once one writes the entry', {}, { cash_upid: 999 }],
      cash_ups__request_id: ['a cash-up that is sent twice is stored once', { request_id: UNKNOWN }, { cash_upid: 999 }],
    },
    checks: {
      cash_ups__cash_float: ['an amount in a drawer', noPrice('cash_float')],
      cash_ups__note: ['bounds a row', notUpTo('note', 1000)],
    },
  },
  changes: {
    tenant: { reason: 'the log of changes; triggers alone write it', select: true },
    businessKey: false,
  },
  column_matchings: {
    tenant: {
      reason: 'an import reads a file as the person matched it, and keeps the newest',
      select: true,
      insert: 'noun shape fields date_order',
      update: 'fields date_order saved_at',
      delete: true,
    },
    checks: {
      column_matchings__noun: ['imports have these', oneOf('noun', 'tills', '')],
      column_matchings__shape: ['a SHA-256', oneOf('shape', '\\x', `\\x${'ab'.repeat(31)}`)],
      column_matchings__fields: ['bounds a row', oneOf('fields', `{"x":"${long(65_536)}"}`)],
      column_matchings__date_order: ['a date is read in one of these', oneOf('date_order', 'ymd', '')],
    },
  },
  employee: {
    tenant: {
      reason:
        'sign-up writes the owner, an import those without a login; all else goes through functions, which write the role too',
      select: true,
      insert: 'siteid firstname lastname position hiredate',
      update: 'siteid',
    },
    foreignKeys: {
      employee__site: ['the site of an employee', 'siteid', 'site.siteid'],
      employee_user_id_fkey: ['a login is of a user', 'user_id', UNKNOWN],
    },
    unique: {
      employee__former_number: ['a name of a former employee is of one', { former_number: 1 }, { employeeid: 999 }],
      employee__one_per_former_user: ['what a login did is named once', { former_user_id: UNKNOWN }, { employeeid: 999 }],
      employee__one_per_user: ['a user is one employee of a business', { user_id: UNKNOWN }, { employeeid: 999 }],
      employee__request_id: ['an employee that is sent twice is stored once', { request_id: UNKNOWN }, { employeeid: 999 }],
    },
    checks: {
      employee__firstname: ['the specification requires it', notOneTo('firstname', 100)],
      employee__lastname: ['the specification requires it', notOneTo('lastname', 200)],
      employee__position: ['the role follows from it', oneOf('position', 'owner', 'Boss', '')],
      employee__hiredate: [
        'year 9999 and infinity are mistakes',
        oneOf('hiredate', '1899-12-31', '2100-01-01', 'infinity', '-infinity'),
      ],
      employee__disablereason: [
        'who is disabled has a reason',
        [{ isenabled: false }, { isenabled: false, disablereason: ' ' }, { isenabled: true, disablereason: long(500) }],
      ],
    },
  },
  count_entries: {
    tenant: {
      reason: 'people count; a mistake is another entry',
      select: true,
      insert: 'documentid productid quantity counted_at request_id',
    },
    businessKey: false,
    foreignKeys: { count_entries__line: ['the product and the count of an entry', 'productid', 'product.productid'] },
    unique: { count_entries__request_id: ['an entry that is sent twice counts once', { request_id: UNKNOWN }, { entryid: 999 }] },
    checks: { count_entries__quantity: ['keeps a count in its column', oneOf('quantity', 1000001, -1000001, 'NaN')] },
  },
  file_removals: {
    auth: { reason: 'the server deletes the folders of what was erased', select: true, delete: true },
    checks: {
      file_removals__folder: [
        'a folder is of one business',
        oneOf('folder', 'pictures/', '/', 'pictures/../exports/', `backups/${UNKNOWN}/`, `pictures/${UNKNOWN}`),
      ],
    },
  },
  figures_checks: {
    tenant: {
      reason: 'the daily check writes it, and the dashboard shows it',
      select: true,
      insert: 'differences',
      update: 'checked_at differences',
    },
    checks: { figures_checks__differences: ['a count', oneOf('differences', -1)] },
  },
  hour_buckets: {
    tenant: { reason: 'triggers write it', select: true },
    foreignKeys: { hour_buckets__site: ['the site of a sum', 'siteid', 'site.siteid'] },
  },
  import_names: {
    tenant: {
      reason: 'an import reads a name of a file as the person chose, and keeps the newest',
      select: true,
      insert: 'name siteid employeeid',
      update: 'siteid employeeid',
      delete: true,
    },
    foreignKeys: {
      import_names__site: ['the site of a name', 'siteid', 'site.siteid'],
      import_names__employee: ['the employee of a name', 'employeeid', 'employee.employeeid'],
    },
    checks: {
      import_names__name: ['bounds a row', notOneTo('name', 200)],
      import_names__one: ['a name is of a site or of an employee', [{ employeeid: 1 }, { siteid: null }]],
    },
  },
  items_apart: {
    tenant: {
      reason: 'people say what is not the same, and join it all the same later',
      select: true,
      insert: 'productid other_productid',
      delete: true,
    },
    businessKey: false,
    foreignKeys: {
      items_apart__product: ['the product of a pair', 'productid', 'product.productid'],
      items_apart__other_product: ['the other product of a pair', 'other_productid', 'product.productid'],
    },
    checks: { items_apart__order: ['a pair has one row', [{ productid: 9, other_productid: 8 }]] },
  },
  invitations: {
    tenant: {
      reason: 'a function invites; a mail is noted, and an invitation is withdrawn',
      select: true,
      update: 'mailed_at',
      delete: true,
    },
    businessKey: false,
    foreignKeys: { invitations__employee: ['the invited employee', 'employeeid', 'employee.employeeid'] },
    unique: { invitations__token: ['a link is of one invitation', {}, { employeeid: 999 }] },
    checks: {
      invitations__email: ['one spelling of an address is one account', oneOf('email', 'Thandi@shop.example', long(255))],
      invitations__right_name: ['enter_with_right knows these', oneOf('right_name', 'owner', '')],
      invitations__siteids: [
        'bounds a row',
        oneOf('siteids', `{${Array.from({ length: 1001 }, (_, index) => index).join(',')}}`),
      ],
    },
  },
  payment_buckets: {
    tenant: { reason: 'triggers write it', select: true },
    foreignKeys: { payment_buckets__site: ['the site of a sum', 'siteid', 'site.siteid'] },
  },
  operator_log: {
    checks: {
      operator_log__outcome: ['a command was done or failed', oneOf('outcome', 'begun', '')],
      operator_log__reason: ['a failed command has its reason', [{ outcome: 'failed', reason: null }, { reason: 'no' }]],
    },
  },
  noticed_products: { businessKey: false, tenant: { reason: 'what notices have named', select: true } },
  notices: {
    tenant: {
      reason: 'a person chooses notices, and when the next one comes',
      select: true,
      insert: 'kind is_on hour weekday sites sent_for tested_at',
      update: 'is_on hour weekday sites sent_for known token_hash tested_at',
    },
    foreignKeys: { notices__business_user: ['the person of a notice', 'user_id', 'business_users.user_id'] },
    unique: { notices__token: ['a link ends one notice', {}, { kind: 'weekly' }] },
    checks: {
      notices__kind: ['the server writes these', oneOf('kind', 'monthly', '')],
      notices__hour: ['an hour of a day', oneOf('hour', -1, 24)],
      notices__weekday: ['a day of a week', oneOf('weekday', 0, 8)],
      notices__sites: ['bounds a row', oneOf('sites', `{${Array.from({ length: 501 }, (_, index) => index).join(',')}}`)],
      notices__known: ['bounds a row', oneOf('known', `{${'1,'.repeat(100_000)}1}`)],
    },
  },
  preferences: {
    tenant: {
      reason: 'a person keeps what they chose',
      select: true,
      insert: 'compare products_per_page product_columns looked_at',
      update: 'compare products_per_page product_columns looked_at',
    },
    foreignKeys: { preferences__business_user: ['the person of preferences', 'user_id', 'business_users.user_id'] },
    checks: {
      preferences__compare: ['screens know these comparisons', oneOf('compare', 'Year', '')],
      preferences__products_per_page: ['the list has these sizes', oneOf('products_per_page', 0, 10)],
      preferences__product_columns: [
        'the list has these columns',
        oneOf('product_columns', '{Picture}', '{NULL}', '{cost,cost,cost,cost}'),
      ],
    },
  },
  product: {
    tenant: {
      reason: 'the products screen',
      select: true,
      insert:
        'siteid productname barcode description category supplier price purchaseprice is_free vat_code stock reorder_level order_quantity request_id request_hash joined_to has_own_price',
      update:
        'siteid productname barcode description category supplier price purchaseprice is_free vat_code stock reorder_level order_quantity picture version archived_at is_unknown same_as joined_to has_own_price',
      delete: true,
    },
    foreignKeys: {
      product__site: ['the site of a product', 'siteid', 'site.siteid'],
      product__same_as_product: ['the product that an unknown one turned out to be', 'same_as', 'product.productid'],
      product__joined_to_product: ['the first product of an item', 'joined_to', 'product.productid'],
    },
    unique: {
      product__barcode_at_site: ['a barcode is one product of a site', { barcode: '6001' }, { productid: 999 }],
      product__request_id: ['a product that is sent twice is stored once', { request_id: UNKNOWN }, { productid: 999 }],
      product__unknown: [
        'what two tills call the same is one unknown product',
        { productname: 'Rusks', is_unknown: true, archived_at: '2026-11-21T12:00Z' },
        { productid: 999, productname: 'RUSKS' },
      ],
    },
    checks: {
      product__productname: ['the specification requires it', notOneTo('productname', 200)],
      product__barcode: ['bounds a row', notUpTo('barcode', 64)],
      product__description: ['bounds a row', notUpTo('description', 2000)],
      product__category: ['bounds a row', notUpTo('category', 100)],
      product__supplier: ['bounds a row', notUpTo('supplier', 100)],
      product__vat_code: ['each has a rate', oneOf('vat_code', 'Standard', 'reduced', '')],
      product__is_free: ['a cost that is known is no gift', [{ is_free: true, purchaseprice: 1 }]],
      product__is_unknown: ['no list shows what nobody has added', [{ is_unknown: true }]],
      product__same_as: ['a product of the list is no other one', [{ same_as: 1, archived_at: '2026-11-21T12:00Z' }]],
      product__price: ['a price is a number and not negative', noPrice('price')],
      product__purchaseprice: ['a price is a number and not negative', noPrice('purchaseprice')],
      product__reorder_level: ['a level is a number and not negative', oneOf('reorder_level', 'NaN', -1)],
      product__order_quantity: ['a pack is a number and not negative', oneOf('order_quantity', 'NaN', -1)],
      product__stock: ['one NaN makes every sum NaN', oneOf('stock', 'NaN')],
      product__picture: [
        'it becomes a path of the object store',
        oneOf('picture', '../secret', 'a'.repeat(31), 'A'.repeat(32), ''),
      ],
    },
  },
  product_buckets: { tenant: { reason: 'triggers write it', select: true } },
  product_changes: {
    tenant: {
      reason: 'a change is saved, applied and undone',
      select: true,
      insert: 'change lines',
      update: 'applied_at applied undone_at undone',
      delete: true,
    },
  },
  product_imports: { tenant: { reason: 'a preview is saved and claimed', select: true, insert: 'lines', delete: true } },
  product_listing: {
    tenant: { reason: 'triggers write it', select: true },
    businessKey: false,
    foreignKeys: { product_listing__product: ['the product of a row of the list', 'productid', 'product.productid'] },
  },
  read_key_sites: {
    tenant: { reason: 'the list of keys shows them; a function of the owner writes them', select: true },
    businessKey: false,
    foreignKeys: {
      read_key_sites__key: ['the key of a site', 'keyid', 'read_keys.keyid'],
      read_key_sites__site: ['the site of a key', 'siteid', 'site.siteid'],
    },
  },
  read_keys: {
    tenant: {
      reason: 'nobody reads a hash; functions of the owner write keys',
      select: 'businessid keyid name right_name sees_costs key_start created_by created_at expires_at last_used_at revoked_at',
    },
    unique: { read_keys__hash: ['a key opens one business', {}, { keyid: 999, businessid: UNKNOWN }] },
    checks: {
      read_keys__name: ['the list shows it', notOneTo('name', 100)],
      read_keys__right_name: ['enter_read_key knows these', oneOf('right_name', 'owner', '')],
      read_keys__sees_costs: ['only a manager’s key may see no costs', [{ right_name: 'stock', sees_costs: false }]],
      read_keys__key_hash: ['a SHA-256, never a key', oneOf('key_hash', '\\x', `\\x${'ab'.repeat(31)}`, `\\x${'ab'.repeat(43)}`)],
      read_keys__expires_at: ['every key ends', oneOf('expires_at', '2099-01-01', 'infinity')],
    },
  },
  right_sites: {
    tenant: { reason: 'the employees screen shows them; a function of the owner writes them', select: true },
    businessKey: false,
    foreignKeys: {
      right_sites__right: ['the right of a site', 'user_id', UNKNOWN],
      right_sites__site: ['the site of a right', 'siteid', 'site.siteid'],
    },
  },
  rights: {
    tenant: { reason: 'it decides what a person sees, so it is read only', select: true },
    businessKey: false,
    foreignKeys: { rights__business_user: ['the person of a right', 'user_id', 'business_users.user_id'] },
    checks: {
      rights__name: ['enter_with_right knows these', oneOf('name', 'owner', '')],
      rights__sees_costs: ['only a manager may see no costs', [{ name: 'stock', sees_costs: false }]],
    },
  },
  saleitems: {
    tenant: {
      reason: 'tills and imports add lines; no role changes or deletes one',
      select: true,
      insert:
        'saleid line moves_stock saledate siteid employeeid productid quantity productname price purchaseprice vat_rate is_vat_assumed stated_vat_cents adjustment',
    },
    businessKey: false,
    foreignKeys: {
      saleitems__sale: ['the sale of a line', 'saleid', 'sales.saleid'],
      saleitems__product: ['the product of a line', 'productid', 'product.productid'],
    },
    checks: {
      saleitems__quantity: ['keeps the stock in its column', oneOf('quantity', 1000001, -1000001)],
      saleitems__price: ['a refund has a negative quantity', oneOf('price', -0.01)],
      saleitems__purchaseprice: ['a refund has a negative quantity', oneOf('purchaseprice', -0.01)],
      saleitems__vat_rate: ['a rate has one spelling', noRate],
    },
  },
  sales: {
    tenant: {
      reason: 'tills and imports add sales; no role changes or deletes one',
      select: true,
      insert:
        'siteid employeeid saledate closetime finalamount payment_method reference content_hash importid units cost_cents costed_net_cents itemised_cents itemised_vat_cents vat_rate stated_vat_cents',
    },
    businessKey: false,
    foreignKeys: {
      sales__site: ['the site of a sale', 'siteid', 'site.siteid'],
      sales__employee: ['the employee of a sale', 'employeeid', 'employee.employeeid'],
      sales__import: ['the import of a sale', 'importid', 'sales_imports.importid'],
    },
    unique: {
      sales__reference_unique: ['a sale that is sent twice is stored once', { reference: 'r-1' }, { saleid: 999 }],
      sales__lines_key: [
        'the lines refer to it, so that they have the date, the site and the employee of their sale',
        {},
        { finalamount: 999 },
      ],
    },
    checks: {
      sales__saledate: ['roll-ups have a row a day', outside1990To2099('saledate')],
      sales__closetime: ['year 9999 and infinity are mistakes', outside1990To2099('closetime')],
      sales__finalamount: ['one NaN makes every sum NaN', oneOf('finalamount', 'NaN')],
      sales__payment_method: ['bounds a row', notUpTo('payment_method', 40)],
      sales__reference: ['it is the idempotency key', notOneTo('reference', 100)],
      sales__vat_rate: ['a rate has one spelling', noRate],
    },
  },
  sales_buckets: {
    tenant: { reason: 'triggers write it', select: true },
    foreignKeys: {
      sales_buckets__site: ['the site of a sum', 'siteid', 'site.siteid'],
      sales_buckets__employee: ['the employee of a sum', 'employeeid', 'employee.employeeid'],
    },
  },
  sales_import_batches: {
    tenant: {
      reason: 'a preview saves them, and the import deletes what it has stored',
      select: true,
      insert: 'importid batch siteid sales',
      delete: true,
    },
    businessKey: false,
    foreignKeys: { sales_import_batches__import: ['the import of a batch', 'importid', 'sales_imports.importid'] },
  },
  sales_imports: {
    tenant: {
      reason: 'a preview is saved, imported and undone; a preview that was left is deleted',
      select: true,
      insert: 'file_name',
      update: 'state moves_stock new_sales stored_sales failed_sales amount first_day last_day run_id active_until restarts',
      delete: true,
    },
    checks: {
      sales_imports__file_name: ['the list shows it', notOneTo('file_name', 200)],
      sales_imports__state: ['the import goes on by it', oneOf('state', 'lost', '')],
    },
  },
  saved_reports: {
    tenant: {
      reason: 'a report is saved, renamed and deleted',
      select: true,
      insert: 'name search',
      update: 'name search',
      delete: true,
    },
    unique: {
      saved_reports__one_per_name: ['a saved report is found by its name', { name: 'Hours' }, { reportid: 999, name: 'HOURS' }],
    },
    checks: {
      saved_reports__name: ['the list shows it', oneOf('name', '', long(101))],
      saved_reports__search: ['bounds a row', oneOf('search', long(4001))],
    },
  },
  sign_in_rules: {
    tenant: { reason: 'the owner sees what is required; a function of the owner writes it', select: true },
    checks: { sign_in_rules__two_step_for: ['lacks_two_step knows these', oneOf('two_step_for', '{owner}', '{stock,NULL}')] },
  },
  site: {
    tenant: {
      reason: 'the sites screen',
      select: true,
      insert: 'sitename location request_id request_hash',
      update: 'sitename location version',
      delete: true,
    },
    foreignKeys: { site__till_employee: ['the employee of the sales that name none', 'till_employeeid', 'employee.employeeid'] },
    unique: { site__request_id: ['a site that is sent twice is stored once', { request_id: UNKNOWN }, { siteid: 999 }] },
    checks: {
      site__sitename: ['the specification requires it', notOneTo('sitename', 200)],
      site__location: ['the specification requires it', notOneTo('location', 300)],
    },
  },
  site_daily: {
    tenant: { reason: 'triggers write it', select: true },
    foreignKeys: { site_daily__site: ['the site of a sum', 'siteid', 'site.siteid'] },
  },
  stock_document_events: {
    tenant: { reason: 'what happened to a document', select: true, insert: 'documentid event note request_id request_hash' },
    businessKey: false,
    foreignKeys: { stock_document_events__document: ['the document of an event', 'documentid', 'stock_documents.documentid'] },
    unique: {
      stock_document_events__request_id: ['a request that is sent twice is done once', { request_id: UNKNOWN }, { eventid: 999 }],
    },
    checks: {
      stock_document_events__event: ['a screen names it', oneOf('event', 'lost', '')],
      stock_document_events__note: ['bounds a row', notUpTo('note', 1000)],
    },
  },
  stock_document_lines: {
    tenant: {
      reason: 'a draft is saved; a trigger keeps the lines of all others',
      select: true,
      insert: 'documentid productid received_productid position quantity rejected missing reason purchaseprice',
      update: 'quantity purchaseprice counted expected counted_at position rejected reason',
      delete: true,
    },
    businessKey: false,
    foreignKeys: {
      stock_document_lines__document: ['the document of a line', 'documentid', 'stock_documents.documentid'],
      stock_document_lines__product: ['the product of a line', 'productid', 'product.productid'],
      stock_document_lines__received_product: ['the product that got it', 'received_productid', 'product.productid'],
    },
    checks: {
      stock_document_lines__quantity: ['one NaN makes every sum NaN', oneOf('quantity', 'NaN')],
      stock_document_lines__rejected: ['a number of units', oneOf('rejected', 'NaN', 1000001, -1000001)],
      stock_document_lines__missing: ['a number of units', oneOf('missing', 'NaN', -1)],
      stock_document_lines__reason: ['bounds a row', notUpTo('reason', 100)],
      stock_document_lines__purchaseprice: ['a price is a number and not negative', noPrice('purchaseprice')],
    },
  },
  stock_documents: {
    tenant: {
      reason: 'documents are written, and a draft is deleted',
      select: true,
      insert:
        'kind number state siteid to_siteid supplierid parentid corrects reference expected_on note count_scope count_scope_name is_blind counted_from',
      update: 'state siteid to_siteid supplierid reference expected_on note saved_at version',
      delete: true,
    },
    foreignKeys: {
      stock_documents__site: ['the site of a document', 'siteid', 'site.siteid'],
      stock_documents__to_site: ['where a transfer goes', 'to_siteid', 'site.siteid'],
      stock_documents__supplier: ['the supplier of an order', 'supplierid', 'suppliers.supplierid'],
      stock_documents__parent: ['the order of a delivery', 'parentid', 'stock_documents.documentid'],
      stock_documents__corrects: ['the delivery that is corrected', 'corrects', 'stock_documents.documentid'],
    },
    unique: { stock_documents__number: ['a number is one document of its kind', {}, { documentid: 999 }] },
    checks: {
      stock_documents__state: ['each kind has its states', [{ state: 'booked' }, { kind: 'invoice' }]],
      stock_documents__to_site_of_transfer: [
        'a transfer has two sites, no other document has',
        [{ kind: 'transfer' }, { kind: 'order', to_siteid: 1 }],
      ],
      stock_documents__count_scope: ['a screen names it', oneOf('count_scope', 'site', '')],
      stock_documents__reference: ['bounds a row', notUpTo('reference', 100)],
      stock_documents__note: ['bounds a row', notUpTo('note', 1000)],
    },
  },
  stock_movements: {
    tenant: { reason: 'triggers write them', select: true },
    businessKey: false,
    foreignKeys: { stock_movements__product: ['the product of a movement', 'productid', 'product.productid'] },
    checks: {
      stock_movements__reason: ['reports name these', oneOf('reason', 'theft', '')],
      stock_movements__note: ['bounds a row', notUpTo('note', 200)],
    },
  },
  subscriptions: {
    tenant: { reason: 'sign-up shows the plans', select: true },
    auth: { reason: 'sign-up shows the plans before it has a business', select: true },
    checks: {
      subscriptions__price: ['a plan costs nothing or more', noPrice('price')],
      subscriptions__currency: ['a code of ISO 4217', oneOf('currency', 'zar', 'RAND', '')],
      subscriptions__billing_period: ['screens name these', oneOf('billing_period', 'weekly')],
    },
  },
  suppliers: {
    tenant: {
      reason: 'the suppliers screen; triggers add what products name',
      select: true,
      insert: 'name email phone account_number lead_time_days minimum_order request_id request_hash',
      update: 'name email phone account_number lead_time_days minimum_order version',
      delete: true,
    },
    unique: {
      suppliers__by_name: ['a name is one supplier, in any case', { name: 'Mill' }, { supplierid: 999, name: 'MILL' }],
      suppliers__request_id: [
        'a supplier that is sent twice is stored once',
        { request_id: UNKNOWN },
        { supplierid: 999, name: 'Other' },
      ],
    },
    checks: {
      suppliers__name: ['products name it', notOneTo('name', 100)],
      suppliers__email: ['bounds a row', notUpTo('email', 254)],
      suppliers__phone: ['bounds a row', notUpTo('phone', 50)],
      suppliers__account_number: ['bounds a row', notUpTo('account_number', 100)],
      suppliers__lead_time_days: ['days are not negative and end', oneOf('lead_time_days', -1, 366)],
      suppliers__minimum_order: ['an amount is a number and not negative', noPrice('minimum_order')],
    },
  },
  support_tickets: {
    tenant: {
      reason: 'the dashboard lists and opens them, and a message opens a closed one again',
      select: true,
      insert: 'subject',
      update: 'status read_at',
    },
    checks: {
      support_tickets__subject: ['bounds a row', notUpTo('subject', 200)],
      support_tickets__status: ['bounds a row', notUpTo('status', 40)],
    },
  },
  ticket_messages: {
    tenant: {
      reason: 'nobody writes as support or as somebody else, and a message stays as it was sent',
      select: true,
      insert: 'ticketid message',
    },
    foreignKeys: {
      ticket_messages__ticket: ['the ticket of a message', 'ticketid', 'support_tickets.ticketid'],
      ticket_messages_user_id_fkey: ['who wrote a message is a user', 'user_id', UNKNOWN],
    },
    checks: { ticket_messages__message: ['the ticket shows it', notOneTo('message', 5000)] },
  },
  till_keys: {
    tenant: {
      reason: 'nobody reads a hash, and a key is revoked for ever',
      select: 'businessid tillid siteid name key_start created_at last_used_at used_days revoked_at first_saleid epoch',
      insert: 'siteid name key_start key_hash',
      update: 'revoked_at first_saleid epoch',
    },
    foreignKeys: { till_keys__site: ['the site of a till', 'siteid', 'site.siteid'] },
    unique: { till_keys__hash: ['a key opens one site', {}, { tillid: 999, businessid: UNKNOWN }] },
    checks: {
      till_keys__name: ['the list shows it', notOneTo('name', 100)],
      till_keys__key_hash: ['a SHA-256, never a key', oneOf('key_hash', '\\x', `\\x${'ab'.repeat(31)}`, `\\x${'ab'.repeat(43)}`)],
    },
  },
  vat_daily: {
    tenant: { reason: 'triggers write it', select: true },
    foreignKeys: { vat_daily__site: ['the site of a sum', 'siteid', 'site.siteid'] },
  },
  vat_rates: {
    tenant: {
      reason: 'a rate is added in advance, corrected and removed',
      select: true,
      insert: 'vat_code first_day percent',
      update: 'percent',
      delete: true,
    },
    checks: {
      vat_rates__vat_code: ['products have these', oneOf('vat_code', 'Standard', 'reduced', '')],
      vat_rates__first_day: [
        'the days that a sale can have',
        oneOf('first_day', '1989-12-30', '2100-01-03', 'infinity', '-infinity'),
      ],
      vat_rates__percent: [
        'a part of the price, and none of what has no VAT',
        [{ percent: -0.01 }, { percent: 'NaN' }, { vat_code: 'zero', percent: 1 }, { vat_code: 'exempt', percent: 1 }],
      ],
    },
  },
  webhook_deliveries: {
    tenant: {
      reason: 'a person reads what was sent and sends it again; triggers and the sender write it',
      select: true,
      update: 'state attempts next_attempt_at claim',
    },
    businessKey: false,
    foreignKeys: {
      webhook_deliveries__message: ['a message that is delivered', 'messageid', 'webhook_messages.messageid'],
      webhook_deliveries__webhook: ['the receiver of a message', 'webhookid', 'webhooks.webhookid'],
    },
    checks: {
      webhook_deliveries__state: ['the sender depends on it', oneOf('state', 'sent', '')],
      webhook_deliveries__problem: ['bounds a row', notUpTo('problem', 200)],
      webhook_deliveries__answer: ['a receiver answers what it likes', notUpTo('answer', 500)],
    },
  },
  webhook_messages: {
    tenant: { reason: 'the list of deliveries shows it; triggers write it', select: true },
    businessKey: false,
  },
  webhooks: {
    tenant: {
      reason: 'a person manages them; nobody reads a secret',
      select:
        'businessid webhookid url events siteid state stop_reason failing_since previous_secret_until created_at turned_on_by version deleted_at request_id request_hash',
      insert: 'url events siteid secret request_id request_hash',
      update: 'url events siteid state stop_reason failing_since secret version deleted_at',
    },
    foreignKeys: { webhooks__site: ['the site of a webhook', 'siteid', 'site.siteid'] },
    unique: { webhooks__request_id: ['a retry makes no second one', { request_id: UNKNOWN }, { webhookid: 999 }] },
    checks: {
      webhooks__url: [
        'it is called',
        oneOf('url', 'ftp://books.example', 'https://user:password@books.example/', 'https://x y', `https://${long(2000)}`),
      ],
      webhooks__events: ['a webhook receives known events', oneOf('events', '{}', '{sale.deleted}')],
      webhooks__state: ['the sender depends on it', oneOf('state', 'paused', '')],
      webhooks__stop_reason: ['bounds a row', notUpTo('stop_reason', 200)],
      webhooks__secret: [
        '24 random bytes, as Standard Webhooks writes them',
        oneOf('secret', '', 'whsec_', `whsec_${'s'.repeat(31)}`),
      ],
    },
  },
}
