import { expand } from './grants.ts'
import { RIGHT_ROLES } from './right-roles.ts'
import type { Role, Rule } from './rule.ts'
import type { Shops } from './shops.ts'

// What people with rights read and change, see 30-rights.sql. Which rows are of other sites is proven over HTTP, for every call, in
// server/system-tests/rights.test.ts.

const ALL = Object.keys(RIGHT_ROLES)
const BOOKKEEPER = ['winkel_bookkeeper']
const MANAGERS = ['winkel_manager', 'winkel_manager_costs']
const FIGURES = [...BOOKKEEPER, ...MANAGERS]
const STOCK = ['winkel_stock']
const OF_OWN_SITES = [...MANAGERS, ...STOCK]

type Reading = { reason: string; roles: string[]; columns?: string; policies: string[] }

const OF_SITES = ['bookkeeper', 'sites']
const MONEY = 'revenue_cents refunds refunded_cents units_thousandths vat_cents'

/** What is read of each table; all columns without `columns`. A policy is of all roles that read the table, or of the named part. */
const READINGS: Record<string, Reading[]> = {
  accounting_days: [{ reason: 'a bookkeeper takes the files', roles: BOOKKEEPER, policies: ['bookkeeper'] }],
  accounting_settings: [{ reason: 'a bookkeeper takes the files', roles: BOOKKEEPER, policies: ['bookkeeper'] }],
  announcements: [{ reason: 'the dashboard shows them', roles: FIGURES, policies: [] }],
  announcement_dismissals: [{ reason: 'the own ones', roles: FIGURES, policies: ['rights'] }],
  business: [{ reason: 'days are counted in its time zone', roles: ALL, policies: ['rights'] }],
  cash_up_lines: [{ reason: 'of cash-ups that are seen', roles: FIGURES, policies: OF_SITES }],
  cash_ups: [{ reason: 'of the own sites', roles: FIGURES, policies: OF_SITES }],
  count_entries: [{ reason: 'of counts that are seen', roles: ALL, policies: OF_SITES }],
  employee: [
    {
      reason: 'anybody may have sold at any site; nothing but the name and the login that stock names',
      roles: ALL,
      columns: 'businessid employeeid siteid firstname lastname position isenabled user_id former_user_id former_number version',
      policies: ['rights'],
    },
  ],
  figures_checks: [{ reason: 'it is of the whole business', roles: BOOKKEEPER, policies: ['bookkeeper'] }],
  hour_buckets: withoutCosts(`bucket_days bucket_start siteid week_hour orders ${MONEY}`),
  payment_buckets: withoutCosts(`bucket_days bucket_start siteid payment_method orders ${MONEY}`),
  notices: [{ reason: 'the own ones', roles: ALL, policies: ['rights'] }],
  preferences: [{ reason: 'the own ones', roles: ALL, policies: ['rights'] }],
  product: [
    { reason: 'of the own sites', roles: ['winkel_bookkeeper', 'winkel_manager_costs', 'winkel_stock'], policies: OF_SITES },
    {
      reason: 'no purchase price',
      roles: ['winkel_manager'],
      columns:
        'businessid productid siteid productname barcode description category supplier price vat_code stock reorder_level order_quantity picture version archived_at is_unknown same_as created_at request_id request_hash joined_to has_own_price',
      policies: [],
    },
  ],
  product_buckets: [
    ...withoutCosts(`bucket_key productid siteid lines ${MONEY}`),
    {
      reason: 'how much was sold, and for no money',
      roles: ['winkel_stock'],
      columns: 'businessid bucket_key productid siteid lines units_thousandths',
      policies: [],
    },
  ],
  product_listing: [{ reason: 'of the own sites', roles: ALL, policies: OF_SITES }],
  saleitems: [
    ...withoutCosts(
      'saleid line moves_stock saledate siteid employeeid productid quantity productname price vat_rate is_vat_assumed stated_vat_cents adjustment amount_cents vat_cents',
    ),
    {
      reason: 'how much was sold, and for no money',
      roles: ['winkel_stock'],
      columns: 'businessid saleid line siteid saledate productid quantity',
      policies: [],
    },
  ],
  sales: [
    ...withoutCosts(
      'saleid siteid employeeid saledate closetime finalamount payment_method reference received_at content_hash importid units itemised_cents itemised_vat_cents vat_rate stated_vat_cents finalamount_cents normalized_payment_method vat_cents',
    ),
    {
      reason: 'when something was sold',
      roles: ['winkel_stock'],
      columns: 'businessid saleid siteid saledate',
      policies: [],
    },
  ],
  sales_buckets: withoutCosts(`bucket_days bucket_start siteid employeeid orders ${MONEY} small_orders small_revenue_cents`),
  saved_reports: [{ reason: 'they are of the whole business', roles: BOOKKEEPER, policies: ['bookkeeper'] }],
  site: [{ reason: 'the own sites', roles: ALL, policies: OF_SITES }],
  site_daily: [
    ...withoutCosts(`day siteid orders ${MONEY}`),
    {
      reason: 'the first day with a sale',
      roles: ['winkel_stock'],
      columns: 'businessid day siteid orders',
      policies: [],
    },
  ],
  stock_document_events: [{ reason: 'of documents that are seen', roles: ALL, policies: OF_SITES }],
  stock_document_lines: [
    {
      reason: 'of documents that are seen',
      roles: ['winkel_bookkeeper', 'winkel_manager_costs', 'winkel_stock'],
      policies: OF_SITES,
    },
    {
      reason: 'no purchase price',
      roles: ['winkel_manager'],
      columns:
        'businessid documentid productid received_productid position quantity rejected missing reason counted expected counted_at',
      policies: [],
    },
  ],
  stock_documents: [{ reason: 'of the own sites, and transfers to them', roles: ALL, policies: OF_SITES }],
  stock_movements: [{ reason: 'of products that are seen', roles: ALL, policies: OF_SITES }],
  suppliers: [{ reason: 'they are of the whole business', roles: ALL, policies: ['rights'] }],
  till_keys: [
    {
      reason: 'whether a till of the site is silent',
      roles: FIGURES,
      columns: 'businessid tillid siteid name created_at last_used_at used_days revoked_at first_saleid epoch',
      policies: OF_SITES,
    },
  ],
  vat_daily: withoutCosts(`day siteid vat_rate is_remainder lines ${MONEY}`),
  vat_rates: [{ reason: 'products show them', roles: ALL, policies: ['rights'] }],
}

