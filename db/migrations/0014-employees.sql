-- Employees with their logins and their roles. The three are in tables that no one role of the server may write, and belong
-- together: whoever is no enabled owner any more must be out in the same moment. So each change is one function of the owner,
-- which takes the business from the person who entered it and believes nothing else it is told.

-- The form's own mark, so that a retry after a lost answer finds what the first try made; and what the form said, as a hash
-- without the password. Both null for records that no form made.
alter table employee
  add column request_id uuid,
  add column request_hash bytea,
  add constraint employee__request_once unique (businessid, request_id);

-- The team by name, which is how it is read unless somebody asks for another order.
create index employee__by_name on employee (businessid, lastname, firstname, employeeid);

-- The entered business, in which nobody else hires or dismisses until the transaction ends.
create function hold_team() returns uuid
  language plpgsql
as $$
declare
  mine constant uuid := current_business();
begin
  if mine is null or current_till_site() is not null then
    raise exception 'only a person inside a business changes its team' using errcode = 'insufficient_privilege';
  end if;
  perform from business b where b.id = mine for no key update;
  -- Of two owners who dismiss each other, the second has waited above and is none by now.
  perform enter_business(current_setting('app.user_id'));
  return mine;
end $$;

-- An owner stays what they are; a position gives any other person their role (specification, 6).
create function give_role(mine uuid, person uuid, in_position text) returns void
  language sql
begin atomic
  insert into business_users as u (businessid, user_id, role)
  values (mine, person, case in_position when 'Owner' then 'admin' else 'employee' end)
  on conflict (user_id) do update set role = case when u.role = 'owner' and excluded.role = 'admin' then 'owner' else excluded.role end
   where u.businessid = excluded.businessid;
end;

-- Refuses what would lock everybody out.
create function keep_an_owner(mine uuid) returns void
  language plpgsql
as $$
begin
  if not exists (
    select from business_users u
     where u.businessid = mine and u.role in ('owner', 'admin')
       and not exists (select from employee e where e.businessid = mine and e.user_id = u.user_id and not e.isenabled)
  ) then
    raise exception 'the last owner' using errcode = 'check_violation', constraint = 'business__has_owner';
  end if;
end $$;

-- Adds an employee with a login and a role. `is_same` is false when the form's mark was used before for something else.
-- No row when the e-mail is taken.
create function create_employee(request uuid, details jsonb, for_email text, password_hash text)
  returns table (employeeid bigint, user_id uuid, is_new boolean, is_same boolean)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  mine constant uuid := hold_team();
  given constant employee := jsonb_populate_record(null::employee, details);
  said constant bytea := sha256(convert_to(jsonb_build_array(details, for_email)::text, 'UTF8'));
  person uuid;
  made bigint;
begin
  return query select e.employeeid, e.user_id, false, e.request_hash = said
    from employee e where e.businessid = mine and e.request_id = request;
  if found then
    return;
  end if;

  insert into auth."user" (name, email, "emailVerified") values (for_email, for_email, false)
    on conflict (email) do nothing returning id into person;
  if person is null then
    return;
  end if;
  insert into auth.account ("accountId", "providerId", "userId", password, "updatedAt")
  values (person, 'credential', person, password_hash, now());
  insert into employee (businessid, siteid, firstname, lastname, position, hiredate, isenabled, disablereason, user_id, request_id, request_hash)
  values (mine, given.siteid, given.firstname, given.lastname, given.position, given.hiredate, given.isenabled,
          case when given.isenabled then '' else given.disablereason end, person, request, said)
  returning employeeid into made;
  perform give_role(mine, person, given.position);
  return query select made, person, true, true;
end $$;

-- Changes an employee; the role follows the position. Whoever is no enabled owner afterwards has no session left.
-- No row when there is no such employee.
create function update_employee(of_employee bigint, details jsonb)
  returns table (user_id uuid, role_before text, role_after text, enabled_before boolean)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  mine constant uuid := hold_team();
  given constant employee := jsonb_populate_record(null::employee, details);
  was record;
begin
  select e.user_id, e.isenabled, u.role into was
    from employee e left join business_users u on u.businessid = e.businessid and u.user_id = e.user_id
   where e.businessid = mine and e.employeeid = of_employee;
  if not found then
    return;
  end if;

  update employee e
     set siteid = given.siteid, firstname = given.firstname, lastname = given.lastname, position = given.position,
         hiredate = given.hiredate, isenabled = given.isenabled,
         disablereason = case when given.isenabled then '' else given.disablereason end
   where e.businessid = mine and e.employeeid = of_employee;
  if was.user_id is not null then
    perform give_role(mine, was.user_id, given.position);
    perform keep_an_owner(mine);
    delete from auth.session s
     where s."userId" = was.user_id and not (given.isenabled and given.position = 'Owner');
  end if;
  return query select was.user_id, was.role,
    (select u.role from business_users u where u.businessid = mine and u.user_id = was.user_id), was.isenabled;
end $$;

-- Removes an employee with their role, their sessions and their login, whose e-mail is free again. Somebody who has sold stays:
-- the sales' keys refuse. No row when there is no such employee.
create function remove_employee(of_employee bigint) returns table (user_id uuid)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  mine constant uuid := hold_team();
  person uuid;
begin
  select e.user_id into person from employee e where e.businessid = mine and e.employeeid = of_employee;
  if not found then
    return;
  end if;
  if person is not null then
    delete from business_users u where u.businessid = mine and u.user_id = person;
    perform keep_an_owner(mine);
  end if;
  delete from employee e where e.businessid = mine and e.employeeid = of_employee;
  -- Not when another business knows the person too.
  delete from auth."user" u
   where u.id = person
     and not exists (select from business_users l where l.user_id = u.id)
     and not exists (select from employee e where e.user_id = u.id);
  return query select person;
end $$;

grant execute on function create_employee(uuid, jsonb, text, text), update_employee(bigint, jsonb), remove_employee(bigint)
  to winkel_tenant;
