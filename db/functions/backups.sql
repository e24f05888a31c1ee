-- For the metrics of the server. No row before the first one.
create or replace function find_trial_restore() returns table (tried_at timestamptz, has_failed boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select tried_at, problem is not null from winkel_migrations.trial_restore $$;
grant execute on function find_trial_restore() to winkel_auth;

-- The one thing that the role of backups writes.
create or replace function record_trial_restore(backup text, problem text) returns void
  language sql security definer set search_path = public, pg_temp
  as $$
    insert into winkel_migrations.trial_restore (tried_at, backup, problem) values (now(), $1, $2)
        on conflict (is_only) do update set tried_at = now(), backup = excluded.backup, problem = excluded.problem
  $$;
grant execute on function record_trial_restore(text, text) to winkel_backup;
