-- Whether the link works. It does while the person who sent it could send it again: who is no owner any more has left no way in.
create or replace function is_open_invitation(invitation invitations) returns boolean
  language sql stable
begin atomic
  select invitation.expires_at > now()
     and exists (select from business b where b.id = invitation.businessid and b.closed_at is null)
     and exists (
       select from business_users u
        where u.businessid = invitation.businessid and u.user_id = invitation.invited_by and u.role in ('owner', 'admin')
          and not exists (select from employee e where e.businessid = u.businessid and e.user_id = u.user_id and not e.isenabled))
     and (invitation.right_name is null or is_owner(invitation.businessid, invitation.invited_by));
end;
grant execute on function is_open_invitation(invitations) to winkel_tenant;

-- An employee who is disabled, has a login, or gets or loses the position Owner is invited no more: the invitation was for something else.
create or replace function end_invitation() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from invitations i where (i.businessid, i.employeeid) = (new.businessid, new.employeeid);
  return null;
end $$;
create or replace trigger end_invitation after update of isenabled, user_id, position on employee
  for each row when (old.isenabled and not new.isenabled or old.user_id is null and new.user_id is not null
                     or (old.position = 'Owner') <> (new.position = 'Owner'))
  execute function end_invitation();

-- An invitation in the words of the log of changes.
create or replace function describe_invitation(invitation invitations) returns jsonb
  language sql stable
begin atomic
  select jsonb_strip_nulls(jsonb_build_object(
    'email', invitation.email,
    'right', coalesce(invitation.right_name, 'everything'),
    'sites', case when has_all_sites(invitation.right_name) then 'All sites' else (
      select string_agg(s.sitename, ', ' order by s.sitename) from site s
       where s.businessid = invitation.businessid and s.siteid = any (invitation.siteids)) end,
    'sees_costs', case when invitation.right_name is not null then invitation.sees_costs end));
end;

create or replace function log_invitation() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  invitation constant invitations := coalesce(new, old);
  was constant jsonb := case when tg_op <> 'INSERT' then describe_invitation(old) end;
  now_is constant jsonb := case when tg_op <> 'DELETE' then describe_invitation(new) end;
begin
  insert into changes (businessid, noun, rowid, name, action, before, after)
  select invitation.businessid, 'invitation', invitation.employeeid::text,
         -- An employee who is deleted with it is gone already.
         coalesce((select e.firstname || ' ' || e.lastname from employee e
                    where e.businessid = invitation.businessid and e.employeeid = invitation.employeeid), invitation.email),
         case when tg_op = 'INSERT' then 'created'
              when tg_op = 'UPDATE' then 'sent again'
              when current_setting('app.accepts_invitation', true) = 'on' then 'accepted'
              else 'deleted' end,
         was, now_is;
  return null;
end $$;
create or replace trigger log_after_insert after insert on invitations
  for each row when (not is_importing_business() and not is_erasing()) execute function log_invitation();
create or replace trigger log_after_update after update of token_hash on invitations
  for each row when (not is_importing_business() and not is_erasing()) execute function log_invitation();
create or replace trigger log_after_delete after delete on invitations
  for each row when (not is_importing_business() and not is_erasing()) execute function log_invitation();

-- Adds an employee without a login. The server looks the idempotency key up before.
create or replace function add_employee(details jsonb, idempotency_key uuid, details_hash bytea) returns bigint
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  own_business constant uuid := lock_team();
  given constant employee := jsonb_populate_record(null::employee, details);
  new_employee bigint;
begin
  insert into employee (businessid, siteid, firstname, lastname, position, hiredate, isenabled, disablereason, request_id, request_hash, employee_code)
  values (own_business, given.siteid, given.firstname, given.lastname, given.position, given.hiredate, given.isenabled,
          case when given.isenabled then '' else given.disablereason end, idempotency_key, details_hash, given.employee_code)
  returning employeeid into new_employee;
  return new_employee;
end $$;
grant execute on function add_employee(jsonb, uuid, bytea) to winkel_tenant;

-- Invites an employee without a login. A link that was sent before works no more. With the position Owner the person gets everything;
-- for any other one the owner gives a right. Returns what happened: 'invited', 'taken' for an address that has a login, 'has login',
-- 'disabled', or 'no right'; null when there is no such employee.
create or replace function invite_employee(of_employee bigint, for_email text, given_right text, of_sites bigint[], with_costs boolean,
                                new_token_hash bytea, days integer) returns text
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  own_business constant uuid := lock_team();
  acting constant uuid := current_setting('app.user_id')::uuid;
  person record;
  right_name constant text := given_right;
