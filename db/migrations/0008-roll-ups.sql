-- The dashboard's figures, kept by the database as sales are written, so whoever writes (a till, an import, psql) leaves
-- them right and reading them costs days, not sales.
--
-- site_daily holds each day of each site: the daily series. The other three hold spans of 1, 4, 16, 64 and 256 days, each
-- span beginning where its length divides the days since 1970-01-01. Any range is a sum of few spans, less few others (a
-- fortnight is 16 days less one and one): a month of a shop with 5,000 products is read from some 24,000 rows instead of
-- 110,000, and a year from some 40,000. Calendar months in place of the longer spans would leave up to sixty single days
-- at a range's ends, which is most of the work.
--
-- A row whose sales were all taken away again stays, with zeros; whoever reads leaves out what has no orders or lines.

-- Decision 8: one group per method however it was typed.
create function payment_group(payment_method text) returns text
  language sql immutable parallel safe
  return coalesce(nullif(lower(btrim(payment_method)), ''), 'unknown');

-- What a line comes to, in cents as on the slip.
create function line_total(quantity numeric, price numeric) returns numeric
  language sql immutable parallel safe
  return round(quantity * price, 2);

create function span_start(day date, span integer) returns date
  language sql immutable parallel safe
  return day - (day - date '1970-01-01') % span;

grant execute on function line_total(numeric, numeric) to winkel_tenant;

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

create table sales_spans (
  businessid uuid not null default current_business() references business (id),
  span smallint not null,
  span_start date not null,
  siteid bigint not null,
  employeeid bigint not null,
  orders bigint not null,
  revenue numeric(14, 2) not null,
  -- Those below R100, for the sales screen's filter.
  small_orders bigint not null,
  small_revenue numeric(14, 2) not null,
  primary key (businessid, span, span_start, siteid, employeeid) include (orders, revenue, small_orders, small_revenue),
  constraint sales_spans__site foreign key (businessid, siteid) references site (businessid, siteid) on delete cascade,
  constraint sales_spans__employee foreign key (businessid, employeeid) references employee (businessid, employeeid) on delete cascade
);
create index sales_spans__by_site on sales_spans (businessid, siteid);
create index sales_spans__by_employee on sales_spans (businessid, employeeid);

create table payment_spans (
  businessid uuid not null default current_business() references business (id),
  span smallint not null,
  span_start date not null,
  siteid bigint not null,
  payment_method text not null,
  orders bigint not null,
  primary key (businessid, span, span_start, siteid, payment_method) include (orders),
  constraint payment_spans__site foreign key (businessid, siteid) references site (businessid, siteid) on delete cascade
);
create index payment_spans__by_site on payment_spans (businessid, siteid);

create table product_spans (
  businessid uuid not null default current_business() references business (id),
  span smallint not null,
  span_start date not null,
  productid bigint not null,
  lines bigint not null,
  quantity numeric(15, 3) not null,
  revenue numeric(14, 2) not null,
  -- No foreign key to the product and no index for one: the lines that a row sums up have theirs, and this is the table that
  -- is written most.
  primary key (businessid, span, span_start, productid) include (lines, quantity, revenue)
);

do $$
declare
  rollup text;
begin
  foreach rollup in array array['site_daily', 'sales_spans', 'payment_spans', 'product_spans'] loop
    execute format('alter table %I enable row level security, force row level security', rollup);
    execute format('create policy %I on %I to winkel_tenant
                      using (businessid = (select current_business())) with check (businessid = (select current_business()))',
                   rollup || '__tenant', rollup);
    execute format('create policy %I on %I to current_user using (true) with check (true)', rollup || '__owner', rollup);
    execute format('grant select on %I to winkel_tenant', rollup);
  end loop;
end $$;

