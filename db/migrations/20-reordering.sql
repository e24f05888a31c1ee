-- Reordering: from which stock on a product is ordered again, and in which quantities.

alter table product
  -- Ordered again at or below this stock. Null without a level of its own.
  add column reorder_level numeric(12, 3),
  -- A supplier's pack: orders are rounded up to a multiple of it. Null for single units.
  add column order_quantity numeric(12, 3),
  add constraint product__reorder_level check (reorder_level between 0 and 999999999.999),
  add constraint product__order_quantity check (order_quantity between 0 and 999999999.999);
grant insert (reorder_level, order_quantity), update (reorder_level, order_quantity) on product to winkel_tenant;

-- As in 10-product-imports.sql, with VAT and reordering.
create or replace function update_products(lines json) returns integer
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off
as $$
declare
  own_business constant uuid := current_business();
  ids constant bigint[] := array(select line.productid from json_to_recordset(lines) as line (productid bigint));
  updated integer;
begin
  -- In key order, as sales lock their products: this prevents deadlocks with tills.
  perform from product p
    where p.businessid = own_business and p.productid = any (ids)
    order by p.productid
    for no key update;

  perform set_config('app.skip_listing_trigger', 'on', true);
  with line as materialized (
    select * from json_to_recordset(lines) as line (
      productid bigint, version integer, productname text, barcode text, category text, supplier text, description text,
      price numeric, purchaseprice numeric, stock numeric, stock_was numeric, vat_rate text, vat_code text, reorder_level numeric,
      order_quantity numeric, is_free boolean)
  ), changed as (
    update product p
       set productname = line.productname, barcode = line.barcode, category = line.category, supplier = line.supplier,
           description = line.description, price = line.price, purchaseprice = line.purchaseprice,
           is_free = coalesce(line.is_free, p.is_free) and line.purchaseprice = 0,
           vat_code = coalesce(line.vat_code, vat_code_of(own_business, line.vat_rate), p.vat_code),
           reorder_level = line.reorder_level, order_quantity = line.order_quantity,
           stock = p.stock + (line.stock - line.stock_was), version = p.version + 1
      from line
     where p.businessid = own_business and p.productid = any (ids) and p.productid = line.productid
       and p.version = line.version and p.archived_at is null
    returning p.productid, p.productname, p.barcode, p.category, p.supplier, p.price, p.stock,
              line.stock - line.stock_was as moved
  ), listed as (
    update product_listing l
       set productname = c.productname, barcode = c.barcode, category = c.category, supplier = c.supplier, price = c.price
      from changed c
     where l.businessid = own_business and l.productid = any (ids) and l.productid = c.productid
       and (l.productname, l.barcode, l.category, l.supplier, l.price)
           is distinct from (c.productname, c.barcode, c.category, c.supplier, c.price)
  ), recorded as (
    insert into stock_movements (businessid, productid, reason, stock_before, stock_after)
    select own_business, c.productid, 'import', c.stock - c.moved, c.stock from changed c where c.moved <> 0 order by c.productid
  )
  select count(*) into updated from changed;
  perform set_config('app.skip_listing_trigger', '', true);
  return updated;
end $$;
