-- VAT and costs: what a sale includes of them, frozen with its lines.
--
-- South African prices include VAT. A line keeps the rate of its product at the time of the sale, as it keeps the purchase price.
-- The amount of a sale may differ from its lines (a discount, a rounding); the difference is spread over them, so that the amounts
-- of the lines always add up to the sale's. contract/figures.ts and docs/figures.md define the figures that come of these columns.

-- The VAT that an amount includes, rounded to cents, half away from zero.
create function included_vat_cents(amount_cents bigint, vat_rate integer) returns bigint
  language sql immutable parallel safe
  return round(amount_cents * vat_rate::numeric / (100 + vat_rate))::bigint;
grant execute on function included_vat_cents(bigint, integer) to winkel_tenant;

-- The part of an amount that falls to a part of a whole, rounded to cents. Without a whole, all of it.
create function spread_amount(amount numeric, part numeric, whole numeric) returns numeric
  language sql immutable parallel safe
  return case when whole = 0 then amount else round(amount * part / whole, 2) end;
grant execute on function spread_amount(numeric, numeric, numeric) to winkel_tenant;

alter table product
  -- In per cent.
  add column vat_rate smallint not null default 15,
  add constraint product__vat_rate check (vat_rate in (0, 15));
grant insert (vat_rate), update (vat_rate) on product to winkel_tenant;

-- These three columns repeat the sale, kept equal by a foreign key, so that lines are summed by site and employee without their
-- sales. Null until fill-figures.ts has filled them, then 22-figures-filled.sql makes them required.
alter table saleitems
  add column siteid bigint,
  add column employeeid bigint,
  add column vat_rate smallint not null default 15,
  -- The line's part of what the sale's amount differs from its lines.
  add column adjustment numeric(12, 2) not null default 0,
  add column amount_cents bigint not null
    generated always as (((line_total(quantity, price) + adjustment) * 100)::bigint) stored,
  add column vat_cents bigint not null
    generated always as (included_vat_cents(((line_total(quantity, price) + adjustment) * 100)::bigint, vat_rate)) stored,
  add column cost_cents bigint not null generated always as ((line_total(quantity, purchaseprice) * 100)::bigint) stored,
  add constraint saleitems__vat_rate check (vat_rate in (0, 15));
grant insert (siteid, employeeid, vat_rate, adjustment) on saleitems to winkel_tenant;

-- Sums of the lines, so that figures of sales are read without their lines. A till or an import gives them with the sale; the
-- trigger below corrects them when the owner of the database changes lines.
alter table sales
  add column units numeric(14, 3) not null default 0,
  add column cost_cents bigint not null default 0,
  -- The amounts of the lines, and the VAT in them.
  add column itemised_cents bigint not null default 0,
  add column itemised_vat_cents bigint not null default 0,
  -- What no line has, such as all of a sale without lines, has the standard rate.
  add column vat_cents bigint not null
    generated always as (itemised_vat_cents + included_vat_cents((finalamount * 100)::bigint - itemised_cents, 15)) stored,
  add constraint sales__lines_key unique (businessid, saleid, saledate, siteid, employeeid);
grant insert (units, cost_cents, itemised_cents, itemised_vat_cents) on sales to winkel_tenant;

create function correct_sale_sums() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  -- For the reason given at move_stock.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  update sales s
     set units = lines.units, cost_cents = lines.cost_cents,
         itemised_cents = lines.amount_cents, itemised_vat_cents = lines.vat_cents
    from (
      select c.businessid, c.saleid, coalesce(sum(i.quantity), 0) as units, coalesce(sum(i.cost_cents), 0)::bigint as cost_cents,
             coalesce(sum(i.amount_cents), 0)::bigint as amount_cents, coalesce(sum(i.vat_cents), 0)::bigint as vat_cents
        from (select distinct businessid, saleid from changed) c
        left join saleitems i using (businessid, saleid)
       group by 1, 2
    ) lines
   where (s.businessid, s.saleid) = (lines.businessid, lines.saleid)
     and (s.units, s.cost_cents, s.itemised_cents, s.itemised_vat_cents)
         is distinct from (lines.units, lines.cost_cents, lines.amount_cents, lines.vat_cents);
  return null;
end $$;

-- Before the triggers of the stock and the roll-ups by name: like a new sale it locks the roll-ups of its day before its products.
create trigger correct_sale_sums_after_insert after insert on saleitems
  referencing new table as changed for each statement
  when (current_user <> 'winkel_tenant' and not is_importing_business()) execute function correct_sale_sums();
create trigger correct_sale_sums_after_delete after delete on saleitems
  referencing old table as changed for each statement execute function correct_sale_sums();
create trigger correct_sale_sums_after_update_1 after update on saleitems
  referencing old table as changed for each statement execute function correct_sale_sums();
create trigger correct_sale_sums_after_update_2 after update on saleitems
  referencing new table as changed for each statement execute function correct_sale_sums();