-- Called with 1 for rows that came and -1 for rows that went; an update is both. Every upsert goes in key order, so that
-- tills that write at once queue up instead of locking each other out.
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

  insert into sales_spans as kept (businessid, span, span_start, siteid, employeeid, orders, revenue, small_orders, small_revenue)
  select c.businessid, s.span, span_start((c.saledate at time zone b.timezone)::date, s.span), c.siteid, c.employeeid,
         sign * count(*), sign * sum(c.finalamount),
         sign * count(*) filter (where c.finalamount < 100),
         sign * coalesce(sum(c.finalamount) filter (where c.finalamount < 100), 0)
    from changed c join business b on b.id = c.businessid
   cross join (values (1), (4), (16), (64), (256)) s (span)
   group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (businessid, span, span_start, siteid, employeeid) do update
     set orders = kept.orders + excluded.orders, revenue = kept.revenue + excluded.revenue,
         small_orders = kept.small_orders + excluded.small_orders, small_revenue = kept.small_revenue + excluded.small_revenue;

  insert into payment_spans as kept (businessid, span, span_start, siteid, payment_method, orders)
  select c.businessid, s.span, span_start((c.saledate at time zone b.timezone)::date, s.span), c.siteid,
         payment_group(c.payment_method), sign * count(*)
    from changed c join business b on b.id = c.businessid
   cross join (values (1), (4), (16), (64), (256)) s (span)
   group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (businessid, span, span_start, siteid, payment_method) do update set orders = kept.orders + excluded.orders;
  return null;
end $$;

-- No upsert: move_stock, whose triggers are named to come first, holds every product that these lines speak of, and with it
-- all rows of that product here. That spares each row one of two locks and an order.
create function roll_up_items() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  sign constant integer := tg_argv[0]::integer;
begin
  with of_day as (
    select c.businessid, (c.saledate at time zone b.timezone)::date as day, c.productid,
           count(*) as lines, sum(c.quantity) as quantity, sum(line_total(c.quantity, c.price)) as revenue
      from changed c join business b on b.id = c.businessid
     group by 1, 2, 3
  ), more as (
    select businessid, span, span_start(day, span) as span_start, productid,
           sign * sum(lines) as lines, sign * sum(quantity) as quantity, sign * sum(revenue) as revenue
      from of_day cross join (values (1), (4), (16), (64), (256)) s (span)
     group by 1, 2, 3, 4
  )
  merge into product_spans kept using more
     on (kept.businessid, kept.span, kept.span_start, kept.productid) = (more.businessid, more.span, more.span_start, more.productid)
   when matched then update
    set lines = kept.lines + more.lines, quantity = kept.quantity + more.quantity, revenue = kept.revenue + more.revenue
   when not matched then insert (businessid, span, span_start, productid, lines, quantity, revenue)
    values (more.businessid, more.span, more.span_start, more.productid, more.lines, more.quantity, more.revenue);
  return null;
end $$;

create trigger roll_up_after_insert after insert on sales
  referencing new table as changed for each statement execute function roll_up_sales('1');
create trigger roll_up_after_delete after delete on sales
  referencing old table as changed for each statement execute function roll_up_sales('-1');
create trigger roll_up_after_update_1 after update on sales
  referencing old table as changed for each statement execute function roll_up_sales('-1');
create trigger roll_up_after_update_2 after update on sales
  referencing new table as changed for each statement execute function roll_up_sales('1');

create trigger roll_up_after_insert after insert on saleitems
  referencing new table as changed for each statement execute function roll_up_items('1');
create trigger roll_up_after_delete after delete on saleitems
  referencing old table as changed for each statement execute function roll_up_items('-1');
create trigger roll_up_after_update_1 after update on saleitems
  referencing old table as changed for each statement execute function roll_up_items('-1');
create trigger roll_up_after_update_2 after update on saleitems
  referencing new table as changed for each statement execute function roll_up_items('1');

-- The zone says on which day a sale counts, so it can only be chosen before the first one.
create function keep_timezone() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (select from sales s where s.businessid = new.id) then
    raise exception 'the time zone of a business with sales cannot change' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_timezone before update of timezone on business
  for each row when (old.timezone is distinct from new.timezone) execute function keep_timezone();
