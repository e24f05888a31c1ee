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

-- Products that look the same and are not: what somebody said of them, so that they are not suggested to be joined again.
create table items_apart (
  businessid uuid not null default current_business(),
  -- The smaller id is first, so that a pair has one row.
  productid bigint not null,
  other_productid bigint not null,
  primary key (businessid, productid, other_productid),
  constraint items_apart__product foreign key (businessid, productid) references product (businessid, productid) on delete cascade,
  constraint items_apart__other_product
    foreign key (businessid, other_productid) references product (businessid, productid) on delete cascade,
  constraint items_apart__order check (productid <= other_productid)
);
create index items_apart__other on items_apart (businessid, other_productid);
call enforce_tenancy('items_apart');
grant select, insert (productid, other_productid), delete on items_apart to winkel_tenant;
