create or replace function forget_noticed_products() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from noticed_products p using gone
   where p.businessid = gone.businessid and p.user_id = gone.user_id and gone.kind = 'low_stock';
  return null;
end $$;
create or replace trigger forget_products after delete on notices
  referencing old table as gone for each statement execute function forget_noticed_products();

-- Those of the person in the scope. None before the first look, or after another choice of sites.
create or replace function list_noticed_products() returns table (productid bigint)
  language sql stable security definer rows 10000 set search_path = public, pg_temp
begin atomic
  select p.productid from noticed_products p join notices n using (businessid, user_id)
   where n.businessid = current_business() and n.user_id = nullif(current_setting('app.user_id', true), '')::uuid
     and n.kind = 'low_stock' and n.known is not null
  union
  select id::bigint from notices n cross join unnest(n.known) id
   where n.businessid = current_business() and n.user_id = nullif(current_setting('app.user_id', true), '')::uuid
     and n.kind = 'low_stock' and id ~ '^\d{1,18}$';
end;
grant execute on function list_noticed_products() to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- Claims a notice that is due: no other server gets it for 15 minutes, until `claim`. Which day it is for is a day of the business. A missed hour
-- is made up for on the same day, and by the weekly notice up to two days later. `at_time` is now, but in tests. A server that mails has
-- `only_proven`: no notice goes to an address that nobody has proven.
create or replace function claim_notice(at_time timestamptz, only_proven boolean)
  returns table (businessid uuid, user_id uuid, kind text, day date, sites bigint[], known text[], sent_for date, failures smallint, email text,
                 claim timestamptz)
  language sql security definer set search_path = public, pg_temp
as $$
  with due as (
    select n.businessid, n.user_id, n.kind, slot.day
      from notices n
      join business b on b.id = n.businessid
     cross join lateral (select at_time at time zone b.timezone as time) local
     cross join lateral (
       select case n.kind when 'weekly' then local.time::date - (extract(isodow from local.time)::integer - n.weekday + 7) % 7
                          else local.time::date end as day
     ) slot
     where n.is_on and b.closed_at is null and coalesce(n.look_at <= at_time, true)
       and (not only_proven or exists (select from auth."user" u where u.id = n.user_id and u."emailVerified"))
       -- A person of an imported business has no password before the invitation was accepted.
       and exists (select from auth.account a where a."userId" = n.user_id and a.password is not null)
       and (n.kind = 'silent_till'
            or coalesce(n.sent_for < slot.day, true)
               and slot.day >= local.time::date - 2
               and (slot.day < local.time::date or extract(hour from local.time) >= n.hour))
     order by n.look_at nulls first
     limit 1
       for update of n skip locked
  )
  update notices n set look_at = at_time + interval '15 minutes'
    from due, auth."user" person
   where (n.businessid, n.user_id, n.kind) = (due.businessid, due.user_id, due.kind) and person.id = n.user_id
  returning n.businessid, n.user_id, n.kind, due.day, n.sites, n.known, n.sent_for, n.failures, person.email, n.look_at
$$;
grant execute on function claim_notice(timestamptz, boolean) to winkel_auth;

-- Says what came of a claimed notice, before its mail is sent and again afterwards. False when the claim is over: another server may have
-- the notice, or the person ended it. `noticed` and `forgotten` are what changed in noticed_products.
create or replace function settle_notice(of_business uuid, of_user uuid, of_kind text, of_claim timestamptz, new_sent_for date, new_known text[],
                              noticed bigint[], forgotten bigint[], new_failures integer, new_look_at timestamptz) returns boolean
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  was_known text[];
begin
  select n.known into was_known from notices n
   where n.businessid = of_business and n.user_id = of_user and n.kind = of_kind and n.look_at = of_claim and n.is_on
     for update;
  if not found then
    return false;
  end if;
  update notices n set sent_for = new_sent_for, known = new_known, failures = new_failures, look_at = new_look_at
   where n.businessid = of_business and n.user_id = of_user and n.kind = of_kind;
  if of_kind = 'low_stock' then
    delete from noticed_products p
     where p.businessid = of_business and p.user_id = of_user and (was_known is null or p.productid = any(forgotten));
    insert into noticed_products (businessid, user_id, productid)
    select of_business, of_user, id
      from (select unnest(noticed) as id
            union select id::bigint from unnest(was_known) id where id ~ '^\d{1,18}$'
            except select unnest(forgotten)) changed
    on conflict do nothing;
  end if;
  return true;
end $$;
grant execute on function settle_notice(uuid, uuid, text, timestamptz, date, text[], bigint[], bigint[], integer, timestamptz) to winkel_auth;

-- Turns the notice with this link off. Nothing happens when there is none, or when it is off.
create or replace function end_notice(of_token bytea) returns void
  language sql security definer set search_path = public, pg_temp
as $$ update notices n set is_on = false where n.token_hash = of_token and n.is_on $$;
grant execute on function end_notice(bytea) to winkel_auth;

-- The notices of the entered business, for its file (18-business-exports.sql): a person reads only the own ones.
create or replace function list_business_notices()
  returns table (businessid uuid, user_id uuid, kind text, is_on boolean, hour smallint, weekday smallint, sites jsonb, sent_for date, known jsonb)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select n.businessid, n.user_id, n.kind, n.is_on, n.hour, n.weekday, to_jsonb(n.sites), n.sent_for,
         to_jsonb(case when n.kind <> 'low_stock' then n.known
                       else n.known || array(select p.productid::text from noticed_products p
                                              where p.businessid = n.businessid and p.user_id = n.user_id
                                              order by p.productid limit 100000 - cardinality(n.known)) end)
    from notices n where n.businessid = current_business() and current_till_sites() is null;
end;
grant execute on function list_business_notices() to winkel_tenant;

-- In the log of changes, what is otherwise now. The row is added empty. What nobody changed before are defaults, which are not stored.
create or replace function log_accounting_settings() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  names constant text[] := array(select jsonb_object_keys(new.settings || old.settings) order by 1);
begin
  if old.settings <> new.settings then
    insert into changes (businessid, noun, rowid, name, action, before, after)
    values (new.businessid, 'accounting', new.program, new.program, 'changed',
            case when old.settings <> '{}' then pick_changed(old.settings, new.settings, names) end,
            pick_changed(new.settings, old.settings, names));
  end if;
  return null;
end $$;
create or replace trigger log_after_update after update of settings on accounting_settings
  for each row when (not is_importing_business() and not is_erasing()) execute function log_accounting_settings();
