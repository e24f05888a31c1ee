-- Saved reports: the URL of a report under a name, for everybody who may sign in to the business.

create table saved_reports (
  businessid uuid not null default current_business() references business (id),
  reportid bigint generated always as identity,
  name text not null collate "und-x-icu",
  -- The search of the URL, without '?'.
  search text not null,
  created_at timestamptz not null default now(),
  primary key (businessid, reportid),
  constraint saved_reports__name check (char_length(name) between 1 and 100),
  constraint saved_reports__search check (char_length(search) <= 4000)
);
create unique index saved_reports__one_per_name on saved_reports (businessid, lower(name));
call enforce_tenancy('saved_reports');
grant select, insert (name, search), update (name, search), delete on saved_reports to winkel_tenant;
