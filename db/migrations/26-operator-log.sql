-- The log of the operator: which command changed something, when, and who ran it.

-- No tenant table, and no role of the server has a right on it. The operator's commands write it as the owner of the database.
create table operator_log (
  entryid bigint generated always as identity primary key,
  logged_at timestamptz not null default now(),
  -- The user of the operating system, and the name of the machine.
  os_user text not null,
  host text not null,
  -- 'users reset'
  command text not null,
  -- As they were typed, without passwords and keys.
  arguments text[] not null,
  outcome text not null,
  -- Why it failed.
  reason text,
  constraint operator_log__outcome check (outcome in ('done', 'failed')),
  constraint operator_log__reason check ((reason is not null) = (outcome = 'failed'))
);
