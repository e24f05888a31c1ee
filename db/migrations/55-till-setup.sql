-- What a till reads before it sells: products with what changed since, texts of the receipt, and PINs.
-- Servers of the release before leave it as it is.
alter table business
  -- On receipts.
  add column vat_number text,
  add column receipt_lines text[] not null default '{}',
  -- Per cent that a seller takes off without a manager's PIN.
  add column discount_limit numeric(5, 2) not null default 10,
  add constraint business__vat_number check (vat_number <> '' and char_length(vat_number) <= 30),
  add constraint business__receipt_lines check (cardinality(receipt_lines) <= 10 and array_position(receipt_lines, null) is null
                                                and char_length(array_to_string(receipt_lines, '')) <= 480),
  add constraint business__discount_limit check (discount_limit between 0 and 100);
grant update (vat_number, receipt_lines, discount_limit) on business to winkel_tenant;

alter table employee
  -- {"salt", "hash", "iterations"}: PBKDF2 with SHA-256 of the digits of the till PIN. Tills verify a PIN with it while they are offline.
  add column pin jsonb,
  add constraint employee__pin check (jsonb_typeof(pin) = 'object' and pin ?& array['salt', 'hash', 'iterations']);

-- The products of a site that changed, were moved away from it or deleted, each with the transaction that did it last. Tills read what is
-- new since their last reading (server/features/tills/catalogue-queries.ts). A table of its own: an index on `product` with the transaction
-- would be written by each sale, which changes the stock.
create table catalogue_changes (
  businessid uuid not null default current_business(),
  siteid bigint not null,
  productid bigint not null,
  changed_in xid8 not null,
  primary key (businessid, siteid, productid),
  constraint catalogue_changes__site foreign key (businessid, siteid) references site (businessid, siteid) on delete cascade
);
create index catalogue_changes__by_transaction on catalogue_changes (businessid, siteid, changed_in);
call enforce_tenancy('catalogue_changes');
create policy catalogue_changes__till on catalogue_changes as restrictive to winkel_tenant
  using (coalesce(siteid = any((select current_till_sites())::bigint[]), (select current_till_sites()) is null));
grant select on catalogue_changes to winkel_tenant;
