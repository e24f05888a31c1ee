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

/** One of each check of the database, but roll-ups. The unit tests have one of each kind of rule. */
export const DATABASE_DAMAGES: Damage[] = [
  {
    name: 'a policy that is missing',
    check: RULES,
    sentence: /^The database lacks 1 policy \(policy site__tenant of public\.site\)\.$/,
    plant: 'drop policy site__tenant on site',
    undo: 'create policy site__tenant on site to winkel_tenant using (businessid = (select current_business())) with check (businessid = (select current_business()))',
  },
  {
    name: 'a grant too much',
    check: RULES,
    sentence: /^The database has 1 grant that it should not have /,
    plant: 'grant select on auth.session to winkel_tenant',
    undo: 'revoke select on auth.session from winkel_tenant',
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
