-- Column matchings: which column of a file is which field, as a person decided it.
--
-- A file of a till or a spreadsheet is imported again every month. Columns that are not recognised by their titles are matched once;
-- the next file with the same titles is read the same way.

create table column_matchings (
  businessid uuid not null default current_business() references business (id),
  -- What the file has: the fields of products and of sales differ.
  noun text not null,
  -- SHA-256 of the normalised titles, in any order.
  shape bytea not null,
  -- The field of each column by its key, '' for an ignored one.
  fields jsonb not null,
  -- Whether 03/04/2026 is 3 April or 4 March, where the file does not show it.
  date_order text,
  saved_at timestamptz not null default now(),
  primary key (businessid, noun, shape),
  constraint column_matchings__noun check (noun in ('products', 'sales', 'employees')),
  constraint column_matchings__shape check (octet_length(shape) = 32),
  constraint column_matchings__fields check (octet_length(fields::text) <= 65536),
  constraint column_matchings__date_order check (date_order in ('dmy', 'mdy'))
);
call enforce_tenancy('column_matchings');
grant select, insert (noun, shape, fields, date_order), update (fields, date_order, saved_at), delete
  on column_matchings to winkel_tenant;
