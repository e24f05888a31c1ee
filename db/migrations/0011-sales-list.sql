-- Finding any sale among millions: indexes for the orders and filters of the sales list, and the roll-up that counts the
-- sales whose number begins with some digits.

-- The amount once more as a whole number: row security lets an index compare only by operators that are sure to tell nothing
-- (leakproof), which those of bigint are and those of numeric are not.
alter table sales add column finalamount_cents bigint not null generated always as ((finalamount * 100)::bigint) stored;

-- A page is read from one site's or one person's sales in the order of their dates. The keys to site and employee need no more.
create index sales__by_site_and_date on sales (businessid, siteid, saledate, saleid) include (finalamount_cents);
create index sales__by_employee_and_date on sales (businessid, employeeid, saledate, saleid) include (finalamount_cents);
drop index sales__by_site, sales__by_employee;

-- The largest or smallest of a range may lie far apart in the table: everything that a filter asks for stands in the index.
create index sales__by_amount on sales (businessid, finalamount_cents, saleid) include (saledate, siteid, employeeid);

-- By the specification's 'below R100': where these are few, their pages are not looked for among all others.
create index sales__small on sales (businessid, saledate, saleid) where finalamount_cents < 10000;

-- Sale numbers that begin with 42 are 42, 420 to 429, 4200 to 4299 and so on: ranges, of which the long ones consist of whole
-- blocks of 10^4, 10^6 or 10^8 numbers. Each row holds what one site sold on one day under the numbers of one block. By site
-- only so that the tills of two sites do not wait for each other's row.
create table sales_id_blocks (
  businessid uuid not null default current_business() references business (id),
  zeros smallint not null,
  block bigint not null,
  day date not null,
  siteid bigint not null,
  orders bigint not null,
  revenue numeric(14, 2) not null,
  small_orders bigint not null,
  small_revenue numeric(14, 2) not null,
  primary key (businessid, zeros, block, day, siteid),
  constraint sales_id_blocks__site foreign key (businessid, siteid) references site (businessid, siteid) on delete cascade
);
create index sales_id_blocks__by_site on sales_id_blocks (businessid, siteid);
alter table sales_id_blocks enable row level security, force row level security;
create policy sales_id_blocks__tenant on sales_id_blocks to winkel_tenant
  using (businessid = (select current_business())) with check (businessid = (select current_business()));
create policy sales_id_blocks__owner on sales_id_blocks to current_user using (true) with check (true);
grant select on sales_id_blocks to winkel_tenant;

create function id_block(saleid bigint, zeros integer) returns bigint
  language sql immutable parallel safe
  return saleid / (10 ^ zeros)::bigint;

-- As roll_up_sales: 1 for rows that came, -1 for rows that went, in key order.
create function roll_up_sale_ids() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  sign constant integer := tg_argv[0]::integer;
begin
  insert into sales_id_blocks as kept (businessid, zeros, block, day, siteid, orders, revenue, small_orders, small_revenue)
  select c.businessid, z.zeros, id_block(c.saleid, z.zeros), (c.saledate at time zone b.timezone)::date, c.siteid,
         sign * count(*), sign * sum(c.finalamount),
         sign * count(*) filter (where c.finalamount < 100),
         sign * coalesce(sum(c.finalamount) filter (where c.finalamount < 100), 0)
    from changed c join business b on b.id = c.businessid
   cross join (values (4), (6), (8)) z (zeros)
   group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (businessid, zeros, block, day, siteid) do update
     set orders = kept.orders + excluded.orders, revenue = kept.revenue + excluded.revenue,
         small_orders = kept.small_orders + excluded.small_orders, small_revenue = kept.small_revenue + excluded.small_revenue;
  return null;
end $$;

create trigger roll_up_ids_after_insert after insert on sales
  referencing new table as changed for each statement execute function roll_up_sale_ids('1');
create trigger roll_up_ids_after_delete after delete on sales
  referencing old table as changed for each statement execute function roll_up_sale_ids('-1');
create trigger roll_up_ids_after_update_1 after update on sales
  referencing old table as changed for each statement execute function roll_up_sale_ids('-1');
create trigger roll_up_ids_after_update_2 after update on sales
  referencing new table as changed for each statement execute function roll_up_sale_ids('1');

-- What was sold before this roll-up was.
insert into sales_id_blocks (businessid, zeros, block, day, siteid, orders, revenue, small_orders, small_revenue)
select s.businessid, z.zeros, id_block(s.saleid, z.zeros), (s.saledate at time zone b.timezone)::date, s.siteid,
       count(*), sum(s.finalamount), count(*) filter (where s.finalamount < 100),
       coalesce(sum(s.finalamount) filter (where s.finalamount < 100), 0)
  from sales s join business b on b.id = s.businessid
 cross join (values (4), (6), (8)) z (zeros)
 group by 1, 2, 3, 4, 5;
