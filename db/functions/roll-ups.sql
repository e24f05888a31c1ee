-- The first day of the bucket of this length that a day is in.
create or replace function bucket_start(day date, bucket_days integer) returns date
  language sql immutable parallel safe
  return day - (day - date '1970-01-01') % bucket_days;
grant execute on function bucket_start(date, integer) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- Start and length of a bucket in one number, which ascends with the start. Lengths stay below 1024 days.
create or replace function bucket_key(bucket_start date, bucket_days integer) returns integer
  language sql immutable parallel safe
  return (bucket_start - date '1970-01-01') * 1024 + bucket_days;
grant execute on function bucket_key(date, integer) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- The hours since a Monday: half of the time of extract(), which computes with numeric, and reads the local time twice.
create or replace function week_hour(local timestamp) returns smallint
  language sql immutable parallel safe
  return floor(date_part('epoch', local - timestamp '0001-01-01') / 3600)::integer % 168;
grant execute on function week_hour(timestamp) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- The methods of a sale's payments.
create or replace function payment_methods_of(of_business uuid, of_sale bigint) returns setof text
  language plpgsql stable set enable_seqscan = off
as $$
begin
  return query select distinct p.normalized_payment_method from sale_payments p where (p.businessid, p.saleid) = (of_business, of_sale);
end $$;

