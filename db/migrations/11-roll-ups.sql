-- Roll-ups: sums of the sales, so that the dashboard and the charts cost days instead of sales.
--
-- Triggers keep them in the transaction of the sale, so they are right whatever writes sales: a till, the demo, psql.
--
-- site_daily holds each day of each site, for series by day. The other three tables hold buckets of 1, 4, 16, 64 and 256 days.
-- A bucket begins where its length divides the number of days since 1970-01-01. Any range is the sum of a few buckets, some of
-- them subtracted: a fortnight can be 16 days less 1 and 1. A month of a shop with 5,000 products is read from some 24,000 rows
-- instead of 110,000, and a year from some 40,000. With calendar months as the longer buckets, up to sixty single days would
-- remain at the ends of a range, and they would be most of the work.
--
-- A row whose sales were all deleted stays, with zeros, and queries leave out what has no orders or lines. To delete it too would
-- take a statement more for each table, beside tills that update the same rows, and all of it serves one case: an import that is
-- undone. Mostly the same file is then imported again, and the same rows are needed again.

-- The first day of the bucket of this length that a day is in.
create function bucket_start(day date, bucket_days integer) returns date
  language sql immutable parallel safe
  return day - (day - date '1970-01-01') % bucket_days;

-- Start and length of a bucket in one number, which ascends with the start. Lengths stay below 1024 days.
create function bucket_key(bucket_start date, bucket_days integer) returns integer
  language sql immutable parallel safe
  return (bucket_start - date '1970-01-01') * 1024 + bucket_days;

-- The keys include every sum, so that a query reads the index alone.

create table site_daily (
  businessid uuid not null default current_business() references business (id),
  day date not null,
  siteid bigint not null,
  orders bigint not null,
  revenue numeric(14, 2) not null,
  primary key (businessid, day, siteid) include (orders, revenue),
  constraint site_daily__site foreign key (businessid, siteid) references site (businessid, siteid) on delete cascade
);
create index site_daily__by_site on site_daily (businessid, siteid);
call enforce_tenancy('site_daily');
grant select on site_daily to winkel_tenant;

create table sales_buckets (
  businessid uuid not null default current_business() references business (id),
  bucket_days smallint not null,
  bucket_start date not null,
  siteid bigint not null,
  employeeid bigint not null,
  orders bigint not null,
  revenue numeric(14, 2) not null,
  -- The sales below R100 among them, for the sales list's filter.
  small_orders bigint not null,
  small_revenue numeric(14, 2) not null,
  primary key (businessid, bucket_days, bucket_start, siteid, employeeid) include (orders, revenue, small_orders, small_revenue),
  constraint sales_buckets__site foreign key (businessid, siteid) references site (businessid, siteid) on delete cascade,
  constraint sales_buckets__employee
    foreign key (businessid, employeeid) references employee (businessid, employeeid) on delete cascade
);
create index sales_buckets__by_site on sales_buckets (businessid, siteid);
create index sales_buckets__by_employee on sales_buckets (businessid, employeeid);
call enforce_tenancy('sales_buckets');
grant select on sales_buckets to winkel_tenant;

create table payment_buckets (
  businessid uuid not null default current_business() references business (id),
  bucket_days smallint not null,
  bucket_start date not null,
  siteid bigint not null,
  payment_method text not null,
  orders bigint not null,
  revenue numeric(14, 2) not null,
  primary key (businessid, bucket_days, bucket_start, siteid, payment_method) include (orders, revenue),
  constraint payment_buckets__site foreign key (businessid, siteid) references site (businessid, siteid) on delete cascade
);
create index payment_buckets__by_site on payment_buckets (businessid, siteid);
call enforce_tenancy('payment_buckets');
grant select on payment_buckets to winkel_tenant;

-- The dashboard adds up tens of thousands of these rows each time, so the table is made for speed: whole numbers add up in a
-- third of the time of numerics, and one key column needs one index condition where start and length would need a join. No
-- foreign key to the product and no index for one: the sale lines have both, and this is the table that is written most.
create table product_buckets (
  businessid uuid not null default current_business() references business (id),
  bucket_key integer not null,
  productid bigint not null,
  lines bigint not null,
  -- In thousandths of a unit.
  quantity bigint not null,
  -- In cents.
  revenue bigint not null,
  -- Quantities are read for a handful of products only.
  primary key (businessid, bucket_key, productid) include (revenue, lines)
)
-- Vacuumed often, as sales are, so that the index answers alone: by default it would be every ten days of a shop with a million
-- sales a year.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000);
call enforce_tenancy('product_buckets');
grant select on product_buckets to winkel_tenant;

