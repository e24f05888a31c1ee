import type { Role, Rule } from './rule.ts'

type Privileges = {
  reason: string
  select?: true | string
  insert?: true | string
  update?: true | string
  delete?: true
}

const TENANT: Record<string, Privileges> = {
  announcements: { reason: 'the dashboard shows them', select: true },
  announcement_dismissals: { reason: 'a person puts announcements away', select: true, insert: 'announcementid' },
  preferences: {
    reason: 'a person keeps what they chose',
    select: true,
    insert: 'compare looked_at',
    update: 'compare looked_at',
  },
  subscriptions: { reason: 'sign-up shows the plans', select: true },
  business: {
    reason: 'sign-up and the account page write it; no role inserts one or changes its time zone',
    select: true,
    update: 'name registration_number closing_hour difference_limit primary_siteid signup_finished_at version',
  },
  business_exports: {
    reason: 'an owner makes the file of the business, and replaces it',
    select: true,
    insert: 'rows_total',
    update: 'state rows_done parts bytes active_until',
    delete: true,
  },
  business_users: { reason: 'it decides what a user may see, so it is read only', select: true },
  business_subscriptions: {
    reason: 'a business chooses its plan, not its status',
    select: true,
    insert: 'subscriptionid trial_ends_at',
    update: 'subscriptionid trial_ends_at',
  },
  site: {
    reason: 'the sites screen',
    select: true,
    insert: 'sitename location request_id request_hash',
    update: 'sitename location version',
    delete: true,
  },
  employee: {
    reason:
      'sign-up writes the owner, an import those without a login; all else goes through functions, which write the role too',
    select: true,
    insert: 'siteid firstname lastname position hiredate',
    update: 'siteid',
  },
  product: {
    reason: 'the products screen',
    select: true,
    insert:
      'siteid productname barcode description category supplier price purchaseprice is_free vat_code stock reorder_level order_quantity request_id request_hash',
    update:
      'siteid productname barcode description category supplier price purchaseprice is_free vat_code stock reorder_level order_quantity picture version archived_at is_unknown same_as',
    delete: true,
  },
  cash_ups: {
    reason: 'a cash-up never changes: a correction is another one',
    select: true,
    insert: 'siteid day entry starts_at ends_at cash_float note request_id request_hash',
  },
  cash_up_lines: {
    reason: 'a line is written with its cash-up',
    select: true,
    insert: 'cash_upid payment_method sales expected counted',
  },
  figures_checks: {
    reason: 'the daily check writes it, and the dashboard shows it',
    select: true,
    insert: 'differences',
    update: 'checked_at differences',
  },
  column_matchings: {
    reason: 'an import reads a file as the person matched it, and keeps the newest',
    select: true,
    insert: 'noun shape fields date_order',
    update: 'fields date_order saved_at',
    delete: true,
  },
  product_changes: {
    reason: 'a change is saved, applied and undone',
    select: true,
    insert: 'change lines',
    update: 'applied_at applied undone_at undone',
    delete: true,
  },
  product_imports: { reason: 'a preview is saved and claimed', select: true, insert: 'lines', delete: true },
  product_listing: { reason: 'triggers write it', select: true },
  stock_movements: { reason: 'triggers write them', select: true },
  sales: {
    reason: 'tills and imports add sales; no role changes or deletes one',
    select: true,
    insert:
      'siteid employeeid saledate closetime finalamount payment_method reference content_hash importid units cost_cents costed_net_cents itemised_cents itemised_vat_cents vat_rate stated_vat_cents',
  },
  saleitems: {
    reason: 'tills and imports add lines; no role changes or deletes one',
    select: true,
    insert:
      'saleid line moves_stock saledate siteid employeeid productid quantity productname price purchaseprice vat_rate is_vat_assumed stated_vat_cents adjustment',
  },
  sales_imports: {
    reason: 'a preview is saved, imported and undone; a preview that was left is deleted',
    select: true,
    insert: 'file_name',
    update: 'state moves_stock new_sales stored_sales failed_sales amount first_day last_day run_id active_until',
    delete: true,
  },
  sales_import_batches: {
    reason: 'a preview saves them, and the import deletes what it has stored',
    select: true,
    insert: 'importid batch siteid sales',
    delete: true,
  },
  import_names: {
    reason: 'an import reads a name of a file as the person chose, and keeps the newest',
    select: true,
    insert: 'name siteid employeeid',
    update: 'siteid employeeid',
    delete: true,
  },
  vat_rates: {
    reason: 'a rate is added in advance, corrected and removed',
    select: true,
    insert: 'vat_code first_day percent',
    update: 'percent',
    delete: true,
  },
  saved_reports: {
    reason: 'a report is saved, renamed and deleted',
    select: true,
    insert: 'name search',
    update: 'name search',
    delete: true,
  },
  site_daily: { reason: 'triggers write it', select: true },
  sales_buckets: { reason: 'triggers write it', select: true },
  payment_buckets: { reason: 'triggers write it', select: true },
  product_buckets: { reason: 'triggers write it', select: true },
  hour_buckets: { reason: 'triggers write it', select: true },
  vat_daily: { reason: 'triggers write it', select: true },
  till_keys: {
    reason: 'nobody reads a hash, and a key is revoked for ever',
    select: 'businessid tillid siteid name key_start created_at last_used_at used_days revoked_at first_saleid',
    insert: 'siteid name key_start key_hash',
    update: 'revoked_at first_saleid',
  },
  support_tickets: {
    reason: 'the dashboard lists and opens them, and a message opens a closed one again',
    select: true,
    insert: 'subject',
    update: 'status read_at',
  },
  ticket_messages: {
    reason: 'nobody writes as support or as somebody else, and a message stays as it was sent',
    select: true,
    insert: 'ticketid message',
  },
}