-- The argument is 1 for rows that were inserted and -1 for rows that were deleted; an update is both. The sales are summed once, by
-- everything that a table has as a key; each table is a sum of these sums. Every upsert goes in key order, so that tills that write at
-- once wait for each other and do not deadlock.
create or replace function roll_up_sales() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  sign constant integer := tg_argv[0]::integer;
begin
  -- The inserts of WITH run after the last one. So site_daily is locked first, and of two transactions with sales of a day at a site one
  -- waits there and holds nothing yet.
  with lengths (bucket_days) as (values (1), (4), (16), (64), (256)), daily as materialized (
    select c.businessid, (c.saledate at time zone b.timezone)::date as day, c.siteid, c.employeeid,
           c.normalized_payment_method as payment_method, week_hour(c.saledate at time zone b.timezone) as week_hour,
           sign * count(*) as orders, sign * sum(c.finalamount_cents)::bigint as revenue_cents,
           sign * count(*) filter (where c.finalamount_cents < 0) as refunds,
           sign * coalesce(sum(c.finalamount_cents) filter (where c.finalamount_cents < 0), 0)::bigint as refunded_cents,
           sign * (sum(c.units) * 1000)::bigint as units_thousandths, sign * sum(c.vat_cents)::bigint as vat_cents,
           sign * sum(c.cost_cents)::bigint as cost_cents, sign * sum(c.costed_net_cents)::bigint as costed_net_cents,
           sign * count(*) filter (where c.finalamount_cents < 10000) as small_orders,
           sign * coalesce(sum(c.finalamount_cents) filter (where c.finalamount_cents < 10000), 0)::bigint as small_revenue_cents
      from changed c join business b on b.id = c.businessid
     group by 1, 2, 3, 4, 5, 6
  ), by_employee as (
    insert into sales_buckets as kept (businessid, bucket_days, bucket_start, siteid, employeeid,
                                 orders, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents, cost_cents, costed_net_cents, small_orders, small_revenue_cents)
    select businessid, bucket_days, bucket_start(day, bucket_days), siteid, employeeid,
           sum(orders), sum(revenue_cents), sum(refunds), sum(refunded_cents), sum(units_thousandths), sum(vat_cents), sum(cost_cents), sum(costed_net_cents), sum(small_orders), sum(small_revenue_cents)
      from daily cross join lengths
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (businessid, bucket_days, bucket_start, siteid, employeeid) do update
       set orders = kept.orders + excluded.orders, revenue_cents = kept.revenue_cents + excluded.revenue_cents,
           refunds = kept.refunds + excluded.refunds, refunded_cents = kept.refunded_cents + excluded.refunded_cents,
           units_thousandths = kept.units_thousandths + excluded.units_thousandths, vat_cents = kept.vat_cents + excluded.vat_cents,
           cost_cents = kept.cost_cents + excluded.cost_cents, costed_net_cents = kept.costed_net_cents + excluded.costed_net_cents,
           small_orders = kept.small_orders + excluded.small_orders, small_revenue_cents = kept.small_revenue_cents + excluded.small_revenue_cents
  ), by_payment_method as (
    insert into payment_buckets as kept (businessid, bucket_days, bucket_start, siteid, payment_method,
                                 orders, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents, cost_cents, costed_net_cents)
    select businessid, bucket_days, bucket_start(day, bucket_days), siteid, payment_method,
           sum(orders), sum(revenue_cents), sum(refunds), sum(refunded_cents), sum(units_thousandths), sum(vat_cents), sum(cost_cents), sum(costed_net_cents)
      from (
        select businessid, day, siteid, payment_method, orders, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents, cost_cents, costed_net_cents
          from daily
         union all
        -- Zeros for the other methods of a sale: roll_up_payments adds to their rows, which are locked in key order here.
        select c.businessid, (c.saledate at time zone b.timezone)::date, c.siteid, m.payment_method, 0, 0, 0, 0, 0, 0, 0, 0
          from changed c join business b on b.id = c.businessid
         cross join lateral payment_methods_of(c.businessid, c.saleid) m (payment_method)
         where c.has_payments
      ) paid cross join lengths
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (businessid, bucket_days, bucket_start, siteid, payment_method) do update
       set orders = kept.orders + excluded.orders, revenue_cents = kept.revenue_cents + excluded.revenue_cents,
           refunds = kept.refunds + excluded.refunds, refunded_cents = kept.refunded_cents + excluded.refunded_cents,
           units_thousandths = kept.units_thousandths + excluded.units_thousandths, vat_cents = kept.vat_cents + excluded.vat_cents,
           cost_cents = kept.cost_cents + excluded.cost_cents, costed_net_cents = kept.costed_net_cents + excluded.costed_net_cents
  ), by_hour as (
    insert into hour_buckets as kept (businessid, bucket_days, bucket_start, siteid, week_hour,
                                 orders, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents, cost_cents, costed_net_cents)
    select businessid, bucket_days, bucket_start(day, bucket_days), siteid, week_hour,
           sum(orders), sum(revenue_cents), sum(refunds), sum(refunded_cents), sum(units_thousandths), sum(vat_cents), sum(cost_cents), sum(costed_net_cents)
      from daily cross join lengths
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (businessid, bucket_days, bucket_start, siteid, week_hour) do update
       set orders = kept.orders + excluded.orders, revenue_cents = kept.revenue_cents + excluded.revenue_cents,
           refunds = kept.refunds + excluded.refunds, refunded_cents = kept.refunded_cents + excluded.refunded_cents,
           units_thousandths = kept.units_thousandths + excluded.units_thousandths, vat_cents = kept.vat_cents + excluded.vat_cents,
           cost_cents = kept.cost_cents + excluded.cost_cents, costed_net_cents = kept.costed_net_cents + excluded.costed_net_cents
  ), remainder as (
    -- What the sales have that no line has; most have nothing.
    insert into vat_daily as kept (businessid, day, siteid, vat_rate, is_remainder,
                                   lines, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents, cost_cents, costed_net_cents)
    select c.businessid, (c.saledate at time zone b.timezone)::date, c.siteid, c.vat_rate, true,
           sign * count(*), sign * sum(c.finalamount_cents - c.itemised_cents),
           sign * count(*) filter (where c.finalamount_cents < c.itemised_cents),
           sign * coalesce(sum(c.finalamount_cents - c.itemised_cents) filter (where c.finalamount_cents < c.itemised_cents), 0),
           0, sign * sum(c.vat_cents - c.itemised_vat_cents), 0, 0
      from changed c join business b on b.id = c.businessid
     where c.finalamount_cents <> c.itemised_cents
     group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (businessid, day, siteid, vat_rate, is_remainder) do update
       set lines = kept.lines + excluded.lines, revenue_cents = kept.revenue_cents + excluded.revenue_cents,
           refunds = kept.refunds + excluded.refunds, refunded_cents = kept.refunded_cents + excluded.refunded_cents,
           vat_cents = kept.vat_cents + excluded.vat_cents
  )
  insert into site_daily as kept (businessid, day, siteid,
                               orders, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents, cost_cents, costed_net_cents)
  select businessid, day, siteid,
         sum(orders), sum(revenue_cents), sum(refunds), sum(refunded_cents), sum(units_thousandths), sum(vat_cents), sum(cost_cents), sum(costed_net_cents)
    from daily
   group by 1, 2, 3 order by 1, 2, 3
  on conflict (businessid, day, siteid) do update
     set orders = kept.orders + excluded.orders, revenue_cents = kept.revenue_cents + excluded.revenue_cents,
         refunds = kept.refunds + excluded.refunds, refunded_cents = kept.refunded_cents + excluded.refunded_cents,
         units_thousandths = kept.units_thousandths + excluded.units_thousandths, vat_cents = kept.vat_cents + excluded.vat_cents,
         cost_cents = kept.cost_cents + excluded.cost_cents, costed_net_cents = kept.costed_net_cents + excluded.costed_net_cents;
  return null;
