-- The product list: what users search and sort products by, copied into a table of its own.
--
-- Each index of the copy carries the searched text, so it answers a search, its count and any page of it alone, without the
-- table. On `product` itself such indexes would be written with every sale, because a sale changes the row's stock. The copy is
-- written only when a product is edited. Triggers keep it equal to the products that are not archived.

create table product_listing (
  -- No foreign key to the business: the product's key implies it.
  businessid uuid not null default current_business(),
  productid bigint not null,
  productname text not null collate "und-x-icu",
  -- Sorted like the other texts: A1, a2, B1. In `product`, where tills look it up, a barcode is compared byte by byte.
  barcode text not null collate "und-x-icu",
  category text not null collate "und-x-icu",
  supplier text not null collate "und-x-icu",
  price numeric(12, 2) not null,
  -- Lower case by Unicode's rules, then compared byte by byte: ten times as fast as ilike. The line ends between the texts keep
  -- a search from matching the end of one text and the start of the next.
  search text not null collate "C" generated always as
    (lower((productname || e'\n' || barcode || e'\n' || category || e'\n' || supplier) collate "und-x-icu")) stored,
  primary key (businessid, productid),
  constraint product_listing__product
    foreign key (businessid, productid) references product (businessid, productid) on delete cascade
);
create index product_listing__by_productname on product_listing (businessid, productname, productid) include (search);
create index product_listing__by_barcode on product_listing (businessid, barcode, productid) include (search);
create index product_listing__by_category on product_listing (businessid, category, productid) include (search);
create index product_listing__by_supplier on product_listing (businessid, supplier, productid) include (search);
create index product_listing__by_price on product_listing (businessid, price, productid) include (search);
call enforce_tenancy('product_listing');
grant select on product_listing to winkel_tenant;

-- enable_seqscan is off for the reason given in 07-products.sql.
create function add_to_listing() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  insert into product_listing (businessid, productid, productname, barcode, category, supplier, price)
  select businessid, productid, productname, barcode, category, supplier, price from added where archived_at is null;
  return null;
end $$;
create trigger listing_after_insert after insert on product
  referencing new table as added for each statement execute function add_to_listing();

create function update_listing() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  if new.archived_at is not null then
    delete from product_listing l where (l.businessid, l.productid) = (new.businessid, new.productid);
  else
    insert into product_listing (businessid, productid, productname, barcode, category, supplier, price)
    values (new.businessid, new.productid, new.productname, new.barcode, new.category, new.supplier, new.price)
    on conflict (businessid, productid) do update
       set productname = excluded.productname, barcode = excluded.barcode, category = excluded.category,
           supplier = excluded.supplier, price = excluded.price;
  end if;
  return null;
end $$;
-- A row trigger, unlike the one above, because only a row trigger can name its columns and compare old with new: a sale does
-- not fire it. The setting turns it off where one statement updates the listing of many products (09-product-imports.sql).
create trigger listing_after_update after update of productname, barcode, category, supplier, price, archived_at on product
  for each row when (current_setting('app.skip_listing_trigger', true) is distinct from 'on'
                     and (old.productname, old.barcode, old.category, old.supplier, old.price, old.archived_at)
                         is distinct from (new.productname, new.barcode, new.category, new.supplier, new.price, new.archived_at))
  execute function update_listing();
