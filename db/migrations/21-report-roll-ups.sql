-- Roll-ups for reports: the same tables as before with refunds, units, costs and VAT, products by site, and two new tables: the
-- hours of the week, and the VAT of each day by rate.
--
-- The old rows have none of it, so all are emptied here and filled again by fill-figures.ts.

truncate site_daily, sales_buckets, payment_buckets, product_buckets;

alter table site_daily
  add column refunds bigint not null,
  add column refunded numeric(14, 2) not null,
  add column units numeric(16, 3) not null,
  add column vat_cents bigint not null,
  add column cost_cents bigint not null;

alter table sales_buckets
  add column refunds bigint not null,
  add column refunded numeric(14, 2) not null,
  add column units numeric(16, 3) not null,
  add column vat_cents bigint not null,
  add column cost_cents bigint not null;

alter table payment_buckets
  add column refunds bigint not null,
  add column refunded numeric(14, 2) not null,
  add column units numeric(16, 3) not null,
  add column vat_cents bigint not null,
  add column cost_cents bigint not null;

-- A product can move to another site, and a report of a site has what that site sold.
alter table product_buckets
  add column siteid bigint not null,
  -- In cents, with the adjustment of each line. `revenue` is without it: quantities times prices, as the specification says.
  add column amount_cents bigint not null,
  add column vat_cents bigint not null,
  add column cost_cents bigint not null,
  -- Lines with an amount below zero.
  add column refunds bigint not null,
  add column refunded_cents bigint not null,
  drop constraint product_buckets_pkey,
  -- Reports read every sum of every product, from the index alone.
  add primary key (businessid, bucket_key, productid, siteid)
    include (revenue, lines, quantity, amount_cents, vat_cents, cost_cents, refunds, refunded_cents);

-- Buckets as in 11-roll-ups.sql, with the weekday and the hour, which the length of a bucket would hide.
create table hour_buckets (
  businessid uuid not null default current_business() references business (id),
  bucket_days smallint not null,
  bucket_start date not null,
  siteid bigint not null,
  -- The hours since Monday 00:00 on the clock of the business: 0 to 167.
  week_hour smallint not null,
  orders bigint not null,
  revenue numeric(14, 2) not null,
  refunds bigint not null,
  refunded numeric(14, 2) not null,
  units numeric(16, 3) not null,
  vat_cents bigint not null,
  cost_cents bigint not null,
  -- Reports read thousands of rows, each on another page of the table. The index alone takes less than half of the time.
  primary key (businessid, bucket_days, bucket_start, siteid, week_hour)
    include (orders, revenue, refunds, refunded, units, vat_cents, cost_cents),
  constraint hour_buckets__site foreign key (businessid, siteid) references site (businessid, siteid) on delete cascade
);
create index hour_buckets__by_site on hour_buckets (businessid, siteid);
call enforce_tenancy('hour_buckets');
grant select on hour_buckets to winkel_tenant;

create table vat_daily (
  businessid uuid not null default current_business() references business (id),
  day date not null,
  siteid bigint not null,
  vat_rate smallint not null,
  -- Whether it is what sales have beside their lines: all of a sale without lines.
  is_remainder boolean not null,
  -- Lines, or the sales of a remainder.
  lines bigint not null,
  amount_cents bigint not null,
  vat_cents bigint not null,
  cost_cents bigint not null,
  quantity bigint not null,
  refunds bigint not null,
  refunded_cents bigint not null,
  primary key (businessid, day, siteid, vat_rate, is_remainder),
  constraint vat_daily__site foreign key (businessid, siteid) references site (businessid, siteid) on delete cascade
);
create index vat_daily__by_site on vat_daily (businessid, siteid);
-- Reports of products read these rows only. Most shops have none.
create index vat_daily__remainder on vat_daily (businessid, day) where is_remainder;
call enforce_tenancy('vat_daily');
grant select on vat_daily to winkel_tenant;

