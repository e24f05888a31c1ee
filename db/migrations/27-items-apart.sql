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