begin
  select e.user_id, e.position, e.isenabled, e.former_number into person
    from employee e where e.businessid = own_business and e.employeeid = of_employee;
  if not found then
    return null;
  elsif person.former_number is not null then
    raise exception 'an anonymous employee' using errcode = 'check_violation', constraint = 'employee__anonymous';
  elsif exists (select from site s where s.businessid = own_business and s.till_employeeid = of_employee) then
    raise exception 'the employee of a till' using errcode = 'check_violation', constraint = 'site__till_employee';
  elsif person.user_id is not null then
    return 'has login';
  elsif not person.isenabled then
    return 'disabled';
  elsif person.position <> 'Owner' then
    if not is_owner(own_business, acting) then
      raise exception 'the owner' using errcode = 'check_violation', constraint = 'business_users__owner';
    elsif right_name is null then
      return 'no right';
    elsif exists (select from unnest(of_sites) as chosen (siteid)
                   where not exists (select from site s where s.businessid = own_business and s.siteid = chosen.siteid)) then
      raise exception 'a site that is not there' using errcode = 'foreign_key_violation', constraint = 'right_sites__site';
    end if;
  end if;
  if exists (select from auth."user" u where u.email = for_email) then
    return 'taken';
  end if;
  insert into invitations as i (businessid, employeeid, email, right_name, siteids, sees_costs, token_hash, invited_by, expires_at)
  values (own_business, of_employee, for_email, case when person.position <> 'Owner' then right_name end,
          case when person.position <> 'Owner' and not has_all_sites(right_name) then of_sites else '{}' end,
          person.position <> 'Owner' and (right_name <> 'manager' or with_costs),
          new_token_hash, acting, now() + make_interval(days => days))
    on conflict (businessid, employeeid) do update
       set email = excluded.email, right_name = excluded.right_name, siteids = excluded.siteids, sees_costs = excluded.sees_costs,
           token_hash = excluded.token_hash, invited_by = excluded.invited_by, invited_at = now(), expires_at = excluded.expires_at,
           mailed_at = null;
  return 'invited';
end $$;
grant execute on function invite_employee(bigint, text, text, bigint[], boolean, bytea, integer) to winkel_tenant;

