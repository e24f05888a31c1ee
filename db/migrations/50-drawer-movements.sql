-- Money that is put into a drawer or taken out of it without a sale: tills send it, and people enter it when they cash up. It is in what a
-- cash-up expects of cash. Servers of the release before do not know it.
create table drawer_movements (
  businessid uuid not null default current_business() references business (id),
  movementid bigint generated always as identity,
  siteid bigint not null,
  moved_at timestamptz not null,
  -- Paid in above zero, paid out below.
  amount numeric(12, 2) not null,
  reason text not null,
  -- The key of the till that sent it, the till's own number of it, and who it names.
  tillid bigint,
  reference text,
  who text,
  -- The person who entered it, and the idempotency key of the form, as in 03-sites.sql.
  user_id uuid default nullif(current_setting('app.user_id', true), '')::uuid,
  request_id uuid,
  request_hash bytea,
  received_at timestamptz not null default now(),
  -- A movement that was entered by mistake stays to be seen, and counts no more.
  removed_at timestamptz,
  removed_by uuid,
  primary key (businessid, movementid),
  constraint drawer_movements__reference_unique unique (businessid, reference),
  constraint drawer_movements__site foreign key (businessid, siteid) references site (businessid, siteid),
  constraint drawer_movements__till foreign key (businessid, tillid) references till_keys (businessid, tillid),
  constraint drawer_movements__amount check (amount <> 0 and amount between -9999999999.99 and 9999999999.99),
  constraint drawer_movements__reason check (char_length(reason) between 1 and 200),
  constraint drawer_movements__reference check (char_length(reference) between 1 and 100),
  constraint drawer_movements__who check (char_length(who) between 1 and 100),
  constraint drawer_movements__moved_at check (moved_at between '1989-12-31T00:00Z' and '2100-01-02T00:00Z')
);
create unique index drawer_movements__request_id on drawer_movements (businessid, request_id) where request_id is not null;
create index drawer_movements__by_site_and_time on drawer_movements (businessid, siteid, moved_at);
create index drawer_movements__by_till on drawer_movements (businessid, tillid) where tillid is not null;
call enforce_tenancy('drawer_movements');
create policy drawer_movements__till on drawer_movements as restrictive to winkel_tenant
  using (coalesce(siteid = any((select current_till_sites())::bigint[]), (select current_till_sites()) is null));
create policy drawer_movements__bookkeeper on drawer_movements to winkel_bookkeeper
  using (businessid = (select current_business()));
create policy drawer_movements__sites on drawer_movements to winkel_manager_costs, winkel_manager
  using (businessid = (select current_business()) and siteid = any ((select current_sites())::bigint[]));
grant select, insert (siteid, moved_at, amount, reason, request_id, request_hash), update (removed_at, removed_by)
  on drawer_movements to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager;
grant insert (tillid, reference, who) on drawer_movements to winkel_tenant;

alter table cash_ups
  -- How many sales there were when it was saved. Null for servers of the release before, which count each sale in one line.
  add column sales integer;
alter table cash_up_lines
  -- Parts of what was expected: the tips, and of cash what was paid in and paid out.
  add column tips numeric(14, 2) not null default 0,
  add column paid_in numeric(14, 2) not null default 0,
  add column paid_out numeric(14, 2) not null default 0;
grant insert (sales) on cash_ups to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager;
grant insert (tips, paid_in, paid_out) on cash_up_lines to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager;
