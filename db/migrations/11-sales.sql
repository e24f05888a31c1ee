-- Sales: what was sold, what it includes of VAT and cost, and what its lines do to the stock.
--
-- A line keeps the name, prices and VAT rate of its product as they were at the time of the sale. South African prices include VAT. The
-- amount of a sale may differ from its lines (a discount, a rounding); the difference is spread over them, so that the amounts of the lines
-- always add up to the sale's. contract/figures.ts and docs/figures.md define the figures that come of these columns.
--
-- Tills and imports (17-sales-imports.sql) write sales and no screen changes them; only the owner of the database corrects or
-- deletes one, and the triggers here and in the next file then keep stock and roll-ups right. A business may have millions of
-- sales, so each order and each filter of the sales list has an index that answers it alone.
--
-- The functions of generated columns and checks are in plpgsql: those in SQL are inlined again in every INSERT, which took a seventh of the
-- processor time of a transaction with one sale.

-- 'Cash', 'cash ' and 'CASH' are one payment method; a blank one is 'unknown'.
create function normalize_payment_method(payment_method text) returns text
  language plpgsql immutable parallel safe
as $$
begin
  return coalesce(nullif(lower(btrim(payment_method)), ''), 'unknown');
end $$;
grant execute on function normalize_payment_method(text) to winkel_tenant;

-- The VAT that an amount includes, rounded to cents, half away from zero. The rate as format_vat_rate writes it.
create function included_vat_cents(amount_cents bigint, vat_rate text) returns bigint
  language plpgsql immutable parallel safe
as $$
begin
  return case vat_rate when 'exempt' then 0 when '0' then 0
              else round(amount_cents * vat_rate::numeric / (100 + vat_rate::numeric))::bigint end;
end $$;
grant execute on function included_vat_cents(bigint, text) to winkel_tenant;

create function is_vat_rate(vat_rate text) returns boolean
  language plpgsql immutable parallel safe
as $$
begin
  return vat_rate = 'exempt' or vat_rate ~ '^(0|[1-9]\d?)(\.\d?[1-9])?$';
end $$;
grant execute on function is_vat_rate(text) to winkel_tenant;

-- The part of an amount that falls to a part of a whole, rounded to cents. Without a whole, all of it.
create function spread_amount(amount numeric, part numeric, whole numeric) returns numeric
  language sql immutable parallel safe
  return case when whole = 0 then amount else round(amount * part / whole, 2) end;
grant execute on function spread_amount(numeric, numeric, numeric) to winkel_tenant;

