-- The id-prefix index: counts and sums of the sales whose id begins with the digits that a user types into the sales list.
--
-- The ids that begin with 42 are 42, 420 to 429, 4200 to 4299 and so on: one range for each number of further digits. A long
-- range consists of whole prefixes: 4200000 to 4299999 are the prefixes 420 to 429, each with 4 further digits. This table
-- keeps the sums of each prefix with 4 and with 6 further digits; shorter ranges are counted from the sales themselves, at most
-- 1,111 rows. Prefixes with 8 would pay only when a day brings millions of sales.
--
-- By day, site and employee, because the list groups and filters by them.

create table sales_id_prefixes (
  businessid uuid not null default current_business() references business (id),
  -- How many digits follow the prefix.
  suffix_digits smallint not null,
  prefix bigint not null,
  day date not null,
  siteid bigint not null,
  employeeid bigint not null,
  orders bigint not null,
  revenue_cents bigint not null,
  -- The sales below R100 among them.
  small_orders bigint not null,
  small_revenue_cents bigint not null,
  primary key (businessid, suffix_digits, prefix, day, siteid, employeeid),
  constraint sales_id_prefixes__site foreign key (businessid, siteid) references site (businessid, siteid) on delete cascade,
  constraint sales_id_prefixes__employee
    foreign key (businessid, employeeid) references employee (businessid, employeeid) on delete cascade
);
create index sales_id_prefixes__by_site on sales_id_prefixes (businessid, siteid);
create index sales_id_prefixes__by_employee on sales_id_prefixes (businessid, employeeid);
call enforce_tenancy('sales_id_prefixes');
grant select on sales_id_prefixes to winkel_tenant;

create function id_prefix(saleid bigint, suffix_digits integer) returns bigint
  language sql immutable parallel safe
  return saleid / (10 ^ suffix_digits)::bigint;

-- Like roll_up_sales: 1 for rows that were inserted, -1 for rows that were deleted, in key order.
create function roll_up_id_prefixes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  sign constant integer := tg_argv[0]::integer;
begin
  insert into sales_id_prefixes as kept
    (businessid, suffix_digits, prefix, day, siteid, employeeid, orders, revenue_cents, small_orders, small_revenue_cents)
  select c.businessid, s.suffix_digits, id_prefix(c.saleid, s.suffix_digits), (c.saledate at time zone b.timezone)::date,
         c.siteid, c.employeeid,
         sign * count(*), sign * sum(c.finalamount_cents),
         sign * count(*) filter (where c.finalamount_cents < 10000),
         sign * coalesce(sum(c.finalamount_cents) filter (where c.finalamount_cents < 10000), 0)
    from changed c join business b on b.id = c.businessid
   cross join (values (4), (6)) s (suffix_digits)
   group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (businessid, suffix_digits, prefix, day, siteid, employeeid) do update
     set orders = kept.orders + excluded.orders, revenue_cents = kept.revenue_cents + excluded.revenue_cents,
         small_orders = kept.small_orders + excluded.small_orders, small_revenue_cents = kept.small_revenue_cents + excluded.small_revenue_cents;
  return null;
end $$;

create trigger roll_up_id_prefixes_after_insert after insert on sales
  referencing new table as changed for each statement when (not is_importing_business()) execute function roll_up_id_prefixes('1');
create trigger roll_up_id_prefixes_after_delete after delete on sales
  referencing old table as changed for each statement execute function roll_up_id_prefixes('-1');
create trigger roll_up_id_prefixes_after_update_1 after update on sales
  referencing old table as changed for each statement execute function roll_up_id_prefixes('-1');
create trigger roll_up_id_prefixes_after_update_2 after update on sales
  referencing new table as changed for each statement execute function roll_up_id_prefixes('1');
