-- Items: one product that several sites sell.
--
-- Each site has a row of its own in `product`, with its stock, its reorder level and its price. Rows that are the same item are joined:
-- all but the first point to the first one. A change of a field that belongs to the item is then made in all of its rows, see
-- server/features/products/items.ts. Joining changes no field.

alter table product
  -- The first product of its item. Null for that one itself, and for a product that is alone.
  add column joined_to bigint,
  -- A change of the price at another site of the item leaves this one as it is.
  add column has_own_price boolean not null default false,
  add constraint product__joined_to_product foreign key (businessid, joined_to) references product (businessid, productid);
-- Partial, because every index of `product` costs time at every sale.
create index product__joined_to on product (businessid, joined_to) where joined_to is not null;
grant insert (joined_to, has_own_price), update (joined_to, has_own_price) on product to winkel_tenant;

-- Products of other sites with the same barcode, name and price are the same item. What differs is left to people.
update product p
   set joined_to = first.productid
  from (
    select businessid, productid, siteid, barcode, productname, price,
           min(productid) over same as first
      from product
     where barcode <> '' and archived_at is null
    window same as (partition by businessid, barcode, lower(productname), price)
  ) own
  join product first on first.businessid = own.businessid and first.productid = own.first
 where p.businessid = own.businessid and p.productid = own.productid and p.productid <> first.productid and p.siteid <> first.siteid;
