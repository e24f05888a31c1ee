-- Read keys: programs of accountants and warehouses read with them what a right includes (30-rights.sql), and change nothing.
--
-- A key is nobody's sign-in: it has a right of its own, which only the owner gives, and ends by itself. It enters as the database role of its
-- right, in a transaction that is read only.

create table read_keys (
  businessid uuid not null default current_business() references business (id),
  keyid bigint generated always as identity,
  name text not null,
  -- As in `rights`.
  right_name text not null,
  sees_costs boolean not null,
  -- The first characters, by which users recognise a key. The key itself is shown once; only its SHA-256 is stored.
  key_start text not null,
  key_hash bytea not null,
  -- No foreign key: the list outlives the login.
  created_by uuid not null default nullif(current_setting('app.user_id', true), '')::uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (businessid, keyid),
  -- Does not begin with the business, because the key is looked up before the business is known.
  constraint read_keys__hash unique (key_hash),
  constraint read_keys__name check (char_length(name) between 1 and 100),
  constraint read_keys__right_name check (right_name in ('bookkeeper', 'manager', 'stock')),
  constraint read_keys__sees_costs check (sees_costs or right_name = 'manager'),
  constraint read_keys__key_hash check (octet_length(key_hash) = 32),
  constraint read_keys__expires_at check (expires_at <= created_at + interval '366 days')
);
call enforce_tenancy('read_keys');
-- Every column but key_hash can be read. Functions write.
grant select (businessid, keyid, name, right_name, sees_costs, key_start, created_by, created_at, expires_at, last_used_at, revoked_at)
  on read_keys to winkel_tenant;

-- The sites of a manager's or a stock keeper's key. A bookkeeper's has all, and no row here. A key whose sites are all deleted reads nothing.
create table read_key_sites (
  businessid uuid not null default current_business(),
  keyid bigint not null,
  siteid bigint not null,
  primary key (businessid, keyid, siteid),
  constraint read_key_sites__key foreign key (businessid, keyid) references read_keys (businessid, keyid) on delete cascade,
  constraint read_key_sites__site foreign key (businessid, siteid) references site (businessid, siteid) on delete cascade
);
create index read_key_sites__by_site on read_key_sites (businessid, siteid);
call enforce_tenancy('read_key_sites');
grant select on read_key_sites to winkel_tenant;

-- Sales since a cursor
--
-- A sale gets its number before COMMIT, so a sale with a lower number may be seen later than one with a higher number. A program that reads
-- on from the highest number that it has seen would lose it. So sales are given out in the order of their numbers, up to a horizon: a number
-- below which every transaction that has taken one is over. It costs a sale this trigger, and neither a column nor an index.

-- How many readings a program was answered, on each timeline of PostgreSQL: a promotion begins one. Beside the epoch, so that a backup does not
-- contain it.
create table winkel_migrations.sale_readings (
  timeline text primary key,
  -- Of two databases that began the same timeline, each has another one.
  id text not null default left(md5(gen_random_uuid()::text), 16),
  readings bigint not null default 1,
  constraint sale_readings__id unique (id)
);