end $$;
create or replace trigger roll_up_after_insert after insert on sales
  referencing new table as changed for each statement when (not is_importing_business()) execute function roll_up_sales('1');
create or replace trigger roll_up_after_delete after delete on sales
  referencing old table as changed for each statement when (not is_erasing()) execute function roll_up_sales('-1');
create or replace trigger roll_up_after_update_1 after update on sales
  referencing old table as changed for each statement execute function roll_up_sales('-1');
create or replace trigger roll_up_after_update_2 after update on sales
  referencing new table as changed for each statement execute function roll_up_sales('1');

-- Not an upsert of the products: move_stock, whose triggers come first by name, has locked every product of these lines, and with it all
-- rows of that product here. That saves each row one of two locks and a sort.
create or replace function roll_up_items() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  -- For the reason given at move_stock.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
as $$
declare
  sign constant integer := tg_argv[0]::integer;
begin
  if not exists (select from changed) then
    return null;
  end if;
  if exists (select from changed where productid is null) then
    -- Charges are the product 0, which no statement has locked before: their rows are inserted or locked in key order here.
    insert into product_buckets as kept
      (businessid, bucket_key, productid, siteid, lines, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents, cost_cents, costed_net_cents)
    select distinct c.businessid, bucket_key(bucket_start((c.saledate at time zone b.timezone)::date, bucket_days), bucket_days), 0, c.siteid, 0, 0, 0, 0, 0, 0, 0, 0
      from changed c join business b on b.id = c.businessid cross join (values (1), (4), (16), (64), (256)) s (bucket_days)
     where c.productid is null order by 1, 2, 4
    on conflict (businessid, bucket_key, productid, siteid) do update set lines = kept.lines;
  end if;
  -- The lines are summed once.
  with daily as materialized (
    select c.businessid, (c.saledate at time zone b.timezone)::date as day, coalesce(c.productid, 0) as productid, c.siteid, c.vat_rate, sign * count(*) as lines,
           sign * sum(c.amount_cents)::bigint as revenue_cents, sign * count(*) filter (where c.amount_cents < 0) as refunds,
           sign * coalesce(sum(c.amount_cents) filter (where c.amount_cents < 0), 0)::bigint as refunded_cents,
           sign * (coalesce(sum(c.quantity) filter (where c.productid is not null), 0) * 1000)::bigint as units_thousandths, sign * sum(c.vat_cents)::bigint as vat_cents,
           sign * sum(c.cost_cents)::bigint as cost_cents, sign * sum(c.costed_net_cents)::bigint as costed_net_cents
      from changed c join business b on b.id = c.businessid
     group by 1, 2, 3, 4, 5
  ), by_rate as (
    insert into vat_daily as kept
      (businessid, day, siteid, vat_rate, is_remainder, lines, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents, cost_cents, costed_net_cents)
    select businessid, day, siteid, vat_rate, false, sum(lines), sum(revenue_cents), sum(refunds), sum(refunded_cents), sum(units_thousandths), sum(vat_cents), sum(cost_cents), sum(costed_net_cents)
      from daily
     group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (businessid, day, siteid, vat_rate, is_remainder) do update
       set lines = kept.lines + excluded.lines, revenue_cents = kept.revenue_cents + excluded.revenue_cents,
           refunds = kept.refunds + excluded.refunds, refunded_cents = kept.refunded_cents + excluded.refunded_cents,
           units_thousandths = kept.units_thousandths + excluded.units_thousandths,
           vat_cents = kept.vat_cents + excluded.vat_cents, cost_cents = kept.cost_cents + excluded.cost_cents,
           costed_net_cents = kept.costed_net_cents + excluded.costed_net_cents
  ), delta as (
    select businessid, bucket_key(bucket_start(day, bucket_days), bucket_days) as bucket_key, productid, siteid,
           sum(lines)::bigint as lines, sum(revenue_cents)::bigint as revenue_cents, sum(refunds)::bigint as refunds, sum(refunded_cents)::bigint as refunded_cents,
           sum(units_thousandths)::bigint as units_thousandths, sum(vat_cents)::bigint as vat_cents, sum(cost_cents)::bigint as cost_cents, sum(costed_net_cents)::bigint as costed_net_cents
      from daily cross join (values (1), (4), (16), (64), (256)) s (bucket_days)
     group by 1, 2, 3, 4
  )
  merge into product_buckets kept using delta
     on (kept.businessid, kept.bucket_key, kept.productid, kept.siteid)
        = (delta.businessid, delta.bucket_key, delta.productid, delta.siteid)
   when matched then update
    set lines = kept.lines + delta.lines, revenue_cents = kept.revenue_cents + delta.revenue_cents,
        refunds = kept.refunds + delta.refunds, refunded_cents = kept.refunded_cents + delta.refunded_cents,
        units_thousandths = kept.units_thousandths + delta.units_thousandths,
        vat_cents = kept.vat_cents + delta.vat_cents, cost_cents = kept.cost_cents + delta.cost_cents,
        costed_net_cents = kept.costed_net_cents + delta.costed_net_cents
   when not matched then insert
    (businessid, bucket_key, productid, siteid, lines, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents, cost_cents, costed_net_cents)
    values (delta.businessid, delta.bucket_key, delta.productid, delta.siteid, delta.lines, delta.revenue_cents, delta.refunds, delta.refunded_cents,
            delta.units_thousandths, delta.vat_cents, delta.cost_cents, delta.costed_net_cents);
  return null;