-- The argument is 1 for rows that were inserted and -1 for rows that were deleted; an update is both. Every upsert goes in key
-- order, so that tills that write at once wait for each other and do not deadlock.
create function roll_up_sales() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  sign constant integer := tg_argv[0]::integer;
begin
  insert into site_daily as kept (businessid, day, siteid, orders, revenue)
  select c.businessid, (c.saledate at time zone b.timezone)::date, c.siteid, sign * count(*), sign * sum(c.finalamount)
    from changed c join business b on b.id = c.businessid
   group by 1, 2, 3 order by 1, 2, 3
  on conflict (businessid, day, siteid) do update
     set orders = kept.orders + excluded.orders, revenue = kept.revenue + excluded.revenue;

  insert into sales_buckets as kept
    (businessid, bucket_days, bucket_start, siteid, employeeid, orders, revenue, small_orders, small_revenue)
  select c.businessid, s.bucket_days, bucket_start((c.saledate at time zone b.timezone)::date, s.bucket_days),
         c.siteid, c.employeeid,
         sign * count(*), sign * sum(c.finalamount),
         sign * count(*) filter (where c.finalamount < 100),
         sign * coalesce(sum(c.finalamount) filter (where c.finalamount < 100), 0)
    from changed c join business b on b.id = c.businessid
   cross join (values (1), (4), (16), (64), (256)) s (bucket_days)
   group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (businessid, bucket_days, bucket_start, siteid, employeeid) do update
     set orders = kept.orders + excluded.orders, revenue = kept.revenue + excluded.revenue,
         small_orders = kept.small_orders + excluded.small_orders, small_revenue = kept.small_revenue + excluded.small_revenue;

  insert into payment_buckets as kept (businessid, bucket_days, bucket_start, siteid, payment_method, orders, revenue)
  select c.businessid, s.bucket_days, bucket_start((c.saledate at time zone b.timezone)::date, s.bucket_days),
         c.siteid, c.normalized_payment_method, sign * count(*), sign * sum(c.finalamount)
    from changed c join business b on b.id = c.businessid
   cross join (values (1), (4), (16), (64), (256)) s (bucket_days)
   group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (businessid, bucket_days, bucket_start, siteid, payment_method) do update
     set orders = kept.orders + excluded.orders, revenue = kept.revenue + excluded.revenue;
  return null;
end $$;

-- Not an upsert: move_stock, whose triggers come first by name, has locked every product of these lines, and with it all rows
-- of that product here. That saves each row one of two locks and a sort.
create function roll_up_items() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  -- For the reason given at move_stock.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  sign constant integer := tg_argv[0]::integer;
begin
  if not exists (select from changed) then
    return null;
  end if;
  with daily as (
    select c.businessid, (c.saledate at time zone b.timezone)::date as day, c.productid, count(*) as lines,
           (sum(c.quantity) * 1000)::bigint as quantity, (sum(line_total(c.quantity, c.price)) * 100)::bigint as revenue
      from changed c join business b on b.id = c.businessid
     group by 1, 2, 3
  ), delta as (
    select businessid, bucket_key(bucket_start(day, bucket_days), bucket_days) as bucket_key, productid,
           sign * sum(lines)::bigint as lines, sign * sum(quantity)::bigint as quantity, sign * sum(revenue)::bigint as revenue
      from daily cross join (values (1), (4), (16), (64), (256)) s (bucket_days)
     group by 1, 2, 3
  )
  merge into product_buckets kept using delta
     on (kept.businessid, kept.bucket_key, kept.productid) = (delta.businessid, delta.bucket_key, delta.productid)
   when matched then update
    set lines = kept.lines + delta.lines, quantity = kept.quantity + delta.quantity, revenue = kept.revenue + delta.revenue
   when not matched then insert (businessid, bucket_key, productid, lines, quantity, revenue)
    values (delta.businessid, delta.bucket_key, delta.productid, delta.lines, delta.quantity, delta.revenue);
  return null;
end $$;

create trigger roll_up_after_insert after insert on sales
  referencing new table as changed for each statement when (not is_importing_business()) execute function roll_up_sales('1');
create trigger roll_up_after_delete after delete on sales
  referencing old table as changed for each statement execute function roll_up_sales('-1');
create trigger roll_up_after_update_1 after update on sales
  referencing old table as changed for each statement execute function roll_up_sales('-1');
create trigger roll_up_after_update_2 after update on sales
  referencing new table as changed for each statement execute function roll_up_sales('1');

create trigger roll_up_after_insert after insert on saleitems
  referencing new table as changed for each statement when (not is_importing_business()) execute function roll_up_items('1');
create trigger roll_up_after_delete after delete on saleitems
  referencing old table as changed for each statement execute function roll_up_items('-1');
create trigger roll_up_after_update_1 after update on saleitems
  referencing old table as changed for each statement execute function roll_up_items('-1');
create trigger roll_up_after_update_2 after update on saleitems
  referencing new table as changed for each statement execute function roll_up_items('1');
