-- 'Cash', 'cash ' and 'CASH' are one payment method; a blank one is 'unknown'.
create or replace function normalize_payment_method(payment_method text) returns text
  language plpgsql immutable parallel safe
as $$
begin
  return coalesce(nullif(lower(btrim(payment_method)), ''), 'unknown');
end $$;
grant execute on function normalize_payment_method(text) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- The VAT that an amount includes, rounded to cents, half away from zero. The rate as format_vat_rate writes it.
create or replace function included_vat_cents(amount_cents bigint, vat_rate text) returns bigint
  language plpgsql immutable parallel safe
as $$
begin
  return case vat_rate when 'exempt' then 0 when '0' then 0
              else round(amount_cents * vat_rate::numeric / (100 + vat_rate::numeric))::bigint end;
end $$;
grant execute on function included_vat_cents(bigint, text) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

create or replace function is_vat_rate(vat_rate text) returns boolean
  language plpgsql immutable parallel safe
as $$
begin
  return vat_rate = 'exempt' or vat_rate ~ '^(0|[1-9]\d?)(\.\d?[1-9])?$';
end $$;
grant execute on function is_vat_rate(text) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- The part of an amount that falls to a part of a whole, rounded to cents. Without a whole, all of it.
create or replace function spread_amount(amount numeric, part numeric, whole numeric) returns numeric
  language sql immutable parallel safe
  return case when whole = 0 then amount else round(amount * part / whole, 2) end;
grant execute on function spread_amount(numeric, numeric, numeric)
  to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- The amount of a line, rounded to cents as on the receipt.
create or replace function line_total(quantity numeric, price numeric) returns numeric
  language plpgsql immutable parallel safe
as $$
begin
  return round(quantity * price, 2);
end $$;
grant execute on function line_total(numeric, numeric) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- Quantity times price of a line as the till sent it, which may be of cartons, before its discount.
create or replace function sent_total(quantity numeric, price numeric, exact_price numeric, scanned_units numeric, scanned_price numeric)
  returns numeric
  language sql immutable parallel safe
  return line_total(quantity / coalesce(scanned_units, 1), coalesce(scanned_price, exact_price, price));
grant execute on function sent_total(numeric, numeric, numeric, numeric, numeric)
  to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- The VAT of a line in cents: what a file says, or what the amount includes.
create or replace function line_vat_cents(stated_vat_cents bigint, amount numeric, vat_rate text) returns bigint
  language plpgsql immutable parallel safe
as $$
begin
  return coalesce(stated_vat_cents, included_vat_cents((amount * 100)::bigint, vat_rate));
end $$;
grant execute on function line_vat_cents(bigint, numeric, text)
  to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- Rows that are written without a rate, by psql for example, get that of the day: lines that of their product.
create or replace function set_vat_rate() returns trigger
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
create or replace trigger set_vat_rate before insert on sales for each row when (new.vat_rate is null) execute function set_vat_rate();
create or replace trigger set_vat_rate before insert on saleitems for each row when (new.vat_rate is null) execute function set_vat_rate();

