-- Sales: what was sold, and what their lines do to the stock.
--
-- Tills and imports (17-sales-imports.sql) write sales and no screen changes them; only the owner of the database corrects or
-- deletes one, and the triggers here and in the next two files then keep stock and roll-ups right. A business may have millions of
-- sales, so each order and each filter of the sales list has an index that answers it alone.

-- 'Cash', 'cash ' and 'CASH' are one payment method; a blank one is 'unknown'.
create function normalize_payment_method(payment_method text) returns text
  language sql immutable parallel safe
  return coalesce(nullif(lower(btrim(payment_method)), ''), 'unknown');
grant execute on function normalize_payment_method(text) to winkel_tenant;

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
  -- The amount as a whole number. Under row security an index condition may use leakproof operators only; those of bigint are,
  -- those of numeric are not.
  finalamount_cents bigint not null generated always as ((finalamount * 100)::bigint) stored,
  -- Stored for the same reason: `lower` is not leakproof.
  normalized_payment_method text not null generated always as (normalize_payment_method(payment_method)) stored,
  primary key (businessid, saleid),
  constraint sales__reference_unique unique (businessid, reference),
  -- What the foreign key of the lines refers to, so that their copy of the date always equals this one.
  constraint sales__saledate_key unique (businessid, saleid, saledate),
  constraint sales__site foreign key (businessid, siteid) references site (businessid, siteid),
  constraint sales__employee foreign key (businessid, employeeid) references employee (businessid, employeeid),
  -- The years 1990 to 2099 and a day at either end, because a year begins at another instant in each time zone.
  constraint sales__saledate check (saledate between '1989-12-31T00:00Z' and '2100-01-02T00:00Z'),
  constraint sales__closetime check (closetime between '1989-12-31T00:00Z' and '2100-01-02T00:00Z'),
  constraint sales__finalamount check (finalamount between -9999999999.99 and 9999999999.99),
  constraint sales__payment_method check (char_length(payment_method) <= 40),
  constraint sales__reference check (char_length(reference) between 1 and 100)
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
-- A till reads and writes the sales of its own site, whatever the statement says.
create policy sales__till on sales as restrictive to winkel_tenant
  using (coalesce(siteid = (select current_till_site()), (select current_till_site()) is null));
grant select, insert (siteid, employeeid, saledate, closetime, finalamount, payment_method, reference, content_hash, importid)
  on sales to winkel_tenant;

create table saleitems (
  businessid uuid not null default current_business(),
  saleid bigint not null,
  line smallint not null,
  -- False for lines of an import that left the stock alone.
  moves_stock boolean not null default true,
  -- A copy of the sale's date, kept equal by the foreign key: the lines of a day are found without their sales.
  saledate timestamptz not null,
  productid bigint not null,
  quantity numeric(12, 3) not null,
  -- As they were at the time of the sale; the product's own may change later.
  productname text not null,
  price numeric(12, 2) not null,
  purchaseprice numeric(12, 2) not null,
  primary key (businessid, saleid, line),
  constraint saleitems__sale foreign key (businessid, saleid, saledate)
    references sales (businessid, saleid, saledate) on update cascade on delete cascade,
  constraint saleitems__product foreign key (businessid, productid) references product (businessid, productid),
  constraint saleitems__quantity check (quantity between -1000000 and 1000000),
  constraint saleitems__price check (price between 0 and 9999999999.99),
  constraint saleitems__purchaseprice check (purchaseprice between 0 and 9999999999.99)
);
create index saleitems__by_product on saleitems (businessid, productid, saledate);
call enforce_tenancy('saleitems');
grant select, insert (saleid, line, moves_stock, saledate, productid, quantity, productname, price, purchaseprice)
  on saleitems to winkel_tenant;

-- The amount of a line, rounded to cents as on the receipt.
create function line_total(quantity numeric, price numeric) returns numeric
  language sql immutable parallel safe
  return round(quantity * price, 2);
grant execute on function line_total(numeric, numeric) to winkel_tenant;

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
-- A trigger's condition runs with the rights of the role that writes.
grant execute on function is_importing_business() to winkel_tenant;

create trigger move_stock_after_insert after insert on saleitems
  referencing new table as changed for each statement when (not is_importing_business()) execute function move_stock('1');
create trigger move_stock_after_delete after delete on saleitems
  referencing old table as changed for each statement execute function move_stock('-1');
create trigger move_stock_after_update_1 after update on saleitems
  referencing old table as changed for each statement execute function move_stock('-1');
create trigger move_stock_after_update_2 after update on saleitems
  referencing new table as changed for each statement execute function move_stock('1');
