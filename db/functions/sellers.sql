-- Says which employee a seller is, or nobody with null: her sales move to the employee, or to the tills of their sites, with every figure.
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
  update unknown_sellers u set employeeid = to_employee where u.businessid = own_business and u.sellerid = of_seller;
  -- One statement, so that the roll-ups are locked in the order in which tills lock them.
  update sales s set employeeid = coalesce(to_employee, site.till_employeeid)
    from seller_sales x, site
   where x.businessid = own_business and x.sellerid = of_seller and s.businessid = own_business and s.saleid = x.saleid
     and site.businessid = own_business and site.siteid = s.siteid
     and s.employeeid is distinct from coalesce(to_employee, site.till_employeeid);
  return 'given';
end $$;
grant execute on function give_seller(bigint, bigint, bigint) to winkel_tenant;
