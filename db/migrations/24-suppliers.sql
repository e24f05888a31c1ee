-- Suppliers: whom a business buys from.
--
-- A product names its supplier in a text. Every text that a product has is a supplier here: triggers add what is missing. A product finds its
-- supplier by the name, in any case of its letters.

create table suppliers (
  businessid uuid not null default current_business() references business (id),
  supplierid bigint generated always as identity,
  name text not null collate "und-x-icu",
  email text not null default '',
  phone text not null default '',
  -- The number of the business in the books of the supplier.
  account_number text not null default '',
  -- Days from an order to its delivery. Null where it is not known.
  lead_time_days smallint,
  -- What an order is worth at least, in rand without VAT. Null for none.
  minimum_order numeric(12, 2),
  created_at timestamptz not null default now(),
  -- Optimistic locking, as in 03-sites.sql.
  version integer not null default 1,
  -- The idempotency key, as in 03-sites.sql.
  request_id uuid,
  request_hash bytea,
  primary key (businessid, supplierid),
  constraint suppliers__name check (char_length(name) between 1 and 100),
  constraint suppliers__email check (char_length(email) <= 254),
  constraint suppliers__phone check (char_length(phone) <= 50),
  constraint suppliers__account_number check (char_length(account_number) <= 100),
  constraint suppliers__lead_time_days check (lead_time_days between 0 and 365),
  constraint suppliers__minimum_order check (minimum_order between 0 and 9999999999.99)
);
create unique index suppliers__by_name on suppliers (businessid, lower(name));
create unique index suppliers__request_id on suppliers (businessid, request_id) where request_id is not null;
call enforce_tenancy('suppliers');
grant select, insert (name, email, phone, account_number, lead_time_days, minimum_order, request_id, request_hash),
      update (name, email, phone, account_number, lead_time_days, minimum_order, version), delete on suppliers to winkel_tenant;

-- Adds what a product names, unless it is a supplier, and locks the row until the transaction ends: a supplier that is renamed or deleted
-- during it would leave a product with a text that is none. After the wait the row may have another name, or be gone.
create function require_supplier(business uuid, named text) returns void
  language plpgsql security definer set search_path = public, pg_temp
  -- For the reason given in 08-products.sql.
  set enable_seqscan = off
as $$
begin
  loop
    perform from suppliers s where s.businessid = business and lower(s.name) = lower(named collate "und-x-icu") for share;
    exit when found;
    insert into suppliers (businessid, name) values (business, named) on conflict do nothing;
  end loop;
end $$;

-- In one order everywhere, so that two transactions that name the same suppliers do not deadlock. Only a product of the list has a
-- supplier: what sales name and nobody has added has none.
create function require_suppliers() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  named record;
begin
  for named in
    select distinct on (a.businessid, lower(a.supplier)) a.businessid, a.supplier
      from added a where a.supplier <> '' order by a.businessid, lower(a.supplier), a.productid
  loop
    perform require_supplier(named.businessid, named.supplier);
  end loop;
  return null;
end $$;
create trigger suppliers_after_insert after insert on product
  referencing new table as added for each statement execute function require_suppliers();

create function require_new_supplier() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform require_supplier(new.businessid, new.supplier);
  return null;
end $$;
create trigger supplier_after_update after update of supplier on product
  for each row when (new.supplier <> '' and old.supplier is distinct from new.supplier) execute function require_new_supplier();
