-- Adds what a product names, unless it is a supplier, and locks the row until the transaction ends: a supplier that is renamed or deleted
-- during it would leave a product with a text that is none. After the wait the row may have another name, or be gone.
create or replace function require_supplier(business uuid, named text) returns void
  language plpgsql security definer set search_path = public, pg_temp
  -- For the reason given in products.sql.
  set enable_seqscan = off
as $$
begin
  loop
    perform from suppliers s where s.businessid = business and lower(s.name) = lower(named collate "und-x-icu") for share;
    exit when found;
    insert into suppliers (businessid, name) values (business, named) on conflict do nothing;
  end loop;
end $$;

-- In one order everywhere, so that two transactions that name the same suppliers do not deadlock. Only a product of the list has a
-- supplier: what sales name and nobody has added has none.
create or replace function require_suppliers() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  named record;
begin
  for named in
    select distinct on (a.businessid, lower(a.supplier)) a.businessid, a.supplier
      from added a where a.supplier <> '' order by a.businessid, lower(a.supplier), a.productid
  loop
    perform require_supplier(named.businessid, named.supplier);
  end loop;
  return null;
end $$;
create or replace trigger suppliers_after_insert after insert on product
  referencing new table as added for each statement execute function require_suppliers();

create or replace function require_new_supplier() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform require_supplier(new.businessid, new.supplier);
  return null;
end $$;
create or replace trigger supplier_after_update after update of supplier on product
  for each row when (new.supplier <> '' and old.supplier is distinct from new.supplier) execute function require_new_supplier();
