-- A product may have a picture. The files lie in the file store; here stands the name that the product's present picture has
-- there. Each upload gets a name of its own, so a name always means the same bytes and may be cached for ever.
alter table product
  add column picture text,
  add constraint product__picture check (picture ~ '^[0-9a-f]{32}$');
grant update (picture) on product to winkel_tenant;
