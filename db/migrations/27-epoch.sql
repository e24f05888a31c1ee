-- The epoch: a text by which tills learn that sales whose answer they had may be lost, so that they send them again.
--
-- It is new in a restored database, and after each promotion of a standby or recovery to a point in time, which begin a timeline of
-- PostgreSQL. A promotion that lost nothing has a new one too: what is sent again then is a duplicate.

-- Beside the version of the schema, which a backup does not contain either.
create table winkel_migrations.epoch (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  -- The last restore: when it was, and the time up to which it had data. Null where there was none.
  restored_at timestamptz,
  restored_to timestamptz,
  check ((restored_at is null) = (restored_to is null))
);
insert into winkel_migrations.epoch default values;

-- Null on a standby, which stores no sale.
create function current_epoch() returns text
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select md5(id || left(pg_walfile_name(pg_current_wal_lsn()), 8)) from winkel_migrations.epoch where not pg_is_in_recovery()
  $$;
grant execute on function current_epoch() to winkel_tenant;

-- The last restore, if it was in the last days.
create function find_restore(days integer) returns table (restored_at timestamptz, restored_to timestamptz)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select restored_at, restored_to from winkel_migrations.epoch where restored_at > now() - make_interval(days => days)
  $$;
grant execute on function find_restore(integer) to winkel_tenant;