/** A table with figures: managers who see no costs have the columns without them. */
function withoutCosts(columns: string): Reading[] {
  return [
    { reason: 'figures of the own sites', roles: ['winkel_bookkeeper', 'winkel_manager_costs'], policies: OF_SITES },
    { reason: 'no costs', roles: ['winkel_manager'], columns: `businessid ${columns}`, policies: [] },
  ]
}

/** Tables with a view in without_costs. */
const HIDDEN_COSTS = Object.entries(READINGS).flatMap(([table, readings]) =>
  readings.some(({ roles, columns }) => columns && roles[0] === 'winkel_manager' && roles.length === 1) ? [table] : [],
)

type Writing = { table: string; insert?: string; update?: string; delete?: true; roles: string[]; reason: string }

const WRITINGS: Writing[] = [
  {
    table: 'preferences',
    reason: 'people keep what they chose',
    roles: ALL,
    insert: 'compare products_per_page product_columns looked_at',
    update: 'compare products_per_page product_columns looked_at',
  },
  {
    table: 'notices',
    reason: 'people choose notices, and when the next one comes',
    roles: ALL,
    insert: 'kind is_on hour weekday sites sent_for tested_at',
    update: 'is_on hour weekday sites sent_for known token_hash tested_at',
  },
  {
    table: 'accounting_settings',
    reason: 'a bookkeeper sets the accounts',
    roles: BOOKKEEPER,
    insert: 'program settings',
    update: 'settings',
  },
  {
    table: 'accounting_days',
    reason: 'a bookkeeper takes files and locks months',
    roles: BOOKKEEPER,
    insert: 'kept_for day siteid sums',
    update: 'sums saved_at user_id',
    delete: true,
  },
  { table: 'announcement_dismissals', reason: 'people put announcements away', roles: FIGURES, insert: 'announcementid' },
  {
    table: 'cash_ups',
    reason: 'who counts the drawer saves it',
    roles: FIGURES,
    insert: 'siteid day entry starts_at ends_at cash_float note request_id request_hash',
  },
  {
    table: 'cash_up_lines',
    reason: 'a line is written with its cash-up',
    roles: FIGURES,
    insert: 'cash_upid payment_method sales expected counted',
  },
  {
    table: 'product',
    reason: 'a stock keeper keeps the products of the own sites',
    roles: STOCK,
    insert:
      'siteid productname barcode description category supplier price purchaseprice is_free vat_code stock reorder_level order_quantity request_id request_hash joined_to has_own_price',
    update:
      'siteid productname barcode description category supplier price purchaseprice is_free vat_code stock reorder_level order_quantity picture version archived_at joined_to has_own_price',
    delete: true,
  },
  { table: 'product', reason: 'documents move stock', roles: MANAGERS, update: 'stock' },
  { table: 'without_costs.product', reason: 'documents move stock', roles: ['winkel_manager'], update: 'stock' },
  {
    table: 'stock_documents',
    reason: 'documents of the own sites',
    roles: OF_OWN_SITES,
    insert:
      'kind number state siteid to_siteid supplierid parentid corrects reference expected_on note count_scope count_scope_name is_blind counted_from',
    update: 'state siteid to_siteid supplierid reference expected_on note saved_at version',
    delete: true,
  },
  {
    table: 'stock_document_lines',
    reason: 'documents of the own sites',
    roles: ['winkel_manager_costs', ...STOCK],
    insert: 'documentid productid received_productid position quantity rejected missing reason purchaseprice',
    update: 'position quantity rejected reason purchaseprice counted expected counted_at',
    delete: true,
  },
  ...['stock_document_lines', 'without_costs.stock_document_lines'].map(
    (table): Writing => ({
      table,
      reason: 'documents of the own sites, without prices',
      roles: ['winkel_manager'],
      insert: 'documentid productid received_productid position quantity rejected missing reason',
      update: 'position quantity rejected reason counted expected counted_at',
      delete: true,
    }),
  ),
  {
    table: 'stock_document_events',
    reason: 'what happened to documents that are seen',
    roles: OF_OWN_SITES,
    insert: 'documentid event note request_id request_hash',
  },
  {
    table: 'count_entries',
    reason: 'counts of the own sites',
    roles: OF_OWN_SITES,
    insert: 'documentid productid quantity counted_at request_id',
  },
]

