-- Keeps the sellers of `sent` that nobody is, objects with code, name and identity, and locks them until COMMIT, so that give_seller waits
-- for their sales.
create or replace function keep_sellers(sent json) returns table (identity text, sellerid bigint, employeeid bigint)
  language plpgsql security definer set search_path = public, pg_temp
  -- For the reason given at move_stock.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
as $$
declare
  own_business constant uuid := current_business();
  identities constant text[] := array(select distinct seller.identity from json_to_recordset(sent) as seller (identity text));
  kept bigint;
begin
  loop
    insert into unknown_sellers (businessid, code, name)
    select own_business, seller.code, seller.name
      from json_to_recordset(sent) as seller (code text, name text, identity text)
     -- In one order everywhere, so that two transactions that add the same do not deadlock.
     order by seller.identity collate "C"
    on conflict on constraint unknown_sellers__identity do nothing;
    perform from unknown_sellers u where u.businessid = own_business and u.identity = any (identities) order by u.sellerid for share;
    get diagnostics kept = row_count;
    -- Fewer: one was deleted after the insert has found it.
    exit when kept = cardinality(identities);
  end loop;
  return query
    select u.identity, u.sellerid, u.employeeid from unknown_sellers u where u.businessid = own_business and u.identity = any (identities);
end $$;
grant execute on function keep_sellers(json) to winkel_tenant;

-- Says which employee a seller is, or nobody with null; move_seller_sales moves her sales.
-- 'changed' when she is another employee's than the caller has read, unless she is already what the caller says.
create or replace function give_seller(of_seller bigint, opened_employee bigint, to_employee bigint) returns text
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  own_business constant uuid := lock_team();
  is_of bigint;
begin
  select u.employeeid into is_of from unknown_sellers u
   where u.businessid = own_business and u.sellerid = of_seller for no key update;
  if not found then
    return 'missing';
  elsif is_of is not distinct from to_employee then
    return 'given';
  elsif is_of is distinct from opened_employee then
    return 'changed';
  elsif to_employee is not null and not exists (
    select from employee e where e.businessid = own_business and e.employeeid = to_employee and e.former_number is null
       and e.employeeid not in (select s.till_employeeid from site s where s.businessid = own_business and s.till_employeeid is not null)
  ) then
    raise exception 'no such person' using errcode = 'foreign_key_violation', constraint = 'unknown_sellers__employee';
  end if;
  update unknown_sellers u set employeeid = to_employee, unmoved_after = 0 where u.businessid = own_business and u.sellerid = of_seller;
  return 'given';
end $$;
grant execute on function give_seller(bigint, bigint, bigint) to winkel_tenant;

-- Whether sales are given to another employee: lines and payments get the employee of their sale, and nothing that the triggers of other
-- changes keep equal.
create or replace function is_giving_sales() returns boolean
  language sql stable
  return coalesce(current_setting('app.giving_sales', true), '') = 'on' and is_owner_of_database();
grant execute on function is_giving_sales() to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- Gives sales of a seller, at most as many, to the employee who she is now, or to the tills of their sites. Returns whether there are more.
create or replace function move_seller_sales(of_seller bigint, max_sales integer) returns boolean
  language plpgsql security definer set search_path = public, pg_temp
  -- For the reason given at move_stock.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
as $$
declare
  own_business constant uuid := current_business();
  seller record;
  chosen bigint[];
begin
  select u.employeeid, u.unmoved_after into seller
    from unknown_sellers u where u.businessid = own_business and u.sellerid = of_seller for no key update;
  if seller.unmoved_after is null then
    return false;
  end if;
  chosen := array(
    select x.saleid from seller_sales x
     where x.businessid = own_business and x.sellerid = of_seller and x.saleid > seller.unmoved_after
     order by x.saleid limit max_sales);
  if seller.employeeid is null then
    -- A site whose sales were all of employees has none yet.
    perform ensure_till_employee(sold.siteid)
       from (select distinct s.siteid from sales s where s.businessid = own_business and s.saleid = any (chosen) order by 1) sold;
  end if;
  perform set_config('app.giving_sales', 'on', true);
  -- One statement, so that the roll-ups are locked in the order in which tills lock them.
  update sales s set employeeid = coalesce(seller.employeeid, site.till_employeeid)
    from site
   where s.businessid = own_business and s.saleid = any(chosen) and site.businessid = own_business and site.siteid = s.siteid
     and s.employeeid is distinct from coalesce(seller.employeeid, site.till_employeeid);
  perform set_config('app.giving_sales', 'off', true);
  update unknown_sellers u set unmoved_after = case when cardinality(chosen) = max_sales then chosen[max_sales] end
   where u.businessid = own_business and u.sellerid = of_seller;
  return cardinality(chosen) = max_sales;
end $$;
grant execute on function move_seller_sales(bigint, integer) to winkel_tenant;

-- The same for a seller of any business whose sales a server has not moved to the end. False when there is none.
create or replace function move_waiting_seller_sales(max_sales integer) returns boolean
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  seller record;
begin
  select u.businessid, u.sellerid into seller from unknown_sellers u where u.unmoved_after is not null limit 1 for no key update skip locked;
  if not found then
    return false;
  end if;
  perform set_config('app.business_id', seller.businessid::text, true);
  perform move_seller_sales(seller.sellerid, max_sales);
  return true;
end $$;
grant execute on function move_waiting_seller_sales(integer) to winkel_auth;

-- Takes the name of a person out of what tills sent: of the sellers with the code of the person, and of refused sales that name the employee, this
-- code, or a seller that was given to the employee. A code without a name stays, so that such a sale can still be stored.
create or replace function forget_seller_names(own_business uuid, of_employee bigint) returns void
  language plpgsql set search_path = public, pg_temp
as $$
declare
  own_identities constant text[] := array(
    select 'code ' || lower(regexp_replace(e.employee_code, '\s+', '', 'g')) from employee e
     where e.businessid = own_business and e.employeeid = of_employee and e.employee_code is not null
    union
    select u.identity from unknown_sellers u where u.businessid = own_business and u.employeeid = of_employee);
  kept record;
begin
  update unknown_sellers u set name = ''
   where u.businessid = own_business and u.employeeid is null and u.code <> '' and u.name <> '' and u.identity = any (own_identities);
  for kept in
    select r.refusedid, r.sale from refused_sales r where r.businessid = own_business and r.sale like '%"employee\_name"%'
  loop
    begin
      update refused_sales r set sale = (kept.sale::jsonb - 'employee_name')::text
        from (select kept.sale::jsonb as sale) sent,
             lateral (select coalesce(sent.sale ->> 'employee_code', '') as code, coalesce(sent.sale ->> 'employee_name', '') as name) seller
       where r.businessid = own_business and r.refusedid = kept.refusedid
         and (sent.sale ->> 'employeeid' = of_employee::text
              or case when btrim(seller.code) <> '' then 'code ' || lower(regexp_replace(seller.code, '\s+', '', 'g'))
                      else 'name ' || lower(regexp_replace(seller.name, '\s+', '', 'g')) end = any (own_identities));
    exception when data_exception then
      -- PostgreSQL reads no text with a NUL. What is no sale of anybody stays.
      null;
    end;
  end loop;
end $$;