const ALL = { select: true, insert: true, update: true, delete: true } as const
const AUTH: Record<string, Privileges> = {
  'auth."user"': { reason: 'the sign-in', ...ALL },
  'auth.session': { reason: 'the sign-in', ...ALL },
  'auth.account': { reason: 'the sign-in', ...ALL },
  'auth.email_changes': { reason: 'the links that confirm a new address', ...ALL },
  'auth."twoFactor"': { reason: 'the second step of the sign-in', ...ALL },
  'auth.verification': { reason: 'the sign-in', ...ALL },
  'auth.attempts': { reason: 'the rate limits', ...ALL },
  'auth.signup': { reason: 'the sign-up', ...ALL },
  subscriptions: { reason: 'sign-up shows the plans before it has a business', select: true },
}

/** Functions by the role that may call them. */
const FUNCTIONS: Record<string, { role: Role; reason: string; functions: string[] }> = {
  winkel: {
    role: 'login',
    reason: 'the ways into a scope, and the version of the schema',
    functions: ['enter_business(text)', 'enter_tills(bytea[])', 'schema_version()'],
  },
  winkel_auth: {
    role: 'auth',
    reason: 'sign-in, sign-up, the sweep, the daily check and the metrics, which enter no business',
    functions: [
      'account_status(uuid)',
      'count_silent_tills()',
      'delete_expired_business_export(uuid)',
      'figures_check_summary()',
      'find_users_to_check()',
      'is_employed(uuid)',
      'list_expired_business_exports()',
      'preferred_comparison(uuid)',
      'rename_owner(uuid)',
      'rpc_create_business(uuid,text,text)',
    ],
  },
  winkel_tenant: {
    role: 'tenant',
    reason: 'what a business does that its rights to tables do not allow',
    functions: [
      'create_employee(jsonb,text,text,uuid,bytea)',
      'bucket_key(date,integer)',
      'bucket_start(date,integer)',
      'current_business()',
      'current_till_sites()',
      'ensure_till_employee(bigint)',
      'find_or_add_unknown_products(bigint,json)',
      'fold_text(text)',
      'format_vat_rate(text,numeric)',
      'hand_over_business(bigint)',
      'included_vat_cents(bigint,text)',
      'is_importing_business()',
      'is_owner(uuid,uuid)',
      'is_silent_till(integer,timestamp with time zone)',
      'is_timezone(text)',
      'is_vat_rate(text)',
      'line_total(numeric,numeric)',
      'line_vat_cents(bigint,numeric,text)',
      'list_business_users()',
      'move_unknown_lines(bigint,bigint,integer)',
      'normalize_payment_method(text)',
      'parse_timestamp(text,text)',
      'remove_employee(bigint)',
      'spread_amount(numeric,numeric,numeric)',
      'undo_sales_import(bigint,integer)',
      'update_employee(bigint,integer,jsonb)',
      'update_products(json)',
      'vat_code_of(uuid,text)',
      'vat_rate_json(text)',
      'vat_rate_on(uuid,text,date)',
      'vat_rate_today(uuid,text)',
      'week_hour(timestamp without time zone)',
    ],
  },
}

