-- Barcodes that are written in different ways and mean one product: '6009900000226 is 6009900000226, and 36000291452 is 0036000291452.
-- `barcode` stays as it was typed.

-- With its body, which the columns of the rows that are there are computed by: ../functions/products.sql explains it.
create function barcode_identity(barcode text) returns text
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

alter table product
  add column barcode_identity text not null generated always as (barcode_identity(barcode)) stored,
  -- The product has the barcode of an older one of its site, from before these were compared by their identity. Nobody but a person says
  -- whether they are one product, so both stay. The key leaves it out; a barcode that is changed is in the key again.
  add column shares_barcode boolean not null default false;
grant select (barcode_identity, shares_barcode) on product to winkel_manager;

update product p set shares_barcode = true
  from (
    select businessid, productid,
           row_number() over (partition by businessid, siteid, barcode_identity, is_unknown order by productid) as place
      from product
     where barcode_identity <> '' and (archived_at is null or is_unknown)
  ) same
 where same.businessid = p.businessid and same.productid = p.productid and same.place > 1;

-- Unknown products by what sales call them.
drop index product__unknown;
create unique index product__unknown
  on product (businessid, siteid, barcode_identity, (case barcode_identity when '' then lower(productname) collate "C" else '' end))
  where is_unknown and not shares_barcode;
-- The name is that of the key before, by which servers of release 1.0 know what was refused.
drop index product__barcode_at_site;
create unique index product__barcode_at_site on product (businessid, barcode_identity, siteid)
  where barcode_identity <> '' and archived_at is null and not shares_barcode;
drop index product__by_barcode;
-- For tills, which look up archived products too, and for those of other sites. Partial for the reason given in 08-products.sql.
create index product__by_barcode on product (businessid, barcode_identity, siteid) where barcode_identity <> '';
-- The few that a person has to look at.
create index product__shares_barcode on product (businessid, siteid, barcode_identity) where shares_barcode;
