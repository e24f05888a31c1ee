-- Product imports: a user uploads a file, sees a preview of what would change, and confirms it.
--
-- The preview is stored, so that the confirmation applies exactly what the user saw. It applies up to fifty thousand products
-- in one transaction, and tills that sell one of them wait for its end. Half of that time went into triggers that run once a
-- product; update_products does their work for all products in one statement.

-- A preview that is not confirmed yet. It changes no product.
create table product_imports (
  businessid uuid not null default current_business() references business (id),
  importid uuid not null default gen_random_uuid(),
  user_id uuid not null default nullif(current_setting('app.user_id', true), '')::uuid,
  previewed_at timestamptz not null default now(),
  -- The lines that would change something, each with its product, and the product's version and stock at the time of the
  -- preview.
  lines json not null,
  primary key (businessid, importid)
);
call enforce_tenancy('product_imports');
grant select, insert (lines), delete on product_imports to winkel_tenant;

-- Updates products with their listing and their stock movements, and returns how many. That is fewer than there are lines when
-- a product was edited or deleted since the preview. Sales since then count: stock changes by the difference to `stock_was`.
create function update_products(lines json) returns integer
  language plpgsql security definer set search_path = public, pg_temp
  -- The planner has no statistics of a table that was just filled. With these settings the ids are looked up by key and the
  -- lines are joined all at once.
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
grant execute on function update_products(json) to winkel_tenant;
