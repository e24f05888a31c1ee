-- What was sold: written by tills, never changed by the product's own screens.

create table sales (
  -- Has no key of its own here: the composite ones below say that the business exists, and each key costs every row.
  businessid uuid not null default current_business(),
  saleid bigint generated always as identity,
  siteid bigint not null,
  employeeid bigint not null,
  saledate timestamptz not null,
  closetime timestamptz,
  -- Negative for a refund. As stored, even where the lines add up to something else (a discount, a rounding).
  finalamount numeric(12, 2) not null,
  payment_method text,
  -- The till's own number for the sale; a sale sent twice is known by it for ever. Null for rows that no till sent.
  reference text,
  -- Tells the same sale sent again from another sale under the same reference.
  content_hash bytea,
  received_at timestamptz not null default now(),
  primary key (businessid, saleid),
  constraint sales__reference_once unique (businessid, reference),
  -- What the lines' key points to, so that their copy of the date can never stray from this one.
  constraint sales__saledate_key unique (businessid, saleid, saledate),
  constraint sales__site foreign key (businessid, siteid) references site (businessid, siteid),
  constraint sales__employee foreign key (businessid, employeeid) references employee (businessid, employeeid),
  -- A day more than the years 1990 to 2099 at either end, for they begin and end at another instant in each zone.
  constraint sales__saledate check (saledate between '1989-12-31T00:00Z' and '2100-01-02T00:00Z'),
  constraint sales__closetime check (closetime between '1989-12-31T00:00Z' and '2100-01-02T00:00Z'),
  constraint sales__finalamount check (finalamount between -9999999999.99 and 9999999999.99),
  constraint sales__payment_method check (char_length(payment_method) <= 40),
  constraint sales__reference check (char_length(reference) between 1 and 100)
);
create index sales__by_date on sales (businessid, saledate, saleid);
create index sales__by_site on sales (businessid, siteid);
create index sales__by_employee on sales (businessid, employeeid);
alter table sales enable row level security, force row level security;
create policy sales__tenant on sales to winkel_tenant
  using (businessid = (select current_business())) with check (businessid = (select current_business()));
-- A till's key opens one site, whatever the statement says.
create policy sales__till on sales as restrictive to winkel_tenant
  using (coalesce(siteid = (select current_till_site()), (select current_till_site()) is null));
create policy sales__owner on sales to current_user using (true) with check (true);
grant select, insert (siteid, employeeid, saledate, closetime, finalamount, payment_method, reference, content_hash) on sales to winkel_tenant;

create table saleitems (
  businessid uuid not null default current_business(),
  saleid bigint not null,
  line smallint not null,
  -- The sale's own, kept equal by the key below: what a day sold is then found without the sales.
  saledate timestamptz not null,
  productid bigint not null,
  quantity numeric(12, 3) not null,
  -- As they were when the sale was made; the product's own may change afterwards.
  productname text not null,
  price numeric(12, 2) not null,
  purchaseprice numeric(12, 2) not null,
  primary key (businessid, saleid, line),
  constraint saleitems__sale foreign key (businessid, saleid, saledate)
    references sales (businessid, saleid, saledate) on update cascade on delete cascade,
  constraint saleitems__product foreign key (businessid, productid) references product (businessid, productid),
  constraint saleitems__quantity check (quantity between -1000000 and 1000000),
  constraint saleitems__price check (price between 0 and 9999999999.99),
  constraint saleitems__purchaseprice check (purchaseprice between 0 and 9999999999.99)
);
create index saleitems__by_product on saleitems (businessid, productid, saledate);
alter table saleitems enable row level security, force row level security;
create policy saleitems__tenant on saleitems to winkel_tenant
  using (businessid = (select current_business())) with check (businessid = (select current_business()));
create policy saleitems__owner on saleitems to current_user using (true) with check (true);
grant select, insert (saleid, line, saledate, productid, quantity, productname, price, purchaseprice) on saleitems to winkel_tenant;

-- Stock moves with the lines, in the same transaction, and leaves one movement a line. Called with 1 for rows that came and
-- -1 for rows that went; an update is both.
create function move_stock() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  -- A plan that was right for small tables is kept when they have grown: only lookups by key are right for both.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  sign constant integer := tg_argv[0]::integer;
begin
  -- In key order, or two tills that sell the same two products would wait for each other.
  perform from product p
    where (p.businessid, p.productid) in (select c.businessid, c.productid from changed c)
    order by p.businessid, p.productid
    for no key update;

  insert into stock_movements (businessid, productid, reason, stock_before, stock_after, saleid)
  select step.businessid, step.productid,
         case when sign < 0 then 'correction' when step.quantity < 0 then 'refund' else 'sale' end,
         p.stock - step.so_far + step.quantity, p.stock - step.so_far, step.saleid
    from (
      select c.businessid, c.productid, c.saleid, c.line, c.quantity * sign as quantity,
             sum(c.quantity * sign) over (partition by c.businessid, c.productid order by c.saleid, c.line rows unbounded preceding) as so_far
        from changed c
       where c.quantity <> 0
    ) step
    join product p on (p.businessid, p.productid) = (step.businessid, step.productid)
   order by step.saleid, step.line;

  update product p set stock = p.stock - taken.quantity
    from (select c.businessid, c.productid, sum(c.quantity) * sign as quantity from changed c group by 1, 2) taken
   where (p.businessid, p.productid) = (taken.businessid, taken.productid);
  return null;
end $$;

create trigger move_stock_after_insert after insert on saleitems
  referencing new table as changed for each statement execute function move_stock('1');
create trigger move_stock_after_delete after delete on saleitems
  referencing old table as changed for each statement execute function move_stock('-1');
create trigger move_stock_after_update_1 after update on saleitems
  referencing old table as changed for each statement execute function move_stock('-1');
create trigger move_stock_after_update_2 after update on saleitems
  referencing new table as changed for each statement execute function move_stock('1');
