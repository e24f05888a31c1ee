-- The list of products orders barcodes as it orders its other texts: A1, a2, B1. Only the listing's copy; the product's own, by
-- which tills and imports look products up and which is used once a site, is compared as it was.

-- `search` and its indexes go because the type of what a column is made from cannot change beneath it. The listing is then filled
-- anew, as vacuum comes by at once where many rows were inserted: without it indexes alone do not answer.
truncate product_listing;
alter table product_listing
  drop column search,
  alter column barcode type text collate "und-x-icu",
  add column search text not null collate "C" generated always as
    (lower((productname || e'\n' || barcode || e'\n' || category || e'\n' || supplier) collate "und-x-icu")) stored;
insert into product_listing (businessid, productid, productname, barcode, category, supplier, price)
select businessid, productid, productname, barcode, category, supplier, price from product where archived_at is null;

create index product_listing__by_productname on product_listing (businessid, productname, productid) include (search);
create index product_listing__by_barcode on product_listing (businessid, barcode, productid) include (search);
create index product_listing__by_category on product_listing (businessid, category, productid) include (search);
create index product_listing__by_supplier on product_listing (businessid, supplier, productid) include (search);
create index product_listing__by_price on product_listing (businessid, price, productid) include (search);
