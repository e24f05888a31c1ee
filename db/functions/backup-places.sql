create or replace function record_backup(kind text, name text, location text, host text) returns void
  language sql security definer set search_path = public, pg_temp
  as $$
    insert into winkel_migrations.last_backup (kind, name, location, host, made_at) values ($1, $2, $3, $4, now())
        on conflict (kind) do update
          set name = excluded.name, location = excluded.location, host = excluded.host, made_at = excluded.made_at
  $$;
grant execute on function record_backup(text, text, text, text) to winkel_backup;

-- When each business was last erased, of the rows that the server and the command leave in the log of the operator. Servers write files about
-- them beside the backups, so that no restore brings one back.
create or replace function list_erased_businesses() returns table (businessid uuid, erased_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select erased.id::uuid, max(l.logged_at)
    from operator_log l
   cross join lateral substring(lower(array_to_string(l.arguments, ' ')) from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}') erased (id)
   where l.command = 'business erase' and l.outcome = 'done' and erased.id is not null
   group by erased.id
$$;
grant execute on function list_erased_businesses() to winkel_auth, winkel_backup;