create table sales (
  -- No foreign key to the business: the composite keys below imply it, and every key costs time at every sale.
  businessid uuid not null default current_business(),
  saleid bigint generated always as identity,
  siteid bigint not null,
  employeeid bigint not null,
  saledate timestamptz not null,
  closetime timestamptz,
  -- Negative for a refund. Stored as the till sent it, even where the lines add up to another amount (a discount, a rounding).
  finalamount numeric(12, 2) not null,
  payment_method text,
  -- The till's own number for the sale, or what an import derives from its file. A sale that is sent twice is recognised by it,
  -- however late. Null for sales that neither a till nor an import sent.
  reference text,
  -- Distinguishes the same sale sent again from another sale under the same reference.
  content_hash bytea,
  received_at timestamptz not null default now(),
  -- The import that added it; null for a till. Its foreign key is in 17-sales-imports.sql, which creates the table.
  importid bigint,
  -- Sums of the lines, so that figures of sales are read without their lines. A till or an import gives them with the sale; the
  -- trigger correct_sale_sums corrects them when the owner of the database or a function of this schema changes lines.
  units numeric(14, 3) not null default 0,
  cost_cents bigint not null default 0,
  -- The amounts without VAT of the lines whose cost is known.
  costed_net_cents bigint not null default 0,
  itemised_cents bigint not null default 0,
  itemised_vat_cents bigint not null default 0,
  -- Of what no line has, such as all of a sale without lines: its rate, and its VAT where a file says how much it was.
  vat_rate text not null,
  stated_vat_cents bigint,
  vat_cents bigint not null generated always as
    (itemised_vat_cents + case (finalamount * 100)::bigint when itemised_cents then 0
       else coalesce(stated_vat_cents, included_vat_cents((finalamount * 100)::bigint - itemised_cents, vat_rate)) end) stored,
  -- The amount as a whole number. Under row security an index condition may use leakproof operators only; those of bigint are,
  -- those of numeric are not.
  finalamount_cents bigint not null generated always as ((finalamount * 100)::bigint) stored,
  -- Stored for the same reason: `lower` is not leakproof.
  normalized_payment_method text not null generated always as (normalize_payment_method(payment_method)) stored,
  primary key (businessid, saleid),
  constraint sales__reference_unique unique (businessid, reference),
  -- What the foreign key of the lines refers to, so that their copies always equal these.
  constraint sales__lines_key unique (businessid, saleid, saledate, siteid, employeeid),
  constraint sales__site foreign key (businessid, siteid) references site (businessid, siteid),
  constraint sales__employee foreign key (businessid, employeeid) references employee (businessid, employeeid),
  -- The years 1990 to 2099 and a day at either end, because a year begins at another instant in each time zone.
  constraint sales__saledate check (saledate between '1989-12-31T00:00Z' and '2100-01-02T00:00Z'),
  constraint sales__closetime check (closetime between '1989-12-31T00:00Z' and '2100-01-02T00:00Z'),
  constraint sales__finalamount check (finalamount between -9999999999.99 and 9999999999.99),
  constraint sales__payment_method check (char_length(payment_method) <= 40),
  constraint sales__reference check (char_length(reference) between 1 and 100),
  constraint sales__vat_rate check (is_vat_rate(vat_rate))
)
-- An index answers without the table only for pages that vacuum has visited since they were written. By default vacuum visits a
-- table after a fifth of it was added, here every ten weeks of a shop with a million sales a year; until then the latest sales
-- take three times as long to read. Each of these visits takes moments.
with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index sales__by_date on sales (businessid, saledate, saleid);
-- The list of one site or one employee by date. They serve the two foreign keys too.
create index sales__by_site_and_date on sales (businessid, siteid, saledate, saleid) include (finalamount_cents);
create index sales__by_employee_and_date on sales (businessid, employeeid, saledate, saleid) include (finalamount_cents);
-- The list by amount. Neighbours in this order lie far apart in the table, so the index includes everything that a filter
-- tests.
create index sales__by_amount on sales (businessid, finalamount_cents, saleid) include (saledate, siteid, employeeid);
-- The specification's filter 'below R100'. Where such sales are few, their pages are not searched for among all others.
create index sales__small on sales (businessid, saledate, saleid) where finalamount_cents < 10000;
-- The list of one payment method, and its sums where the roll-ups have none: of one employee, of a sale id, below R100.
create index sales__by_payment_method_and_date on sales (businessid, normalized_payment_method, saledate, saleid)
  include (siteid, employeeid, finalamount_cents);
-- Refunds are few, so their list and their sums are read from here and no roll-up has them.
create index sales__refunds on sales (businessid, saledate, saleid)
  include (siteid, employeeid, finalamount_cents, normalized_payment_method) where finalamount_cents < 0;
call enforce_tenancy('sales');
-- Tills read and write the sales of their own sites, whatever the statement says.
create policy sales__till on sales as restrictive to winkel_tenant
  using (coalesce(siteid = any((select current_till_sites())::bigint[]), (select current_till_sites()) is null));
grant select, insert (siteid, employeeid, saledate, closetime, finalamount, payment_method, reference, content_hash, importid,
                      units, cost_cents, costed_net_cents, itemised_cents, itemised_vat_cents, vat_rate, stated_vat_cents)
  on sales to winkel_tenant;

-- The amount of a line, rounded to cents as on the receipt.
create function line_total(quantity numeric, price numeric) returns numeric
  language plpgsql immutable parallel safe
as $$
begin
  return round(quantity * price, 2);
end $$;
grant execute on function line_total(numeric, numeric) to winkel_tenant;

-- The VAT of a line in cents: what a file says, or what the amount includes.
create function line_vat_cents(stated_vat_cents bigint, amount numeric, vat_rate text) returns bigint
  language plpgsql immutable parallel safe
as $$
begin
  return coalesce(stated_vat_cents, included_vat_cents((amount * 100)::bigint, vat_rate));
