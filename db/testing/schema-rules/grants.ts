import { DOCUMENT_FUNCTIONS, RIGHT_FUNCTIONS, RIGHT_ROLES } from './right-roles.ts'
import type { Role, Rule } from './rule.ts'
import type { Privileges, TableRules } from './tables.ts'

/** Functions by the role that may call them. Those of rights are in rights.ts. */
const FUNCTIONS: Record<string, { role: Role; reason: string; functions: string[] }> = {
  winkel: {
    role: 'login',
    reason: 'the ways into a scope, the version of the schema and what belongs to it',
    functions: [
      'enter_business(text)',
      'enter_own_business(text)',
      'enter_own_with_right(text)',
      'enter_read_key(bytea)',
      'enter_tills(bytea[])',
      'enter_with_right(text)',
      'oldest_version()',
      'recorded_catalogue()',
      'schema_version()',
      'use_read_key(bytea)',
    ],
  },
  winkel_auth: {
    role: 'auth',
    reason:
      'sign-in, sign-up, the sweep, the daily check, the erasure, notices, the sender of webhooks and the metrics, which enter no business',
    functions: [
      'accept_invitation(bytea,text,text,text)',
      'account_status(uuid)',
      'claim_erasure_warnings()',
      'claim_notices(timestamp with time zone,integer,boolean)',
      'claim_webhook_deliveries(integer,integer,integer,integer)',
      'claim_webhook_stop_mails(integer)',
      'count_silent_tills()',
      'delete_expired_business_export(uuid)',
      'delete_old_changes(integer)',
      'delete_old_webhook_rows(integer)',
      'end_notice(bytea)',
      'erase_business_rows(uuid,integer,text)',
      'figures_check_summary()',
      'find_invitation(bytea)',
      'find_preferences(uuid)',
      'find_right(uuid)',
      'find_trial_restore()',
      'find_two_step_rule(uuid)',
      'find_users_to_check()',
      'is_employed(uuid)',
      'list_businesses_to_erase()',
      'list_erased_businesses()',
      'list_expired_business_exports()',
      'list_stopped_work()',
      'log_read_key_export(bytea,text,bigint,text,text)',
      'note_sale_reading()',
      'log_sign_in(uuid,text,text,text,jsonb,jsonb)',
      'note_webhook_attempt(uuid,uuid,bigint,uuid,smallint,integer,text,text,interval,boolean)',
      'release_webhook_attempt(uuid,uuid,bigint,uuid)',
      'rename_owner(uuid)',
      'rpc_create_business(uuid,text,text)',
      'settle_notice(uuid,uuid,text,timestamp with time zone,date,text[],bigint[],bigint[],integer,timestamp with time zone)',
      'settle_webhook_stop_mail(uuid,bigint,timestamp with time zone,timestamp with time zone)',
      'webhook_backlog()',
    ],
  },
  winkel_backup: {
    role: 'backup',
    reason: 'it keeps what was backed up last and the result of a trial restore, and writes nothing else',
    functions: ['list_erased_businesses()', 'record_backup(text,text,text,text)', 'record_trial_restore(text,text)'],
  },
  winkel_tenant: {
    role: 'tenant',
    reason: 'what a business does that its rights to tables do not allow',
    functions: [
      ...DOCUMENT_FUNCTIONS,
      'add_employee(jsonb,uuid,bytea)',
      'announce_import(text,integer,integer)',
      'create_employee(jsonb,text,text,uuid,bytea)',
      'create_read_key(text,text,bytea,text,bigint[],boolean,integer,integer)',
      'bucket_key(date,integer)',
      'bucket_start(date,integer)',
      'close_business(uuid)',
      'count_sessions(bigint)',
      'current_business()',
      'current_epoch()',
      'current_sites()',
      'current_till_sites()',
      'daily_lines(uuid,date,date)',
      'daily_sales(uuid,date,date)',
      'end_access(bigint,text)',
      'ensure_till_employee(bigint)',
      'expected_hour_buckets(uuid,date,date)',
      'expected_payment_buckets(uuid,date,date)',
      'expected_product_buckets(uuid,date,date)',
      'expected_sales_buckets(uuid,date,date)',
      'expected_site_daily(uuid,date,date)',
      'expected_vat_daily(uuid,date,date)',
      'find_movement_before(timestamp with time zone)',
      'find_or_add_unknown_products(bigint,json)',
      'find_restore(integer)',
      'find_sale_horizon()',
      'find_same_item(bigint,bigint)',
      'find_sent_product(bigint)',
      'find_site_name(bigint)',
      'fold_text(text)',
      'format_vat_rate(text,numeric)',
      'hand_over_business(bigint)',
      'has_sale_reading(text,bigint)',
      'included_vat_cents(bigint,text)',
      'invite_employee(bigint,text,text,bigint[],boolean,bytea,integer)',
      'is_erasing()',
      'is_idle_till(timestamp with time zone)',
      'is_importing_business()',
      'is_open_document(text)',
      'is_open_invitation(invitations)',
      'is_owner(uuid,uuid)',
      'is_picture_used(text)',
      'is_silent_till(integer,timestamp with time zone)',
      'is_timezone(text)',
      'is_vat_rate(text)',
      'line_total(numeric,numeric)',
      'line_vat_cents(bigint,numeric,text)',
      'list_business_notices()',
      'list_business_users()',
      'list_noticed_products()',
      'log_event(text,text,jsonb)',
      'make_employee_anonymous(bigint)',
      'move_unknown_lines(bigint,bigint,integer)',
      'name_webhook(text)',
      'normalize_payment_method(text)',
      'parse_timestamp(text,text)',
      'remove_employee(bigint)',
      'reopen_business()',
      'require_two_step(text[])',
      'revoke_read_key(bigint)',
      'sale_details(uuid,bigint)',
      'set_right(bigint,text,bigint[],boolean)',
      'spread_amount(numeric,numeric,numeric)',
      'test_webhook(bigint)',
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

const FUNCTIONS_BY_ROLE: typeof FUNCTIONS = {
  ...FUNCTIONS,
  ...Object.fromEntries(
    Object.entries(RIGHT_ROLES).map(([name, role]) => [
      name,
      {
        role,
        reason: 'it computes something of its arguments, or of rows that the role sees',
        functions: [
          ...RIGHT_FUNCTIONS,
          ...(name === 'winkel_bookkeeper' ? [] : DOCUMENT_FUNCTIONS),
          ...(name === 'winkel_stock' ? ['is_picture_used(text)'] : ['sale_details(uuid,bigint)']),
        ],
      },
    ]),
  ),
}

/** A role, a schema, and a table of it. */
const SCHEMAS: [name: string, role: Role, statement: string][] = [
  ['winkel: usage on schema public', 'login', 'select public.schema_version()'],
  ['winkel_auth: usage on schema auth', 'auth', 'select from auth.session limit 0'],
  ['winkel_auth: usage on schema public', 'auth', 'select from public.subscriptions limit 0'],
  ['winkel_backup: usage on schema auth', 'backup', 'select from auth.session limit 0'],
  ['winkel_backup: usage on schema public', 'backup', 'select from public.site limit 0'],
  ['winkel_tenant: usage on schema public', 'tenant', 'select from public.site limit 0'],
  ...Object.entries(RIGHT_ROLES).map(([name, role]): [string, Role, string] => [
    ...([`${name}: usage on schema public`, role, 'select from public.site limit 0'] as const),
  ]),
  ['winkel_manager: usage on schema without_costs', 'manager', 'select from without_costs.product limit 0'],
]

/** Of the columns that number rows. */
const SEQUENCES = [
  'announcements_announcementid_seq',
  'cash_ups_cash_upid_seq',
  'changes_changeid_seq',
  'count_entries_entryid_seq',
  'employee_employeeid_seq',
  'operator_log_entryid_seq',
  'product_productid_seq',
  'read_keys_keyid_seq',
  'sales_imports_importid_seq',
  'sales_saleid_seq',
  'saved_reports_reportid_seq',
  'site_siteid_seq',
  'stock_document_events_eventid_seq',
  'stock_documents_documentid_seq',
  'stock_movements_movementid_seq',
  'suppliers_supplierid_seq',
  'support_tickets_ticketid_seq',
  'ticket_messages_messageid_seq',
  'till_keys_tillid_seq',
  'webhooks_webhookid_seq',
]

/** One grant for the table, or one for each column. Privileges are checked before a statement runs, so it need not find a row. */
export function expand(grantee: string, role: Role, table: string, { reason, ...privileges }: Privileges): Rule[] {
  const statements = {
    select: (column?: string) => `select ${column ?? ''} from ${table} limit 0`,
    insert: (column?: string) =>
      column ? `insert into ${table} (${column}) select null where false` : `insert into ${table} select where false`,
    update: (column?: string) =>
      column ? `update ${table} set ${column} = null where false` : `select from ${table} limit 0 for update`,
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

export const createTableGrants = (table: string, { tenant, auth }: TableRules): Rule[] => [
  ...(tenant ? expand('winkel_tenant', 'tenant', table, tenant) : []),
  ...(auth ? expand('winkel_auth', 'auth', table, auth) : []),
  ...expand('winkel_backup', 'backup', table, { reason: 'a backup has every table', select: true }),
]

/** What roles may do beside tables. */
export const createRoleRules = (): Rule[] => [
  ...Object.entries(FUNCTIONS_BY_ROLE).flatMap(([grantee, { role, reason, functions }]) =>
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
  ...SEQUENCES.map(
    (sequence): Rule => ({
      kind: 'grant',
      name: `winkel_backup: select on ${sequence}`,
      reason: 'a backup has the last number, so that a restored database gives it to no second row',
      role: 'backup',
      proofs: [{ permitted: `select from ${sequence}` }],
    }),
  ),
  ...['winkel_auth', 'winkel_tenant', ...Object.keys(RIGHT_ROLES)].map(
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