const grant = (role: string, table: string, privileges: Parameters<typeof expand>[3]) =>
  expand(role, RIGHT_ROLES[role] ?? 'stock', table, privileges)

const createGrants = (): Rule[] => [
  ...Object.entries(READINGS).flatMap(([table, readings]) =>
    readings.flatMap(({ reason, roles, columns }) =>
      roles.flatMap((role) => grant(role, table, { reason, select: columns ?? true })),
    ),
  ),
  ...WRITINGS.flatMap(({ table, roles, ...privileges }) => roles.flatMap((role) => grant(role, table, privileges))),
  ...HIDDEN_COSTS.flatMap((table) =>
    grant('winkel_manager', `without_costs.${table}`, { reason: 'in it nothing has a known cost', select: true }),
  ),
]

/** Each shows rows of the entered business, and none when it is dropped. */
function createPolicies({ own, dismissal, cashUp }: Shops): Rule[] {
  const policy = (name: string, role: Role, reason: string, proofs: Rule['proofs']): Rule => ({
    ...{ kind: 'policy', name, reason, role, proofs },
  })
  const shows = Object.entries(READINGS).flatMap(([table, readings]) => {
    const businesses = `select distinct ${table === 'business' ? 'id' : 'businessid'} from ${table}`
    return readings.flatMap(({ reason, roles, policies }) =>
      policies.map((suffix) => {
        const role = suffix === 'sites' ? roles.find((name) => name !== 'winkel_bookkeeper') : roles[0]
        return policy(`${table}.${table}__${suffix}`, RIGHT_ROLES[role ?? ''] ?? 'stock', reason, [
          { query: businesses, rows: [[own.businessid]] },
        ])
      }),
    )
  })
  const saves = (name: string, role: Role, permitted: string) =>
    policy(`${name.split('__')[0]}.${name}`, role, 'of the own sites, and as oneself', [{ permitted }])
  const insertCashUp = `insert into cash_ups (siteid, day, entry, starts_at, ends_at) values (${own.siteid}, '2026-11-19', 9, now(), now())`
  /** A statement of the role, and what it leaves: one row, or none. */
  const works = (name: string, work: string, left: string, rows: number) =>
    policy(`${name.split('__')[0]}.${name}`, 'stock', 'of the own sites', [
      { work, query: `select count(*)::int from ${left}`, rows: [[rows]] },
    ])
  const addProduct = `insert into product (siteid, productname) values (${own.siteid}, 'Scratch')`
  const addDocument = `insert into stock_documents (siteid, kind, number, state) values (${own.siteid}, 'adjustment', 77, 'draft')`
  const addLine = `${addDocument}; insert into stock_document_lines (documentid, productid, position, quantity)
    select documentid, (select min(productid) from product), 1, 1 from stock_documents where number = 77`
  return [
    ...shows,
    saves('product__sites_insert', 'stock', addProduct),
    works(
      'product__sites_update',
      `${addProduct}; update product set price = 77`,
      `product where productname = 'Scratch' and price = 77`,
      1,
    ),
    works(
      'product__sites_delete',
      `${addProduct}; delete from product where productname = 'Scratch'`,
      `product where productname = 'Scratch'`,
      0,
    ),
    saves('stock_documents__sites_insert', 'stock', addDocument),
    works(
      'stock_documents__sites_update',
      `${addDocument}; update stock_documents set note = 'x' where number = 77`,
      `stock_documents where note = 'x'`,
      1,
    ),
    works(
      'stock_documents__sites_delete',
      `${addDocument}; delete from stock_documents where number = 77`,
      'stock_documents where number = 77',
      0,
    ),
    saves('stock_document_lines__sites_insert', 'stock', addLine),
    works(
      'stock_document_lines__sites_update',
      `${addLine}; update stock_document_lines set reason = 'x' where quantity = 1`,
      `stock_document_lines where reason = 'x'`,
      1,
    ),
    works(
      'stock_document_lines__sites_delete',
      `${addLine}; delete from stock_document_lines where quantity = 1`,
      'stock_document_lines where quantity = 1',
      0,
    ),
    saves(
      'stock_document_events__sites_insert',
      'stock',
      `${addDocument}; insert into stock_document_events (documentid, event) select documentid, 'created' from stock_documents where number = 77`,
    ),
    saves(
      'count_entries__sites_insert',
      'stock',
      'insert into count_entries (documentid, productid, quantity, counted_at) select documentid, productid, 1, now() from count_entries limit 1',
    ),
    saves(
      'announcement_dismissals__rights_own',
      'bookkeeper',
      `insert into announcement_dismissals (announcementid) values (${dismissal})`,
    ),
    saves('cash_ups__bookkeeper_insert', 'bookkeeper', insertCashUp),
    saves('cash_ups__sites_insert', 'manager', insertCashUp),
    saves(
      'cash_up_lines__rights_insert',
      'manager',
      `insert into cash_up_lines (cash_upid, payment_method, sales, expected, counted) values (${cashUp}, 'voucher', 1, 1, 1)`,
    ),
  ]
}

export const createRightRules = (shops: Shops): Rule[] => [...createGrants(), ...createPolicies(shops)]