end $$;
grant execute on function line_vat_cents(bigint, numeric, text) to winkel_tenant;

create table saleitems (
  businessid uuid not null default current_business(),
  saleid bigint not null,
  line smallint not null,
  -- False for lines of an import that left the stock alone.
  moves_stock boolean not null default true,
  -- Copies of the sale's columns, kept equal by the foreign key: lines are found and summed without their sales.
  saledate timestamptz not null,
  siteid bigint not null,
  employeeid bigint not null,
  productid bigint not null,
  quantity numeric(12, 3) not null,
  -- As they were at the time of the sale; the product's own may change later.
  productname text not null,
  price numeric(12, 2) not null,
  -- Null where it was not known.
  purchaseprice numeric(12, 2),
  vat_rate text not null,
  -- Neither the product nor the till or file said the rate.
  is_vat_assumed boolean not null default false,
  -- The VAT in cents where a file says how much it was.
  stated_vat_cents bigint,
  -- The line's part of what the sale's amount differs from its lines, and what its own discount takes off.
  adjustment numeric(12, 2) not null default 0,
  amount_cents bigint not null
    generated always as (((line_total(quantity, price) + adjustment) * 100)::bigint) stored,
  vat_cents bigint not null
    generated always as (line_vat_cents(stated_vat_cents, line_total(quantity, price) + adjustment, vat_rate)) stored,
  cost_cents bigint not null generated always as (coalesce((line_total(quantity, purchaseprice) * 100)::bigint, 0)) stored,
  costed_net_cents bigint not null generated always as
    (case when purchaseprice is null then 0
          else ((line_total(quantity, price) + adjustment) * 100)::bigint
               - line_vat_cents(stated_vat_cents, line_total(quantity, price) + adjustment, vat_rate) end) stored,
  primary key (businessid, saleid, line),
  constraint saleitems__sale foreign key (businessid, saleid, saledate, siteid, employeeid)
    references sales (businessid, saleid, saledate, siteid, employeeid) on update cascade on delete cascade,
  constraint saleitems__product foreign key (businessid, productid) references product (businessid, productid),
  constraint saleitems__quantity check (quantity between -1000000 and 1000000),
  constraint saleitems__price check (price between 0 and 9999999999.99),
  constraint saleitems__purchaseprice check (purchaseprice between 0 and 9999999999.99),
  constraint saleitems__vat_rate check (is_vat_rate(vat_rate))
);
create index saleitems__by_product on saleitems (businessid, productid, saledate);
call enforce_tenancy('saleitems');
grant select, insert (saleid, line, moves_stock, saledate, siteid, employeeid, productid, quantity, productname, price, purchaseprice,
                      vat_rate, is_vat_assumed, stated_vat_cents, adjustment)
  on saleitems to winkel_tenant;

-- Rows that are written without a rate, by psql for example, get that of the day: lines that of their product.
create function set_vat_rate() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  day constant date := (select (new.saledate at time zone b.timezone)::date from business b where b.id = new.businessid);
  code text := 'standard';
begin
  if tg_table_name = 'saleitems' then
    select p.vat_code into code from product p where p.businessid = new.businessid and p.productid = new.productid;
  end if;
  new.vat_rate := vat_rate_on(new.businessid, coalesce(code, 'standard'), day);
  return new;
end $$;
create trigger set_vat_rate before insert on sales for each row when (new.vat_rate is null) execute function set_vat_rate();
create trigger set_vat_rate before insert on saleitems for each row when (new.vat_rate is null) execute function set_vat_rate();

create function correct_sale_sums() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  -- For the reason given at move_stock.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  update sales s
     set units = lines.units, cost_cents = lines.cost_cents, costed_net_cents = lines.costed_net_cents,
         itemised_cents = lines.amount_cents, itemised_vat_cents = lines.vat_cents
    from (
      select c.businessid, c.saleid, coalesce(sum(i.quantity), 0) as units, coalesce(sum(i.cost_cents), 0)::bigint as cost_cents,
             coalesce(sum(i.costed_net_cents), 0)::bigint as costed_net_cents,
             coalesce(sum(i.amount_cents), 0)::bigint as amount_cents, coalesce(sum(i.vat_cents), 0)::bigint as vat_cents
        from (select distinct businessid, saleid from changed) c
        left join saleitems i using (businessid, saleid)
       group by 1, 2
    ) lines
   where (s.businessid, s.saleid) = (lines.businessid, lines.saleid)
     and (s.units, s.cost_cents, s.costed_net_cents, s.itemised_cents, s.itemised_vat_cents)
         is distinct from (lines.units, lines.cost_cents, lines.costed_net_cents, lines.amount_cents, lines.vat_cents);
  return null;
