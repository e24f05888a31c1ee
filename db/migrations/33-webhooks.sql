-- Webhooks: events of a business, sent to addresses that its people choose, signed as Standard Webhooks says.
--
-- The transaction of a sale, a cash-up, an import or a fall of stock writes the message and one delivery for each webhook that wants it, so
-- what is rolled back is never sent and what is committed is never lost. Servers claim deliveries that are due and send them
-- (server/features/webhooks/). Triggers write them, so that servers of 1.0.0 do too. A business without webhooks pays one look-up a statement.

create table webhooks (
  businessid uuid not null default current_business() references business (id),
  webhookid bigint generated always as identity,
  url text not null,
  events text[] not null,
  -- Only events of this site; null for all sites.
  siteid bigint,
  -- off: paused by a person. stopped: it failed for days, or its receiver asked for that. Events are recorded while it is on, and what waits
  -- is sent when it is on again.
  state text not null default 'on',
  stop_reason text not null default '',
  -- When the first attempt failed after the last success.
  failing_since timestamptz,
  -- When the mail to the owner that it was stopped is due, or may be tried again. Null when none is.
  stop_mail_at timestamptz,
  -- In a row.
  stop_mail_failures smallint not null default 0,
  -- Signs what is sent, so it is stored as it is. Only the functions below read it.
  secret text not null,
  -- Those before, with which messages are signed too until then. Several, because two people or windows may replace it one after the other.
  previous_secrets text[] not null default '{}',
  previous_secret_until timestamptz,
  created_at timestamptz not null default now(),
  -- Who added it, turned it on or changed its address last: it is turned off with the access of this person (34-read-keys.sql). No foreign
  -- key: it outlives the login.
  turned_on_by uuid default nullif(current_setting('app.user_id', true), '')::uuid,
  -- Optimistic locking, as in 03-sites.sql.
  version integer not null default 1,
  -- Its deliveries are deleted in slices, and then the row.
  deleted_at timestamptz,
  -- The idempotency key, as in 03-sites.sql.
  request_id uuid,
  request_hash bytea,
  primary key (businessid, webhookid),
  constraint webhooks__site foreign key (businessid, siteid) references site (businessid, siteid) on delete cascade,
  constraint webhooks__url check (url ~ '^https?://[^\s/?#@]+([/?#]\S*)?$' and char_length(url) <= 2000),
  constraint webhooks__events check (
    cardinality(events) > 0 and events <@ '{sale.created,stock.low,cash_up.saved,import.finished}'::text[]),
  constraint webhooks__state check (state in ('on', 'off', 'stopped')),
  constraint webhooks__stop_reason check (char_length(stop_reason) <= 200),
  constraint webhooks__secret check (secret ~ '^whsec_[A-Za-z0-9+/]{32}$')
);
create unique index webhooks__request_id on webhooks (businessid, request_id) where request_id is not null;
create index webhooks__by_site on webhooks (businessid, siteid) where siteid is not null;
call enforce_tenancy('webhooks');
-- Every column but the secrets can be read.
grant select (businessid, webhookid, url, events, siteid, state, stop_reason, failing_since, previous_secret_until, created_at, turned_on_by,
              version, deleted_at, request_id, request_hash),
      insert (url, events, siteid, secret, request_id, request_hash),
      update (url, events, siteid, state, stop_reason, failing_since, secret, version, deleted_at) on webhooks to winkel_tenant;

-- One row an event. Sites, products, sales and people are read when it is sent: no text is copied here.
create table webhook_messages (
  -- No foreign key to the business: the key of its deliveries implies it, and every key costs time at every sale.
  businessid uuid not null default current_business(),
  messageid uuid not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  primary key (businessid, messageid)
);
-- For the deletion of old ones.
create index webhook_messages__by_time on webhook_messages (businessid, created_at);
call enforce_tenancy('webhook_messages');
grant select on webhook_messages to winkel_tenant;

-- A message to a webhook.
create table webhook_deliveries (
  businessid uuid not null default current_business(),
  messageid uuid not null,
  webhookid bigint not null,
  created_at timestamptz not null default now(),
  state text not null default 'waiting',
  attempts smallint not null default 0,
  -- Of a waiting one. While an attempt is under way, when that counts as lost with its server.
  next_attempt_at timestamptz not null default now(),
  -- The attempt that is under way. One that took too long finds another claim, and notes nothing.
  claim uuid,
  -- The last attempt: its status is null without an answer, and its problem is null after a success.
  attempted_at timestamptz,
  status smallint,
  duration_ms integer,
  problem text,
  -- The first characters of the answer to an attempt that failed.
  answer text,
  primary key (businessid, messageid, webhookid),
  constraint webhook_deliveries__message foreign key (businessid, messageid) references webhook_messages (businessid, messageid) on delete cascade,
  constraint webhook_deliveries__webhook foreign key (businessid, webhookid) references webhooks (businessid, webhookid) on delete cascade,
  constraint webhook_deliveries__state check (state in ('waiting', 'delivered', 'given_up')),
  constraint webhook_deliveries__problem check (char_length(problem) <= 200),
  constraint webhook_deliveries__answer check (char_length(answer) <= 500)
);
-- The list of a webhook, all of it and what failed.
create index webhook_deliveries__by_webhook on webhook_deliveries (businessid, webhookid, created_at, messageid);
create index webhook_deliveries__failed on webhook_deliveries (businessid, webhookid, created_at, messageid) where problem is not null;
create index webhook_deliveries__waiting on webhook_deliveries (businessid, webhookid, next_attempt_at) where state = 'waiting';
create index webhook_deliveries__claimed on webhook_deliveries (businessid) where claim is not null;
call enforce_tenancy('webhook_deliveries');
grant select, update (state, attempts, next_attempt_at, claim) on webhook_deliveries to winkel_tenant;
