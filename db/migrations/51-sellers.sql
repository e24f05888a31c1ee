-- The seller of a sale as the till names her: the code of an employee, or a code or a name that nobody has.
-- Servers of the release before add no codes, reject a sale with one, and leave the rows here as they are.
alter table employee
  -- What tills call the employee.
  add column employee_code text,
  add constraint employee__employee_code check (employee_code <> '' and char_length(employee_code) <= 40);
-- Compared without case and blanks.
create unique index employee__code on employee (businessid, lower(regexp_replace(employee_code, '\s+', '', 'g'))) where employee_code is not null;
grant insert (employee_code) on employee to winkel_tenant;
grant select (employee_code) on employee to winkel_bookkeeper, winkel_manager_costs, winkel_manager;

-- Sellers that nobody is, or was when their first sale came. Each counts for the till of its site until it is given to an employee.
create table unknown_sellers (
  businessid uuid not null default current_business() references business (id),
  sellerid bigint generated always as identity,
  -- As it was sent first. '' for none.
  code text not null,
  name text not null,
  -- The code, or the name where there is no code, without case and blanks.
  identity text not null generated always as (
    case when code <> '' then 'code ' || lower(regexp_replace(code, '\s+', '', 'g'))
         else 'name ' || lower(regexp_replace(name, '\s+', '', 'g')) end) stored,
  -- Who it is. Later sales are of this employee at once.
  employeeid bigint,
  -- The sales after this one are not moved to the employee yet. Null when all are.
  unmoved_after bigint,
  primary key (businessid, sellerid),
  constraint unknown_sellers__identity unique (businessid, identity),
  constraint unknown_sellers__employee foreign key (businessid, employeeid) references employee (businessid, employeeid)
    on delete set null (employeeid),
  constraint unknown_sellers__code check (char_length(code) <= 40),
  constraint unknown_sellers__name check (char_length(name) <= 200),
  constraint unknown_sellers__text check (btrim(code) <> '' or btrim(name) <> '')
);
create index unknown_sellers__by_employee on unknown_sellers (businessid, employeeid);
create index unknown_sellers__unmoved on unknown_sellers (businessid, sellerid) where unmoved_after is not null;
call enforce_tenancy('unknown_sellers');
create policy unknown_sellers__bookkeeper on unknown_sellers for select to winkel_bookkeeper
  using (businessid = (select current_business()));

-- The sales of these. A sale of an employee has no row.
create table seller_sales (
  businessid uuid not null default current_business(),
  saleid bigint not null,
  sellerid bigint not null,
  primary key (businessid, saleid),
  constraint seller_sales__sale foreign key (businessid, saleid) references sales (businessid, saleid) on delete cascade,
  constraint seller_sales__seller foreign key (businessid, sellerid) references unknown_sellers (businessid, sellerid)
);
create index seller_sales__by_seller on seller_sales (businessid, sellerid, saleid);
call enforce_tenancy('seller_sales');
grant insert (saleid, sellerid) on seller_sales to winkel_tenant;
create policy seller_sales__bookkeeper on seller_sales for select to winkel_bookkeeper using (businessid = (select current_business()));
-- Those of the sales and of the sellers that the policies of the manager's own sites show.
create policy seller_sales__sites on seller_sales for select to winkel_manager_costs, winkel_manager
  using (businessid = (select current_business())
         and exists (select from sales s where (s.businessid, s.saleid) = (seller_sales.businessid, seller_sales.saleid)));
create policy unknown_sellers__sites on unknown_sellers for select to winkel_manager_costs, winkel_manager
  using (businessid = (select current_business())
         and exists (select from seller_sales x where (x.businessid, x.sellerid) = (unknown_sellers.businessid, unknown_sellers.sellerid)));
grant select on unknown_sellers, seller_sales to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager;

-- It has more columns now: db/functions/webhooks.sql.
drop function if exists sale_details(uuid, bigint);