end $$;

-- Lines change the stock in their own transaction and record one movement a line. The argument is 1 for rows that were inserted
-- and -1 for rows that were deleted; an update is both, the old rows out and the new rows in.
create function move_stock() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  -- A plan that was made while the tables were small is kept when they have grown. Only lookups by key are right for both.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  sign constant integer := tg_argv[0]::integer;
begin
  -- Deleted sales delete their lines one by one, and mostly have none left.
  if not exists (select from changed) then
    return null;
  end if;
  -- In key order, so that two tills that sell the same two products do not deadlock. Products whose stock stays as it is are
  -- locked too, because roll_up_items in the next file relies on that.
  perform from product p
    where (p.businessid, p.productid) in (select c.businessid, c.productid from changed c)
    order by p.businessid, p.productid
    for no key update;

  insert into stock_movements (businessid, productid, reason, stock_before, stock_after, saleid)
  select step.businessid, step.productid,
         case when sign < 0 then 'correction' when step.quantity < 0 then 'refund' else 'sale' end,
         p.stock - step.so_far + step.quantity, p.stock - step.so_far, step.saleid
    from (
      select c.businessid, c.productid, c.saleid, c.line, c.quantity * sign as quantity,
             sum(c.quantity * sign) over (
               partition by c.businessid, c.productid order by c.saleid, c.line rows unbounded preceding
             ) as so_far
        from changed c
       where c.quantity <> 0 and c.moves_stock
    ) step
    join product p on (p.businessid, p.productid) = (step.businessid, step.productid)
   order by step.saleid, step.line;

  update product p set stock = p.stock - taken.quantity
    from (
      select c.businessid, c.productid, sum(c.quantity) * sign as quantity from changed c where c.moves_stock group by 1, 2
    ) taken
   where (p.businessid, p.productid) = (taken.businessid, taken.productid);
  return null;
end $$;

-- An import of a whole business has the stock as it is after its sales, and its roll-ups are built once when all rows are there. It
-- turns the triggers of new sales and lines off for its transaction. A tenant cannot.
create function is_importing_business() returns boolean
  language sql stable
  return current_user <> 'winkel_tenant' and coalesce(current_setting('app.importing_business', true), '') = 'on';

-- The erasure of a business deletes what triggers keep equal, and that of a name changes texts which nobody else changes
-- (29-closing.sql). It turns these triggers off for its transaction. A tenant cannot.
create function is_erasing() returns boolean
  language sql stable
  return current_user <> 'winkel_tenant' and coalesce(current_setting('app.erasing', true), '') = 'on';
-- A trigger's condition runs with the rights of the role that writes.
grant execute on function is_importing_business(), is_erasing() to winkel_tenant;

-- Before the triggers of the stock and the roll-ups by name: like a new sale it locks the roll-ups of its day before its products.
create trigger correct_sale_sums_after_insert after insert on saleitems
  referencing new table as changed for each statement
  when (current_user <> 'winkel_tenant' and not is_importing_business()) execute function correct_sale_sums();
create trigger correct_sale_sums_after_delete after delete on saleitems
  referencing old table as changed for each statement when (not is_erasing()) execute function correct_sale_sums();
create trigger correct_sale_sums_after_update_1 after update on saleitems
  referencing old table as changed for each statement execute function correct_sale_sums();
create trigger correct_sale_sums_after_update_2 after update on saleitems
  referencing new table as changed for each statement execute function correct_sale_sums();

-- A product of the list with a barcode, or without one with a name.
create function find_added_product(business uuid, site bigint, sold_barcode text, sold_name text) returns bigint
  language sql stable
  return (
    select p.productid from product p
     where p.businessid = business and p.siteid = site and p.archived_at is null
       and case sold_barcode when '' then lower(p.productname) collate "C" = lower(sold_name collate "und-x-icu") collate "C"
                             else p.barcode = sold_barcode end
     order by p.productid limit 1);

