-- What the preview of an import showed, until it is confirmed: the confirmation does that and nothing else. Nothing here is a
-- product yet.
create table product_imports (
  businessid uuid not null default current_business() references business (id),
  importid uuid not null default gen_random_uuid(),
  user_id uuid not null default nullif(current_setting('app.user_id', true), '')::uuid,
  previewed_at timestamptz not null default now(),
  -- The lines that would change something: each with the product it is about, that product's version and stock as they were.
  lines json not null,
  primary key (businessid, importid)
);
alter table product_imports enable row level security, force row level security;
create policy product_imports__tenant on product_imports to winkel_tenant
  using (businessid = (select current_business())) with check (businessid = (select current_business()));
create policy product_imports__owner on product_imports to current_user using (true) with check (true);
grant select, insert (lines), delete on product_imports to winkel_tenant;
