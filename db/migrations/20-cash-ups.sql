-- Cash-ups: what somebody counted at the end of a site's day, beside what the sales of that day say.
--
-- A cash-up keeps what was expected when it was saved, so that sales which arrive later are seen. It never changes: a correction is
-- another entry of the same site and day, and the newest entry counts.

alter table business
  -- The hour of the next day at which a day of a cash-up ends, for shops that sell after midnight. Only cash-ups use it.
  add column closing_hour smallint not null default 0,
  add constraint business__closing_hour check (closing_hour between 0 and 11),
  -- A cash-up with a payment method that differs by more, in rand, has a note.
  add column difference_limit numeric(12, 2) not null default 50,
  add constraint business__difference_limit check (difference_limit between 0 and 9999999999.99);
grant update (closing_hour, difference_limit) on business to winkel_tenant;

create table cash_ups (
  businessid uuid not null default current_business() references business (id),
  cash_upid bigint generated always as identity,
  siteid bigint not null,
  day date not null,
  -- 1, and one more for each correction.
  entry integer not null,
  -- When the day began and ended; another closing hour does not change it afterwards.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  user_id uuid not null default nullif(current_setting('app.user_id', true), '')::uuid,
  saved_at timestamptz not null default now(),
  -- The change that stays in the drawer. What was counted does not include it.
  cash_float numeric(12, 2) not null default 0,
  note text not null default '',
  -- The idempotency key of the form, as in 03-sites.sql.
  request_id uuid,
  request_hash bytea,
  primary key (businessid, cash_upid),
  -- Of two people at once, one writes the entry and the other is refused.
  constraint cash_ups__entry unique (businessid, siteid, day, entry),
  constraint cash_ups__site foreign key (businessid, siteid) references site (businessid, siteid),
  constraint cash_ups__cash_float check (cash_float between 0 and 9999999999.99),
  constraint cash_ups__note check (char_length(note) <= 1000)
);
create unique index cash_ups__request_id on cash_ups (businessid, request_id) where request_id is not null;
call enforce_tenancy('cash_ups');
grant select, insert (siteid, day, entry, starts_at, ends_at, cash_float, note, request_id, request_hash)
  on cash_ups to winkel_tenant;

-- One line a payment method.
create table cash_up_lines (
  businessid uuid not null default current_business(),
  cash_upid bigint not null,
  -- As sales.normalized_payment_method.
  payment_method text not null,
  -- The number and the amount of the sales when the cash-up was saved.
  sales integer not null,
  expected numeric(14, 2) not null,
  counted numeric(12, 2) not null,
  primary key (businessid, cash_upid, payment_method),
  constraint cash_up_lines__cash_up foreign key (businessid, cash_upid) references cash_ups (businessid, cash_upid),
  constraint cash_up_lines__payment_method check (char_length(payment_method) between 1 and 40),
  constraint cash_up_lines__counted check (counted between -9999999999.99 and 9999999999.99)
);
call enforce_tenancy('cash_up_lines');
grant select, insert (cash_upid, payment_method, sales, expected, counted) on cash_up_lines to winkel_tenant;
