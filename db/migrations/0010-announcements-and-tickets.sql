-- What Winkel has to say to everybody, and what a business has asked of support.

create table announcements (
  announcementid bigint generated always as identity primary key,
  message text not null,
  link_title text,
  link_value text,
  valid_from timestamptz not null default now(),
  -- Null: until it is taken away.
  valid_until timestamptz,
  created_at timestamptz not null default now(),
  constraint announcements__message check (char_length(message) between 1 and 500),
  constraint announcements__link_title check (char_length(link_title) <= 100),
  -- Never a script: a web address, a mailbox, a telephone, or a path of this product (one slash, for // is another host).
  constraint announcements__link_value check (link_value ~* '^(https?://|mailto:|tel:|/($|[^/\\]))[^[:space:][:cntrl:]]*$' and char_length(link_value) <= 2000)
);
create index announcements__newest on announcements (created_at desc, announcementid desc);
-- The same for every business: no row security.
grant select on announcements to winkel_tenant;

create table support_tickets (
  businessid uuid not null default current_business() references business (id),
  ticketid bigint generated always as identity,
  subject text not null default '',
  -- 'closed' in any spelling is closed; all else, and none at all, is open.
  status text,
  created_at timestamptz not null default now(),
  primary key (businessid, ticketid),
  constraint support_tickets__subject check (char_length(subject) <= 200),
  constraint support_tickets__status check (char_length(status) <= 40)
);
alter table support_tickets enable row level security, force row level security;
create policy support_tickets__tenant on support_tickets to winkel_tenant
  using (businessid = (select current_business())) with check (businessid = (select current_business()));
create policy support_tickets__owner on support_tickets to current_user using (true) with check (true);
grant select on support_tickets to winkel_tenant;
