type Damage = {
  name: string
  /** Statements of the superuser. */
  plant: string
  undo: string
  /** The line of doctor. */
  check: string
  sentence: RegExp
}

const RULES = 'roles, rights and rules'

/** One of each kind that doctor looks for in the database, but roll-ups. */
export const DATABASE_DAMAGES: Damage[] = [
  {
    name: 'a policy that is missing',
    check: RULES,
    sentence: /^The database lacks 1 policy \(policy site__tenant of public\.site\)\.$/,
    plant: 'drop policy site__tenant on site',
    undo: 'create policy site__tenant on site to winkel_tenant using (businessid = (select current_business())) with check (businessid = (select current_business()))',
  },
  {
    name: 'row security that is off',
    check: RULES,
    sentence: /table public\.employee/,
    plant: 'alter table employee disable row level security',
    undo: 'alter table employee enable row level security',
  },
  {
    name: 'a grant that is missing',
    check: RULES,
    sentence: /^The database lacks 1 grant /,
    plant: 'revoke delete on auth.session from winkel_auth',
    undo: 'grant delete on auth.session to winkel_auth',
  },
  {
    name: 'a grant too much',
    check: RULES,
    sentence: /^The database has 1 grant that it should not have /,
    plant: 'grant select on auth.session to winkel_tenant',
    undo: 'revoke select on auth.session from winkel_tenant',
  },
  {
    name: 'a membership that is missing',
    check: RULES,
    sentence: /^The database lacks 1 membership/,
    plant: 'revoke winkel_auth from winkel granted by winkel_owner',
    undo: 'grant winkel_auth to winkel with inherit false, set true granted by winkel_owner',
  },
  {
    name: 'a login role that bypasses row security',
    check: RULES,
    sentence: /role/,
    plant: 'alter role winkel bypassrls',
    undo: 'alter role winkel nobypassrls',
  },
  {
    name: 'a trigger that is off',
    check: RULES,
    sentence: /^The database lacks 1 trigger \(trigger move_stock_after_insert of public\.saleitems\)\.$/,
    plant: 'alter table saleitems disable trigger move_stock_after_insert',
    undo: 'alter table saleitems enable trigger move_stock_after_insert',
  },
  {
    name: 'an index that is missing',
    check: RULES,
    sentence: /^The database lacks 1 index \(index employee__by_site of public\.employee\)\.$/,
    plant: 'drop index employee__by_site',
    undo: 'create index employee__by_site on employee (businessid, siteid)',
  },
  {
    name: 'a check that is missing',
    check: RULES,
    sentence: /constraint/,
    plant: 'alter table announcements rename constraint announcements__message to drill',
    undo: 'alter table announcements rename constraint drill to announcements__message',
  },
  {
    name: 'a function that was changed',
    check: RULES,
    sentence: /function .*current_business/,
    plant: 'alter function current_business() security definer',
    undo: 'alter function current_business() security invoker',
  },
  {
    name: 'a column that was changed',
    check: RULES,
    sentence: /column/,
    plant: 'alter table site alter column created_at drop default',
    undo: 'alter table site alter column created_at set default now()',
  },
  {
    name: 'a setting that loses sales at a power cut',
    check: 'PostgreSQL settings',
    sentence: /^synchronous_commit is off/,
    plant: 'alter role winkel set synchronous_commit = off',
    undo: 'alter role winkel reset synchronous_commit',
  },
  {
    name: 'a sequence behind its column',
    check: 'sequences',
    sentence: /^The next number of public\.product\.productid is 1,/,
    plant: `select setval('product_productid_seq', 1, false)`,
    undo: `select setval('product_productid_seq', (select max(productid) from product))`,
  },
  {
    name: 'a stock that differs from its movements',
    check: 'stock',
    sentence: /^The stock of 20 products of the business 'Nkosi Stores' differs/,
    plant: 'update product set stock = stock + 1',
    undo: 'update product set stock = stock - 1',
  },
]

/** One for each table of roll-ups; the name is the table's. */
export const ROLL_UP_DAMAGES = [
  { name: 'site_daily', plant: 'update site_daily set orders = orders + 1' },
  { name: 'sales_buckets', plant: 'delete from sales_buckets where bucket_days = 64' },
  { name: 'payment_buckets', plant: 'delete from payment_buckets where bucket_days = 1' },
  { name: 'hour_buckets', plant: 'update hour_buckets set revenue_cents = revenue_cents + 100 where bucket_days = 16' },
  { name: 'vat_daily', plant: 'update vat_daily set vat_cents = vat_cents + 1' },
  { name: 'product_buckets', plant: 'update product_buckets set revenue_cents = 0' },
]
