-- Locks the team of the entered business until the transaction ends, and returns the business.
create or replace function lock_team() returns uuid
  language plpgsql
as $$
declare
  own_business constant uuid := current_business();
begin
  if own_business is null or current_till_sites() is not null then
    raise exception 'only a user inside a business changes its team' using errcode = 'insufficient_privilege';
  end if;
  perform from business b where b.id = own_business for no key update;
  -- Checked again under the lock: when two owners disable each other, the second waited above and has lost access since.
  perform enter_business(current_setting('app.user_id'));
  return own_business;
end $$;

-- The role follows the position (specification, 6), but an owner stays owner and does not become admin.
create or replace function assign_role(own_business uuid, person uuid, new_position text) returns void
  language sql
begin atomic
  insert into business_users as u (businessid, user_id, role)
  values (own_business, person, case new_position when 'Owner' then 'admin' else 'employee' end)
  on conflict (user_id) do update
     set role = case when u.role = 'owner' and excluded.role = 'admin' then 'owner' else excluded.role end
   where u.businessid = excluded.businessid;
end;

-- Refuses a change that would leave nobody who can sign in. No table has a constraint of this name: it is how the server
-- recognises the error.
create or replace function require_active_owner(own_business uuid) returns void
  language plpgsql
as $$
begin
  if not exists (
    select from business_users u
     where u.businessid = own_business and u.role in ('owner', 'admin')
       and not exists (select from employee e where e.businessid = own_business and e.user_id = u.user_id and not e.isenabled)
  ) then
    raise exception 'the last owner' using errcode = 'check_violation', constraint = 'business__has_owner';
  end if;
end $$;

-- Whether a user is the owner, or an admin who acts as the owner because no owner can sign in.
create or replace function is_owner(own_business uuid, person uuid) returns boolean
  language sql stable
begin atomic
  select exists (
    select from business_users u
     where u.businessid = own_business and u.user_id = person
       and (u.role = 'owner' or u.role = 'admin' and not exists (
         select from business_users o
          where o.businessid = own_business and o.role = 'owner'
            and not exists (select from employee e where e.businessid = own_business and e.user_id = o.user_id and not e.isenabled)
       ))
  );
end;
grant execute on function is_owner(uuid, uuid) to winkel_tenant;

-- Refuses that an admin changes or removes an owner. No table has a constraint of this name.
create or replace function protect_owner(own_business uuid, person uuid) returns void
  language plpgsql
as $$
begin
  if exists (select from business_users u where u.businessid = own_business and u.user_id = person and u.role = 'owner')
     and not is_owner(own_business, current_setting('app.user_id')::uuid) then
    raise exception 'the owner' using errcode = 'check_violation', constraint = 'business_users__owner';
  end if;
end $$;

-- Adds an employee with a login and a role. The server looks the idempotency key up before. Returns no row when the e-mail address
-- is taken.
create or replace function create_employee(details jsonb, for_email text, password_hash text, idempotency_key uuid, details_hash bytea)
  returns table (employeeid bigint, user_id uuid)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  own_business constant uuid := lock_team();
  given constant employee := jsonb_populate_record(null::employee, details);
  new_user uuid;
  new_employee bigint;
begin
  insert into auth."user" (name, email, "emailVerified") values (for_email, for_email, false)
    on conflict (email) do nothing returning id into new_user;
  if new_user is null then
    return;
  end if;
  insert into auth.account ("accountId", "providerId", "userId", password, "updatedAt")
  values (new_user, 'credential', new_user, password_hash, now());
  insert into employee
    (businessid, siteid, firstname, lastname, position, hiredate, isenabled, disablereason, user_id, request_id, request_hash, employee_code)
  values (own_business, given.siteid, given.firstname, given.lastname, given.position, given.hiredate, given.isenabled,
          case when given.isenabled then '' else given.disablereason end, new_user, idempotency_key, details_hash, given.employee_code)
  returning employeeid into new_employee;
  perform assign_role(own_business, new_user, given.position);
  return query select new_employee, new_user;
end $$;
grant execute on function create_employee(jsonb, text, text, uuid, bytea) to winkel_tenant;

-- Changes an employee and the role with the position. A person who is neither an enabled owner nor has a right any more loses every session.
-- Returns no row when there is no such employee; is_saved is false when the employee was edited since `opened_version`.
create or replace function update_employee(of_employee bigint, opened_version integer, details jsonb)
  returns table (is_saved boolean, role_before text, role_after text, enabled_before boolean)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  own_business constant uuid := lock_team();
  given constant employee := jsonb_populate_record(null::employee, details);
  before record;
