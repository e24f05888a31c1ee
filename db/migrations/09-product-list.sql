-- The product list: what users search and sort products by, copied into a table of its own.
--
-- Each index of the copy carries the searched text, so it answers a search, its count and any page of it alone, without the
-- table. On `product` itself such indexes would be written with every sale, because a sale changes the row's stock. The copy is
-- written only when a product is edited. Triggers keep it equal to the products that are not archived.

-- Text as a search compares it: lower case by Unicode's rules and without accents, so that 'droewors' finds 'Droëwors'. Not the
-- extension unaccent: its function is not immutable, as a generated column requires. The letters of translate have no accent
-- that could be taken off; a curly apostrophe is found by a straight one. Composed again at the end, because Korean is written
-- with three times as many characters when decomposed.
create function fold_text(value text) returns text
  language sql immutable parallel safe
  return translate(
    lower(normalize(regexp_replace(normalize(value, nfd), e'[\u0300-\u036f]', '', 'g'), nfc) collate "und-x-icu"),
    'øłđı’', 'oldi''') collate "C";
grant execute on function fold_text(text) to winkel_tenant;

create table product_listing (
  -- No foreign key to the business: the product's key implies it.
  businessid uuid not null default current_business(),
  productid bigint not null,
  siteid bigint not null,
  productname text not null collate "und-x-icu",
  -- Sorted like the other texts: A1, a2, B1. In `product`, where tills look it up, a barcode is compared byte by byte.
  barcode text not null collate "und-x-icu",
  category text not null collate "und-x-icu",
  supplier text not null collate "und-x-icu",
  price numeric(12, 2) not null,
  -- Compared byte by byte: ten times as fast as ilike. The line ends between the texts keep a word from matching the end of one
  -- text and the start of the next. The barcode comes last, after a control character, because a short word is not looked for in
  -- it. The longest texts, of four bytes a character, just fit an index entry.
  search text not null collate "C" generated always as
    (left(fold_text(productname || e'\n' || category || e'\n' || supplier || e'\x1f' || barcode), 463)) stored,
  primary key (businessid, productid),
  constraint product_listing__product
    foreign key (businessid, productid) references product (businessid, productid) on delete cascade
);
create index product_listing__by_productname on product_listing (businessid, productname, productid) include (search, siteid);
create index product_listing__by_barcode on product_listing (businessid, barcode, productid) include (search, siteid);
create index product_listing__by_category on product_listing (businessid, category, productid) include (search, siteid);
create index product_listing__by_supplier on product_listing (businessid, supplier, productid) include (search, siteid);
create index product_listing__by_price on product_listing (businessid, price, productid) include (search, siteid);
call enforce_tenancy('product_listing');
grant select on product_listing to winkel_tenant;

-- enable_seqscan is off for the reason given in 08-products.sql.
create function add_to_listing() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  insert into product_listing (businessid, productid, siteid, productname, barcode, category, supplier, price)
  select businessid, productid, siteid, productname, barcode, category, supplier, price from added where archived_at is null;
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
    insert into product_listing (businessid, productid, siteid, productname, barcode, category, supplier, price)
    values (new.businessid, new.productid, new.siteid, new.productname, new.barcode, new.category, new.supplier, new.price)
    on conflict (businessid, productid) do update
       set siteid = excluded.siteid, productname = excluded.productname, barcode = excluded.barcode,
           category = excluded.category, supplier = excluded.supplier, price = excluded.price;
  end if;
  return null;
end $$;
-- A row trigger, unlike the one above, because only a row trigger can name its columns and compare old with new: a sale does
-- not fire it. The setting turns it off where one statement updates the listing of many products (10-product-imports.sql).
-- Column by column: pg_dump writes a comparison of rows in other words, and the check of the catalogue would refuse the restored trigger.
create trigger listing_after_update after update of siteid, productname, barcode, category, supplier, price, archived_at
  on product
  for each row when (current_setting('app.skip_listing_trigger', true) is distinct from 'on'
                     and (old.siteid is distinct from new.siteid or old.productname is distinct from new.productname
                          or old.barcode is distinct from new.barcode or old.category is distinct from new.category
                          or old.supplier is distinct from new.supplier or old.price is distinct from new.price
                          or old.archived_at is distinct from new.archived_at))
  execute function update_listing();
