import { type BusinessOptions, createBusiness, type Database } from './create-business.ts'
import { createTillKey, hashTillKey } from './create-till-key.ts'

/** Creates a business with at least one row in every tenant table. A trigger adds its VAT rates. */
export async function createFilledBusiness(database: Database, options?: BusinessOptions) {
  const business = await createBusiness(database, options)
  const { businessid, user_id, siteid, employeeid } = business
  const insert = async (statement: string, values: unknown[]) => (await database.query(statement, values)).rows[0]
  const { ticketid } = await insert(
    `insert into support_tickets (businessid, subject, status) values ($1, 'The till is slow', 'open') returning ticketid`,
    [businessid],
  )
  await insert(`insert into ticket_messages (businessid, ticketid, user_id, message) values ($1, $2, $3, 'Since Monday.')`, [
    ...[businessid, ticketid, user_id],
  ])
  await insert('insert into business_exports (businessid, user_id) values ($1, $2)', [businessid, user_id])
  await insert(`insert into product_changes (businessid, user_id, change, lines) values ($1, $2, '{}', '[]')`, [
    businessid,
    user_id,
  ])
  await insert(`insert into product_imports (businessid, user_id, lines) values ($1, $2, '[]')`, [businessid, user_id])
  const { cash_upid } = await insert(
    `insert into cash_ups (businessid, siteid, day, entry, starts_at, ends_at, user_id)
     values ($1, $2, '2026-11-21', 1, '2026-11-20T22:00Z', '2026-11-21T22:00Z', $3) returning cash_upid`,
    [businessid, siteid, user_id],
  )
  await insert(
    `insert into cash_up_lines (businessid, cash_upid, payment_method, sales, expected, counted) values ($1, $2, 'cash', 1, 37.98, 40)`,
    [businessid, cash_upid],
  )
  await insert(`insert into figures_checks (businessid, differences) values ($1, 0)`, [businessid])
  await insert(
    `insert into column_matchings (businessid, noun, shape, fields) values ($1, 'products', sha256('Product'), '{"item": "productname"}')`,
    [businessid],
  )
  await insert(`insert into saved_reports (businessid, name, search) values ($1, 'Margin by category', 'by=category')`, [
    businessid,
  ])
  await insert(`insert into rights (businessid, user_id, name, sees_costs) values ($1, $2, 'stock', true)`, [businessid, user_id])
  await insert('insert into right_sites (businessid, user_id, siteid) values ($1, $2, $3)', [businessid, user_id, siteid])
  await insert(`insert into preferences (businessid, user_id, looked_at) values ($1, $2, now())`, [businessid, user_id])
  await insert(
    `insert into notices (businessid, user_id, kind, is_on, hour, weekday, known, token_hash)
     values ($1::uuid, $2, 'daily', false, 7, 1, '{}', sha256($1::text::bytea))`,
    [businessid, user_id],
  )
  await insert(`insert into noticed_products (businessid, user_id, productid) values ($1, $2, 1)`, [businessid, user_id])
  await insert(
    `insert into invitations (businessid, employeeid, email, token_hash, invited_by, expires_at)
     values ($1::uuid, $2, 'lerato@shop.example', sha256($1::text::bytea), $3, now())`,
    [businessid, employeeid, user_id],
  )
  await insert(`insert into sign_in_rules (businessid, two_step_for) values ($1, '{}')`, [businessid])
  await insert(`insert into accounting_settings (businessid, program, settings) values ($1, 'xero', '{}')`, [businessid])
  await insert(
    `insert into accounting_days (businessid, kept_for, day, siteid, sums, user_id) values ($1, 'lock', '2026-10-31', $2, '[]', $3)`,
    [businessid, siteid, user_id],
  )
  await insert(
    `insert into operator_log (os_user, host, command, arguments, outcome) values ('thandi', 'shop', 'users reset', '{}', 'done')`,
    [],
  )
  await insert(`insert into file_removals (folder) values ('pictures/' || $1 || '/')`, [crypto.randomUUID()])
  const { announcementid } = await insert(
    `with announced as (insert into announcements (message) values ('New: tills on telephones') returning announcementid)
     insert into announcement_dismissals (businessid, user_id, announcementid) select $1, $2, announcementid from announced
     returning announcementid`,
    [businessid, user_id],
  )
  const { importid } = await insert(
    `insert into sales_imports (businessid, user_id, file_name) values ($1, $2, 'sales.csv') returning importid`,
    [businessid, user_id],
  )
  await insert(
    `insert into sales_import_batches (businessid, importid, batch, siteid, sales) values ($1, $2, 1, $3, '[]') returning batch`,
    [businessid, importid, siteid],
  )
  await insert(`insert into import_names (businessid, name, siteid) values ($1, 'Corner shop', $2)`, [businessid, siteid])
  const key = await createTillKey(database, business)
  const { keyid } = await insert(
    `insert into read_keys (businessid, name, right_name, sees_costs, key_start, key_hash, created_by, expires_at)
     values ($1, 'Books', 'stock', true, 'wk_read_abcdef', sha256($2::text::bytea), $3, now() + interval '30 days') returning keyid`,
    [businessid, `key of ${businessid}`, user_id],
  )
  await insert('insert into read_key_sites (businessid, keyid, siteid) values ($1, $2, $3)', [businessid, keyid, siteid])
  const { productid } = await insert(
    `insert into product (businessid, siteid, productname, price, stock, further_barcodes)
     values ($1, $2, 'Bread', 18.99, 100, '[{"barcode": "6001", "units": 24}]') returning productid`,
    [businessid, siteid],
  )
  await insert(`insert into items_apart (businessid, productid, other_productid) values ($1, $2, $2)`, [businessid, productid])
  await insert(`insert into suppliers (businessid, name) values ($1, 'Sasko Mills')`, [businessid])
  const insertDocument = async (columns: string, values: string) =>
    insert(
      `insert into stock_documents (businessid, siteid, user_id, number, ${columns}) values ($1, $2, $3, 1, ${values}) returning documentid`,
      [businessid, siteid, user_id],
    )
  const { documentid } = await insertDocument('kind, state', `'order', 'sent'`)
  await insert(
    'insert into stock_document_lines (businessid, documentid, productid, position, quantity) values ($1, $2, $3, 1, 12)',
    [businessid, documentid, productid],
  )
  await insert(`insert into stock_document_events (businessid, documentid, user_id, event) values ($1, $2, $3, 'sent')`, [
    businessid,
    documentid,
    user_id,
  ])
  const count = await insertDocument('kind, state, counted_from', `'count', 'counting', 0`)
  await insert(
    'insert into stock_document_lines (businessid, documentid, productid, position, quantity) values ($1, $2, $3, 1, 0)',
    [businessid, count.documentid, productid],
  )
  await insert(
    `insert into count_entries (businessid, documentid, productid, quantity, counted_at, user_id, request_id)
     values ($1, $2, $3, 98, '2026-11-21T13:00Z', $4, gen_random_uuid())`,
    [businessid, count.documentid, productid, user_id],
  )
  const { saleid } = await insert(
    `insert into sales (businessid, siteid, employeeid, saledate, finalamount, payment_method, has_payments)
     values ($1, $2, $3, '2026-11-21T12:00Z', 37.98, 'cash', true) returning saleid`,
    [businessid, siteid, employeeid],
  )
  await insert(
    `insert into saleitems (businessid, saleid, line, saledate, siteid, employeeid, productid, quantity, productname, price, purchaseprice)
     values ($1, $2, 1, '2026-11-21T12:00Z', $3, $4, $5, 2, 'Bread', 18.99, 12)`,
    [businessid, saleid, siteid, employeeid, productid],
  )
  await insert(
    `insert into sale_payments (businessid, saleid, position, saledate, siteid, employeeid, payment_method, amount_cents, number, other_orders, other_cents)
     values ($1, $2, 1, '2026-11-21T12:00Z', $3, $4, 'cash', 4798, null, 0, 1000)`,
    [businessid, saleid, siteid, employeeid],
  )
  await insert(
    `insert into sale_extras (businessid, saleid, position, saledate, siteid, employeeid, kind, amount_cents)
     values ($1, $2, 1, '2026-11-21T12:00Z', $3, $4, 'tip', 1000)`,
    [businessid, saleid, siteid, employeeid],
  )
  const { sellerid } = await insert(
    `insert into unknown_sellers (businessid, code, name, employeeid) values ($1, '7', 'Zanele', $2) returning sellerid`,
    [businessid, employeeid],
  )
  await insert('insert into seller_sales (businessid, saleid, sellerid) values ($1, $2, $3)', [businessid, saleid, sellerid])
  const { webhookid } = await insert(
    `insert into webhooks (businessid, siteid, url, events, state, secret)
     values ($1, $2, 'https://books.example/winkel', '{sale.created}', 'off', 'whsec_' || repeat('s', 32)) returning webhookid`,
    [businessid, siteid],
  )
  await insert(
    `insert into refused_sales (businessid, siteid, tillid, identity, sale, amount_cents, reason, field)
     select businessid, siteid, tillid, sha256('receipt 2'), '{}', 1000, 'There is no such field: tip.', '' from till_keys where businessid = $1`,
    [businessid],
  )
  await insert(
    `insert into drawer_movements (businessid, siteid, moved_at, amount, reason, tillid, reference)
     select businessid, siteid, '2026-11-21T09:00Z', -50, 'Stamps', tillid, 'out 1' from till_keys where businessid = $1`,
    [businessid],
  )
  const { messageid } = await insert(
    `insert into webhook_messages (businessid, messageid, type, data)
     values ($1, gen_random_uuid(), 'sale.created', jsonb_build_object('saleid', $2::bigint)) returning messageid`,
    [businessid, saleid],
  )
  await insert('insert into webhook_deliveries (businessid, messageid, webhookid) values ($1, $2, $3)', [
    ...[businessid, messageid, webhookid],
  ])
  return {
    ...business,
    announcementid: Number(announcementid),
    cash_upid: Number(cash_upid),
    documentid: Number(documentid),
    importid: Number(importid),
    keyid: Number(keyid),
    productid: Number(productid),
    saleid: Number(saleid),
    ticketid: Number(ticketid),
    webhookid: Number(webhookid),
    key_hash: hashTillKey(key),
  }
}
