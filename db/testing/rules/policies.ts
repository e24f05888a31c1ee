import type { Rule } from './rule.ts'
import type { Shops } from './shops.ts'
import { insert } from './values.ts'

/** Every table with rows of businesses. */
const TENANT_TABLES = [
  ...['announcement_dismissals', 'business', 'business_exports', 'business_subscriptions', 'business_users'],
  ...['cash_up_lines', 'cash_ups', 'column_matchings', 'employee', 'figures_checks', 'hour_buckets', 'import_names'],
  ...['payment_buckets', 'product', 'product_buckets', 'product_changes', 'product_imports', 'product_listing', 'saleitems'],
  ...['preferences', 'saved_reports'],
  ...['sales', 'sales_buckets', 'sales_import_batches', 'sales_imports', 'site', 'site_daily'],
  ...['stock_movements', 'support_tickets', 'ticket_messages', 'till_keys', 'vat_daily', 'vat_rates'],
]

export function createPolicyRules({ own, other, secondSite }: Shops): Rule[] {
  const forTable = (table: string): Rule[] => {
    const column = table === 'business' ? 'id' : 'businessid'
    const businesses = `select distinct ${column} from ${table} order by 1`
    const both = [own.businessid, other.businessid].sort().map((id) => [id])
    const entered = { query: businesses, rows: [[own.businessid]] }
    return [
      {
        kind: 'policy',
        name: `${table}.${table}__tenant`,
        reason: 'a query without a filter reads the business that was entered',
        role: 'tenant',
        proofs: [entered],
      },
      {
        kind: 'policy',
        name: `${table}.${table}__owner`,
        reason: 'functions and triggers of the owner work for every business',
        role: 'owner',
        proofs: [{ query: businesses, rows: both }],
      },
      {
        kind: 'row security',
        name: table,
        reason: 'a query without a filter reads no other business, and none before one was entered',
        role: 'tenant',
        proofs: [entered, { work: `select set_config('app.business_id', '', true)`, query: businesses, rows: [] }],
      },
      {
        kind: 'forced row security',
        name: table,
        reason: 'the policies are for the owner too',
        role: 'owner',
        prepare: `drop policy if exists ${table}__owner on ${table}`,
        proofs: [{ query: businesses, rows: [] }],
      },
    ]
  }
  const sale = { siteid: secondSite, employeeid: own.employeeid, saledate: '2026-11-21T12:00Z', finalamount: 1 }
  return [
    ...TENANT_TABLES.flatMap(forTable),
    {
      kind: 'policy',
      name: 'sales.sales__till',
      reason: 'a till reads and writes the sales of its site',
      role: 'till',
      proofs: [
        { query: 'select distinct siteid::float from sales', rows: [[own.siteid]] },
        { refused: insert('sales', sale).replace('overriding system value', '') },
      ],
    },
    {
      kind: 'policy',
      name: 'announcement_dismissals.announcement_dismissals__user',
      reason: 'what a colleague put away is still shown',
      role: 'tenant',
      prepare: `insert into announcement_dismissals (businessid, user_id, announcementid)
                select '${own.businessid}', '${other.user_id}', announcementid from announcements`,
      proofs: [{ query: 'select user_id from announcement_dismissals', rows: [[own.user_id]] }],
    },
    {
      kind: 'policy',
      name: 'preferences.preferences__user',
      reason: 'each person has preferences of their own',
      role: 'tenant',
      prepare: `alter table preferences drop constraint preferences__business_user;
                insert into preferences (businessid, user_id) values ('${own.businessid}', '${other.user_id}')`,
      proofs: [{ query: 'select user_id from preferences', rows: [[own.user_id]] }],
    },
  ]
}
