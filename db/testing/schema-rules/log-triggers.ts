import type { Role, Rule } from './rule.ts'
import type { Shops } from './shops.ts'
import { insert, update } from './values.ts'

/** What a tenant sets to change something without a trace. */
const EVADE = `set local app.importing_business = 'on'; set local app.erasing = 'on'; set local app.skip_listing_trigger = 'on'; `

/** The log of changes has a row for each change that its transaction makes. */
export function createLogTriggerRules({ own }: Shops): Rule[] {
  const ofOwn = { businessid: own.businessid }
  const add = (table: string, values: Parameters<typeof insert>[1]) =>
    insert(table, values).replace('overriding system value', '')
  const remove = (table: string, where: string) => `delete from ${table} where ${where}`
  const site = { sitename: 'New', location: 'New' }
  const document = { siteid: own.siteid, kind: 'order', number: 99, state: 'draft' }
  const period = { siteid: own.siteid, day: '2026-11-20', entry: 1, starts_at: '2026-11-19T22:00Z', ends_at: '2026-11-20T22:00Z' }
  const rate = { vat_code: 'standard', first_day: '2030-01-01', percent: 16 }
  const supplier = { name: 'New' }
  const product = { siteid: own.siteid, productname: 'New' }
  const readKey = {
    ...{
      ...ofOwn,
      name: 'New',
      right_name: 'bookkeeper',
      sees_costs: true,
      key_start: 'wk_read_',
      key_hash: `\\x${'00'.repeat(32)}`,
    },
    ...{ created_by: own.user_id, expires_at: '2026-11-27' },
  }
  const webhook = { url: 'https://new.example/', events: '{sale.created}', secret: `whsec_${'n'.repeat(32)}` }
  const ofWebhook = `webhookid = ${own.webhookid}`
  const employee = { ...ofOwn, siteid: own.siteid, firstname: 'New', lastname: 'Person' }

  const addSite = add('site', { ...ofOwn, ...site })
  const removeSite = remove('site', `businessid = '${own.businessid}' and sitename = 'New'`)

  type Row = [trigger: string, role: Role, noun: string, action: string, work: string]
  const rows: Row[] = [
    ['site.log_after_insert', 'tenant', 'site', 'created', add('site', site)],
    ['site.log_after_update', 'tenant', 'site', 'changed', update('site', site, `siteid = ${own.siteid}`)],
    ['site.log_after_delete', 'tenant', 'site', 'deleted', `${add('site', site)}; ${remove('site', `sitename = 'New'`)}`],
    ['employee.log_after_insert', 'owner', 'employee', 'created', add('employee', employee)],
    ['employee.log_after_update', 'owner', 'employee', 'changed', update('employee', { position: 'Manager' }, ofId(own))],
    [
      'employee.log_after_delete',
      'owner',
      'employee',
      'deleted',
      `${add('employee', employee)}; ${remove('employee', `firstname = 'New'`)}`,
    ],
    ['suppliers.log_after_insert', 'tenant', 'supplier', 'created', add('suppliers', supplier)],
    ['suppliers.log_after_update', 'tenant', 'supplier', 'changed', update('suppliers', supplier)],
    [
      'suppliers.log_after_delete',
      'tenant',
      'supplier',
      'deleted',
      `${add('suppliers', supplier)}; ${remove('suppliers', `name = 'New'`)}`,
    ],
    [
      'till_keys.log_after_insert',
      'tenant',
      'till',
      'created',
      add('till_keys', { siteid: own.siteid, name: 'New', key_start: 'wk_', key_hash: `\\x${'00'.repeat(32)}` }),
    ],
    ['till_keys.log_after_update', 'tenant', 'till', 'changed', update('till_keys', { revoked_at: '2026-11-24' })],
    [
      'till_keys.log_after_delete',
      'owner',
      'till',
      'deleted',
      `${add('till_keys', { ...ofOwn, siteid: own.siteid, name: 'New', key_start: 'wk_', key_hash: `\\x${'00'.repeat(32)}` })}; ${remove('till_keys', `name = 'New'`)}`,
    ],
    [
      'site.log_rights_before_delete',
      'owner',
      'right',
      'changed',
      `${addSite}; insert into right_sites (businessid, user_id, siteid) select '${own.businessid}', '${own.user_id}', siteid from site where sitename = 'New'; ${removeSite}`,
    ],
    [
      'site.log_read_keys_before_delete',
      'owner',
      'read key',
      'changed',
      `${addSite}; insert into read_key_sites (businessid, keyid, siteid) select '${own.businessid}', ${own.keyid}, siteid from site where sitename = 'New'; ${removeSite}`,
    ],
    [
      'product.log_link_after_update',
      'tenant',
      'product',
      'linked',
      `${add('product', product)}; update product set is_unknown = true, archived_at = now(), same_as = ${own.productid} where productname = 'New'`,
    ],
    [
      'accounting_settings.log_after_update',
      'tenant',
      'accounting',
      'changed',
      update('accounting_settings', { settings: '{"tracking": "New"}' }),
    ],
    ['read_keys.log_after_insert', 'owner', 'read key', 'created', add('read_keys', readKey)],
    [
      'read_keys.log_after_update',
      'owner',
      'read key',
      'changed',
      update('read_keys', { revoked_at: '2026-11-24' }, `keyid = ${own.keyid}`),
    ],
    ['webhooks.log_after_insert', 'tenant', 'webhook', 'created', add('webhooks', webhook)],
    ['webhooks.log_after_update', 'tenant', 'webhook', 'changed', update('webhooks', { events: '{stock.low}' }, ofWebhook)],
    ['webhooks.log_after_delete', 'owner', 'webhook', 'deleted', remove('webhooks', ofWebhook)],
    ['cash_ups.log_after_insert', 'tenant', 'cash-up', 'created', add('cash_ups', period)],
    ['stock_documents.log_after_insert', 'tenant', 'stock document', 'created', add('stock_documents', document)],
    [
      'stock_documents.log_after_update',
      'tenant',
      'stock document',
      'changed',
      update('stock_documents', { state: 'closed' }, `documentid = ${own.documentid}`),
    ],
    [
      'stock_documents.log_after_delete',
      'tenant',
      'stock document',
      'deleted',
      `${add('stock_documents', document)}; ${remove('stock_documents', 'number = 99')}`,
    ],
    ['vat_rates.log_after_insert', 'tenant', 'VAT rate', 'created', add('vat_rates', rate)],
    [
      'vat_rates.log_after_update',
      'tenant',
      'VAT rate',
      'changed',
      update('vat_rates', { percent: 16 }, `vat_code = 'standard'`),
    ],
    ['vat_rates.log_after_delete', 'tenant', 'VAT rate', 'deleted', remove('vat_rates', `vat_code = 'standard'`)],
    [
      'business_subscriptions.log_after_insert',
      'owner',
      'plan',
      'created',
      add('business_subscriptions', { ...ofOwn, subscriptionid: 2, status: 'ended' }),
    ],
    [
      'business_subscriptions.log_after_update',
      'tenant',
      'plan',
      'changed',
      update('business_subscriptions', { subscriptionid: 2 }),
    ],
    ['business.log_after_update', 'tenant', 'business', 'changed', update('business', { name: 'New' })],
    ['sales_imports.log_after_update', 'tenant', 'import', 'changed', update('sales_imports', { state: 'importing' })],
    [
      'product_changes.log_after_update',
      'tenant',
      'bulk change',
      'changed',
      update('product_changes', { applied: 1, applied_at: '2026-11-24' }),
    ],
    [
      'business_users.log_after_change',
      'owner',
      'right',
      'changed',
      // Without the right, whose end is an entry of its own.
      `delete from rights where user_id = '${own.user_id}'; ${update('business_users', { role: 'admin' }, `user_id = '${own.user_id}'`)}`,
    ],
    [
      'invitations.log_after_insert',
      'owner',
      'invitation',
      'created',
      // Of an employee who has no row yet.
      `with hired as (${add('employee', employee)} returning employeeid)
         insert into invitations (businessid, employeeid, email, token_hash, invited_by, expires_at)
         select '${own.businessid}', employeeid, 'new@shop.example', '\\x00', '${own.user_id}', now() from hired`,
    ],
    [
      'invitations.log_after_update',
      'owner',
      'invitation',
      'sent again',
      update('invitations', { token_hash: '\\x01' }, `employeeid = ${own.employeeid}`),
    ],
    ['invitations.log_after_delete', 'tenant', 'invitation', 'deleted', remove('invitations', `employeeid = ${own.employeeid}`)],
    ['product.log_after_insert', 'tenant', 'product', 'created', add('product', product)],
    [
      'product.log_after_update',
      'tenant',
      'product',
      'changed',
      update('product', { price: 20 }, `productid = ${own.productid}`),
    ],
    [
      'product.log_after_delete',
      'tenant',
      'product',
      'deleted',
      `${add('product', product)}; ${remove('product', `productname = 'New'`)}`,
    ],
  ]
  return [
    ...rows.map(
      ([name, role, noun, action, work]): Rule => ({
        kind: 'trigger',
        name,
        reason: 'a change is in the log, whatever a tenant sets',
        role,
        proofs: [
          {
            work: (role === 'tenant' ? EVADE : '') + work,
            query: `select count(*)::int from changes where at = now() and businessid = '${own.businessid}' and noun = '${noun}' and action = '${action}'
                     and not (noun = 'right' and coalesce(before ? 'right', false))`,
            rows: [[1]],
          },
        ],
      }),
    ),
    ...['keep_lines_for_log', 'log_lines_after_update'].map(
      (name): Rule => ({
        kind: 'trigger',
        name: `stock_documents.${name}`,
        reason: 'the lines of a draft that somebody changed are in the log, as they were before and are now',
        role: 'tenant',
        proofs: [
          {
            work: [
              add('stock_documents', document),
              `insert into stock_document_lines (documentid, productid, position, quantity) select documentid, ${own.productid}, 1, 3 from stock_documents where number = 99`,
              update('stock_documents', { saved_at: '2026-11-24' }, 'number = 99'),
              'delete from stock_document_lines where documentid = (select documentid from stock_documents where number = 99)',
              `insert into stock_document_lines (documentid, productid, position, quantity) select documentid, ${own.productid}, 1, 4 from stock_documents where number = 99`,
              'set constraints all immediate',
            ].join('; '),
            query: `select before -> 'lines' -> 0 ->> 'quantity', after -> 'lines' -> 0 ->> 'quantity' from changes where at = now() and businessid = '${own.businessid}' and noun = 'stock document' and action = 'changed'`,
            rows: [['3.000', '4.000']],
          },
        ],
      }),
    ),
    {
      kind: 'trigger',
      name: 'employee.forget_in_changes',
      reason: 'a person who was made anonymous is so in the log',
      role: 'owner',
      proofs: [
        {
          work: update('employee', { firstname: 'Former employee', lastname: 1, former_number: 1 }, ofId(own)),
          query: `select distinct name from changes where noun = 'employee' and rowid = '${own.employeeid}' and businessid = '${own.businessid}'`,
          rows: [['Former employee 1']],
        },
      ],
    },
  ]
}

const ofId = ({ businessid, employeeid }: Shops['own']) => `businessid = '${businessid}' and employeeid = ${employeeid}`
