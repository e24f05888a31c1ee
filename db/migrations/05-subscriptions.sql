-- Subscriptions: the plans on offer, and the plan that each business chose.

-- A price list, the same for everybody and shown before sign-in: no tenant table. Plans change with a release, by a migration.
create table subscriptions (
  subscriptionid integer primary key,
  name text not null,
  description text not null,
  price numeric(12, 2) not null,
  currency text not null default 'ZAR',
  billing_period text not null,
  -- An old plan is not offered any more but stays, because businesses have it.
  is_active boolean not null default true,
  -- Both bounds are named because NaN is greater than every number and would pass `price >= 0`.
  constraint subscriptions__price check (price between 0 and 9999999999.99),
  constraint subscriptions__currency check (currency ~ '^[A-Z]{3}$'),
  constraint subscriptions__billing_period check (billing_period in ('monthly', 'yearly'))
);
grant select on subscriptions to winkel_auth, winkel_tenant;

insert into subscriptions (subscriptionid, name, description, price, billing_period) values
  (1, 'Corner', 'For one shop, and for trying Winkel out.', 249, 'monthly'),
  (2, 'High Street', 'For a business with a few shops and one set of books.', 549, 'monthly'),
  (3, 'Mall', 'For many shops, many tills and a head office.', 1149, 'monthly');

create table business_subscriptions (
  businessid uuid not null default current_business() references business (id),
  id uuid not null default gen_random_uuid(),
  subscriptionid integer not null references subscriptions (subscriptionid),
  status text not null default 'active',
  -- Null for the plans without a trial; only the cheapest has one.
  trial_ends_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (businessid, id),
  constraint business_subscriptions__status check (status in ('active', 'ended'))
);
create unique index business_subscriptions__one_active on business_subscriptions (businessid) where status = 'active';
call enforce_tenancy('business_subscriptions');
grant select, insert (subscriptionid, trial_ends_at), update (subscriptionid, trial_ends_at)
  on business_subscriptions to winkel_tenant;
