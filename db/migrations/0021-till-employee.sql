-- The record that a site's sales fall back on is made by the first sale that names nobody, no longer with the site's first
-- key: where every till says who sold, no stand-in appears among the people.

drop function enter_till(bytea);

-- Opens one site of one business to the holder of a key, or refuses with WK004.
create function enter_till(hash bytea) returns table (siteid bigint, tillid bigint, businessid uuid)
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
  return query select till.siteid, till.tillid, till.businessid;
end $$;
