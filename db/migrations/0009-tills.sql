-- Till keys: each opens one site, for sending sales and nothing else.

create table till_keys (
  businessid uuid not null default current_business() references business (id),
  tillid bigint generated always as identity,
  siteid bigint not null,
  name text not null,
  -- The first characters, to recognise a key by; the key itself is shown once and then only its SHA-256 is known.
  key_start text not null,
  key_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (businessid, tillid),
  -- Looked up before the business is known, as business_users is.
  constraint till_keys__hash unique (key_hash),
  constraint till_keys__site foreign key (businessid, siteid) references site (businessid, siteid) on delete cascade,
  constraint till_keys__name check (char_length(name) between 1 and 100),
  constraint till_keys__key_hash check (octet_length(key_hash) = 32)
);
create index till_keys__by_site on till_keys (businessid, siteid);
alter table till_keys enable row level security, force row level security;
create policy till_keys__tenant on till_keys to winkel_tenant
  using (businessid = (select current_business())) with check (businessid = (select current_business()));
create policy till_keys__owner on till_keys to current_user using (true) with check (true);
grant select (businessid, tillid, siteid, name, key_start, created_at, last_used_at, revoked_at),
      insert (siteid, name, key_start, key_hash), update (revoked_at) on till_keys to winkel_tenant;

-- The employee record that a site's sales belong to when the till does not say who sold.
alter table site add column till_employeeid bigint;
alter table site add constraint site__till_employee
  foreign key (businessid, till_employeeid) references employee (businessid, employeeid) on delete set null (till_employeeid);

-- The id of that record for a site of the entered business; made when it is missing. Null for a site that is not there.
create function till_employee(of_site bigint) returns bigint
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  found_site record;
  made bigint;
begin
  select s.till_employeeid, s.sitename into found_site
    from site s where s.businessid = current_business() and s.siteid = of_site;
  if not found or found_site.till_employeeid is not null then
    return found_site.till_employeeid;
  end if;
  -- Locked only now, and read again: the record is made once, and every later sale passes without a lock.
  select s.till_employeeid, s.sitename into found_site
    from site s where s.businessid = current_business() and s.siteid = of_site for no key update;
  if not found or found_site.till_employeeid is not null then
    return found_site.till_employeeid;
  end if;
  insert into employee (businessid, siteid, firstname, lastname)
  values (current_business(), of_site, 'Till', found_site.sitename) returning employeeid into made;
  update site s set till_employeeid = made where s.businessid = current_business() and s.siteid = of_site;
  return made;
end $$;
grant execute on function till_employee(bigint) to winkel_tenant;

-- Opens one site of one business to the holder of a key, or refuses with WK004.
create function enter_till(hash bytea) returns table (siteid bigint, employeeid bigint, tillid bigint, businessid uuid)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  till record;
begin
  select k.businessid, k.siteid, k.tillid, k.last_used_at into till
    from till_keys k where k.key_hash = hash and k.revoked_at is null;
  if not found then
    raise exception 'unknown or revoked key' using errcode = 'WK004';
  end if;
  perform set_config('app.business_id', till.businessid::text, true),
          set_config('app.user_id', '', true),
          set_config('app.till_siteid', till.siteid::text, true);
  -- Once a minute is enough to recognise a dead till, and spares a busy one a write with every sale. Whoever finds the row
  -- locked goes on: who holds it is writing the same.
  if coalesce(till.last_used_at < now() - interval '1 minute', true) then
    perform from till_keys k where k.businessid = till.businessid and k.tillid = till.tillid for no key update skip locked;
    if found then
      update till_keys k set last_used_at = now() where k.businessid = till.businessid and k.tillid = till.tillid;
    end if;
  end if;
  return query select till.siteid, till_employee(till.siteid), till.tillid, till.businessid;
end $$;

-- When something was, as a till writes it: an instant with an offset, or the business's local time without one.
create function instant(written text, zone text) returns timestamptz
  language sql stable parallel safe
  return case when written ~ '(Z|[+-]\d\d:?\d\d)$' then written::timestamptz else written::timestamp at time zone zone end;
grant execute on function instant(text, text) to winkel_tenant;
