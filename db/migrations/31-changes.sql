-- The log of changes: who changed what, when, from where, and what it was before.
--
-- Triggers write it in the transaction of the change, whatever server makes it. No role of the server can add, change or delete a row of it.
-- Of stock it has what a person typed. What a sale, a document or an import moves is in stock_movements alone, so a sale writes nothing here.

create table changes (
  -- No foreign key to the business: every key costs time at each product of a bulk change.
  businessid uuid not null default current_business(),
  changeid bigint generated always as identity,
  at timestamptz not null default now(),
  -- Null when no person did it. No foreign key: the log outlives the login.
  user_id uuid default nullif(current_setting('app.user_id', true), '')::uuid,
  -- 'server' is what no signed-in person, no till and no read key did: sign-up, the operator's commands, and a server of release 1.0.
  actor text not null default case when nullif(current_setting('app.till_siteids', true), '') is not null then 'till'
                                   when nullif(current_setting('app.user_id', true), '') is not null then 'person'
                                   else 'server' end,
  -- Of the browser. Servers of release 1.0 do not say it.
  client_ip text default left(nullif(current_setting('app.client_ip', true), ''), 64),
  device text default left(nullif(current_setting('app.device', true), ''), 64),
  -- What was changed: 'product', and the key of its row without the business.
  noun text not null,
  rowid text not null default '',
  -- Where it is, for what is at one site.
  siteid bigint,
  -- As people call it, when it was changed.
  name text not null default '',
  action text not null,
  -- The columns that changed. `before` is null for what was added, `after` for what was deleted.
  before jsonb,
  after jsonb,
  -- One of the products of a bulk change or of an import, which has a row of its own: lists show that one.
  is_part boolean not null default coalesce(current_setting('app.is_part', true), '') = 'on',
  -- The change that this one takes back.
  undo_of bigint default nullif(current_setting('app.undo_of', true), '')::bigint,
  primary key (businessid, changeid)
);
-- The list, newest first, and the end of its rows.
create index changes__by_time on changes (businessid, at, changeid);
-- The history of a row.
create index changes__by_row on changes (businessid, noun, rowid, changeid);
create index changes__undo_of on changes (businessid, undo_of) where undo_of is not null;
call enforce_tenancy('changes');
grant select on changes to winkel_tenant;

-- How long a business keeps its log. Null is for ever.
alter table business add column changes_kept_months smallint default 24,
  add constraint business__changes_kept_months check (changes_kept_months in (24, 36, 60));
grant update (changes_kept_months) on business to winkel_tenant;
