-- Null on a standby, which stores no sale.
create or replace function current_epoch() returns text
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select md5(id || left(pg_walfile_name(pg_current_wal_lsn()), 8)) from winkel_migrations.epoch where not pg_is_in_recovery()
  $$;
grant execute on function current_epoch() to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- The last restore, if it was in the last days.
create or replace function find_restore(days integer) returns table (restored_at timestamptz, restored_to timestamptz)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select restored_at, restored_to from winkel_migrations.epoch where restored_at > now() - make_interval(days => days)
  $$;
grant execute on function find_restore(integer) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;
