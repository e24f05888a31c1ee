-- Tenancy: a business, its users, and the only way for a statement to reach its data.
--
-- Five roles take part. The owner of the database runs the migrations. The login role winkel has no rights; it may only switch
-- to winkel_auth (users and sessions) or to winkel_tenant (the data of one business). A transaction on business data switches
-- to winkel_tenant and calls enter_business, which checks the user and sets app.business_id until the transaction ends. From
-- then on row security shows the rows of that business and no others, even to a query that forgot its filter. winkel_backup reads
-- all rows and writes none.
--
-- A tenant table is a table with the column businessid. Every one is passed to enforce_tenancy below. businessid leads each of
-- its keys, for two reasons: a foreign key then carries the business along and cannot point into another one (referential
-- checks bypass row security), and a business is one set of rows led by its id, which can be moved whole to another database.

grant usage on schema public to winkel_tenant, winkel_auth;

-- PostgreSQL lets everybody execute a new function. Here a function is closed until a migration grants it.
alter default privileges revoke execute on functions from public;

-- The business of the transaction, set by enter_business or enter_tills. A setting that was set once in a session reads as ''
-- after the transaction, hence nullif.
create function current_business() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.business_id', true), '')::uuid;

-- The sites of the tills that act; null when a user acts.
create function current_till_sites() returns bigint[]
  language sql stable parallel safe
  return nullif(current_setting('app.till_siteids', true), '')::bigint[];

grant execute on function current_business(), current_till_sites() to winkel_tenant;

-- Turns row security on for a table and adds its three policies: winkel_tenant reads and writes the rows of the entered business;
-- the owner, with whose rights the SECURITY DEFINER functions run, reads and writes all rows; winkel_backup reads all rows. It has a
-- policy and not BYPASSRLS, which only a superuser can give, and which many services that host PostgreSQL do not have. Row
-- security is forced, because otherwise it would not apply to the owner at all. The sub-select makes PostgreSQL evaluate
-- current_business() once a statement instead of once a row.
create procedure enforce_tenancy(tenant_table regclass, business_column name default 'businessid')
  language plpgsql
as $$
declare
  table_name constant name := (select relname from pg_class where oid = tenant_table);
begin
  execute format('alter table %s enable row level security, force row level security', tenant_table);
  execute format(
    'create policy %I on %s to winkel_tenant
       using (%I = (select current_business())) with check (%3$I = (select current_business()))',
    table_name || '__tenant', tenant_table, business_column);
  execute format('create policy %I on %s to current_user using (true) with check (true)', table_name || '__owner', tenant_table);
  execute format('create policy %I on %s for select to winkel_backup using (true)', table_name || '__backup', tenant_table);
end $$;

create function is_timezone(name text) returns boolean
  language plpgsql stable
as $$
begin
  perform now() at time zone name;
  return true;
exception when invalid_parameter_value then
  return false;
end $$;
-- A check constraint runs it with the rights of the role that writes.
grant execute on function is_timezone(text) to winkel_tenant;

create table business (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  registration_number text not null,
  -- Where its days begin: every calendar date on screen is a date of this zone.
  timezone text not null default 'Africa/Johannesburg',
  -- The site of sign-up's third step. When the user goes back to that step, this site is changed and no second one is added.
  -- Its foreign key is in 03-sites.sql, which creates the table that it refers to.
  primary_siteid bigint,
  signup_finished_at timestamptz,
  created_at timestamptz not null default now(),
  -- When an owner closed it, who that was, when all of it is erased, and when its people were reminded of that. Null while it is open.
  closed_at timestamptz,
  closed_by uuid,
  erase_at timestamptz,
  erase_warned_at timestamptz,
  -- Optimistic locking, as in 03-sites.sql.
  version integer not null default 1,
  constraint business__name check (char_length(name) between 1 and 200),
  constraint business__registration_number check (char_length(registration_number) between 1 and 100),
  constraint business__timezone check (is_timezone(timezone)),
  constraint business__closed check ((closed_at is null) = (erase_at is null))
);
call enforce_tenancy('business', 'id');
-- No insert: only sign-up creates a business (06-sign-up.sql). No update of the time zone: no screen changes it.
grant select, update (name, registration_number, primary_siteid, signup_finished_at, version) on business to winkel_tenant;

-- The roll-ups count a sale on a local day, so the zone can be chosen only before the first sale.
create function forbid_timezone_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (select from sales s where s.businessid = new.id) then
    raise exception 'the time zone of a business with sales cannot change' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger forbid_timezone_change before update of timezone on business
  for each row when (old.timezone is distinct from new.timezone) execute function forbid_timezone_change();

-- Which business a user belongs to, and as what. It decides what a user may see, so winkel_tenant only reads it; the functions
-- of 04-employees.sql and 06-sign-up.sql write it as the owner.
create table business_users (
  businessid uuid not null default current_business() references business (id),
  user_id uuid not null references auth."user" (id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  primary key (businessid, user_id),
  -- A user belongs to one business: enter_business below relies on finding at most one row.
  constraint business_users__one_business unique (user_id),
  constraint business_users__role check (role in ('owner', 'admin', 'employee'))
);
call enforce_tenancy('business_users');
grant select on business_users to winkel_tenant;
create trigger announce_access_change after update or delete on business_users
  for each row execute function auth.announce_access_change('user_id');

-- Sets the business and the user until the transaction ends.
create function set_business(entered uuid, entering_user text) returns void
  language sql
as $$
  select set_config('app.business_id', entered::text, true), set_config('app.user_id', entering_user, true),
         set_config('app.till_siteids', '', true)
$$;

-- Enters the business of a user for the rest of the transaction, or refuses with an error code of its own: WK001 the user has
-- no business, WK002 the user is neither owner nor admin, WK003 the user's employee record is disabled, WK006 the business is
-- closed. plpgsql resolves table names at the first call, so the body can name a table that a later file creates.
create function enter_business(entering_user text) returns void
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
create function enter_own_business(entering_user text) returns void
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