end $$;
create or replace trigger roll_up_after_insert after insert on saleitems
  referencing new table as changed for each statement when (not is_importing_business()) execute function roll_up_items('1');
create or replace trigger roll_up_after_delete after delete on saleitems
  referencing old table as changed for each statement when (not is_erasing()) execute function roll_up_items('-1');
create or replace trigger roll_up_after_update_1 after update on saleitems
  referencing old table as changed for each statement when (not is_giving_sales()) execute function roll_up_items('-1');
create or replace trigger roll_up_after_update_2 after update on saleitems
  referencing new table as changed for each statement when (not is_giving_sales()) execute function roll_up_items('1');

-- What payments add to the sums of their methods. The rows are there: roll_up_sales has locked them.
create or replace function roll_up_payments() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  sign constant integer := tg_argv[0]::integer;
begin
  insert into payment_buckets as kept (businessid, bucket_days, bucket_start, siteid, payment_method,
                               orders, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents, cost_cents, costed_net_cents,
                               other_orders, other_cents)
  select c.businessid, s.bucket_days, bucket_start((c.saledate at time zone b.timezone)::date, s.bucket_days), c.siteid,
         c.normalized_payment_method, 0, 0, 0, 0, 0, 0, 0, 0, sign * sum(c.other_orders), sign * sum(c.other_cents)::bigint
    from changed c join business b on b.id = c.businessid cross join (values (1), (4), (16), (64), (256)) s (bucket_days)
   group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (businessid, bucket_days, bucket_start, siteid, payment_method) do update
     set other_orders = kept.other_orders + excluded.other_orders, other_cents = kept.other_cents + excluded.other_cents;
  return null;
end $$;
create or replace trigger roll_up_after_insert after insert on sale_payments
  referencing new table as changed for each statement when (not is_importing_business()) execute function roll_up_payments('1');
