-- Sites: where a business trades. Employees, products, sales and tills each belong to a site.
--
-- The collation und-x-icu sorts names as people do: upper and lower case together, accented letters beside plain ones. Plain
-- code-point order would put 'Zeta' before 'alpha'.

create table site (
  businessid uuid not null default current_business() references business (id),
  siteid bigint generated always as identity,
  sitename text not null collate "und-x-icu",
  location text not null collate "und-x-icu",
  -- The employee who is named on sales that name nobody (13-tills.sql). Its foreign key is in 04-employees.sql.
  till_employeeid bigint,
  created_at timestamptz not null default now(),
  -- Counts edits, for optimistic locking: a form saves only what it opened, and is refused when the site was edited since.
  version integer not null default 1,
  -- The idempotency key of the form that added the site: a retry after a lost answer finds the site instead of adding another.
  -- `request_hash` distinguishes a retry from a different site under the same key. Both are null for a site that no form added.
  request_id uuid,
  request_hash bytea,
  primary key (businessid, siteid),
  constraint site__sitename check (char_length(sitename) between 1 and 200),
  constraint site__location check (char_length(location) between 1 and 300)
);
create unique index site__request_id on site (businessid, request_id) where request_id is not null;
call enforce_tenancy('site');
grant select, insert (sitename, location, request_id, request_hash), update (sitename, location, version), delete
  on site to winkel_tenant;

-- Deleting the primary site clears primary_siteid alone; a plain `set null` would clear the business's own id too.
alter table business add constraint business__primary_site
  foreign key (id, primary_siteid) references site (businessid, siteid) on delete set null (primary_siteid);
