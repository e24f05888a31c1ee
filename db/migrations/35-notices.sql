-- Notices by e-mail, each person's choice, and the accounts of the files for accounting programs.

-- One row for each notice that a person has ever chosen. A notice that is off keeps what was chosen, and its link.
create table notices (
  businessid uuid not null default current_business() references business (id),
  user_id uuid not null default nullif(current_setting('app.user_id', true), '')::uuid,
  kind text not null,
  is_on boolean not null,
  -- On the clock of the business.
  hour smallint not null,
  -- Of the weekly one: 1 is Monday.
  weekday smallint not null,
  -- Empty for all sites.
  sites bigint[] not null default '{}',
  -- The day of the business whose notice is done: sent, or chosen too late on that day. Null before the first one.
  sent_for date,
  -- What the last notice named, so that the next one names what is new: silences of tills. Of low stock it is empty after the first look, which
  -- noticed_products has; a business file brings the ids of products here.
  known text[],
  -- Not before this time: a server is at work, the last look was just now, or the mail server failed.
  look_at timestamptz,
  -- In a row.
  failures smallint not null default 0,
  -- Of the link that ends it. The server derives the token, and nobody can read it here.
  token_hash bytea,
  -- The last mail that the person asked for to see one.
  tested_at timestamptz,
  primary key (businessid, user_id, kind),
  -- Who leaves a business gets no notice of it.
  constraint notices__business_user
    foreign key (businessid, user_id) references business_users (businessid, user_id) on delete cascade,
  constraint notices__kind check (kind in ('daily', 'weekly', 'low_stock', 'silent_till')),
  constraint notices__hour check (hour between 0 and 23),
  constraint notices__weekday check (weekday between 1 and 7),
  constraint notices__sites check (cardinality(sites) <= 500),
  constraint notices__known check (cardinality(known) <= 100000)
);
-- Without the business: the link is opened without signing in.
create unique index notices__token on notices (token_hash);
-- Without the business too: the next one of all that is due.
create index notices__due on notices (look_at nulls first) where is_on;
call enforce_tenancy('notices');
create policy notices__user on notices as restrictive to winkel_tenant
  using (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
grant select, insert (kind, is_on, hour, weekday, sites, sent_for, tested_at),
              update (is_on, hour, weekday, sites, sent_for, known, token_hash, tested_at)
  on notices to winkel_tenant;

-- Each person with a right chooses the own ones too (contract/notices.ts says which), and sees the mails' figures as the right says (30-rights.sql).
create policy notices__rights on notices to winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock
  using (businessid = (select current_business()) and user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
grant select, insert (kind, is_on, hour, weekday, sites, sent_for, tested_at),
              update (is_on, hour, weekday, sites, sent_for, known, token_hash, tested_at)
  on notices to winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- The products that the low-stock notices of a person have named, as long as their stock is low. One statement writes all of a look, which may be
-- 100 000 and more: a foreign key would be checked for each, so a trigger deletes the rows with their notice.
create table noticed_products (
  businessid uuid not null default current_business(),
  user_id uuid not null,
  productid bigint not null,
  primary key (businessid, user_id, productid)
);
call enforce_tenancy('noticed_products');
grant select on noticed_products to winkel_tenant;

-- The accounts and tax names in the files for an accounting program, where the business changed them: contract/accounting.ts.
create table accounting_settings (
  businessid uuid not null default current_business() references business (id),
  program text not null,
  settings jsonb not null,
  primary key (businessid, program),
  constraint accounting_settings__program check (program in ('xero', 'sage', 'quickbooks')),
  constraint accounting_settings__settings check (jsonb_typeof(settings) = 'object' and octet_length(settings::text) <= 65536)
);
call enforce_tenancy('accounting_settings');
grant select, insert (program, settings), update (settings) on accounting_settings to winkel_tenant;
-- The accounts are the bookkeeper's work.
create policy accounting_settings__bookkeeper on accounting_settings to winkel_bookkeeper
  using (businessid = (select current_business()));
grant select, insert (program, settings), update (settings) on accounting_settings to winkel_bookkeeper;

-- What a day of a site had at each VAT rate and payment method: in the newest file of a program that somebody took, or when its month was
-- locked. A month is locked while its days have rows for 'lock', also days without sales.
create table accounting_days (
  businessid uuid not null default current_business() references business (id),
  kept_for text not null,
  day date not null,
  siteid bigint not null,
  -- Of each VAT rate and payment method: kind, key, is_remainder, sales, revenue and vat, as server/features/accounting/queries.ts reads them.
  sums jsonb not null,
  saved_at timestamptz not null default now(),
  user_id uuid default nullif(current_setting('app.user_id', true), '')::uuid,
  primary key (businessid, kept_for, day, siteid),
  constraint accounting_days__site foreign key (businessid, siteid) references site (businessid, siteid) on delete cascade,
  constraint accounting_days__kept_for check (kept_for in ('xero', 'sage', 'quickbooks', 'lock')),
  constraint accounting_days__sums check (jsonb_typeof(sums) = 'array' and octet_length(sums::text) <= 65536)
);
call enforce_tenancy('accounting_days');
grant select, insert (kept_for, day, siteid, sums), update (sums, saved_at, user_id), delete on accounting_days to winkel_tenant;
create policy accounting_days__bookkeeper on accounting_days to winkel_bookkeeper
  using (businessid = (select current_business()));
grant select, insert (kept_for, day, siteid, sums), update (sums, saved_at, user_id), delete on accounting_days to winkel_bookkeeper;
