-- Sales whose number begins with some digits are also listed by employee and by site, and counted for each of them. That took a
-- look at every such sale; now the blocks, which so far knew the site only, know the employee too.
--
-- To the tills it is as before: a batch writes a row for each employee, but no more blocks of 10^8. Those of 10^6 do for as long as
-- a day brings fewer than some millions of sales.

truncate sales_id_blocks;
alter table sales_id_blocks
  drop constraint sales_id_blocks_pkey,
  add column employeeid bigint not null,
  add constraint sales_id_blocks__employee
    foreign key (businessid, employeeid) references employee (businessid, employeeid) on delete cascade;
create index sales_id_blocks__by_employee on sales_id_blocks (businessid, employeeid);

insert into sales_id_blocks (businessid, zeros, block, day, siteid, employeeid, orders, revenue, small_orders, small_revenue)
select s.businessid, z.zeros, id_block(s.saleid, z.zeros), (s.saledate at time zone b.timezone)::date, s.siteid, s.employeeid,
       count(*), sum(s.finalamount), count(*) filter (where s.finalamount < 100),
       coalesce(sum(s.finalamount) filter (where s.finalamount < 100), 0)
  from sales s join business b on b.id = s.businessid
 cross join (values (4), (6)) z (zeros)
 group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6;
alter table sales_id_blocks add primary key (businessid, zeros, block, day, siteid, employeeid);

-- As it was, but for the employee and the longest blocks.
create or replace function roll_up_sale_ids() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  sign constant integer := tg_argv[0]::integer;
begin
  insert into sales_id_blocks as kept
    (businessid, zeros, block, day, siteid, employeeid, orders, revenue, small_orders, small_revenue)
  select c.businessid, z.zeros, id_block(c.saleid, z.zeros), (c.saledate at time zone b.timezone)::date, c.siteid, c.employeeid,
         sign * count(*), sign * sum(c.finalamount),
         sign * count(*) filter (where c.finalamount < 100),
         sign * coalesce(sum(c.finalamount) filter (where c.finalamount < 100), 0)
    from changed c join business b on b.id = c.businessid
   cross join (values (4), (6)) z (zeros)
   group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (businessid, zeros, block, day, siteid, employeeid) do update
     set orders = kept.orders + excluded.orders, revenue = kept.revenue + excluded.revenue,
         small_orders = kept.small_orders + excluded.small_orders, small_revenue = kept.small_revenue + excluded.small_revenue;
  return null;
end $$;