begin
  select e.user_id, e.isenabled, e.version, e.former_number, u.role into before
    from employee e left join business_users u on u.businessid = e.businessid and u.user_id = e.user_id
   where e.businessid = own_business and e.employeeid = of_employee;
  if not found then
    return;
  end if;
  if before.former_number is not null then
    raise exception 'an anonymous employee' using errcode = 'check_violation', constraint = 'employee__anonymous';
  end if;
  perform protect_owner(own_business, before.user_id);
  if before.version <> opened_version then
    return query select false, before.role, before.role, before.isenabled;
    return;
  end if;

  update employee e
     set siteid = given.siteid, firstname = given.firstname, lastname = given.lastname, position = given.position,
         hiredate = given.hiredate, isenabled = given.isenabled,
         disablereason = case when given.isenabled then '' else given.disablereason end,
         -- A client of the release before does not send it.
         employee_code = case when details ? 'employee_code' then given.employee_code else e.employee_code end, version = e.version + 1
   where e.businessid = own_business and e.employeeid = of_employee;
  if before.user_id is not null then
    perform assign_role(own_business, before.user_id, given.position);
    perform require_active_owner(own_business);
    -- A founder who becomes an employee has no sign-up any more; a later one is for another business.
    delete from auth.signup s
     where s.user_id = before.user_id
       and exists (select from business_users u where u.businessid = own_business and u.user_id = s.user_id and u.role = 'employee');
    delete from auth.session s
     where s."userId" = before.user_id
       and not (given.isenabled and (given.position = 'Owner'
                                     or exists (select from rights r where r.businessid = own_business and r.user_id = before.user_id)));
  end if;
  return query select true, before.role,
    (select u.role from business_users u where u.businessid = own_business and u.user_id = before.user_id), before.isenabled;
end $$;
grant execute on function update_employee(bigint, integer, jsonb) to winkel_tenant;

-- Deletes an employee with the role, the sessions and the login, whose e-mail address is free again. An employee with sales
-- cannot be deleted: the foreign keys of the sales refuse it. Returns no row when there is no such employee.
create or replace function remove_employee(of_employee bigint) returns table (user_id uuid)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  own_business constant uuid := lock_team();
  person uuid;
begin
  select e.user_id into person from employee e where e.businessid = own_business and e.employeeid = of_employee;
  if not found then
    return;
  end if;
  if person is not null then
    perform protect_owner(own_business, person);
    delete from business_users u where u.businessid = own_business and u.user_id = person;
    perform require_active_owner(own_business);
  end if;
  delete from employee e where e.businessid = own_business and e.employeeid = of_employee;
  -- The login stays while another business has the person as user or employee.
  delete from auth."user" u
   where u.id = person
     and not exists (select from business_users l where l.user_id = u.id)
     and not exists (select from employee e where e.user_id = u.id);
  return query select person;
end $$;
grant execute on function remove_employee(bigint) to winkel_tenant;

-- Makes an enabled admin the owner, and the acting owner an admin. Returns no row when the employee is not an enabled admin.
create or replace function hand_over_business(to_employee bigint) returns table (user_id uuid, email text)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  own_business constant uuid := lock_team();
  acting constant uuid := current_setting('app.user_id')::uuid;
  successor record;
begin
  if not exists (
    select from business_users u where u.businessid = own_business and u.user_id = acting and u.role = 'owner'
  ) then
    raise exception 'the owner' using errcode = 'check_violation', constraint = 'business_users__owner';
  end if;
  select u.user_id, p.email into successor
    from employee e
    join business_users u on u.businessid = e.businessid and u.user_id = e.user_id
    join auth."user" p on p.id = u.user_id
   where e.businessid = own_business and e.employeeid = to_employee and e.isenabled and u.role = 'admin';
  if not found then
    return;
  end if;
  update business_users u set role = case u.user_id when acting then 'admin' else 'owner' end
   where u.businessid = own_business and u.user_id in (acting, successor.user_id);
  -- Who is not the owner has no sign-up to finish.
  delete from auth.signup s where s.user_id = acting;
  return query select successor.user_id, successor.email;
end $$;
grant execute on function hand_over_business(bigint) to winkel_tenant;
create or replace trigger announce_access_change after insert or update on employee
  for each row when (not new.isenabled and new.user_id is not null) execute function auth.announce_access_change('user_id');

-- Sets the till PIN of an employee, or removes it. Only the owner sets that of an Owner, who may set the own one. The names of constraints are how
-- the server recognises the errors. False when there is no such employee.
create or replace function set_till_pin(of_employee bigint, verifier jsonb) returns boolean
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  own_business constant uuid := lock_team();
  acting constant uuid := current_setting('app.user_id')::uuid;
  person record;
begin
  select e.user_id, e.position, e.former_number into person
    from employee e where e.businessid = own_business and e.employeeid = of_employee;
  if not found then
    return false;
  elsif person.former_number is not null then
    raise exception 'an anonymous employee' using errcode = 'check_violation', constraint = 'employee__anonymous';
  elsif exists (select from site s where s.businessid = own_business and s.till_employeeid = of_employee) then
    raise exception 'the employee of a till' using errcode = 'check_violation', constraint = 'site__till_employee';
  elsif person.position = 'Owner' and person.user_id is distinct from acting and not is_owner(own_business, acting) then
    raise exception 'the owner' using errcode = 'check_violation', constraint = 'business_users__owner';
  end if;
  update employee e set pin = verifier where e.businessid = own_business and e.employeeid = of_employee;
  return true;
end $$;
grant execute on function set_till_pin(bigint, jsonb) to winkel_tenant;

-- The log says that a PIN was set, and nothing of the PIN.
create or replace function log_till_pin() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into changes (businessid, noun, rowid, siteid, name, action, after)
  values (new.businessid, 'employee', new.employeeid::text, new.siteid, new.firstname || ' ' || new.lastname, 'changed',
          jsonb_build_object('till_pin', case when new.pin is null then 'removed' else 'set' end));
  return null;
end $$;
create or replace trigger log_till_pin_after_update after update of pin on employee
  for each row when (old.pin is distinct from new.pin and new.former_number is null and not is_importing_business() and not is_erasing())
  execute function log_till_pin();
