-- Which products of a site changed for its tills (55-till-setup.sql). Nobody calls these functions: they are triggers. Archived products are
-- not sold, and what tills send and no product is called is archived. Stock is not read by tills: a sale writes nothing here. An import of a
-- business has no tills, and what is erased has none any more.
--
-- Who writes a row here has locked the product, so two transactions never wait for each other. A transaction that began earlier may write the
-- lower id later: it was under way when the higher one was read, so tills read on from no higher id than its own.

-- enable_seqscan is off for the reason given in products.sql.
create or replace function note_changed_products() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  insert into catalogue_changes (businessid, siteid, productid, changed_in)
  select businessid, siteid, productid, pg_current_xact_id() from changed where archived_at is null
      on conflict (businessid, siteid, productid) do update set changed_in = excluded.changed_in;
  return null;
end $$;
create or replace trigger catalogue_after_insert after insert on product
  referencing new table as changed for each statement when (not is_importing_business()) execute function note_changed_products();
create or replace trigger catalogue_after_delete after delete on product
  referencing old table as changed for each statement when (not is_erasing()) execute function note_changed_products();

-- At both sites of a product that was moved.
create or replace function note_changed_product() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  insert into catalogue_changes (businessid, siteid, productid, changed_in)
  select new.businessid, siteid, new.productid, pg_current_xact_id() from (select old.siteid union select new.siteid) sites (siteid)
      on conflict (businessid, siteid, productid) do update set changed_in = excluded.changed_in;
  return null;
end $$;
create or replace trigger catalogue_after_update
  after update of productname, barcode, further_barcodes, category, price, vat_code, picture, siteid, archived_at on product
  for each row when ((old.archived_at is null or new.archived_at is null) and not is_importing_business()
                     and (old.productname <> new.productname or old.barcode <> new.barcode or old.further_barcodes <> new.further_barcodes
                          or old.category <> new.category or old.price <> new.price or old.vat_code <> new.vat_code
                          or old.picture is distinct from new.picture or old.siteid <> new.siteid
                          or (old.archived_at is null) <> (new.archived_at is null)))
  execute function note_changed_product();
