-- Files that are older than a day. The server deletes their parts, and then the row with the function below.
create or replace function list_expired_business_exports() returns table (businessid uuid, exportid uuid, parts integer)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select e.businessid, e.exportid, e.parts
    from business_exports e
   where e.created_at < now() - interval '1 day' and (e.state <> 'running' or e.active_until < now());
end;
grant execute on function list_expired_business_exports() to winkel_auth;

create or replace function delete_expired_business_export(expired uuid) returns void
  language sql security definer set search_path = public, pg_temp
begin atomic
  delete from business_exports e
   where e.exportid = expired and e.created_at < now() - interval '1 day' and (e.state <> 'running' or e.active_until < now());
end;
grant execute on function delete_expired_business_export(uuid) to winkel_auth;

-- The users of the entered business, for the file: winkel_tenant reads no user.
create or replace function list_business_users() returns table (businessid uuid, user_id uuid, name text, email text, role text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select u.businessid, u.user_id, p.name, p.email, u.role
    from business_users u join auth."user" p on p.id = u.user_id
   where u.businessid = current_business() and current_till_sites() is null;
end;
grant execute on function list_business_users() to winkel_tenant;

-- The work of every business that was begun and has no run: exports and imports whose server ended, and imports that failed. Servers
-- take it over when they ended with it less than three times, and its person may still begin it; an import that failed has no `run_id`.
-- The imports of a closed business wait until it is open again.
create or replace function list_stopped_work()
  returns table (kind text, businessid uuid, user_id uuid, importid bigint, can_restart boolean)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select w.kind, w.businessid, w.user_id, w.importid,
         w.was_running and w.restarts < 3 and (w.kind <> 'export' or is_owner(w.businessid, w.user_id))
           and exists (
             select from business_users u
               left join employee e on e.businessid = u.businessid and e.user_id = u.user_id
              where u.businessid = w.businessid and u.user_id = w.user_id and u.role <> 'employee' and e.isenabled is not false)
    from (
      select 'export' as kind, x.businessid, x.user_id, null::bigint as importid, x.restarts, true as was_running, x.active_until
        from business_exports x
       where x.state = 'running' and x.active_until < now() and x.created_at > now() - interval '1 day'
      union all
      select i.state, i.businessid, i.user_id, i.importid, i.restarts, i.run_id is not null, i.active_until
        from sales_imports i
       where i.state in ('importing', 'undoing') and (i.active_until is null or i.active_until < now())
         and not exists (select from business b where b.id = i.businessid and b.closed_at is not null)
    ) w
   order by w.active_until;
end;
grant execute on function list_stopped_work() to winkel_auth;