create or replace function correct_sale_sums() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  -- For the reason given at move_stock.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
as $$
begin
  update sales s
     set units = lines.units, cost_cents = lines.cost_cents, costed_net_cents = lines.costed_net_cents,
         itemised_cents = lines.amount_cents, itemised_vat_cents = lines.vat_cents
    from (
      select c.businessid, c.saleid, coalesce(sum(i.quantity) filter (where i.productid is not null), 0) as units, coalesce(sum(i.cost_cents), 0)::bigint as cost_cents,
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

-- Before the triggers of the stock and the roll-ups by name: like a new sale it locks the roll-ups of its day before its products.
create or replace trigger correct_sale_sums_after_insert after insert on saleitems
  referencing new table as changed for each statement
  when (not is_request() and not is_importing_business()) execute function correct_sale_sums();
create or replace trigger correct_sale_sums_after_delete after delete on saleitems
  referencing old table as changed for each statement when (not is_erasing()) execute function correct_sale_sums();
create or replace trigger correct_sale_sums_after_update_1 after update on saleitems
  referencing old table as changed for each statement when (not is_giving_sales()) execute function correct_sale_sums();
create or replace trigger correct_sale_sums_after_update_2 after update on saleitems
  referencing new table as changed for each statement when (not is_giving_sales()) execute function correct_sale_sums();

-- Lines change the stock in their own transaction and record one movement a line. The argument is 1 for rows that were inserted
-- and -1 for rows that were deleted; an update is both, the old rows out and the new rows in.
create or replace function move_stock() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  -- A plan that was made while the tables were small is kept when they have grown. Only lookups by key are right for both.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
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
create or replace trigger move_stock_after_insert after insert on saleitems
  referencing new table as changed for each statement when (not is_importing_business()) execute function move_stock('1');
create or replace trigger move_stock_after_delete after delete on saleitems
  referencing old table as changed for each statement when (not is_erasing()) execute function move_stock('-1');
create or replace trigger move_stock_after_update_1 after update on saleitems
  referencing old table as changed for each statement when (not is_giving_sales()) execute function move_stock('-1');
create or replace trigger move_stock_after_update_2 after update on saleitems
  referencing new table as changed for each statement when (not is_giving_sales()) execute function move_stock('1');

-- An import of a whole business has the stock as it is after its sales, and its roll-ups are built once when all rows are there. It
-- turns the triggers of new sales and lines off for its transaction. A tenant cannot.
create or replace function is_importing_business() returns boolean
  language sql stable
  return coalesce(current_setting('app.importing_business', true), '') = 'on' and is_owner_of_database();
grant execute on function is_importing_business() to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- The erasure of a business deletes what triggers keep equal, and that of a name changes texts which nobody else changes
-- (closing.sql). It turns these triggers off for its transaction. A tenant cannot.
create or replace function is_erasing() returns boolean
  language sql stable
  return coalesce(current_setting('app.erasing', true), '') = 'on' and is_owner_of_database();
grant execute on function is_erasing() to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- A product of the list with a barcode, or without one with a name.
create or replace function find_added_product(business uuid, site bigint, sold_barcode text, sold_name text) returns bigint
  language sql stable
  return (
    select p.productid from product p
     where p.businessid = business and p.siteid = site and p.archived_at is null
       and case sold_barcode when '' then lower(p.productname) collate "C" = lower(sold_name collate "und-x-icu") collate "C"
                             else p.barcode_identity = barcode_identity(sold_barcode) end
     -- Of two that share a barcode: the one that has it letter by letter, else the older one.
     order by sold_barcode <> '' and p.barcode <> sold_barcode, p.productid limit 1);

-- What sales of a site call by a barcode or name that no product has: the product that a person said it is, an unknown product that is
-- there already, or a new one. A product that was added in between is found too. `lines` has (barcode, productname, price).
create or replace function find_or_add_unknown_products(site bigint, lines json) returns table (barcode text, productname text, productid bigint)
  language plpgsql security definer set search_path = public, pg_temp
  -- For the reason given at move_stock.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
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
   order by barcode_identity(line.barcode), lower(line.productname) collate "C"
  on conflict do nothing;
  return query
    select line.barcode, line.productname, coalesce(find_added_product(own_business, site, line.barcode, line.productname), (
             select coalesce(p.same_as, p.productid) from product p
              where p.businessid = own_business and p.siteid = site and p.is_unknown and p.barcode_identity = barcode_identity(line.barcode)
                and (case p.barcode_identity when '' then lower(p.productname) collate "C" else '' end)
                    = (case barcode_identity(line.barcode) when '' then lower(line.productname collate "und-x-icu") collate "C" else '' end)
              order by p.barcode <> line.barcode, p.productid limit 1))
      from json_to_recordset(lines) as line (barcode text, productname text);
end $$;
grant execute on function find_or_add_unknown_products(bigint, json) to winkel_tenant;

-- Gives lines of an unknown product to the product that it turned out to be, at most as many, and returns how many. When it was itself
-- added, both are the same. The lines get what the product knows: the purchase price, and the rate of their day where it was assumed. No
-- stock changes, because nobody has counted it with these lines.
create or replace function move_unknown_lines(unknown bigint, known bigint, max_lines integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp
  -- For the reason given at move_stock.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
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

-- A product that comes to a site by a transfer, an import or by hand has the lines that sales named by its barcode before. Gives it at most as
-- many of one unknown product of any business, and returns how many: 0 when there are none. Not in the transaction that adds the product: that
-- one holds products, and tills lock the roll-ups of their day before their products.
create or replace function adopt_unknown_lines(max_lines integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  pair record;
begin
  select u.businessid, u.productid as unknown, k.productid as known into pair
    from product u
    join lateral (
      select p.productid from product p
       where p.businessid = u.businessid and p.siteid = u.siteid and p.barcode_identity = u.barcode_identity and p.archived_at is null
       order by p.barcode <> u.barcode, p.productid limit 1
    ) k on true
   where u.is_unknown and u.barcode_identity <> ''
     and exists (select from saleitems i where i.businessid = u.businessid and i.productid = u.productid)
   limit 1;
  if not found then
    return 0;
  end if;
  perform set_config('app.business_id', pair.businessid::text, true);
  update product p set same_as = pair.known
   where p.businessid = pair.businessid and p.productid = pair.unknown and p.same_as is distinct from pair.known;
  return move_unknown_lines(pair.unknown, pair.known, max_lines);
end $$;
grant execute on function adopt_unknown_lines(integer) to winkel_auth;
