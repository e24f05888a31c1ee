-- The business of the transaction, set by enter_business or enter_till_keys. A setting that was set once in a session reads as ''
-- after the transaction, hence nullif.
create or replace function current_business() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.business_id', true), '')::uuid;
grant execute on function current_business() to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- Whether a person, a till or a read key writes. These are all roles of the database that reach the data of a business on request.
create or replace function is_request() returns boolean
  language sql stable parallel safe
  return current_user in ('winkel_tenant', 'winkel_bookkeeper', 'winkel_manager_costs', 'winkel_manager', 'winkel_stock');
grant execute on function is_request() to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- Whether the owner of the database writes: the functions that are SECURITY DEFINER, and the operator's commands.
create or replace function is_owner_of_database() returns boolean
  language sql stable
  return current_user = (select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'winkel_migrations');
grant execute on function is_owner_of_database() to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- The sites of the tills that act; null when a user acts.
create or replace function current_till_sites() returns bigint[]
  language sql stable parallel safe
  return nullif(current_setting('app.till_siteids', true), '')::bigint[];
grant execute on function current_till_sites() to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

create or replace function is_timezone(name text) returns boolean
  language plpgsql stable
as $$
begin
  perform now() at time zone name;
  return true;
exception when invalid_parameter_value then
  return false;
end $$;
grant execute on function is_timezone(text) to winkel_tenant;

-- The roll-ups count a sale on a local day, so the zone can be chosen only before the first sale.
create or replace function forbid_timezone_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (select from sales s where s.businessid = new.id) then
    raise exception 'the time zone of a business with sales cannot change' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger forbid_timezone_change before update of timezone on business
  for each row when (old.timezone is distinct from new.timezone) execute function forbid_timezone_change();

-- Sets the business and the user until the transaction ends.
create or replace function set_business(entered uuid, entering_user text) returns void
  language sql
as $$
  select set_config('app.business_id', entered::text, true), set_config('app.user_id', entering_user, true),
         set_config('app.till_siteids', '', true)
$$;

-- Enters the business of a user for the rest of the transaction, or refuses with an error code of its own: WK001 the user has
-- no business, WK002 the user is neither owner nor admin, WK003 the user's employee record is disabled, WK006 the business is
-- closed.
create or replace function enter_business(entering_user text) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  link record;
begin
  select u.businessid, u.role, b.closed_at is not null as is_closed,
         exists (
           select from employee e where e.businessid = u.businessid and e.user_id = u.user_id and not e.isenabled
         ) as disabled
    into link
    from business_users u join business b on b.id = u.businessid
   where u.user_id = entering_user::uuid;
  if not found then
    raise exception 'no business' using errcode = 'WK001';
  elsif link.disabled then
    raise exception 'disabled' using errcode = 'WK003';
  elsif link.role not in ('owner', 'admin') then
    raise exception 'role refused' using errcode = 'WK002';
  elsif link.is_closed then
    raise exception 'closed' using errcode = 'WK006';
  end if;
  perform set_business(link.businessid, entering_user);
end $$;

-- As enter_business, but an owner also enters a closed business until it is erased: to download its data, and to open it again.
create or replace function enter_own_business(entering_user text) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  closed uuid;
begin
  select u.businessid into closed
    from business_users u join business b on b.id = u.businessid
   where u.user_id = entering_user::uuid and u.role = 'owner' and b.erase_at > now();
  if found then
    perform set_business(closed, entering_user);
  else
    perform enter_business(entering_user);
  end if;
end $$;
create or replace trigger announce_access_change after update or delete on business_users
  for each row execute function auth.announce_access_change('user_id');