-- The business and the address of a link. No row when it does not work.
create or replace function find_invitation(hash bytea) returns table (business_name text, email text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select b.name, i.email from invitations i join business b on b.id = i.businessid
   where i.token_hash = find_invitation.hash and is_open_invitation(i);
end;
grant execute on function find_invitation(bytea) to winkel_auth;

-- Creates the login of an invited person, with the role and the right. No row when the link does not work; no user when the address has a
-- login by now. Of two calls at once, the second waits for the lock and then finds no invitation. Sites that were deleted since are left
-- out of the right, as they are of a right that was given before.
create or replace function accept_invitation(hash bytea, password_hash text, from_ip text, from_device text)
  returns table (businessid uuid, user_id uuid, email text)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  own_business uuid;
  invitation invitations;
  new_user uuid;
begin
  select i.businessid into own_business from invitations i where i.token_hash = hash;
  perform from business b where b.id = own_business for no key update;
  select i.* into invitation from invitations i where i.token_hash = hash and is_open_invitation(i);
  if not found then
    return;
  end if;
  insert into auth."user" (name, email, "emailVerified") values (invitation.email, invitation.email, true)
    on conflict (email) do nothing returning id into new_user;
  if new_user is null then
    return query select own_business, null::uuid, invitation.email;
    return;
  end if;
  insert into auth.account ("accountId", "providerId", "userId", password, "updatedAt")
  values (new_user, 'credential', new_user, password_hash, now());
  perform set_business(own_business, new_user::text), set_config('app.client_ip', from_ip, true),
          set_config('app.device', from_device, true), set_config('app.accepts_invitation', 'on', true);
  -- Ends the invitation.
  update employee e set user_id = new_user, version = e.version + 1
   where e.businessid = own_business and e.employeeid = invitation.employeeid;
  perform assign_role(own_business, new_user, e.position) from employee e
    where e.businessid = own_business and e.employeeid = invitation.employeeid;
  if invitation.right_name is not null then
    insert into rights (businessid, user_id, name, sees_costs, given_by)
    values (own_business, new_user, invitation.right_name, invitation.sees_costs, invitation.invited_by);
    insert into right_sites (businessid, user_id, siteid)
    select own_business, new_user, s.siteid from site s where s.businessid = own_business and s.siteid = any (invitation.siteids);
  end if;
  return query select own_business, new_user, invitation.email;
end $$;
grant execute on function accept_invitation(bytea, text, text, text) to winkel_auth;

-- Whether two-step sign-in is required of a person who may do this, and is off. enter_with_right asks it.
create or replace function lacks_two_step(own_business uuid, person uuid, may_do text) returns boolean
  language sql stable
begin atomic
  select exists (
    select from sign_in_rules s
     where s.businessid = own_business and may_do = any (s.two_step_for)
       and not exists (select from auth."user" u where u.id = person and u."twoFactorEnabled"));
end;

-- What is required of a person, for the sign-in. Always one row.
create or replace function find_two_step_rule(person uuid) returns table (requires_two_step boolean, lacks_two_step boolean)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select coalesce(bool_or(coalesce(r.name, 'everything') = any (s.two_step_for)), false),
         coalesce(bool_or(lacks_two_step(u.businessid, u.user_id, coalesce(r.name, 'everything'))), false)
    from business_users u
    join sign_in_rules s on s.businessid = u.businessid
    left join rights r on u.role = 'employee' and r.businessid = u.businessid and r.user_id = u.user_id
   where u.user_id = find_two_step_rule.person and (u.role <> 'employee' or r.name is not null);
end;
grant execute on function find_two_step_rule(uuid) to winkel_auth;

-- Says of whom two-step sign-in is required. Only the owner does. Servers check the live streams of the people.
create or replace function require_two_step(of_people text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  own_business constant uuid := lock_team();
  before constant text[] := coalesce((select s.two_step_for from sign_in_rules s where s.businessid = own_business), '{}');
begin
  if not is_owner(own_business, current_setting('app.user_id')::uuid) then
    raise exception 'the owner' using errcode = 'check_violation', constraint = 'business_users__owner';
  elsif before <@ of_people and of_people <@ before then
    return;
  end if;
  delete from sign_in_rules s where s.businessid = own_business;
  if cardinality(of_people) > 0 then
    insert into sign_in_rules (businessid, two_step_for) values (own_business, of_people);
  end if;
  insert into changes (businessid, noun, name, action, before, after)
  select own_business, 'business', b.name, 'changed', jsonb_build_object('two_step_for', before),
         jsonb_build_object('two_step_for', of_people)
    from business b where b.id = own_business;
  perform pg_notify('winkel_access', u.user_id::text) from business_users u where u.businessid = own_business;
end $$;
grant execute on function require_two_step(text[]) to winkel_tenant;

-- In how many browsers an employee is signed in.
create or replace function count_sessions(of_employee bigint) returns integer
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select count(*)::integer
    from employee e join auth.session s on s."userId" = e.user_id and s."expiresAt" > now()
   where e.businessid = current_business() and e.employeeid = count_sessions.of_employee and current_till_sites() is null;
end;
grant execute on function count_sessions(bigint) to winkel_tenant;

-- Ends the access of an employee who leaves: disables the record, and ends the sessions, the right or the role, the invitation, the till PIN, and links
-- that were mailed. The position Owner becomes Employee, so that everything does not come back when the record is enabled again. Sales,
-- documents and the log keep the name, and keys of tills belong to their site. A second call changes nothing. Returns how many sessions
-- ended; no row when there is no such employee.
create or replace function end_access(of_employee bigint, reason text) returns table (user_id uuid, sessions integer)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  own_business constant uuid := lock_team();
  person record;
  ended integer := 0;
begin
  select e.user_id, e.isenabled, e.position, e.former_number into person
    from employee e where e.businessid = own_business and e.employeeid = of_employee;
  if not found then
    return;
  elsif person.former_number is not null then
    raise exception 'an anonymous employee' using errcode = 'check_violation', constraint = 'employee__anonymous';
  elsif person.user_id = current_setting('app.user_id')::uuid then
    raise exception 'the acting person' using errcode = 'check_violation', constraint = 'employee__acting';
  end if;
  perform protect_owner(own_business, person.user_id);
  if person.isenabled or person.position = 'Owner' then
    update employee e
       set isenabled = false, disablereason = case when e.isenabled then reason else e.disablereason end,
           position = case e.position when 'Owner' then 'Employee' else e.position end, version = e.version + 1
     where e.businessid = own_business and e.employeeid = of_employee;
  end if;
  update employee e set pin = null where e.businessid = own_business and e.employeeid = of_employee and e.pin is not null;
  if person.user_id is not null then
    perform assign_role(own_business, person.user_id, 'Employee');
    perform require_active_owner(own_business);
    delete from rights r where (r.businessid, r.user_id) = (own_business, person.user_id);
    delete from auth.signup s where s.user_id = person.user_id;
    delete from auth.session s where s."userId" = person.user_id;
    get diagnostics ended = row_count;
    delete from auth.verification v where v.value = person.user_id::text;
    delete from auth.email_changes c where c.user_id = person.user_id;
  end if;
  return query select person.user_id, ended;
end $$;
grant execute on function end_access(bigint, text) to winkel_tenant;
