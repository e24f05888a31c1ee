-- Why a user changes stock. An import and a document set app.stock_reason for their transaction.
create or replace function stock_reason() returns text
  language sql stable parallel safe
  return coalesce(nullif(current_setting('app.stock_reason', true), ''), 'edit');

-- The two triggers below record what a request changes. Sales and bulk imports change stock as the owner and record their
-- own movements, so no movement is recorded twice. enable_seqscan is off because the checks of foreign keys keep their first
-- plan; on a nearly empty table that is to read it all.
create or replace function record_initial_stock() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  insert into stock_movements (businessid, productid, reason, stock_before, stock_after)
  select businessid, productid, stock_reason(), 0, stock from added where stock <> 0;
  return null;
end $$;
create or replace trigger stock_movement_after_insert after insert on product
  referencing new table as added for each statement
  when (is_request()) execute function record_initial_stock();

-- What no document moved was typed and is in the log. The trigger fires for no sale and no import.
create or replace function record_stock_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  insert into stock_movements (businessid, productid, reason, stock_before, stock_after, note, documentid)
  values (new.businessid, new.productid, stock_reason(), old.stock, new.stock, nullif(current_setting('app.stock_note', true), ''),
          nullif(current_setting('app.stock_documentid', true), '')::bigint);
  if nullif(current_setting('app.stock_documentid', true), '') is null then
    insert into changes (businessid, noun, rowid, siteid, name, action, before, after)
    values (new.businessid, 'product', new.productid::text, new.siteid, new.productname, 'changed',
            jsonb_build_object('stock', old.stock), jsonb_build_object('stock', new.stock));
  end if;
  return null;
end $$;
create or replace trigger stock_movement_after_update after update of stock on product
  for each row
  when (is_request() and new.stock <> old.stock)
  execute function record_stock_change();
