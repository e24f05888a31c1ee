-- Products: what a business sells at each site, and every change of their stock.
--
-- Two kinds of writers meet here. Tills sell: they lower the stock of a few rows, all day long (11-sales.sql). Users edit:
-- seldom, and with a form that may be minutes old. `version` counts edits and not sales, so a sale never makes an open form out
-- of date.

create table product (
  businessid uuid not null default current_business() references business (id),
  productid bigint generated always as identity,
  siteid bigint not null,
  productname text not null collate "und-x-icu",
  -- '' means none, here and in the other optional texts.
  barcode text not null default '',
  description text not null default '',
  category text not null default '' collate "und-x-icu",
  supplier text not null default '' collate "und-x-icu",
  price numeric(12, 2) not null default 0,
  -- 0 is 'not known', unless somebody says that it is free.
  purchaseprice numeric(12, 2) not null default 0,
  is_free boolean not null default false,
  -- See 07-vat-rates.sql.
  vat_code text not null default 'standard',
  stock numeric(12, 3) not null default 0,
  -- Ordered again at or below this stock. Null without a level of its own.
  reorder_level numeric(12, 3),
  -- A supplier's pack: orders are rounded up to a multiple of it. Null for single units.
  order_quantity numeric(12, 3),
  -- A product with sales is archived instead of deleted, because the sales refer to it. No list and no count shows it.
  archived_at timestamptz,
  -- What sales name and nobody has added. It is archived too, so that only the reports show it.
  is_unknown boolean not null default false,
  -- The product that an unknown one turned out to be: later sales under this name are of that product.
  same_as bigint,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  -- The name of its picture in the object store. Every upload gets a new name, so a name always means the same bytes and can be
  -- cached for ever.
  picture text,
  -- The idempotency key, as in 03-sites.sql.
  request_id uuid,
  request_hash bytea,
  primary key (businessid, productid),
  constraint product__site foreign key (businessid, siteid) references site (businessid, siteid),
  constraint product__productname check (char_length(productname) between 1 and 200),
  constraint product__barcode check (char_length(barcode) <= 64),
  constraint product__description check (char_length(description) <= 2000),
  constraint product__category check (char_length(category) <= 100),
  constraint product__supplier check (char_length(supplier) <= 100),
  constraint product__price check (price between 0 and 9999999999.99),
  constraint product__purchaseprice check (purchaseprice between 0 and 9999999999.99),
  constraint product__stock check (stock between -999999999.999 and 999999999.999),
  constraint product__reorder_level check (reorder_level between 0 and 999999999.999),
  constraint product__order_quantity check (order_quantity between 0 and 999999999.999),
  constraint product__picture check (picture ~ '^[0-9a-f]{32}$'),
  constraint product__is_free check (not is_free or purchaseprice = 0),
  constraint product__vat_code check (vat_code in ('standard', 'zero', 'exempt')),
  constraint product__is_unknown check (not is_unknown or archived_at is not null),
  constraint product__same_as check (same_as is null or is_unknown),
  constraint product__same_as_product
    foreign key (businessid, same_as) references product (businessid, productid) on delete set null (same_as)
);
-- Unknown products by what sales call them: the barcode, or the name without one. It serves the look-up of the next sale too.
create unique index product__unknown on product (businessid, siteid, barcode, (case barcode when '' then lower(productname) collate "C" else '' end))
  where is_unknown;
create index product__same_as on product (businessid, same_as) where same_as is not null;
create unique index product__request_id on product (businessid, request_id) where request_id is not null;
create unique index product__barcode_at_site on product (businessid, siteid, barcode) where barcode <> '' and archived_at is null;
-- A till looks a product up by barcode, an archived one too. The index is partial so that the planner uses it for nothing else:
-- the check of a foreign key keeps its first plan, and made on a nearly empty table that plan could read all products of a site
-- for each line of an import.
create index product__by_barcode on product (businessid, siteid, barcode) where barcode <> '';
-- The product list by stock, with the site for its filter.
create index product__by_stock on product (businessid, stock, productid) include (siteid) where archived_at is null;
-- Counts the few products below the specification's threshold.
create index product__low_stock on product (businessid, stock, productid) where stock < 50 and archived_at is null;
-- Finds products whose cost is not known.
create index product__no_cost on product (businessid, productid) where purchaseprice = 0 and not is_free and archived_at is null;
call enforce_tenancy('product');
grant select,
      insert (siteid, productname, barcode, description, category, supplier, price, purchaseprice, is_free, vat_code, stock,
              reorder_level, order_quantity, request_id, request_hash),
      update (siteid, productname, barcode, description, category, supplier, price, purchaseprice, is_free, vat_code, stock,
              reorder_level, order_quantity, picture, version, archived_at, is_unknown, same_as),
      delete on product to winkel_tenant;

-- One row a change of stock: who changed it, when and why.
create table stock_movements (
  -- No foreign key to the business: the product's key implies it, and every key costs time at every sale.
  businessid uuid not null default current_business(),
  movementid bigint generated always as identity,
  productid bigint not null,
  reason text not null,
  stock_before numeric(12, 3) not null,
  stock_after numeric(12, 3) not null,
  saleid bigint,
  -- Null when a till changed it.
  user_id uuid default nullif(current_setting('app.user_id', true), '')::uuid,
  moved_at timestamptz not null default now(),
  -- Why, in the words of the user.
  note text,
  -- The document that moved it, see 25-stock-documents.sql. No foreign key: every key costs time at every sale.
  documentid bigint,
  primary key (businessid, movementid),
  constraint stock_movements__product
    foreign key (businessid, productid) references product (businessid, productid) on delete cascade,
  constraint stock_movements__reason check (
    documentid is null and reason in ('sale', 'refund', 'correction', 'edit', 'import')
    or documentid is not null and reason in ('delivery', 'transfer', 'count', 'adjustment')),
  constraint stock_movements__note check (char_length(note) <= 200)
);
create index stock_movements__by_product on stock_movements (businessid, productid, movementid);
create index stock_movements__by_document on stock_movements (businessid, documentid) where documentid is not null;
call enforce_tenancy('stock_movements');
grant select on stock_movements to winkel_tenant;

-- Why a user changes stock. An import and a document set app.stock_reason for their transaction.
create function stock_reason() returns text
  language sql stable parallel safe
  return coalesce(nullif(current_setting('app.stock_reason', true), ''), 'edit');

-- The two triggers below record what winkel_tenant changes. Sales and bulk imports change stock as the owner and record their
-- own movements, so no movement is recorded twice. enable_seqscan is off because the checks of foreign keys keep their first
-- plan; on a nearly empty table that is to read it all.
create function record_initial_stock() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  insert into stock_movements (businessid, productid, reason, stock_before, stock_after)
  select businessid, productid, stock_reason(), 0, stock from added where stock <> 0;
  return null;
end $$;
create trigger stock_movement_after_insert after insert on product
  referencing new table as added for each statement when (current_user = 'winkel_tenant') execute function record_initial_stock();

create function record_stock_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  insert into stock_movements (businessid, productid, reason, stock_before, stock_after, note, documentid)
  values (new.businessid, new.productid, stock_reason(), old.stock, new.stock, nullif(current_setting('app.stock_note', true), ''),
          nullif(current_setting('app.stock_documentid', true), '')::bigint);
  return null;
end $$;
create trigger stock_movement_after_update after update of stock on product
  for each row when (current_user = 'winkel_tenant' and new.stock <> old.stock) execute function record_stock_change();
