-- An import changes up to fifty thousand products in one transaction, and tills that sell one of them wait for its end. Half of
-- that time went into what an edit does by triggers, product by product. Here one statement does it for many.

drop trigger list_after_update on product;
create trigger list_after_update after update of productname, barcode, category, supplier, price, archived_at on product
  for each row when (current_setting('app.lists_products', true) is distinct from 'by itself'
                     and (old.productname, old.barcode, old.category, old.supplier, old.price, old.archived_at)
                         is distinct from (new.productname, new.barcode, new.category, new.supplier, new.price, new.archived_at))
  execute function list_edited_product();

-- Changes products as an import said, with their listing and their movements, and answers how many: fewer than there are lines
-- where one was edited or deleted since. Sales since then count: stock moves by the difference to `stock_was`.
create function change_products(lines json) returns integer
  language plpgsql security definer set search_path = public, pg_temp
  -- Of tables that were just filled the planner knows nothing: each is looked up by key, and then all lines are joined at once.
  set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off
as $$
declare
  mine constant uuid := current_business();
  ids constant bigint[] := array(select line.productid from json_to_recordset(lines) as line (productid bigint));
  how_many integer;
begin
  -- In key order, as the tills lock what they sell.
  perform from product p
    where p.businessid = mine and p.productid = any (ids)
    order by p.productid
    for no key update;

  perform set_config('app.lists_products', 'by itself', true);
  with line as materialized (
    select * from json_to_recordset(lines) as line (
      productid bigint, version integer, productname text, barcode text, category text, supplier text, description text,
      price numeric, purchaseprice numeric, stock numeric, stock_was numeric)
  ), changed as (
    update product p
       set productname = line.productname, barcode = line.barcode, category = line.category, supplier = line.supplier,
           description = line.description, price = line.price, purchaseprice = line.purchaseprice,
           stock = p.stock + (line.stock - line.stock_was), version = p.version + 1
      from line
     where p.businessid = mine and p.productid = any (ids) and p.productid = line.productid
       and p.version = line.version and p.archived_at is null
    returning p.productid, p.productname, p.barcode, p.category, p.supplier, p.price, p.stock, line.stock - line.stock_was as moved
  ), listed as (
    update product_listing l
       set productname = c.productname, barcode = c.barcode, category = c.category, supplier = c.supplier, price = c.price
      from changed c
     where l.businessid = mine and l.productid = any (ids) and l.productid = c.productid
       and (l.productname, l.barcode, l.category, l.supplier, l.price)
           is distinct from (c.productname, c.barcode, c.category, c.supplier, c.price)
  ), noted as (
    insert into stock_movements (businessid, productid, reason, stock_before, stock_after)
    select mine, c.productid, 'import', c.stock - c.moved, c.stock from changed c where c.moved <> 0 order by c.productid
  )
  select count(*) into how_many from changed;
  perform set_config('app.lists_products', '', true);
  return how_many;
end $$;
grant execute on function change_products(json) to winkel_tenant;
