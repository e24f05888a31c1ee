-- `used_days` after a use now.
create or replace function shift_used_days(used_days integer, last_used_at timestamptz) returns integer
  language sql stable
  return case when last_used_at is null then 1
    else ((used_days << least(7, greatest(0, (now() at time zone 'UTC')::date - (last_used_at at time zone 'UTC')::date))) | 1) & 127 end;

-- Whether a till was used before, and not in the last 24 hours.
create or replace function is_idle_till(last_used_at timestamptz) returns boolean
  language sql stable
  return last_used_at < now() - interval '24 hours';
grant execute on function is_idle_till(timestamptz) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- Whether a till has fallen silent: it is idle, and was used on at least 5 of its last 7 days.
create or replace function is_silent_till(used_days integer, last_used_at timestamptz) returns boolean
  language sql stable
  return bit_count(used_days::bit(7)) >= 5 and is_idle_till(last_used_at);
grant execute on function is_silent_till(integer, timestamptz)
  to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- How many tills of all businesses are silent, for the metrics of the server.
create or replace function count_silent_tills() returns bigint
  language sql stable security definer set search_path = public, pg_temp
as $$
  select count(*) from till_keys k join business b on b.id = k.businessid
   where k.revoked_at is null and b.closed_at is null and is_silent_till(k.used_days, k.last_used_at)
$$;
grant execute on function count_silent_tills() to winkel_auth;

-- Enters the sites of tills of one business with their keys, and returns a row for each key that is known and not revoked: an error
-- would write a line into the log of PostgreSQL, as often as anybody likes. So does a closed business, which is not entered. Several keys at
-- once, because the sales of tills that wait at the same moment are stored in one transaction.
create or replace function enter_till_keys(hashes bytea[])
  returns table (key_hash bytea, siteid bigint, tillid bigint, businessid uuid, first_saleid bigint, epoch text, current_epoch text,
                 is_clock_ahead boolean, is_closed boolean)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  entered record;
begin
  select k.businessid, array_agg(distinct k.siteid)::text as siteids,
         bool_or(coalesce(k.last_used_at < now() - interval '1 minute', true)) as is_stale,
         bool_or(b.closed_at is not null) as is_closed,
         count(*) over () as businesses
    into entered
    from till_keys k join business b on b.id = k.businessid
   where k.key_hash = any(hashes) and k.revoked_at is null
   group by k.businessid;
  if not found then
    return;
  elsif entered.businesses > 1 then
    raise exception 'tills of one business enter together' using errcode = 'insufficient_privilege';
  elsif entered.is_closed then
    return query
      select k.key_hash, k.siteid, k.tillid, k.businessid, k.first_saleid, k.epoch, '', k.clock_ahead_seconds is not null, true
        from till_keys k where k.key_hash = any(hashes) and k.revoked_at is null;
    return;
  end if;
  perform set_config('app.business_id', entered.businessid::text, true),
          set_config('app.user_id', '', true),
          set_config('app.till_siteids', entered.siteids, true);
  -- Written once a minute: enough to see that a till is alive, and a busy till is spared a write with every sale. A call that
  -- finds the row locked goes on, because the lock's holder writes the same.
  if entered.is_stale then
    update till_keys k
       set last_used_at = now(), used_days = shift_used_days(k.used_days, k.last_used_at)
      from (
        select u.tillid from till_keys u
         where u.businessid = entered.businessid and u.key_hash = any(hashes) and u.revoked_at is null
           and coalesce(u.last_used_at < now() - interval '1 minute', true)
         order by u.tillid for no key update skip locked
      ) used
     where k.businessid = entered.businessid and k.tillid = used.tillid;
  end if;
  return query
    select k.key_hash, k.siteid, k.tillid, k.businessid, k.first_saleid, k.epoch, current_epoch(),
           k.clock_ahead_seconds is not null, false
      from till_keys k where k.key_hash = any(hashes) and k.revoked_at is null;
end $$;

-- The same for servers of the release before, which sell while the database is migrated.
create or replace function enter_tills(hashes bytea[])
  returns table (key_hash bytea, siteid bigint, tillid bigint, businessid uuid, first_saleid bigint, epoch text, current_epoch text,
                 is_closed boolean)
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  return query
    select k.key_hash, k.siteid, k.tillid, k.businessid, k.first_saleid, k.epoch, k.current_epoch, k.is_closed from enter_till_keys(hashes) k;
end $$;

-- The employee for sales that name no employee: one 'Till' per site. It is created by the first such sale, so where every till
-- names the employee, the list of employees has no 'Till'. Returns null when the entered business has no such site.
create or replace function ensure_till_employee(at_site bigint) returns bigint
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  found_site record;
  new_employee bigint;
begin
  select s.till_employeeid, s.sitename into found_site
    from site s where s.businessid = current_business() and s.siteid = at_site;
  if not found or found_site.till_employeeid is not null then
    return found_site.till_employeeid;
  end if;
  -- Read again under a lock, so that the employee is created once. Every later sale returns above and takes no lock.
  select s.till_employeeid, s.sitename into found_site
    from site s where s.businessid = current_business() and s.siteid = at_site for no key update;
  if not found or found_site.till_employeeid is not null then
    return found_site.till_employeeid;
  end if;
  insert into employee (businessid, siteid, firstname, lastname)
  values (current_business(), at_site, 'Till', found_site.sitename) returning employeeid into new_employee;
  update site s set till_employeeid = new_employee where s.businessid = current_business() and s.siteid = at_site;
  return new_employee;
end $$;
grant execute on function ensure_till_employee(bigint) to winkel_tenant;

-- A date and time as tills send it: an instant with its offset, or without one the local time of the business.
create or replace function parse_timestamp(input text, zone text) returns timestamptz
  language sql stable parallel safe
  return case when input ~ '(Z|[+-]\d\d:?\d\d)$' then input::timestamptz else input::timestamp at time zone zone end;
grant execute on function parse_timestamp(text, text) to winkel_tenant;
