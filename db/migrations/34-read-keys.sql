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

-- Nothing of the key. When it was used last is no change.
call log_changes('read_keys', 'read key', '{keyid}', '{name}', '{revoked_at}', false, false, '{revoked_at}');

-- With the sites, which are added in the same statement.
create function log_added_read_key() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into changes (businessid, noun, rowid, name, action, after)
  values (new.businessid, 'read key', new.keyid::text, new.name, 'created', jsonb_build_object(
    'name', new.name, 'right_name', new.right_name, 'sees_costs', new.sees_costs, 'expires_at', new.expires_at,
    'sites', case when new.right_name = 'bookkeeper' then 'All sites' else (
      select string_agg(s.sitename, ', ' order by s.sitename) from read_key_sites at join site s using (businessid, siteid)
       where (at.businessid, at.keyid) = (new.businessid, new.keyid)) end));
  return null;
end $$;
create trigger log_after_insert after insert on read_keys
  for each row when (not is_importing_business() and not is_erasing()) execute function log_added_read_key();

-- A site that is deleted takes itself out of keys.
create function log_site_of_read_keys() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into changes (businessid, noun, rowid, name, action, before, after)
  select old.businessid, 'read key', k.keyid::text, k.name, 'changed',
         jsonb_build_object('sites', string_agg(s.sitename, ', ' order by s.sitename)),
         jsonb_build_object('sites', string_agg(s.sitename, ', ' order by s.sitename) filter (where s.siteid <> old.siteid))
    from read_keys k
    join read_key_sites at using (businessid, keyid)
    join site s using (businessid, siteid)
   where k.businessid = old.businessid and k.revoked_at is null
   group by k.keyid, k.name having bool_or(at.siteid = old.siteid)
   order by k.keyid;
  return old;
end $$;
create trigger log_read_keys_before_delete before delete on site
  for each row when (not is_importing_business() and not is_erasing()) execute function log_site_of_read_keys();

-- Keys that are neither revoked nor expired.
create function count_read_keys(own_business uuid) returns bigint
  language sql stable
  return (select count(*) from read_keys k where k.businessid = own_business and k.revoked_at is null and k.expires_at > now());

-- Creates a key; only the owner does. `of_sites` is of a manager and of a stock keeper. A key with this hash is the same request again, and
-- its number is returned if it was given the same name and right. Null when it was not, and when it is revoked.
create function create_read_key(key_name text, start_of_key text, hash bytea, given_right text, of_sites bigint[], with_costs boolean,
                                valid_days integer, max_keys integer)
  returns bigint
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  own_business constant uuid := lock_team();
  see_costs constant boolean := given_right <> 'manager' or with_costs;
  sites_of_key constant bigint[] := case when given_right = 'bookkeeper' then '{}'
                                         else array(select distinct siteid from unnest(of_sites) as chosen (siteid) order by siteid) end;
  new_key bigint;
begin
  if not is_owner(own_business, current_setting('app.user_id')::uuid) then
    raise exception 'the owner' using errcode = 'check_violation', constraint = 'business_users__owner';
  end if;
  if exists (select from read_keys k where k.key_hash = hash) then
    return (
      select k.keyid from read_keys k
       where k.businessid = own_business and k.key_hash = hash and k.revoked_at is null
         and (k.name, k.right_name, k.sees_costs) = (key_name, given_right, see_costs)
         and k.expires_at = k.created_at + make_interval(days => valid_days)
         and sites_of_key = array(select s.siteid from read_key_sites s where (s.businessid, s.keyid) = (k.businessid, k.keyid) order by s.siteid));
  elsif valid_days not in (30, 90, 365) then
    raise exception 'a key ends' using errcode = 'check_violation', constraint = 'read_keys__expires_at';
  elsif count_read_keys(own_business) >= max_keys then
    raise exception 'too many keys' using errcode = 'check_violation', constraint = 'read_keys__too_many';
  end if;
  -- In one statement: the trigger of the log runs at its end, and finds the sites.
  with added as (
    insert into read_keys (businessid, name, right_name, sees_costs, key_start, key_hash, expires_at)
    values (own_business, key_name, given_right, see_costs, start_of_key, hash, now() + make_interval(days => valid_days))
    returning keyid
  ), with_sites as (
    insert into read_key_sites (businessid, keyid, siteid)
    select own_business, added.keyid, chosen.siteid from added cross join unnest(sites_of_key) as chosen (siteid)
  )
  select added.keyid into new_key from added;
  return new_key;
