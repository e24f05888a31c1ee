-- Products are edited by people and listed for them.
--
-- What the list is searched and sorted by is kept apart, in product_listing: each of its indexes can then carry the searched
-- text and answers a search, its count and any page of it in one walk, without the table. On product itself they would be
-- written with every sale, for a sale changes the row's stock; here they are written when somebody edits a product.

-- Counts edits. Sales leave it alone: a form that was opened before a sale is not out of date.
alter table product add column version integer not null default 1;

grant insert (siteid, productname, barcode, description, category, supplier, price, purchaseprice, stock),
      update (siteid, productname, barcode, description, category, supplier, price, purchaseprice, stock, version, archived_at),
      delete on product to winkel_tenant;

-- All products by stock: the list's order. The partial index beside it counts the few below the threshold.
create index product__by_stock on product (businessid, stock, productid) where archived_at is null;

-- What a till looks up by barcode; partial, so that nothing else is ever looked up by it. To the check of a foreign key, which
-- keeps its first plan, this and the primary key are the same in a table of few rows, and it would go through all products of
-- the business for each line of an import.
drop index product__by_site;
create index product__by_barcode on product (businessid, siteid, barcode) where barcode <> '';

create table product_listing (
  businessid uuid not null default current_business(),
  productid bigint not null,
  productname text not null collate "und-x-icu",
  barcode text not null,
  category text not null collate "und-x-icu",
  supplier text not null collate "und-x-icu",
  price numeric(12, 2) not null,
  -- Lower case by the rules of every language, then compared byte by byte: ten times as fast as ilike. The line ends keep a
  -- search from finding the end of one text and the beginning of the next.
  search text not null collate "C" generated always as
    (lower((productname || e'\n' || barcode || e'\n' || category || e'\n' || supplier) collate "und-x-icu")) stored,
  primary key (businessid, productid),
  constraint product_listing__product foreign key (businessid, productid) references product (businessid, productid) on delete cascade
);
create index product_listing__by_productname on product_listing (businessid, productname, productid) include (search);
create index product_listing__by_barcode on product_listing (businessid, barcode, productid) include (search);
create index product_listing__by_category on product_listing (businessid, category, productid) include (search);
create index product_listing__by_supplier on product_listing (businessid, supplier, productid) include (search);
create index product_listing__by_price on product_listing (businessid, price, productid) include (search);
alter table product_listing enable row level security, force row level security;
create policy product_listing__tenant on product_listing to winkel_tenant
  using (businessid = (select current_business())) with check (businessid = (select current_business()));
create policy product_listing__owner on product_listing to current_user using (true) with check (true);
grant select on product_listing to winkel_tenant;

-- enable_seqscan: the checks of foreign keys keep the plan they were first made with, which for a small table is to read it all.
create function list_new_products() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  insert into product_listing (businessid, productid, productname, barcode, category, supplier, price)
  select businessid, productid, productname, barcode, category, supplier, price from added where archived_at is null;
  return null;
end $$;
create trigger list_after_insert after insert on product
  referencing new table as added for each statement execute function list_new_products();

-- Row by row, unlike the one above: only so can it say which columns it is about, and stay out of the way of sales.
create function list_edited_product() returns trigger
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
create trigger list_after_update after update of productname, barcode, category, supplier, price, archived_at on product
  for each row when ((old.productname, old.barcode, old.category, old.supplier, old.price, old.archived_at)
                     is distinct from (new.productname, new.barcode, new.category, new.supplier, new.price, new.archived_at))
  execute function list_edited_product();

insert into product_listing (businessid, productid, productname, barcode, category, supplier, price)
select businessid, productid, productname, barcode, category, supplier, price from product where archived_at is null;

-- Whoever changes stock as winkel_tenant leaves a movement. What a till sells is written by move_stock, as the owner, with a
-- movement a line; so nothing is counted twice. An import says so in app.stock_reason.
create function stock_reason() returns text
  language sql stable parallel safe
  return coalesce(nullif(current_setting('app.stock_reason', true), ''), 'edit');

create function note_first_stock() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  insert into stock_movements (businessid, productid, reason, stock_before, stock_after)
  select businessid, productid, stock_reason(), 0, stock from added where stock <> 0;
  return null;
end $$;
create trigger note_stock_after_insert after insert on product
  referencing new table as added for each statement when (current_user = 'winkel_tenant') execute function note_first_stock();

create function note_stock() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  insert into stock_movements (businessid, productid, reason, stock_before, stock_after)
  values (new.businessid, new.productid, stock_reason(), old.stock, new.stock);
  return null;
end $$;
create trigger note_stock_after_update after update of stock on product
  for each row when (current_user = 'winkel_tenant' and new.stock <> old.stock) execute function note_stock();
