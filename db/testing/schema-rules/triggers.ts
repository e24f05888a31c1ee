import type { Role, Rule } from './rule.ts'
import type { Shops } from './shops.ts'
import { insert, update } from './values.ts'

/** Turns triggers off for an import of a business, which is run by the owner of the database. */
const SKIP_TRIGGERS = `set local app.importing_business = 'on'; `
const NEW_BUSINESS = '00000000-0000-4000-8000-000000000000'
const SALEDATE = '2026-11-21T12:00Z'

/** What triggers keep equal. The fixture has a sale of 37.98 with 2 loaves of bread of 18.99, of which 98 are left. */
export function createTriggerRules({ own, people, secondSite }: Shops): Rule[] {
  const ofOwn = `businessid = '${own.businessid}'`
  const ofDocument = `${ofOwn} and documentid = ${own.documentid}`
  const ofSale = `${ofOwn} and saleid = ${own.saleid}`
  const ofBread = `${ofOwn} and productid = ${own.productid}`
  const asTill = (table: string, values: Parameters<typeof insert>[1]) =>
    insert(table, values).replace('overriding system value', '')
  const addProduct = insert('product', { siteid: own.siteid, productname: 'Milk', stock: 5 })
  const addSale = asTill('sales', { siteid: own.siteid, employeeid: own.employeeid, saledate: SALEDATE, finalamount: 100 })
  const place = { siteid: own.siteid, employeeid: own.employeeid }
  const line = { saleid: own.saleid, line: 2, saledate: SALEDATE, ...place, productid: own.productid }
  const addLine = asTill('saleitems', { ...line, quantity: 3, productname: 'Bread', price: 10, purchaseprice: 1 })
  const addLineAsOwner = insert('saleitems', {
    ...{ businessid: own.businessid, ...line, quantity: 3, productname: 'Bread', price: 10, purchaseprice: 1 },
  })
  const addRate = asTill('vat_rates', { vat_code: 'standard', first_day: '2026-11-21', percent: 14 })
  const changeSale = update('sales', { finalamount: 50 }, ofSale)
  const deleteSale = `delete from sales where ${ofSale}`
  const changeLine = update('saleitems', { quantity: 5 }, ofSale)
  const deleteLine = `delete from saleitems where ${ofSale}`

  const stock = `select stock::float from product where ${ofOwn}`
  const day = `select sum(revenue_cents)::float from site_daily where ${ofOwn} and siteid = ${own.siteid}`
  const itemised = `select itemised_cents::float from sales where ${ofSale}`
  const moveLine = `insert into sales (businessid, saleid, siteid, employeeid, saledate, finalamount) overriding system value
    values ('${own.businessid}', 99, ${own.siteid}, ${own.employeeid}, '${SALEDATE}', 1); ${update('saleitems', { saleid: 99 }, ofSale)}`
  // Counts of a transaction that was rolled back are still there.
  const assigned = `select coalesce(sum(calls), 0) as calls from pg_stat_xact_user_functions where funcname = 'assign_transaction_id'`
  const ofProduct = `select sum(lines)::float, sum(revenue_cents)::float from product_buckets where ${ofOwn} and bucket_key % 1024 = 1`

  type Row = [name: string, reason: string, role: Role, work: string, query: string, row: unknown[]]
  /** The four triggers of a table that keep one figure: after an insert, a delete, and an update as both. */
  const keeps = (
    prefix: string,
    query: string,
    [inserted, deleted, updated]: [[string, number[]], [string, number[]], [string, number[]]],
  ): Row[] => [
    [
      `${prefix}_after_insert`,
      'what is added counts, whatever a tenant sets',
      'till',
      SKIP_TRIGGERS + inserted[0],
      query,
      inserted[1],
    ],
    [`${prefix}_after_delete`, 'what is deleted counts no more', 'owner', deleted[0], query, deleted[1]],
    [`${prefix}_after_update_1`, 'what was before a change counts no more', 'owner', updated[0], query, updated[1]],
    [`${prefix}_after_update_2`, 'what is after a change counts', 'owner', updated[0], query, updated[1]],
  ]
  const rows: Row[] = [
    [
      'product.stock_movement_after_insert',
      'the first stock is a movement',
      'tenant',
      addProduct,
      `select reason, stock_before::float, stock_after::float from stock_movements where saleid is null`,
      ['edit', 0, 5],
    ],
    [
      'product.stock_movement_after_update',
      'a stock that is typed is a movement',
      'tenant',
      update('product', { stock: 7 }),
      `select reason, stock_before::float, stock_after::float from stock_movements where saleid is null`,
      ['edit', 98, 7],
    ],
    [
      'product.suppliers_after_insert',
      'what a new product names as its supplier is one',
      'tenant',
      insert('product', { siteid: own.siteid, productname: 'Milk', supplier: 'Dairy' }),
      `select count(*)::int from suppliers where name = 'Dairy'`,
      [1],
    ],
    [
      'product.supplier_after_update',
      'what a product names as its supplier is one',
      'tenant',
      update('product', { supplier: 'Dairy' }),
      `select count(*)::int from suppliers where name = 'Dairy'`,
      [1],
    ],
    [
      'product.listing_after_insert',
      'the list has new products',
      'tenant',
      addProduct,
      `select search from product_listing where productname = 'Milk'`,
      ['milk\n\n\u001f'],
    ],
    [
      'product.listing_after_update',
      'the list has what was saved',
      'tenant',
      update('product', { productname: 'Milk' }),
      'select productname from product_listing',
      ['Milk'],
    ],
    [
      'business.vat_rates_after_insert',
      'a new business has the rates of the law',
      'owner',
      insert('business', { id: NEW_BUSINESS, name: 'x', registration_number: 'x' }),
      `select string_agg(vat_code || ' ' || percent, ', ' order by vat_code) from vat_rates where businessid = '${NEW_BUSINESS}'`,
      ['exempt 0.00, standard 15.00, zero 0.00'],
    ],
    [
      'sales.set_vat_rate',
      'a sale that is written without a rate has that of its day',
      'tenant',
      `${addRate}; ${addSale}`,
      'select vat_rate from sales where finalamount = 100',
      ['14'],
    ],
    [
      'saleitems.set_vat_rate',
      'a line that is written without a rate has that of its product',
      'tenant',
      `${update('product', { vat_code: 'zero' })}; ${addLine}`,
      `select vat_rate from saleitems where line = 2`,
      ['0'],
    ],
    [
      'sales.assign_transaction_id',
      'a transaction has its id before it takes the number of a sale',
      'owner',
      `reset role; set local track_functions = 'pl'; create temp table earlier as ${assigned}; grant select on earlier to winkel_owner; set local role winkel_owner;
       insert into sales (finalamount) select 1 where false`,
      `select (now.calls - earlier.calls)::int from (${assigned}) now, earlier`,
      [1],
    ],
    ...keeps('saleitems.move_stock', stock, [
      [addLine, [95]],
      [deleteLine, [100]],
      [changeLine, [95]],
    ]),
    ...keeps('sales.roll_up', day, [
      [addSale, [13798]],
      [deleteSale, [0]],
      [changeSale, [5000]],
    ]),
    ['saleitems.correct_sale_sums_after_insert', 'a line that is added later counts', 'owner', addLineAsOwner, itemised, [6798]],
    ['saleitems.correct_sale_sums_after_delete', 'a deleted line counts no more', 'owner', deleteLine, itemised, [0]],
    ['saleitems.correct_sale_sums_after_update_1', 'a line of another sale counts no more', 'owner', moveLine, itemised, [0]],
    [
      'saleitems.correct_sale_sums_after_update_2',
      'a line that comes from another sale counts',
      'owner',
      moveLine,
      'select itemised_cents::float from sales where saleid = 99',
      [3798],
    ],
    ...keeps('saleitems.roll_up', ofProduct, [
      [addLine, [2, 6798]],
      [deleteLine, [0, 0]],
      [changeLine, [1, 9495]],
    ]),
  ]
  const subscribe = `update webhooks set state = 'on', siteid = null, events = '{sale.created,stock.low,cash_up.saved,import.finished}'; `
  const messages = (event: string) =>
    `select count(*)::int from webhook_messages join webhook_deliveries using (businessid, messageid) where type = '${event}'`
  const webhooks: Row[] = [
    ['sales.announce_sales', 'a sale is sent to webhooks', 'tenant', subscribe + addSale, messages('sale.created'), [2]],
    [
      'product.announce_to_reorder',
      'a stock that falls to its reorder level is sent once',
      'tenant',
      [
        subscribe + update('product', { reorder_level: 10 }),
        update('product', { stock: 10 }),
        update('product', { stock: 9 }),
      ].join('; '),
      messages('stock.low'),
      [1],
    ],
    [
      'cash_ups.announce_cash_up',
      'a cash-up is sent to webhooks',
      'tenant',
      `${subscribe}insert into cash_ups (siteid, day, entry, starts_at, ends_at) select siteid, day, 2, starts_at, ends_at from cash_ups`,
      messages('cash_up.saved'),
      [1],
    ],
    [
      'sales_imports.announce_sales_import',
      'the end of an import is sent to webhooks',
      'tenant',
      `${subscribe}${update('sales_imports', { state: 'imported' })}`,
      messages('import.finished'),
      [1],
    ],
    [
      'webhooks.keep_previous_secret',
      'a receiver has a day to learn a new secret',
      'tenant',
      update('webhooks', { secret: `whsec_${'n'.repeat(32)}` }),
      `select previous_secret_until > now() + interval '23 hours' from webhooks`,
      [true],
    ],
  ]
  /** NOTIFY is sent at COMMIT, and a proof is rolled back: the trigger's function is replaced by one that fails. */
  const announces = (name: string, reason: string, role: Role, change: string): Rule => ({
    kind: 'trigger',
    name,
    reason,
    role,
    prepare: `create or replace function auth.announce_access_change() returns trigger language plpgsql as
      $$ begin raise exception 'announced %', to_jsonb(old) ->> tg_argv[0]; end $$`,
    proofs: [{ refused: change, message: `announced ${own.user_id}` }],
  })
  const ofUser = `user_id = '${own.user_id}'`
  return [
    announces(
      'auth.session.announce_end',
      'the live streams of a session end with it',
      'auth',
      `delete from auth.session where "userId" = '${own.user_id}'`,
    ),
    announces(
      'auth.session.announce_earlier_end',
      'the live streams of a session end with it',
      'auth',
      `update auth.session set "expiresAt" = '2000-01-01' where "userId" = '${own.user_id}'`,
    ),
    announces(
      'business_users.announce_access_change',
      'the live streams of a person who loses the role end',
      'owner',
      update('business_users', { role: 'employee' }, ofUser),
    ),
    announces(
      'employee.announce_access_change',
      'the live streams of a person who is disabled end',
      'owner',
      update('employee', { isenabled: false, disablereason: 'Left' }, ofUser),
    ),
    announces(
      'rights.announce_access_change',
      'the live streams of a person follow the right',
      'owner',
      `update rights set given_at = now() where ${ofUser}`,
    ),
    announces(
      'right_sites.announce_access_change',
      'the live streams of a person follow the sites',
      'owner',
      `delete from right_sites where ${ofUser}`,
    ),
    {
      kind: 'trigger',
      name: 'notices.forget_products',
      reason: 'what a notice has named goes with it',
      role: 'owner',
      prepare: `insert into noticed_products (businessid, user_id, productid) values ('${own.businessid}', '${people.stock}', 1)`,
      proofs: [
        {
          work: `delete from notices where user_id = '${people.stock}'`,
          query: `select count(*)::int from noticed_products where user_id = '${people.stock}'`,
          rows: [[0]],
        },
      ],
    },
    {
      kind: 'trigger',
      name: 'rights.log_end',
      reason: 'the log of changes has the end of a right, whatever ended it',
      role: 'owner',
      proofs: [
        {
          work: `delete from rights where user_id = '${people.stock}'`,
          query: `select before ->> 'right', after ->> 'right' from changes where noun = 'right' and rowid = '${people.stock}'`,
          rows: [['stock', 'none']],
        },
      ],
    },
    {
      kind: 'trigger',
      name: 'employee.end_invitation',
      reason: 'an invitation of an employee who is disabled ends',
      role: 'owner',
      proofs: [
        {
          work: update('employee', { isenabled: false, disablereason: 'Left' }, `employeeid = ${own.employeeid}`),
          query: `select email from invitations where employeeid = ${own.employeeid}`,
          rows: [],
        },
      ],
    },
    {
      kind: 'trigger',
      name: 'business_users.end_right',
      reason: 'an admin has no right that comes back with another position',
      role: 'owner',
      proofs: [
        {
          work: `update business_users set role = 'admin' where user_id = '${people.stock}'`,
          query: `select name from rights where user_id = '${people.stock}'`,
          rows: [],
        },
      ],
    },
    ...(
      [
        ['business_users.end_programs_of_person', 'employee', update('business_users', { role: 'employee' }, ofUser)],
        ['business_users.end_programs_of_deleted', 'deleted', `delete from business_users where ${ofUser}`],
        [
          'employee.end_programs_of_disabled',
          'disabled',
          update('employee', { isenabled: false, disablereason: 'Left' }, ofUser),
        ],
      ] as const
    ).map(
      ([name, how, work]): Rule => ({
        kind: 'trigger',
        name,
        reason: `what a person gave to programs ends when the person is ${how}`,
        role: 'owner',
        prepare: `update webhooks set state = 'on'; update webhooks set turned_on_by = '${own.user_id}'`,
        proofs: [
          {
            work,
            query: `select k.revoked_at is not null, w.state from read_keys k join webhooks w using (businessid) where businessid = '${own.businessid}'`,
            rows: [[true, 'off']],
          },
        ],
      }),
    ),
    {
      kind: 'trigger',
      name: 'webhooks.keep_who_turned_on',
      reason: 'a webhook ends with the access of the person who turned it on',
      role: 'owner',
      proofs: [
        {
          work: `set local app.user_id = '${own.user_id}'; ${update('webhooks', { state: 'on' })}`,
          query: `select turned_on_by from webhooks where businessid = '${own.businessid}'`,
          rows: [[own.user_id]],
        },
      ],
    },
    {
      kind: 'trigger',
      name: 'business.forbid_timezone_change',
      reason: 'the roll-ups count a sale on a day of the zone that was chosen first',
      role: 'owner',
      proofs: [
        {
          refused: update('business', { timezone: 'Europe/Paris' }, `id = '${own.businessid}'`),
          message: 'the time zone of a business with sales cannot change',
        },
      ],
    },
    {
      kind: 'trigger',
      name: 'stock_documents.keep_document',
      reason: 'what was ordered, sent or counted stays as it was said',
      role: 'owner',
      proofs: [
        {
          refused: update('stock_documents', { note: 'Changed' }, ofDocument),
          message: 'a document that is not a draft stays as it is',
        },
        {
          refused: update('stock_documents', { state: 'draft' }, ofDocument),
          message: 'a document that is not a draft stays as it is',
        },
        {
          refused: `delete from stock_document_lines where ${ofDocument}; delete from stock_documents where ${ofDocument}`,
          message: 'a document that is not a draft stays',
        },
      ],
    },
    {
      kind: 'trigger',
      name: 'stock_document_lines.keep_document_lines',
      reason: 'the lines of a document equal the movements that it made',
      role: 'tenant',
      proofs: [
        `delete from stock_document_lines where ${ofDocument}`,
        update('stock_document_lines', { quantity: 13 }, ofDocument),
        `insert into stock_document_lines (documentid, productid, position, quantity)
         select documentid, (select max(productid) from product), 2, 1 from stock_documents where ${ofDocument}
         on conflict (businessid, documentid, productid) do nothing`,
      ].map((refused) => ({ refused, message: 'the lines of a document that is not a draft stay' })),
    },
    {
      kind: 'trigger',
      name: 'product.protect_item',
      reason: 'what an item has once for all sites is not changed by a person who does not have all of them',
      role: 'stock',
      prepare: `insert into product (businessid, siteid, productname, joined_to)
                select businessid, ${secondSite}, productname, productid from product where ${ofBread}`,
      proofs: [
        { refused: update('product', { productname: 'Brown bread' }, ofBread), message: 'an item of other sites too' },
        {
          work: update('product', { price: 77 }, ofBread),
          query: `select has_own_price from product where ${ofBread}`,
          rows: [[true]],
        },
      ],
    },
    {
      kind: 'trigger',
      name: 'stock_document_lines.find_line_price',
      reason: 'a delivery has the prices of its order also when a person writes it who sees none',
      role: 'manager',
      prepare: update('stock_document_lines', { purchaseprice: 7 }, ofDocument),
      proofs: [
        {
          work: `insert into stock_documents (siteid, kind, number, state, parentid)
                 select siteid, 'delivery', 77, 'draft', documentid from stock_documents where ${ofDocument};
                 insert into stock_document_lines (documentid, productid, position, quantity)
                 select d.documentid, l.productid, 1, 1 from stock_documents d join stock_document_lines l on l.documentid = d.parentid
                  where d.number = 77;
                 reset session authorization`,
          query: `select purchaseprice::float from public.stock_document_lines join stock_documents using (businessid, documentid) where number = 77`,
          rows: [[7]],
        },
      ],
    },
    {
      kind: 'trigger',
      name: 'auth.account.void_mailed_links',
      reason: 'a changed password voids the links that were mailed before',
      role: 'auth',
      prepare: `insert into auth.verification (identifier, value, "expiresAt") values ('link', '${own.user_id}', now());
        insert into auth.account ("accountId", "providerId", "userId", "updatedAt") values ('x', 'x', '${own.user_id}', now())`,
      proofs: [
        {
          work: `update auth.account set password = 'new' where "accountId" = 'x'`,
          query: `select (select count(*)::int from auth.verification where value = '${own.user_id}'),
                         (select count(*)::int from auth.email_changes where user_id = '${own.user_id}')`,
          rows: [[0, 0]],
        },
      ],
    },
    {
      kind: 'trigger',
      name: 'auth."user".end_one_step_sessions',
      reason: 'two-step sign-in ends the sessions that began with the password alone',
      role: 'auth',
      prepare: `insert into auth.session ("expiresAt", token, "updatedAt", "userId") values (now(), 'one step', now(), '${own.user_id}')`,
      proofs: [
        {
          work: `update auth."user" set "twoFactorEnabled" = true where id = '${own.user_id}'`,
          query: `select count(*)::int from auth.session where "userId" = '${own.user_id}'`,
          rows: [[0]],
        },
      ],
    },
    ...[...rows, ...webhooks].map(
      ([name, reason, role, work, query, row]): Rule => ({
        kind: 'trigger',
        name,
        reason,
        role,
        proofs: [{ work, query, rows: [row] }],
      }),
    ),
  ]
}