end $$;

-- Revokes a key for ever; only the owner does. False when there is none, or it is revoked already.
create function revoke_read_key(of_key bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  own_business constant uuid := lock_team();
begin
  if not is_owner(own_business, current_setting('app.user_id')::uuid) then
    raise exception 'the owner' using errcode = 'check_violation', constraint = 'business_users__owner';
  end if;
  update read_keys k set revoked_at = now() where k.businessid = own_business and k.keyid = of_key and k.revoked_at is null;
  return found;
end $$;
grant execute on function create_read_key(text, text, bytea, text, bigint[], boolean, integer, integer), revoke_read_key(bigint) to winkel_tenant;

-- A key that a person made, and a webhook that the person turned on, end when the person is neither owner nor admin any more, or may not
-- sign in. The business does not know who has the key or the address of the webhook.
create function end_programs_of_person() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update read_keys k set revoked_at = now()
   where (k.businessid, k.created_by) = (old.businessid, old.user_id) and k.revoked_at is null;
  update webhooks w set state = 'off', version = w.version + 1
   where (w.businessid, w.turned_on_by) = (old.businessid, old.user_id) and w.state = 'on' and w.deleted_at is null;
  return null;
end $$;
create trigger end_programs_of_person after update of role on business_users
  for each row when (old.role <> 'employee' and new.role = 'employee') execute function end_programs_of_person();
create trigger end_programs_of_deleted after delete on business_users
  for each row when (old.role <> 'employee' and not is_erasing()) execute function end_programs_of_person();
create trigger end_programs_of_disabled after update of isenabled on employee
  for each row when (old.user_id is not null and old.isenabled and not new.isenabled) execute function end_programs_of_person();

-- The key with this hash. No row when it is unknown, revoked or expired, and when its business is closed: nobody learns which.
create function find_read_key(hash bytea) returns setof read_keys
  language sql stable
begin atomic
  select k.* from read_keys k join business b on b.id = k.businessid
   where k.key_hash = hash and k.revoked_at is null and k.expires_at > now() and b.closed_at is null;
end;

-- Enters the business of a key for the rest of the transaction, as enter_with_right, and returns no row for one that opens nothing: an error
-- would write a line into the log of PostgreSQL, as often as anybody likes. Writes nothing, so that the transaction may be read only.
create function enter_read_key(hash bytea)
  returns table (role_name text, schemas text, right_name text, siteids bigint[], sees_costs boolean)
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  key read_keys;
begin
  select * into key from find_read_key(hash);
  if not found then
    return;
  end if;
  perform set_business(key.businessid, '');
  siteids := case when key.right_name <> 'bookkeeper' then
    array(select s.siteid from read_key_sites s where (s.businessid, s.keyid) = (key.businessid, key.keyid) order by s.siteid) end;
  perform set_config('app.siteids', coalesce(siteids::text, ''), true);
  role_name := 'winkel_' || key.right_name || case when key.right_name = 'manager' and key.sees_costs then '_costs' else '' end;
  schemas := case when not key.sees_costs then 'without_costs, public' end;
  right_name := key.right_name;
  sees_costs := key.sees_costs;
  return next;
end $$;

-- Whether a key opens its business. Keeps the time of its use, at most once a minute. A call that finds the row locked goes on, because the
-- lock's holder writes the same, or revokes it.
create function use_read_key(hash bytea) returns boolean
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  key read_keys;
begin
  select * into key from find_read_key(hash);
  if not found then
    return false;
  elsif coalesce(key.last_used_at < now() - interval '1 minute', true) then
    update read_keys k set last_used_at = now()
      from (
        select u.keyid from read_keys u where (u.businessid, u.keyid) = (key.businessid, key.keyid) for no key update skip locked
      ) used
     where k.businessid = key.businessid and k.keyid = used.keyid;
  end if;
  return true;
end $$;

-- A file that a key takes, in the log of changes. The transactions of a key are read only. False when the key opens nothing any more.
create function log_read_key_export(hash bytea, file_name text, row_count bigint, from_ip text, from_device text) returns boolean
  language sql security definer set search_path = public, pg_temp
begin atomic
  with logged as (
    insert into changes (businessid, user_id, actor, client_ip, device, noun, name, action, after, is_part, undo_of)
    select k.businessid, null, 'read key', left(from_ip, 64), left(from_device, 64), 'export', left(file_name, 400), 'created',
           jsonb_build_object('read_key', k.name, 'rows', row_count), false, null
      from find_read_key(hash) k
    returning changeid
  )
  select exists (select from logged);
end;
grant execute on function log_read_key_export(bytea, text, bigint, text, text) to winkel_auth;

-- Sales since a cursor
--
-- A sale gets its number before COMMIT, so a sale with a lower number may be seen later than one with a higher number. A program that reads
-- on from the highest number that it has seen would lose it. So sales are given out in the order of their numbers, up to a horizon: a number
-- below which every transaction that has taken one is over. It costs a sale this trigger, and neither a column nor an index.

-- A transaction has its id before it takes the number of a sale: at the horizon each number up to last_saleid belongs to a transaction whose
-- id is lower than that of the reader.
create function assign_transaction_id() returns trigger
  language plpgsql
as $$
begin
  perform pg_current_xact_id();
  return null;
end $$;
create trigger assign_transaction_id before insert on sales for each statement execute function assign_transaction_id();

-- The last number that a sale has got, and a transaction id: all sales up to that number are stored or will never be once every transaction
-- with a lower id is over. The id is that of the reader, which must not have one before. `database` is another one after a restore. Fails on a
-- standby.
create function find_sale_horizon() returns table (last_saleid bigint, xid text, database text)
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if pg_current_xact_id_if_assigned() is not null then
    raise exception 'the horizon is read before anything is written' using errcode = 'active_sql_transaction';
  end if;
  -- In this order. A sequence that was not used yet has no last value.
  last_saleid := coalesce(pg_sequence_last_value('sales_saleid_seq'), 0);
  xid := pg_current_xact_id()::text;
  select e.id::text into database from winkel_migrations.epoch e;
  return next;
end $$;
grant execute on function find_sale_horizon() to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- How many readings a program was answered, on each timeline of PostgreSQL: a promotion begins one. Beside the epoch, so that a backup does not
-- contain it.
create table winkel_migrations.sale_readings (
  timeline text primary key,
  -- Of two databases that began the same timeline, each has another one.
  id text not null default left(md5(gen_random_uuid()::text), 16),
  readings bigint not null default 1,
  constraint sale_readings__id unique (id)
);

-- Counts a reading, in a transaction of its own that is over before the answer is sent. What the reading has seen was committed before, so the
-- database that has the count has all of it: so has a standby that was promoted. After a crash no sale gets one of the numbers of the horizon,
-- because COMMIT flushes the log up to here.
create function note_sale_reading() returns table (id text, readings bigint)
  language sql security definer set search_path = public, pg_temp
begin atomic
  insert into winkel_migrations.sale_readings as s (timeline) values (left(pg_walfile_name(pg_current_wal_lsn()), 8))
      on conflict (timeline) do update set readings = s.readings + 1
  returning s.id, s.readings;
end;
grant execute on function note_sale_reading() to winkel_auth;

create function has_sale_reading(of_id text, nth bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  return exists (select from winkel_migrations.sale_readings s where s.id = of_id and s.readings >= nth);
grant execute on function has_sale_reading(text, bigint) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;
