-- What a barcode is compared by, as contract/shared/barcode-identity.ts says it too. Blanks and hyphens go, and what spreadsheets add: an
-- apostrophe before it and '.0' after it. Digits with the check digit of a GTIN are 14 digits, because the zeros before it are written or not.
-- Other texts are in lower case: listed letters, because PostgreSQL and browsers have different versions of Unicode. A number of less than 7
-- digits, such as 17 or 1007, is a GTIN only where its zeros make it one: by chance one number in ten has a right check digit. '' for a text
-- without any other character. A change needs a migration that computes product.barcode_identity again.
create or replace function barcode_identity(barcode text) returns text
  language plpgsql immutable parallel safe
as $$
declare
  bare text := barcode;
  code text := barcode;
  digits text;
begin
  if code !~ '^[0-9]+$' then
    bare := translate(barcode,
      e'\t\n\u000b\f\r \u0085\u00a0\u1680\u180e\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u200e\u200f'
      || e'\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u202f\u205f\u2060\u2066\u2067\u2068\u2069\u3000\ufeff', '');
    code := ltrim(
      translate(bare, e'-\u00ad\u058a\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d', ''),
      e'\u0027\u0060\u00b4\u02bc\u2018\u2019\u201b\uff07');
    if code ~ '^[0-9]+[.,]0$' then
      code := left(code, -2);
    end if;
  end if;
  if code ~ '^[0-9]+$' then
    digits := ltrim(code, '0');
    if length(digits) <= 14 and (length(digits) >= 7 or length(code) in (8, 12, 13, 14)) then
      digits := lpad(digits, 14, '0');
      -- The check digit of a GTIN, without a loop: a sale computes the identity of each of its products again.
      if (3 * (substr(digits, 1, 1)::integer + substr(digits, 3, 1)::integer + substr(digits, 5, 1)::integer + substr(digits, 7, 1)::integer
               + substr(digits, 9, 1)::integer + substr(digits, 11, 1)::integer + substr(digits, 13, 1)::integer)
          + substr(digits, 2, 1)::integer + substr(digits, 4, 1)::integer + substr(digits, 6, 1)::integer + substr(digits, 8, 1)::integer
          + substr(digits, 10, 1)::integer + substr(digits, 12, 1)::integer + substr(digits, 14, 1)::integer) % 10 = 0 then
        return digits;
      end if;
    end if;
    return code;
  end if;
  return translate(case code when '' then bare else code end,
    'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎ'
      || 'ĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽΑΒΓΔΕΖΗΘΙΚ'
      || 'ΛΜΝΞΟΠΡΣΤΥΦΧΨΩЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
    'abcdefghijklmnopqrstuvwxyzàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčď'
      || 'đēĕėęěĝğġģĥħĩīĭįĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżžαβγδεζηθικ'
      || 'λμνξοπρστυφχψωѐёђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюя');
end $$;
grant execute on function barcode_identity(text) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- A barcode that is changed is in the key of its site again: it cannot be that of the older product any more.
create or replace function end_shared_barcode() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  new.shares_barcode := false;
  return new;
end $$;
create or replace trigger end_shared_barcode before update of barcode, siteid, is_unknown on product
  for each row when (old.shares_barcode and (old.barcode is distinct from new.barcode or old.siteid is distinct from new.siteid
                                             or old.is_unknown is distinct from new.is_unknown))
  execute function end_shared_barcode();

-- The older product of those that share a barcode has another one now, or is gone: the next one is in the key.
create or replace function pass_on_barcode() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  update product p set shares_barcode = false
   where p.businessid = old.businessid and p.productid = (
     select next.productid from product next
      where next.businessid = old.businessid and next.siteid = old.siteid and next.barcode_identity = old.barcode_identity
        and next.shares_barcode and next.is_unknown = old.is_unknown
      order by next.archived_at is not null, next.productid limit 1);
  return null;
end $$;
create or replace trigger pass_on_barcode_after_update after update of barcode, siteid, archived_at, is_unknown on product
  for each row when (old.barcode_identity <> '' and not old.shares_barcode
                     and (old.barcode_identity is distinct from new.barcode_identity or old.siteid is distinct from new.siteid
                          or old.archived_at is null and new.archived_at is not null or old.is_unknown and not new.is_unknown))
  execute function pass_on_barcode();
create or replace trigger pass_on_barcode_after_delete after delete on product
  for each row when (old.barcode_identity <> '' and not old.shares_barcode and not is_erasing()) execute function pass_on_barcode();

-- The file of a business may have products with one barcode, as the business had before they were compared by it.
create or replace function share_imported_barcode() returns trigger
  language plpgsql set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  new.shares_barcode := exists (
    select from product p
     where p.businessid = new.businessid and p.siteid = new.siteid and p.barcode_identity = barcode_identity(new.barcode)
       and p.is_unknown = new.is_unknown and (p.archived_at is null or p.is_unknown) and not p.shares_barcode);
  return new;
end $$;
create or replace trigger share_imported_barcode before insert on product
  for each row when (new.barcode <> '' and (new.archived_at is null or new.is_unknown) and is_importing_business())
  execute function share_imported_barcode();

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
