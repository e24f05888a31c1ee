-- Further barcodes of products (52-barcode-units.sql). Nobody calls these functions: they are triggers.

-- The lock that keeps a barcode and a further barcode apart, as lockInBusiness (db/locks.ts) and its key. Who writes a further barcode
-- has it alone.
create or replace function lock_barcodes(own_business uuid, is_further boolean) returns void
  language plpgsql set search_path = public, pg_temp
as $$
declare
  key constant bigint := hashtextextended(own_business || ' items', 0);
begin
  if is_further then
    perform pg_advisory_xact_lock(key);
  else
    perform pg_advisory_xact_lock_shared(key);
  end if;
end $$;

-- Whether a live product of the site has a barcode or a further barcode with this identity.
create or replace function is_barcode_taken(own_business uuid, at_site bigint, identity text) returns boolean
  language sql stable set search_path = public, pg_temp
  return exists (
    select from product p
     where p.businessid = own_business and p.siteid = at_site and p.barcode_identity = identity and p.barcode_identity <> ''
       and p.archived_at is null)
    or exists (
    select from product_barcodes b
     where b.businessid = own_business and b.siteid = at_site and b.barcode_identity = identity and b.is_live);

-- Those of further barcodes that no product of a site has.
create or replace function free_barcodes(own_business uuid, at_site bigint, codes jsonb) returns jsonb
  language sql stable set search_path = public, pg_temp
  return (
    select coalesce(jsonb_agg(code order by place), '[]')
      from jsonb_array_elements(codes) with ordinality each (code, place)
     where not is_barcode_taken(own_business, at_site, barcode_identity(code ->> 'barcode')));

-- Refused as a key refuses, so that calls have one error for both.
create or replace function refuse_barcode(taken text) returns void
  language plpgsql
as $$
begin
  raise exception 'the barcode % is the further barcode of a product', taken
    using errcode = 'unique_violation', table = 'product_barcodes', constraint = 'product_barcodes__barcode_at_site';
end $$;

-- enable_seqscan is off for the reason given in products.sql.
create or replace function add_product_barcodes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  has_further constant boolean := exists (select from added where further_barcodes <> '[]');
begin
  -- What tills send and no product is called is archived, and has no further barcodes.
  if not has_further and not exists (select from added where barcode <> '' and archived_at is null) then
    return null;
  end if;
  perform lock_barcodes((select businessid from added limit 1), has_further);
  if has_further then
    insert into product_barcodes (businessid, productid, barcode, units, siteid, is_live)
    select a.businessid, a.productid, code.barcode, code.units, a.siteid, a.archived_at is null
      from added a cross join lateral jsonb_to_recordset(a.further_barcodes) as code (barcode text, units integer)
     where a.further_barcodes <> '[]';
  end if;
  perform refuse_barcode(b.barcode)
    from added a
    join product_barcodes b on b.businessid = a.businessid and b.siteid = a.siteid and b.barcode_identity = a.barcode_identity and b.is_live
   where a.barcode_identity <> '' and a.archived_at is null limit 1;
  if has_further then
    perform refuse_barcode(b.barcode)
      from added a
      join product_barcodes b on b.businessid = a.businessid and b.productid = a.productid and b.is_live
      join product p on p.businessid = b.businessid and p.siteid = b.siteid and p.barcode_identity = b.barcode_identity and p.barcode_identity <> ''
                     and p.archived_at is null
     where a.further_barcodes <> '[]' limit 1;
  end if;
  return null;
end $$;
create or replace trigger barcodes_after_insert after insert on product
  referencing new table as added for each statement execute function add_product_barcodes();

create or replace function update_product_barcodes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  has_further constant boolean := old.further_barcodes <> '[]' or new.further_barcodes <> '[]';
begin
  perform lock_barcodes(new.businessid, has_further);
  if has_further then
    delete from product_barcodes b where (b.businessid, b.productid) = (new.businessid, new.productid);
    insert into product_barcodes (businessid, productid, barcode, units, siteid, is_live)
    select new.businessid, new.productid, code.barcode, code.units, new.siteid, new.archived_at is null
      from jsonb_to_recordset(new.further_barcodes) as code (barcode text, units integer);
  end if;
  if new.archived_at is not null then
    return null;
  end if;
  perform refuse_barcode(b.barcode)
    from product_barcodes b
   where b.businessid = new.businessid and b.siteid = new.siteid and b.barcode_identity = new.barcode_identity and new.barcode_identity <> ''
     and b.is_live limit 1;
  perform refuse_barcode(b.barcode)
    from product_barcodes b
    join product p on p.businessid = b.businessid and p.siteid = b.siteid and p.barcode_identity = b.barcode_identity and p.barcode_identity <> ''
                   and p.archived_at is null
   where has_further and b.businessid = new.businessid and b.productid = new.productid limit 1;
  return null;
end $$;
-- A sale does not fire it.
create or replace trigger barcodes_after_update after update of barcode, siteid, archived_at, further_barcodes on product
  for each row when (old.further_barcodes is distinct from new.further_barcodes
                     or (new.barcode <> '' or new.further_barcodes <> '[]')
                        and (old.barcode is distinct from new.barcode or old.siteid is distinct from new.siteid
                             or (old.archived_at is null) is distinct from (new.archived_at is null)))
  execute function update_product_barcodes();
