-- Deletes some of the sales of an import that is being undone, and returns how many. No role may delete others.
create or replace function undo_sales_import(undone bigint, max_sales integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp
  -- For the reason given at move_stock.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  own_business constant uuid := current_business();
  ids bigint[];
  sellers bigint[];
begin
  if not exists (
    select from sales_imports i where i.businessid = own_business and i.importid = undone and i.state = 'undoing'
  ) then
    return 0;
  end if;
  ids := array(
    select s.saleid from sales s where s.businessid = own_business and s.importid = undone order by s.saleid limit max_sales
  );
  sellers := array(select distinct x.sellerid from seller_sales x where x.businessid = own_business and x.saleid = any (ids));
  -- One statement, so that the roll-ups are locked in the order in which tills lock them.
  with gone as (
    delete from sales s where s.businessid = own_business and s.saleid = any (ids) returning s.saleid
  )
  delete from saleitems i using gone where i.businessid = own_business and i.saleid = gone.saleid;
  -- Sellers that only this file has named. A till that stores a sale of one has it locked, and keeps it.
  sellers := array(
    select u.sellerid from unknown_sellers u
     where u.businessid = own_business and u.sellerid = any (sellers) and u.employeeid is null order by u.sellerid for update skip locked);
  delete from unknown_sellers u
   where u.businessid = own_business and u.sellerid = any (sellers)
     and not exists (select from seller_sales x where x.businessid = own_business and x.sellerid = u.sellerid);
  return cardinality(ids);
end $$;
grant execute on function undo_sales_import(bigint, integer) to winkel_tenant;