create or replace trigger roll_up_after_delete after delete on sale_payments
  referencing old table as changed for each statement when (not is_erasing()) execute function roll_up_payments('-1');
create or replace trigger roll_up_after_update_1 after update on sale_payments
  referencing old table as changed for each statement when (not is_giving_sales()) execute function roll_up_payments('-1');
create or replace trigger roll_up_after_update_2 after update on sale_payments
  referencing new table as changed for each statement when (not is_giving_sales()) execute function roll_up_payments('1');

-- The sums of the sales by everything that a roll-up has as a key.
create or replace function daily_sales(business uuid, first_day date, end_day date)
  returns table (day date, siteid bigint, employeeid bigint, payment_method text, week_hour smallint, orders bigint, revenue_cents bigint,
                 refunds bigint, refunded_cents bigint, units_thousandths bigint, vat_cents bigint, cost_cents bigint, costed_net_cents bigint,
                 small_orders bigint, small_revenue_cents bigint)
  language sql stable
begin atomic
  select (s.saledate at time zone b.timezone)::date, s.siteid, s.employeeid, s.normalized_payment_method,
         week_hour(s.saledate at time zone b.timezone), count(*), sum(s.finalamount_cents)::bigint,
         count(*) filter (where s.finalamount_cents < 0), coalesce(sum(s.finalamount_cents) filter (where s.finalamount_cents < 0), 0)::bigint,
         (sum(s.units) * 1000)::bigint, sum(s.vat_cents)::bigint, sum(s.cost_cents)::bigint, sum(s.costed_net_cents)::bigint,
         count(*) filter (where s.finalamount_cents < 10000),
         coalesce(sum(s.finalamount_cents) filter (where s.finalamount_cents < 10000), 0)::bigint
    from business b
    join sales s on s.businessid = b.id and s.saledate >= first_day::timestamp at time zone b.timezone
                and s.saledate < end_day::timestamp at time zone b.timezone
   where b.id = business
   group by 1, 2, 3, 4, 5;
end;
grant execute on function daily_sales(uuid, date, date) to winkel_tenant;

create or replace function daily_lines(business uuid, first_day date, end_day date)
  returns table (day date, siteid bigint, productid bigint, vat_rate text, lines bigint, revenue_cents bigint, refunds bigint,
                 refunded_cents bigint, units_thousandths bigint, vat_cents bigint, cost_cents bigint, costed_net_cents bigint)
  language sql stable
begin atomic
  select (s.saledate at time zone b.timezone)::date, s.siteid, coalesce(i.productid, 0), i.vat_rate, count(*), sum(i.amount_cents)::bigint,
         count(*) filter (where i.amount_cents < 0), coalesce(sum(i.amount_cents) filter (where i.amount_cents < 0), 0)::bigint,
         (coalesce(sum(i.quantity) filter (where i.productid is not null), 0) * 1000)::bigint, sum(i.vat_cents)::bigint, sum(i.cost_cents)::bigint, sum(i.costed_net_cents)::bigint
    from business b
   cross join lateral (
     -- The planner cannot know how many sales these days have, and would read all lines of the business for a week of them. With 'order by'
     -- and 'offset 0' it looks up the lines of each sale, in the order in which they are stored.
     select s.saleid, s.siteid, s.saledate from sales s
      where s.businessid = b.id and s.saledate >= first_day::timestamp at time zone b.timezone
        and s.saledate < end_day::timestamp at time zone b.timezone
      order by s.saleid
   ) s
   cross join lateral (select * from saleitems where (businessid, saleid) = (b.id, s.saleid) offset 0) i
   where b.id = business
   group by 1, 2, 3, 4;
end;
grant execute on function daily_lines(uuid, date, date) to winkel_tenant;

create or replace function expected_site_daily(business uuid, first_day date, end_day date) returns setof site_daily
  language sql stable
begin atomic
  select business, day, siteid, sum(orders), sum(revenue_cents), sum(refunds), sum(refunded_cents), sum(units_thousandths), sum(vat_cents),
         sum(cost_cents), sum(costed_net_cents)
    from daily_sales(business, first_day, end_day) group by day, siteid;
end;
grant execute on function expected_site_daily(uuid, date, date) to winkel_tenant;

