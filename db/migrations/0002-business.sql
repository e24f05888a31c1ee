-- A business, who may act for it, and the door through which every statement on its data passes.
--
-- A tenant table is one with a businessid. Each has row security enabled and forced, one policy for winkel_tenant that
-- compares with current_business(), and one for the owner, under whose name the SECURITY DEFINER functions run: forced
-- row security binds the owner too. businessid leads every key, so the schema can be distributed by it as it stands.

grant usage on schema public to winkel_tenant, winkel_auth;

-- The scope of a transaction, set by enter_business or enter_till. A setting that was set once reads as '' ever after in
-- its session, hence nullif.
create function current_business() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.business_id', true), '')::uuid;

-- The site a till's key belongs to; null when a person acts.
create function current_till_site() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('app.till_siteid', true), '')::bigint;

create function is_timezone(name text) returns boolean
  language plpgsql stable
as $$
begin
  perform now() at time zone name;
  return true;
exception when invalid_parameter_value then
  return false;
end $$;
grant execute on function current_business(), current_till_site(), is_timezone(text) to winkel_tenant;

create table business (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  registration_number text not null,
  -- Where its days begin: every calendar date of the product is one of this zone.
  timezone text not null default 'Africa/Johannesburg',
  -- The site of sign-up's third step, so that running the step again changes it instead of adding another.
  primary_siteid bigint,
  signup_finished_at timestamptz,
  created_at timestamptz not null default now(),
  constraint business__name check (char_length(name) between 1 and 200),
  constraint business__registration_number check (char_length(registration_number) between 1 and 100),
  constraint business__timezone check (is_timezone(timezone))
);
alter table business enable row level security, force row level security;
create policy business__tenant on business to winkel_tenant
  using (id = (select current_business())) with check (id = (select current_business()));
create policy business__owner on business to current_user using (true) with check (true);
grant select, update (name, registration_number, primary_siteid, signup_finished_at) on business to winkel_tenant;

-- The link through which all data is scoped. Only functions of the owner write it.
create table business_users (
  businessid uuid not null default current_business() references business (id),
  user_id uuid not null references auth."user" (id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  primary key (businessid, user_id),
  -- Nobody belongs to two businesses: 'expecting one row' is a promise of the table.
  constraint business_users__one_business unique (user_id),
  constraint business_users__role check (role in ('owner', 'admin', 'employee'))
);
alter table business_users enable row level security, force row level security;
create policy business_users__tenant on business_users to winkel_tenant
  using (businessid = (select current_business())) with check (businessid = (select current_business()));
create policy business_users__owner on business_users to current_user using (true) with check (true);
grant select on business_users to winkel_tenant;

-- Opens the caller's business for the rest of the transaction, or refuses with a code of its own:
-- WK001 no business, WK002 not an owner or admin, WK003 the person's employee record is disabled.
create function enter_business(entering text) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  link record;
begin
  select u.businessid, u.role,
         exists (select from employee e where e.businessid = u.businessid and e.user_id = u.user_id and not e.isenabled) as disabled
    into link
    from business_users u
   where u.user_id = entering::uuid;
  if not found then
    raise exception 'no business' using errcode = 'WK001';
  elsif link.disabled then
    raise exception 'disabled' using errcode = 'WK003';
  elsif link.role not in ('owner', 'admin') then
    raise exception 'role refused' using errcode = 'WK002';
  end if;
  perform set_config('app.business_id', link.businessid::text, true),
          set_config('app.user_id', entering, true),
          set_config('app.till_siteid', '', true);
end $$;
