-- Bulk changes: one field of many products, previewed, applied in one transaction and undone on request.
--
-- A change is stored with what it gives each product and what the product had before, so that the user applies exactly what the
-- preview showed and can take it back later.

create table product_changes (
  businessid uuid not null default current_business() references business (id),
  changeid uuid not null default gen_random_uuid(),
  user_id uuid not null default nullif(current_setting('app.user_id', true), '')::uuid,
  previewed_at timestamptz not null default now(),
  -- What was asked for, as the contract has it: {"kind": "change_price_by_percent", "percent": 10}.
  change json not null,
  -- Each product with its version at the time of the preview, and the value of the field before and after.
  lines json not null,
  applied_at timestamptz,
  applied integer,
  undone_at timestamptz,
  undone integer,
  primary key (businessid, changeid)
);
call enforce_tenancy('product_changes');
grant select, insert (change, lines), update (applied_at, applied, undone_at, undone), delete on product_changes to winkel_tenant;
