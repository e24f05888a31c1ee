-- What a business sells at each site, and every change of what is on the shelf.

create table product (
  businessid uuid not null default current_business() references business (id),
  productid bigint generated always as identity,
  siteid bigint not null,
  productname text not null collate "und-x-icu",
  -- '' is none, as for the other optional texts.
  barcode text not null default '',
  description text not null default '',
  category text not null default '' collate "und-x-icu",
  supplier text not null default '' collate "und-x-icu",
  price numeric(12, 2) not null default 0,
  purchaseprice numeric(12, 2) not null default 0,
  stock numeric(12, 3) not null default 0,
  -- A sold product is never removed: old sales name it. An archived one is in no list and no count.
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (businessid, productid),
  constraint product__site foreign key (businessid, siteid) references site (businessid, siteid),
  constraint product__productname check (char_length(productname) between 1 and 200),
  constraint product__barcode check (char_length(barcode) <= 64),
  constraint product__description check (char_length(description) <= 2000),
  constraint product__category check (char_length(category) <= 100),
  constraint product__supplier check (char_length(supplier) <= 100),
  -- Both ends named: NaN is greater than every number.
  constraint product__price check (price between 0 and 9999999999.99),
  constraint product__purchaseprice check (purchaseprice between 0 and 9999999999.99),
  constraint product__stock check (stock between -999999999.999 and 999999999.999)
);
create unique index product__barcode_at_site on product (businessid, siteid, barcode) where barcode <> '' and archived_at is null;
-- The dashboard's low stock, by the specification's threshold.
create index product__low_stock on product (businessid, stock, productid) where stock < 50 and archived_at is null;
-- A till names what it sold by barcode, also after the product was archived.
create index product__by_site on product (businessid, siteid, barcode);
alter table product enable row level security, force row level security;
create policy product__tenant on product to winkel_tenant
  using (businessid = (select current_business())) with check (businessid = (select current_business()));
create policy product__owner on product to current_user using (true) with check (true);
grant select on product to winkel_tenant;

create table stock_movements (
  -- No key to the business: the product's says that it exists, and each key costs every row.
  businessid uuid not null default current_business(),
  movementid bigint generated always as identity,
  productid bigint not null,
  reason text not null,
  stock_before numeric(12, 3) not null,
  stock_after numeric(12, 3) not null,
  saleid bigint,
  -- Who: null when a till did it.
  user_id uuid default nullif(current_setting('app.user_id', true), '')::uuid,
  moved_at timestamptz not null default now(),
  primary key (businessid, movementid),
  constraint stock_movements__product foreign key (businessid, productid) references product (businessid, productid) on delete cascade,
  constraint stock_movements__reason check (reason in ('sale', 'refund', 'correction', 'edit', 'import'))
);
create index stock_movements__by_product on stock_movements (businessid, productid, movementid);
alter table stock_movements enable row level security, force row level security;
create policy stock_movements__tenant on stock_movements to winkel_tenant
  using (businessid = (select current_business())) with check (businessid = (select current_business()));
create policy stock_movements__owner on stock_movements to current_user using (true) with check (true);
grant select on stock_movements to winkel_tenant;
