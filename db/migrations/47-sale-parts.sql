-- A sale that was paid in parts, or with money that is no revenue; a line that is no product, has a discount or a price of four decimals.
--
-- A sale with one payment and nothing beside it is one row of `sales` as before: the tables here have rows of the others only. The payment
-- method of such a sale is that of its largest payment. Servers of the release before read it so, and go on.
alter table sales
  -- Whether sale_payments has its payments.
  add column has_payments boolean not null default false,
  -- The reference of the sale that a refund gives back. It need not be known.
  add column refund_of text,
  add constraint sales__refund_of check (char_length(refund_of) between 1 and 100);
create index sales__refund_of on sales (businessid, refund_of) where refund_of is not null;
grant insert (has_payments, refund_of) on sales to winkel_tenant;
grant select (has_payments, refund_of) on sales to winkel_manager;

alter table saleitems
  -- A charge, such as a delivery, has a name and no product.
  alter column productid drop not null,
  -- The price as it was sent, where it has more than two decimals: `price` is rounded, and `adjustment` has the difference.
  add column exact_price numeric(14, 4),
  -- What the line's own discount takes off; a part of `adjustment`.
  add column discount_cents bigint,
  add column discount_reason text,
  add constraint saleitems__exact_price check (exact_price between 0 and 9999999999.99),
  add constraint saleitems__discount_reason check (char_length(discount_reason) <= 100);
grant insert (exact_price, discount_cents, discount_reason) on saleitems to winkel_tenant;
grant select (exact_price, discount_cents, discount_reason) on saleitems to winkel_manager;

-- It has more columns now: db/functions/webhooks.sql.
drop function if exists sale_details(uuid, bigint);

create table sale_payments (
  businessid uuid not null default current_business(),
  saleid bigint not null,
  -- 1 for the first payment.
  position smallint not null,
  -- Copies of the sale's columns, kept equal by the foreign key: payments are found and summed without their sales.
  saledate timestamptz not null,
  siteid bigint not null,
  employeeid bigint not null,
  payment_method text,
  normalized_payment_method text not null generated always as (normalize_payment_method(payment_method)) stored,
  -- The payments of a sale add up to its amount and its extras.
  amount_cents bigint not null,
  -- What the customer gave. The rest is the change.
  tendered_cents bigint,
  -- Of the gift card.
  number text,
  -- What the payment adds to the sums of its method, which count the sale with its amount under the method of its largest payment: one
  -- sale for the first payment with another method, and the amount less the one that is counted already.
  other_orders smallint not null,
  other_cents bigint not null,
  primary key (businessid, saleid, position),
  constraint sale_payments__sale foreign key (businessid, saleid, saledate, siteid, employeeid)
    references sales (businessid, saleid, saledate, siteid, employeeid) on update cascade on delete cascade,
  constraint sale_payments__payment_method check (char_length(payment_method) <= 40),
  constraint sale_payments__number check (char_length(number) between 1 and 100),
  constraint sale_payments__other_orders check (other_orders in (0, 1))
);
create index sale_payments__by_site_and_date on sale_payments (businessid, siteid, saledate);
-- The sales that were paid in parts.
create index sale_payments__parts on sale_payments (businessid, saledate) include (siteid, employeeid) where position = 2;
-- The sales that are found by a payment that is not their largest.
create index sale_payments__other on sale_payments (businessid, normalized_payment_method, saledate, saleid) where other_orders = 1;
call enforce_tenancy('sale_payments');
grant select, insert (saleid, position, saledate, siteid, employeeid, payment_method, amount_cents, tendered_cents, number, other_orders, other_cents)
  on sale_payments to winkel_tenant;

create table sale_extras (
  businessid uuid not null default current_business(),
  saleid bigint not null,
  -- 1 for the first one.
  position smallint not null,
  saledate timestamptz not null,
  siteid bigint not null,
  employeeid bigint not null,
  kind text not null,
  -- Money that changes hands and is no revenue. Negative when it is given back.
  amount_cents bigint not null,
  -- Of the gift card.
  number text,
  primary key (businessid, saleid, position),
  constraint sale_extras__sale foreign key (businessid, saleid, saledate, siteid, employeeid)
    references sales (businessid, saleid, saledate, siteid, employeeid) on update cascade on delete cascade,
  constraint sale_extras__kind check (kind in ('tip', 'gift_card', 'deposit', 'rounding')),
  constraint sale_extras__number check (char_length(number) between 1 and 100)
);
create index sale_extras__by_site_and_date on sale_extras (businessid, siteid, saledate);
call enforce_tenancy('sale_extras');
grant select, insert (saleid, position, saledate, siteid, employeeid, kind, amount_cents, number) on sale_extras to winkel_tenant;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array '{sale_payments, sale_extras}'::text[] loop
    -- As on sales: a till writes those of its own sites.
    execute format('create policy %I on %I as restrictive to winkel_tenant
      using (coalesce(siteid = any((select current_till_sites())::bigint[]), (select current_till_sites()) is null))',
      tenant_table || '__till', tenant_table);
    execute format('create policy %I on %I for select to winkel_bookkeeper using (businessid = (select current_business()))',
      tenant_table || '__bookkeeper', tenant_table);
    execute format('create policy %I on %I for select to winkel_manager_costs, winkel_manager
      using (businessid = (select current_business()) and siteid = any ((select current_sites())::bigint[]))',
      tenant_table || '__sites', tenant_table);
  end loop;
end $$;
grant select on sale_payments, sale_extras to winkel_bookkeeper, winkel_manager_costs, winkel_manager;

alter table payment_buckets
  -- What payments add beyond the sales whose largest payment has this method: see sale_payments.
  add column other_orders bigint not null default 0,
  add column other_cents bigint not null default 0;
grant select (other_orders, other_cents) on payment_buckets to winkel_manager;
