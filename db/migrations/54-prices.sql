-- Prices and purchase prices have up to four decimals: fuel at R 23.459, a carton of 24 for R 100. Dropping the limit of a column rewrites no
-- table and builds no index again. A line of a sale keeps what one unit cost to the cent (its cost is computed from that).
drop view if exists without_costs.product, without_costs.stock_document_lines; -- ../functions/without-costs.sql creates them

-- PostgreSQL changes no column that a trigger names.
do $$
declare
  triggers text[];
  definition text;
begin
  select array_agg(pg_get_triggerdef(oid)) into triggers from pg_trigger where tgrelid = 'product'::regclass and not tgisinternal;
  for definition in select format('drop trigger %I on product', tgname) from pg_trigger where tgrelid = 'product'::regclass and not tgisinternal
  loop execute definition; end loop;
  alter table product
    drop constraint product__price, drop constraint product__purchaseprice,
    alter column price type numeric, alter column purchaseprice type numeric,
    add constraint product__price check (price >= 0 and price <= 9999999999.99 and price = round(price, 4)),
    add constraint product__purchaseprice
      check (purchaseprice >= 0 and purchaseprice <= 9999999999.99 and purchaseprice = round(purchaseprice, 4));
  foreach definition in array triggers loop execute definition; end loop;
end $$;

alter table stock_document_lines
  drop constraint stock_document_lines__purchaseprice,
  alter column purchaseprice type numeric,
  add constraint stock_document_lines__purchaseprice
    check (purchaseprice >= 0 and purchaseprice <= 9999999999.99 and purchaseprice = round(purchaseprice, 4));