/** A role, a schema, and a table of it. */
const SCHEMAS: [name: string, role: Role, statement: string][] = [
  ['winkel: usage on schema public', 'login', 'select public.schema_version()'],
  ['winkel_auth: usage on schema auth', 'auth', 'select from auth.session limit 0'],
  ['winkel_auth: usage on schema public', 'auth', 'select from public.subscriptions limit 0'],
  ['winkel_tenant: usage on schema public', 'tenant', 'select from public.site limit 0'],
]

/** One grant for the table, or one for each column. Privileges are checked before a statement runs, so it need not find a row. */
function expand(grantee: string, role: Role, table: string, { reason, ...privileges }: Privileges): Rule[] {
  const statements = {
    select: (column?: string) => `select ${column ?? ''} from ${table} limit 0`,
    insert: (column?: string) =>
      column ? `insert into ${table} (${column}) select null where false` : `insert into ${table} select where false`,
    update: (column?: string) => `update ${table} set ${column ?? FIRST_COLUMNS[table]} = null where false`,
    delete: () => `delete from ${table} where false`,
  }
  return Object.entries(privileges).flatMap(([privilege, columns]) => {
    const statement = statements[privilege as keyof typeof statements]
    const grants = columns === true ? [undefined] : String(columns).split(' ')
    return grants.map(
      (column): Rule => ({
        kind: 'grant',
        name: `${grantee}: ${privilege}${column ? ` (${column})` : ''} on ${table}`,
        reason,
        role,
        proofs: [{ permitted: statement(column) }],
      }),
    )
  })
}

/** A column of each table on which the sign-in may update all. */
const FIRST_COLUMNS: Record<string, string> = {
  'auth."user"': 'name',
  'auth.session': 'token',
  'auth.account': 'password',
  'auth.email_changes': 'new_email',
  'auth."twoFactor"': 'secret',
  'auth.verification': 'value',
  'auth.attempts': 'points',
  'auth.signup': 'firstname',
}

const call = (signature: string) =>
  `select ${signature.replace(
    /\((.*)\)/,
    (_, types: string) =>
      `(${types
        .split(',')
        .filter(Boolean)
        .map((type) => `null::${type}`)
        .join(', ')})`,
  )}`

export const createGrantRules = (): Rule[] => [
  ...Object.entries(TENANT).flatMap(([table, privileges]) => expand('winkel_tenant', 'tenant', table, privileges)),
  ...Object.entries(AUTH).flatMap(([table, privileges]) => expand('winkel_auth', 'auth', table, privileges)),
  ...Object.entries(FUNCTIONS).flatMap(([grantee, { role, reason, functions }]) =>
    functions.map(
      (signature): Rule => ({
        kind: 'grant',
        name: `${grantee}: execute on ${signature}`,
        reason,
        role,
        proofs: [{ permitted: call(signature) }],
      }),
    ),
  ),
  ...SCHEMAS.map(
    ([name, role, permitted]): Rule => ({
      kind: 'grant',
      name,
      reason: 'it finds what it has rights to, also where everybody else does not',
      role,
      prepare: 'revoke usage on schema public from public',
      proofs: [{ permitted }],
    }),
  ),
  ...['winkel_auth', 'winkel_tenant'].map(
    (scope): Rule => ({
      kind: 'membership',
      name: `winkel: ${scope}`,
      reason: 'the login role switches to the role of a scope',
      role: 'login',
      proofs: [{ permitted: `set local session authorization winkel; set local role ${scope}` }],
    }),
  ),
  {
    kind: 'default privilege',
    name: 'winkel_owner: f',
    reason: 'a new function is closed until a migration grants it',
    role: 'tenant',
    prepare: 'create function new_function() returns integer language sql return 1',
    proofs: [{ refused: 'select new_function()' }],
  },
]
