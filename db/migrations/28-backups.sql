-- What the server notes of its backups, beside the version of the schema, which a backup does not contain either.

-- When a version of the schema was backed up before a newer Winkel migrated it: a migration that failed is tried again.
create table winkel_migrations.backup_before_migration (
  version text primary key,
  made_at timestamptz not null
);

-- Whether the last backup could be restored when the server last tried it, once a month.
create table winkel_migrations.trial_restore (
  is_only boolean primary key default true check (is_only),
  tried_at timestamptz not null,
  backup text not null,
  -- Null when it could be restored.
  problem text
);

-- For the metrics of the server. No row before the first one.
create function find_trial_restore() returns table (tried_at timestamptz, has_failed boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select tried_at, problem is not null from winkel_migrations.trial_restore $$;
grant execute on function find_trial_restore() to winkel_auth;

-- The one thing that the role of backups writes.
create function record_trial_restore(backup text, problem text) returns void
  language sql security definer set search_path = public, pg_temp
  as $$
    insert into winkel_migrations.trial_restore (tried_at, backup, problem) values (now(), $1, $2)
        on conflict (is_only) do update set tried_at = now(), backup = excluded.backup, problem = excluded.problem
  $$;
grant execute on function record_trial_restore(text, text) to winkel_backup;
