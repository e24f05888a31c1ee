-- Further barcodes of a product, each with the units of one scan: a carton of 24, an older code, that of another supplier.
--
-- `product.further_barcodes` has them, because they are a field of the product: an edit, its version, the undo, the log, an import and the
-- copy at another site treat them as they treat `barcode`. `product_barcodes` has one row for each, which triggers write
-- (db/functions/product-barcodes.sql): an index reaches no element of an array.
--
-- A site has one live product for a barcode. Two barcodes of products are kept apart by product__barcode_at_site, two further ones by
-- product_barcodes__barcode_at_site, and one of each by the triggers, under a lock of the business: who writes a further barcode has it
-- alone, who writes a barcode shares it. It is the lock 'items', which saves of products take before they lock a row. One table of all
-- barcodes would need no lock, but a row more for each product, and for each product of an import.
alter table product
  -- [{"barcode": "6001", "units": 24}], in the order of the form.
  add column further_barcodes jsonb not null default '[]',
  add constraint product__further_barcodes check (jsonb_typeof(further_barcodes) = 'array' and jsonb_array_length(further_barcodes) <= 20);
grant select (further_barcodes) on product to winkel_manager;
grant insert (further_barcodes), update (further_barcodes) on product to winkel_tenant, winkel_stock;

create table product_barcodes (
  businessid uuid not null default current_business(),
  productid bigint not null,
  barcode text not null,
  barcode_identity text not null generated always as (barcode_identity(barcode)) stored,
  -- How many one scan is.
  units integer not null,
  -- Those of the product.
  siteid bigint not null,
  is_live boolean not null,
  primary key (businessid, productid, barcode_identity),
  constraint product_barcodes__product foreign key (businessid, productid) references product (businessid, productid) on delete cascade,
  constraint product_barcodes__barcode check (char_length(barcode) between 1 and 64 and barcode_identity(barcode) <> ''),
  constraint product_barcodes__units check (units between 1 and 10000)
);
create unique index product_barcodes__barcode_at_site on product_barcodes (businessid, barcode_identity, siteid) where is_live;
-- For tills, which look up the barcodes of archived products too.
create index product_barcodes__by_barcode on product_barcodes (businessid, barcode_identity, siteid);
call enforce_tenancy('product_barcodes');
create policy product_barcodes__bookkeeper on product_barcodes for select to winkel_bookkeeper
  using (businessid = (select current_business()));
create policy product_barcodes__sites on product_barcodes for select to winkel_manager_costs, winkel_manager, winkel_stock
  using (businessid = (select current_business()) and siteid = any ((select current_sites())::bigint[]));
grant select on product_barcodes to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

alter table saleitems
  -- Where the till sent the barcode of a carton, or of a scale: how many pieces or kilograms one of it was, and its price as it was sent.
  -- `quantity` and `price` are those of a piece or a kilogram. A sale that is sent again is compared with what was sent, whatever the
  -- carton has now.
  add column scanned_units numeric(9, 3),
  add column scanned_price numeric(14, 4),
  add constraint saleitems__scanned_units check (scanned_units > 0 and scanned_units <= 10000),
  add constraint saleitems__scanned_price check (scanned_price between 0 and 9999999999.99);
grant insert (scanned_units, scanned_price) on saleitems to winkel_tenant;
grant select (scanned_units, scanned_price) on saleitems to winkel_manager;