create or replace function expected_sales_buckets(business uuid, first_day date, end_day date) returns setof sales_buckets
  language sql stable
begin atomic
  select business, 1, day, siteid, employeeid, sum(orders), sum(revenue_cents), sum(refunds), sum(refunded_cents), sum(units_thousandths),
         sum(vat_cents), sum(cost_cents), sum(costed_net_cents), sum(small_orders), sum(small_revenue_cents)
    from daily_sales(business, first_day, end_day) group by day, siteid, employeeid;
end;
grant execute on function expected_sales_buckets(uuid, date, date) to winkel_tenant;

create or replace function expected_payment_buckets(business uuid, first_day date, end_day date) returns setof payment_buckets
  language sql stable
begin atomic
  select business, 1, day, siteid, payment_method, sum(orders), sum(revenue_cents), sum(refunds), sum(refunded_cents), sum(units_thousandths),
         sum(vat_cents), sum(cost_cents), sum(costed_net_cents), sum(other_orders), sum(other_cents)
    from (
      select day, siteid, payment_method, orders, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents, cost_cents,
             costed_net_cents, 0 as other_orders, 0 as other_cents
        from daily_sales(business, first_day, end_day)
       union all
      select (p.saledate at time zone b.timezone)::date, p.siteid, p.normalized_payment_method, 0, 0, 0, 0, 0, 0, 0, 0, p.other_orders, p.other_cents
        from business b
        join sale_payments p on p.businessid = b.id and p.saledate >= first_day::timestamp at time zone b.timezone
                            and p.saledate < end_day::timestamp at time zone b.timezone
       where b.id = business
    ) paid
   group by day, siteid, payment_method;
end;
grant execute on function expected_payment_buckets(uuid, date, date) to winkel_tenant;

create or replace function expected_hour_buckets(business uuid, first_day date, end_day date) returns setof hour_buckets
  language sql stable
begin atomic
  select business, 1, day, siteid, week_hour, sum(orders), sum(revenue_cents), sum(refunds), sum(refunded_cents), sum(units_thousandths),
         sum(vat_cents), sum(cost_cents), sum(costed_net_cents)
    from daily_sales(business, first_day, end_day) group by day, siteid, week_hour;
end;
grant execute on function expected_hour_buckets(uuid, date, date) to winkel_tenant;

create or replace function expected_product_buckets(business uuid, first_day date, end_day date) returns setof product_buckets
  language sql stable
begin atomic
  select business, bucket_key(day, 1), productid, siteid, sum(lines), sum(revenue_cents), sum(refunds), sum(refunded_cents),
         sum(units_thousandths), sum(vat_cents), sum(cost_cents), sum(costed_net_cents)
    from daily_lines(business, first_day, end_day) group by day, productid, siteid;
end;
grant execute on function expected_product_buckets(uuid, date, date) to winkel_tenant;

create or replace function expected_vat_daily(business uuid, first_day date, end_day date) returns setof vat_daily
  language sql stable
begin atomic
  select business, day, siteid, vat_rate, false, sum(lines), sum(revenue_cents), sum(refunds), sum(refunded_cents), sum(units_thousandths),
         sum(vat_cents), sum(cost_cents), sum(costed_net_cents)
    from daily_lines(business, first_day, end_day) group by day, siteid, vat_rate
   union all
  -- What the sales have that no line has.
  select business, (s.saledate at time zone b.timezone)::date, s.siteid, s.vat_rate, true, count(*),
         sum(s.finalamount_cents - s.itemised_cents), count(*) filter (where s.finalamount_cents < s.itemised_cents),
         coalesce(sum(s.finalamount_cents - s.itemised_cents) filter (where s.finalamount_cents < s.itemised_cents), 0), 0,
         sum(s.vat_cents - s.itemised_vat_cents), 0, 0
    from business b
    join sales s on s.businessid = b.id and s.saledate >= first_day::timestamp at time zone b.timezone
                and s.saledate < end_day::timestamp at time zone b.timezone
   where b.id = business and s.finalamount_cents <> s.itemised_cents
   group by 2, 3, 4;
end;
grant execute on function expected_vat_daily(uuid, date, date) to winkel_tenant;