-- The hours since a Monday: half of the time of extract(), which computes with numeric, and reads the local time twice.
create function week_hour(local timestamp) returns smallint
  language sql immutable parallel safe
  return floor(date_part('epoch', local - timestamp '0001-01-01') / 3600)::integer % 168;
grant execute on function week_hour(timestamp) to winkel_tenant;

-- As in 11-roll-ups.sql, with the new columns and tables. The days of a batch are summed before they are in five buckets each.
create or replace function roll_up_sales() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  sign constant integer := tg_argv[0]::integer;
begin
  insert into site_daily as kept (businessid, day, siteid, orders, revenue, refunds, refunded, units, vat_cents, cost_cents)
  select c.businessid, (c.saledate at time zone b.timezone)::date, c.siteid, sign * count(*), sign * sum(c.finalamount),
         sign * count(*) filter (where c.finalamount < 0), sign * coalesce(sum(c.finalamount) filter (where c.finalamount < 0), 0),
         sign * sum(c.units), sign * sum(c.vat_cents), sign * sum(c.cost_cents)
    from changed c join business b on b.id = c.businessid
   group by 1, 2, 3 order by 1, 2, 3
  on conflict (businessid, day, siteid) do update
     set orders = kept.orders + excluded.orders, revenue = kept.revenue + excluded.revenue,
         refunds = kept.refunds + excluded.refunds, refunded = kept.refunded + excluded.refunded,
         units = kept.units + excluded.units, vat_cents = kept.vat_cents + excluded.vat_cents,
         cost_cents = kept.cost_cents + excluded.cost_cents;

  insert into sales_buckets as kept
    (businessid, bucket_days, bucket_start, siteid, employeeid, orders, revenue, small_orders, small_revenue,
     refunds, refunded, units, vat_cents, cost_cents)
  select businessid, bucket_days, bucket_start(day, bucket_days), siteid, employeeid, sum(orders), sum(revenue),
         sum(small_orders), sum(small_revenue), sum(refunds), sum(refunded), sum(units), sum(vat_cents), sum(cost_cents)
    from (
      select c.businessid, (c.saledate at time zone b.timezone)::date as day, c.siteid, c.employeeid,
             sign * count(*) as orders, sign * sum(c.finalamount) as revenue,
             sign * count(*) filter (where c.finalamount < 100) as small_orders,
             sign * coalesce(sum(c.finalamount) filter (where c.finalamount < 100), 0) as small_revenue,
             sign * count(*) filter (where c.finalamount < 0) as refunds,
             sign * coalesce(sum(c.finalamount) filter (where c.finalamount < 0), 0) as refunded,
             sign * sum(c.units) as units, sign * sum(c.vat_cents)::bigint as vat_cents, sign * sum(c.cost_cents)::bigint as cost_cents
        from changed c join business b on b.id = c.businessid
       group by 1, 2, 3, 4
    ) daily
   cross join (values (1), (4), (16), (64), (256)) s (bucket_days)
   group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (businessid, bucket_days, bucket_start, siteid, employeeid) do update
     set orders = kept.orders + excluded.orders, revenue = kept.revenue + excluded.revenue,
         small_orders = kept.small_orders + excluded.small_orders, small_revenue = kept.small_revenue + excluded.small_revenue,
         refunds = kept.refunds + excluded.refunds, refunded = kept.refunded + excluded.refunded,
         units = kept.units + excluded.units, vat_cents = kept.vat_cents + excluded.vat_cents,
         cost_cents = kept.cost_cents + excluded.cost_cents;

  insert into payment_buckets as kept
    (businessid, bucket_days, bucket_start, siteid, payment_method, orders, revenue, refunds, refunded, units, vat_cents, cost_cents)
  select businessid, bucket_days, bucket_start(day, bucket_days), siteid, payment_method, sum(orders), sum(revenue),
         sum(refunds), sum(refunded), sum(units), sum(vat_cents), sum(cost_cents)
    from (
      select c.businessid, (c.saledate at time zone b.timezone)::date as day, c.siteid, c.normalized_payment_method as payment_method,
             sign * count(*) as orders, sign * sum(c.finalamount) as revenue,
             sign * count(*) filter (where c.finalamount < 0) as refunds,
             sign * coalesce(sum(c.finalamount) filter (where c.finalamount < 0), 0) as refunded,
             sign * sum(c.units) as units, sign * sum(c.vat_cents)::bigint as vat_cents, sign * sum(c.cost_cents)::bigint as cost_cents
        from changed c join business b on b.id = c.businessid
       group by 1, 2, 3, 4
    ) daily
   cross join (values (1), (4), (16), (64), (256)) s (bucket_days)
   group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (businessid, bucket_days, bucket_start, siteid, payment_method) do update
     set orders = kept.orders + excluded.orders, revenue = kept.revenue + excluded.revenue,
         refunds = kept.refunds + excluded.refunds, refunded = kept.refunded + excluded.refunded,
         units = kept.units + excluded.units, vat_cents = kept.vat_cents + excluded.vat_cents,
         cost_cents = kept.cost_cents + excluded.cost_cents;

  insert into hour_buckets as kept
    (businessid, bucket_days, bucket_start, siteid, week_hour, orders, revenue, refunds, refunded, units, vat_cents, cost_cents)
  select businessid, bucket_days, bucket_start(day, bucket_days), siteid, week_hour, sum(orders), sum(revenue),
         sum(refunds), sum(refunded), sum(units), sum(vat_cents), sum(cost_cents)
    from (
      select c.businessid, (c.saledate at time zone b.timezone)::date as day, c.siteid, week_hour(c.saledate at time zone b.timezone) as week_hour,
             sign * count(*) as orders, sign * sum(c.finalamount) as revenue,
             sign * count(*) filter (where c.finalamount < 0) as refunds,
             sign * coalesce(sum(c.finalamount) filter (where c.finalamount < 0), 0) as refunded,
             sign * sum(c.units) as units, sign * sum(c.vat_cents)::bigint as vat_cents, sign * sum(c.cost_cents)::bigint as cost_cents
        from changed c join business b on b.id = c.businessid
       group by 1, 2, 3, 4
    ) daily
   cross join (values (1), (4), (16), (64), (256)) s (bucket_days)
   group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (businessid, bucket_days, bucket_start, siteid, week_hour) do update
     set orders = kept.orders + excluded.orders, revenue = kept.revenue + excluded.revenue,
         refunds = kept.refunds + excluded.refunds, refunded = kept.refunded + excluded.refunded,
         units = kept.units + excluded.units, vat_cents = kept.vat_cents + excluded.vat_cents,
         cost_cents = kept.cost_cents + excluded.cost_cents;

  insert into vat_daily as kept
    (businessid, day, siteid, vat_rate, is_remainder, lines, amount_cents, vat_cents, cost_cents, quantity, refunds, refunded_cents)
  select c.businessid, (c.saledate at time zone b.timezone)::date, c.siteid, 15, true, sign * count(*),
         sign * sum(c.finalamount_cents - c.itemised_cents), sign * sum(c.vat_cents - c.itemised_vat_cents), 0, 0,
         sign * count(*) filter (where c.finalamount_cents < c.itemised_cents),
         sign * coalesce(sum(c.finalamount_cents - c.itemised_cents) filter (where c.finalamount_cents < c.itemised_cents), 0)
    from changed c join business b on b.id = c.businessid
   where c.finalamount_cents <> c.itemised_cents
   group by 1, 2, 3 order by 1, 2, 3
  on conflict (businessid, day, siteid, vat_rate, is_remainder) do update
     set lines = kept.lines + excluded.lines, amount_cents = kept.amount_cents + excluded.amount_cents,
         vat_cents = kept.vat_cents + excluded.vat_cents, refunds = kept.refunds + excluded.refunds,
         refunded_cents = kept.refunded_cents + excluded.refunded_cents;
  return null;
