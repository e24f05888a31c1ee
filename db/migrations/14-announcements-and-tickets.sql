-- Announcements: news from Winkel to every business, on the dashboard. Support tickets: what a business asked support.

-- The same for every business: no tenant table. The operator's command `announce` writes it.
create table announcements (
  announcementid bigint generated always as identity primary key,
  message text not null,
  link_title text,
  link_value text,
  valid_from timestamptz not null default now(),
  -- Null: valid until it is deleted.
  valid_until timestamptz,
  created_at timestamptz not null default now(),
  constraint announcements__message check (char_length(message) between 1 and 500),
  constraint announcements__link_title check (char_length(link_title) <= 100),
  -- A web address, an e-mail address, a telephone number or a path of this server (one slash: two would name another host).
  -- Never a script.
  constraint announcements__link_value check (
    link_value ~* '^(https?://|mailto:|tel:|/($|[^/\\]))[^[:space:][:cntrl:]]*$' and char_length(link_value) <= 2000
  )
);
create index announcements__newest on announcements (created_at desc, announcementid desc);
grant select on announcements to winkel_tenant;

-- The announcements that a person has put away. Each person sees and writes only their own.
create table announcement_dismissals (
  businessid uuid not null default current_business() references business (id),
  user_id uuid not null default nullif(current_setting('app.user_id', true), '')::uuid references auth."user" (id) on delete cascade,
  announcementid bigint not null references announcements (announcementid) on delete cascade,
  dismissed_at timestamptz not null default now(),
  primary key (businessid, user_id, announcementid)
);
call enforce_tenancy('announcement_dismissals');
create policy announcement_dismissals__user on announcement_dismissals as restrictive to winkel_tenant
  using (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
grant select, insert (announcementid) on announcement_dismissals to winkel_tenant;

create table support_tickets (
  businessid uuid not null default current_business() references business (id),
  ticketid bigint generated always as identity,
  subject text not null default '',
  -- 'closed' in any spelling is closed. Everything else, and null, is open.
  status text,
  created_at timestamptz not null default now(),
  -- When somebody of the business last opened the ticket: a later answer of support is new.
  read_at timestamptz not null default now(),
  primary key (businessid, ticketid),
  constraint support_tickets__subject check (char_length(subject) <= 200),
  constraint support_tickets__status check (char_length(status) <= 40)
);
call enforce_tenancy('support_tickets');
-- A new message opens a closed ticket again.
grant select, insert (subject), update (status, read_at) on support_tickets to winkel_tenant;

-- What the people of the business and support wrote on a ticket. No role changes or deletes a message.
create table ticket_messages (
  businessid uuid not null default current_business() references business (id),
  messageid bigint generated always as identity,
  ticketid bigint not null,
  -- Only the operator's command sets it: winkel_tenant may not insert it.
  is_from_support boolean not null default false,
  -- Who wrote it; null for support, and when the account was deleted.
  user_id uuid default nullif(current_setting('app.user_id', true), '')::uuid references auth."user" (id) on delete set null,
  message text not null,
  created_at timestamptz not null default now(),
  primary key (businessid, messageid),
  constraint ticket_messages__ticket foreign key (businessid, ticketid)
    references support_tickets (businessid, ticketid) on delete cascade,
  constraint ticket_messages__message check (char_length(message) between 1 and 5000)
);
create index ticket_messages__by_ticket on ticket_messages (businessid, ticketid, messageid);
call enforce_tenancy('ticket_messages');
grant select, insert (ticketid, message) on ticket_messages to winkel_tenant;