-- What sales of a site call by a barcode or name that no product has: the product that a person said it is, an unknown product that is
-- there already, or a new one. A product that was added in between is found too. `lines` has (barcode, productname, price).
create function find_or_add_unknown_products(site bigint, lines json) returns table (barcode text, productname text, productid bigint)
  language plpgsql security definer set search_path = public, pg_temp
  -- For the reason given at move_stock.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  own_business constant uuid := current_business();
begin
  if not coalesce(site = any(current_till_sites()), true) or not exists (
    select from site s where s.businessid = own_business and s.siteid = site
  ) then
    raise exception 'no such site' using errcode = 'foreign_key_violation';
  end if;
  insert into product (businessid, siteid, barcode, productname, price, archived_at, is_unknown)
  select own_business, site, line.barcode, line.productname, line.price, now(), true
    from json_to_recordset(lines) as line (barcode text, productname text, price numeric)
   where find_added_product(own_business, site, line.barcode, line.productname) is null
   -- In one order everywhere, so that two tills that sell the same two products do not deadlock.
   order by line.barcode, lower(line.productname) collate "C"
  on conflict do nothing;
  return query
    select line.barcode, line.productname, coalesce(find_added_product(own_business, site, line.barcode, line.productname), (
             select coalesce(p.same_as, p.productid) from product p
              where p.businessid = own_business and p.siteid = site and p.is_unknown and p.barcode = line.barcode
                and (case p.barcode when '' then lower(p.productname) collate "C" else '' end)
                    = (case line.barcode when '' then lower(line.productname collate "und-x-icu") collate "C" else '' end)))
      from json_to_recordset(lines) as line (barcode text, productname text);
end $$;
grant execute on function find_or_add_unknown_products(bigint, json) to winkel_tenant;

-- Gives lines of an unknown product to the product that it turned out to be, at most as many, and returns how many. When it was itself
-- added, both are the same. The lines get what the product knows: the purchase price, and the rate of their day where it was assumed. No
-- stock changes, because nobody has counted it with these lines.
create function move_unknown_lines(unknown bigint, known bigint, max_lines integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp
  -- For the reason given at move_stock.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  own_business constant uuid := current_business();
  moved integer;
begin
  with own as (
    select p.productid, p.vat_code, case when p.purchaseprice > 0 or p.is_free then p.purchaseprice end as purchaseprice
      from product p
     where p.businessid = own_business and p.productid = known and not p.is_unknown
       and (unknown = known or exists (
         select from product u where u.businessid = own_business and u.productid = unknown and u.is_unknown and u.same_as = known))
  ), chosen as (
    select i.saleid, i.line
      from saleitems i cross join own
     where i.businessid = own_business and i.productid = unknown
       and (unknown <> known or i.is_vat_assumed or (i.purchaseprice is null and own.purchaseprice is not null))
     order by i.saleid, i.line limit max_lines
  )
  update saleitems i
     set productid = own.productid, purchaseprice = coalesce(i.purchaseprice, own.purchaseprice), is_vat_assumed = false,
         vat_rate = case when i.is_vat_assumed
                         then vat_rate_on(own_business, own.vat_code, (i.saledate at time zone b.timezone)::date) else i.vat_rate end
    from chosen, own, business b
   where b.id = own_business and i.businessid = own_business and i.saleid = chosen.saleid and i.line = chosen.line;
  get diagnostics moved = row_count;
  return moved;
end $$;
grant execute on function move_unknown_lines(bigint, bigint, integer) to winkel_tenant;

create trigger move_stock_after_insert after insert on saleitems
  referencing new table as changed for each statement when (not is_importing_business()) execute function move_stock('1');
create trigger move_stock_after_delete after delete on saleitems
  referencing old table as changed for each statement when (not is_erasing()) execute function move_stock('-1');
create trigger move_stock_after_update_1 after update on saleitems
  referencing old table as changed for each statement execute function move_stock('-1');
create trigger move_stock_after_update_2 after update on saleitems
  referencing new table as changed for each statement execute function move_stock('1');