end $$;

create or replace function roll_up_items() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  sign constant integer := tg_argv[0]::integer;
begin
  if not exists (select from changed) then
    return null;
  end if;
  -- The lines are summed once, and whole numbers add up in a third of the time of numerics.
  with daily as materialized (
    select c.businessid, (c.saledate at time zone b.timezone)::date as day, c.productid, c.siteid, c.vat_rate, sign * count(*) as lines,
           sign * (sum(c.quantity) * 1000)::bigint as quantity, sign * (sum(line_total(c.quantity, c.price)) * 100)::bigint as revenue,
           sign * sum(c.amount_cents)::bigint as amount_cents, sign * sum(c.vat_cents)::bigint as vat_cents,
           sign * sum(c.cost_cents)::bigint as cost_cents, sign * count(*) filter (where c.amount_cents < 0) as refunds,
           sign * coalesce(sum(c.amount_cents) filter (where c.amount_cents < 0), 0)::bigint as refunded_cents
      from changed c join business b on b.id = c.businessid
     group by 1, 2, 3, 4, 5
  ), by_rate as (
    insert into vat_daily as kept
      (businessid, day, siteid, vat_rate, is_remainder, lines, amount_cents, vat_cents, cost_cents, quantity, refunds, refunded_cents)
    select businessid, day, siteid, vat_rate, false, sum(lines), sum(amount_cents), sum(vat_cents), sum(cost_cents), sum(quantity),
           sum(refunds), sum(refunded_cents)
      from daily
     group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (businessid, day, siteid, vat_rate, is_remainder) do update
       set lines = kept.lines + excluded.lines, amount_cents = kept.amount_cents + excluded.amount_cents,
           vat_cents = kept.vat_cents + excluded.vat_cents, cost_cents = kept.cost_cents + excluded.cost_cents,
           quantity = kept.quantity + excluded.quantity, refunds = kept.refunds + excluded.refunds,
           refunded_cents = kept.refunded_cents + excluded.refunded_cents
  ), delta as (
    select businessid, bucket_key(bucket_start(day, bucket_days), bucket_days) as bucket_key, productid, siteid,
           sum(lines)::bigint as lines, sum(quantity)::bigint as quantity, sum(revenue)::bigint as revenue,
           sum(amount_cents)::bigint as amount_cents, sum(vat_cents)::bigint as vat_cents, sum(cost_cents)::bigint as cost_cents,
           sum(refunds)::bigint as refunds, sum(refunded_cents)::bigint as refunded_cents
      from daily cross join (values (1), (4), (16), (64), (256)) s (bucket_days)
     group by 1, 2, 3, 4
  )
  merge into product_buckets kept using delta
     on (kept.businessid, kept.bucket_key, kept.productid, kept.siteid)
        = (delta.businessid, delta.bucket_key, delta.productid, delta.siteid)
   when matched then update
    set lines = kept.lines + delta.lines, quantity = kept.quantity + delta.quantity, revenue = kept.revenue + delta.revenue,
        amount_cents = kept.amount_cents + delta.amount_cents, vat_cents = kept.vat_cents + delta.vat_cents,
        cost_cents = kept.cost_cents + delta.cost_cents, refunds = kept.refunds + delta.refunds,
        refunded_cents = kept.refunded_cents + delta.refunded_cents
   when not matched then insert
    (businessid, bucket_key, productid, siteid, lines, quantity, revenue, amount_cents, vat_cents, cost_cents, refunds, refunded_cents)
    values (delta.businessid, delta.bucket_key, delta.productid, delta.siteid, delta.lines, delta.quantity, delta.revenue,
            delta.amount_cents, delta.vat_cents, delta.cost_cents, delta.refunds, delta.refunded_cents);
  return null;
end $$;
