-- Nothing of the key. When it was used last is no change.
call log_changes('read_keys', 'read key', '{keyid}', '{name}', '{revoked_at}', false, false, '{revoked_at}');

-- With the sites, which are added in the same statement.
create or replace function log_added_read_key() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into changes (businessid, noun, rowid, name, action, after)
  values (new.businessid, 'read key', new.keyid::text, new.name, 'created', jsonb_build_object(
    'name', new.name, 'right_name', new.right_name, 'sees_costs', new.sees_costs, 'expires_at', new.expires_at,
    'sites', case when has_all_sites(new.right_name) then 'All sites' else (
      select string_agg(s.sitename, ', ' order by s.sitename) from read_key_sites at join site s using (businessid, siteid)
       where (at.businessid, at.keyid) = (new.businessid, new.keyid)) end));
  return null;
end $$;
create or replace trigger log_after_insert after insert on read_keys
  for each row when (not is_importing_business() and not is_erasing()) execute function log_added_read_key();

-- A site that is deleted takes itself out of keys.
create or replace function log_site_of_read_keys() returns trigger
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
create or replace trigger log_read_keys_before_delete before delete on site
  for each row when (not is_importing_business() and not is_erasing()) execute function log_site_of_read_keys();

-- Keys that are neither revoked nor expired.
create or replace function count_read_keys(own_business uuid) returns bigint
  language sql stable
  return (select count(*) from read_keys k where k.businessid = own_business and k.revoked_at is null and k.expires_at > now());

-- Creates a key; only the owner does. `of_sites` is of a manager and of a stock keeper. A key with this hash is the same request again, and
-- its number is returned if it was given the same name and right. Null when it was not, and when it is revoked.
create or replace function create_read_key(key_name text, start_of_key text, hash bytea, given_right text, of_sites bigint[], with_costs boolean,
                                valid_days integer, max_keys integer)
  returns bigint
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  own_business constant uuid := lock_team();
  see_costs constant boolean := given_right <> 'manager' or with_costs;
  sites_of_key constant bigint[] := case when has_all_sites(given_right) then '{}'
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
grant execute on function create_read_key(text, text, bytea, text, bigint[], boolean, integer, integer) to winkel_tenant;

-- Revokes a key for ever; only the owner does. False when there is none, or it is revoked already.
create or replace function revoke_read_key(of_key bigint) returns boolean
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
grant execute on function revoke_read_key(bigint) to winkel_tenant;

-- A key that a person made, and a webhook that the person turned on, end when the person is neither owner nor admin any more, or may not
-- sign in. The business does not know who has the key or the address of the webhook.
create or replace function end_programs_of_person() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update read_keys k set revoked_at = now()
   where (k.businessid, k.created_by) = (old.businessid, old.user_id) and k.revoked_at is null;
  update webhooks w set state = 'off', version = w.version + 1
   where (w.businessid, w.turned_on_by) = (old.businessid, old.user_id) and w.state = 'on' and w.deleted_at is null;
  return null;
end $$;
create or replace trigger end_programs_of_person after update of role on business_users
  for each row when (old.role <> 'employee' and new.role = 'employee') execute function end_programs_of_person();
create or replace trigger end_programs_of_deleted after delete on business_users
  for each row when (old.role <> 'employee' and not is_erasing()) execute function end_programs_of_person();
create or replace trigger end_programs_of_disabled after update of isenabled on employee
  for each row when (old.user_id is not null and old.isenabled and not new.isenabled) execute function end_programs_of_person();

-- The key with this hash. No row when it is unknown, revoked or expired, and when its business is closed: nobody learns which.
create or replace function find_read_key(hash bytea) returns setof read_keys
  language sql stable
begin atomic
  select k.* from read_keys k join business b on b.id = k.businessid
   where k.key_hash = hash and k.revoked_at is null and k.expires_at > now() and b.closed_at is null;
end;

-- Enters the business of a key for the rest of the transaction, as enter_with_right, and returns no row for one that opens nothing: an error
-- would write a line into the log of PostgreSQL, as often as anybody likes. Writes nothing, so that the transaction may be read only.
create or replace function enter_read_key(hash bytea)
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
  siteids := case when not has_all_sites(key.right_name) then
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
create or replace function use_read_key(hash bytea) returns boolean
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
create or replace function log_read_key_export(hash bytea, file_name text, row_count bigint, from_ip text, from_device text) returns boolean
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

-- A transaction has its id before it takes the number of a sale: at the horizon each number up to last_saleid belongs to a transaction whose
-- id is lower than that of the reader.
create or replace function assign_transaction_id() returns trigger
  language plpgsql
as $$
begin
  perform pg_current_xact_id();
  return null;
end $$;
create or replace trigger assign_transaction_id before insert on sales for each statement execute function assign_transaction_id();

-- The last number that a sale has got, and a transaction id: all sales up to that number are stored or will never be once every transaction
-- with a lower id is over. The id is that of the reader, which must not have one before. `database` is another one after a restore. Fails on a
-- standby.
create or replace function find_sale_horizon() returns table (last_saleid bigint, xid text, database text)
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

-- Counts a reading, in a transaction of its own that is over before the answer is sent. What the reading has seen was committed before, so the
-- database that has the count has all of it: so has a standby that was promoted. After a crash no sale gets one of the numbers of the horizon,
-- because COMMIT flushes the log up to here.
create or replace function note_sale_reading() returns table (id text, readings bigint)
  language sql security definer set search_path = public, pg_temp
begin atomic
  insert into winkel_migrations.sale_readings as s (timeline) values (left(pg_walfile_name(pg_current_wal_lsn()), 8))
      on conflict (timeline) do update set readings = s.readings + 1
  returning s.id, s.readings;
end;
grant execute on function note_sale_reading() to winkel_auth;

create or replace function has_sale_reading(of_id text, nth bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  return exists (select from winkel_migrations.sale_readings s where s.id = of_id and s.readings >= nth);
grant execute on function has_sale_reading(text, bigint) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;
