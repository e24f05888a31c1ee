-- Updates products with their listing, their stock movements and their entries in the log, and returns how many. That is fewer than there are lines
-- when a product was edited or deleted since the preview. Sales since then count: stock changes by the difference to `stock_was`.
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
      order_quantity numeric, is_free boolean, further_barcodes jsonb)
  ), was as materialized (
    select p.productid, p.productname, p.barcode, p.category, p.supplier, p.description, p.price, p.purchaseprice, p.is_free, p.vat_code,
           p.reorder_level, p.order_quantity, p.further_barcodes
      from product p where p.businessid = own_business and p.productid = any (ids)
  ), changed as (
    update product p
       set productname = line.productname, barcode = line.barcode, category = line.category, supplier = line.supplier,
           description = line.description, price = line.price, purchaseprice = line.purchaseprice,
           is_free = coalesce(line.is_free, p.is_free) and line.purchaseprice = 0,
           vat_code = coalesce(line.vat_code, vat_code_of(own_business, line.vat_rate), p.vat_code),
           reorder_level = line.reorder_level, order_quantity = line.order_quantity,
           further_barcodes = coalesce(line.further_barcodes, p.further_barcodes),
           stock = p.stock + (line.stock - line.stock_was), version = p.version + 1
      from line
     where p.businessid = own_business and p.productid = any (ids) and p.productid = line.productid
       and p.version = line.version and p.archived_at is null
    returning p.productid, p.siteid, p.productname, p.barcode, p.category, p.supplier, p.description, p.price, p.purchaseprice, p.is_free,
              p.vat_code, p.reorder_level, p.order_quantity, p.further_barcodes, p.stock, line.stock - line.stock_was as moved
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
  ), logged as (
    insert into changes (businessid, noun, rowid, siteid, name, action, before, after)
    select own_business, 'product', v.productid::text, v.siteid, v.productname, 'changed', ('{' || v.was || '}')::jsonb, ('{' || v.is_now || '}')::jsonb
      from (
        -- Written as text with the columns that changed: to build an object of all columns takes four times as long.
        select c.productid, c.siteid, c.productname,
           concat_ws(',',
             case when was.productname <> c.productname then '"productname":' || to_json(was.productname) end,
             case when was.barcode <> c.barcode then '"barcode":' || to_json(was.barcode) end,
             case when was.category <> c.category then '"category":' || to_json(was.category) end,
             case when was.supplier <> c.supplier then '"supplier":' || to_json(was.supplier) end,
             case when was.description <> c.description then '"description":' || to_json(was.description) end,
             case when was.price <> c.price then '"price":' || was.price end,
             case when was.purchaseprice <> c.purchaseprice then '"purchaseprice":' || was.purchaseprice end,
             case when was.is_free <> c.is_free then '"is_free":' || was.is_free end,
             case when was.vat_code <> c.vat_code then '"vat_code":' || to_json(was.vat_code) end,
             case when was.reorder_level is distinct from c.reorder_level then '"reorder_level":' || coalesce(was.reorder_level::text, 'null') end,
             case when was.order_quantity is distinct from c.order_quantity then '"order_quantity":' || coalesce(was.order_quantity::text, 'null') end,
             case when was.further_barcodes <> c.further_barcodes then '"further_barcodes":' || was.further_barcodes::text end) as was,
           concat_ws(',',
             case when was.productname <> c.productname then '"productname":' || to_json(c.productname) end,
             case when was.barcode <> c.barcode then '"barcode":' || to_json(c.barcode) end,
             case when was.category <> c.category then '"category":' || to_json(c.category) end,
             case when was.supplier <> c.supplier then '"supplier":' || to_json(c.supplier) end,
             case when was.description <> c.description then '"description":' || to_json(c.description) end,
             case when was.price <> c.price then '"price":' || c.price end,
             case when was.purchaseprice <> c.purchaseprice then '"purchaseprice":' || c.purchaseprice end,
             case when was.is_free <> c.is_free then '"is_free":' || c.is_free end,
             case when was.vat_code <> c.vat_code then '"vat_code":' || to_json(c.vat_code) end,
             case when was.reorder_level is distinct from c.reorder_level then '"reorder_level":' || coalesce(c.reorder_level::text, 'null') end,
             case when was.order_quantity is distinct from c.order_quantity then '"order_quantity":' || coalesce(c.order_quantity::text, 'null') end,
             case when was.further_barcodes <> c.further_barcodes then '"further_barcodes":' || c.further_barcodes::text end) as is_now
          from changed c join was on was.productid = c.productid
      ) v
     -- Only the stock moved.
     where v.was <> ''
  )
  select count(*) into updated from changed;
  perform set_config('app.skip_listing_trigger', '', true);
  return updated;
end $$;
grant execute on function update_products(json) to winkel_tenant;
