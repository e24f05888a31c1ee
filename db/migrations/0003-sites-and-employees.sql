-- Where a business trades and who works there.

-- und-x-icu orders as people read: upper and lower case side by side, accents beside their letters. Plain code-point order
-- would put 'Zeta' before 'alpha'.
create table site (
  businessid uuid not null default current_business() references business (id),
  siteid bigint generated always as identity,
  sitename text not null collate "und-x-icu",
  location text not null collate "und-x-icu",
  created_at timestamptz not null default now(),
  primary key (businessid, siteid),
  constraint site__sitename check (char_length(sitename) between 1 and 200),
  constraint site__location check (char_length(location) between 1 and 300)
);
alter table site enable row level security, force row level security;
create policy site__tenant on site to winkel_tenant
  using (businessid = (select current_business())) with check (businessid = (select current_business()));
create policy site__owner on site to current_user using (true) with check (true);
grant select, insert (sitename, location), update (sitename, location), delete on site to winkel_tenant;

-- Only the primary site's id is forgotten with the site, never the business's own.
alter table business add constraint business__primary_site
  foreign key (id, primary_siteid) references site (businessid, siteid) on delete set null (primary_siteid);

create table employee (
  businessid uuid not null default current_business() references business (id),
  employeeid bigint generated always as identity,
  -- Null only between the second and third step of sign-up, when the owner exists and the first site does not.
  siteid bigint,
  firstname text not null collate "und-x-icu",
  lastname text not null collate "und-x-icu",
  position text not null default 'Employee',
  hiredate date,
  isenabled boolean not null default true,
  disablereason text not null default '',
  user_id uuid references auth."user" (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (businessid, employeeid),
  constraint employee__site foreign key (businessid, siteid) references site (businessid, siteid),
  constraint employee__one_per_user unique (businessid, user_id),
  constraint employee__firstname check (char_length(firstname) between 1 and 100),
  constraint employee__lastname check (char_length(lastname) between 1 and 200),
  constraint employee__position check (position in ('Owner', 'Manager', 'Employee')),
  constraint employee__hiredate check (hiredate between '1900-01-01' and '2099-12-31'),
  constraint employee__disablereason check (char_length(disablereason) <= 500 and (isenabled or btrim(disablereason) <> ''))
);
create index employee__by_site on employee (businessid, siteid);
-- Sign-in asks for a person before it knows a business.
create index employee__by_user on employee (user_id);
alter table employee enable row level security, force row level security;
create policy employee__tenant on employee to winkel_tenant
  using (businessid = (select current_business())) with check (businessid = (select current_business()));
create policy employee__owner on employee to current_user using (true) with check (true);
grant select, insert (siteid, firstname, lastname, position), update (siteid) on employee to winkel_tenant;
