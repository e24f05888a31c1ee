-- Text as a search compares it: lower case by Unicode's rules and without accents, so that 'droewors' finds 'Droëwors'. Not the
-- extension unaccent: its function is not immutable, as a generated column requires. The letters of translate have no accent
-- that could be taken off; a curly apostrophe is found by a straight one. Composed again at the end, because Korean is written
-- with three times as many characters when decomposed.
create or replace function fold_text(value text) returns text
  language sql immutable parallel safe
  return translate(
    lower(normalize(regexp_replace(normalize(value, nfd), e'[\u0300-\u036f]', '', 'g'), nfc) collate "und-x-icu"),
    'øłđı’', 'oldi''') collate "C";
grant execute on function fold_text(text) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- enable_seqscan is off for the reason given in products.sql.
create or replace function add_to_listing() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  insert into product_listing (businessid, productid, siteid, productname, barcode, category, supplier, price)
  select businessid, productid, siteid, productname, barcode, category, supplier, price from added where archived_at is null;
  return null;
end $$;
create or replace trigger listing_after_insert after insert on product
  referencing new table as added for each statement execute function add_to_listing();

create or replace function update_listing() returns trigger
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
-- not fire it. The setting turns it off where one statement updates the listing of many products (product-imports.sql), which the owner alone can.
-- Column by column: pg_dump writes a comparison of rows in other words, and the check of the catalogue would refuse the restored trigger.
create or replace trigger listing_after_update after update of siteid, productname, barcode, category, supplier, price, archived_at
  on product
  for each row when ((is_request() or current_setting('app.skip_listing_trigger', true) is distinct from 'on')
                     and (old.siteid is distinct from new.siteid or old.productname is distinct from new.productname
                          or old.barcode is distinct from new.barcode or old.category is distinct from new.category
                          or old.supplier is distinct from new.supplier or old.price is distinct from new.price
                          or old.archived_at is distinct from new.archived_at))
  execute function update_listing();
