-- A form that was opened before somebody else's save must not write over it: an employee who was dismissed meanwhile would be let
-- in again. Employees and sites count their edits, as products do; an edit names the count that it was opened with.

alter table employee add column version integer not null default 1;
alter table site add column version integer not null default 1;
grant update (version) on site to winkel_tenant;

drop function update_employee(bigint, jsonb);

-- Changes an employee; the role follows the position. Whoever is no enabled owner afterwards has no session left.
-- No row when there is no such employee, and one that is not `is_saved` when somebody else changed them since `opened_version`.
create function update_employee(of_employee bigint, opened_version integer, details jsonb)
  returns table (is_saved boolean, role_before text, role_after text, enabled_before boolean)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  mine constant uuid := hold_team();
  given constant employee := jsonb_populate_record(null::employee, details);
  was record;
begin
  select e.user_id, e.isenabled, e.version, u.role into was
    from employee e left join business_users u on u.businessid = e.businessid and u.user_id = e.user_id
   where e.businessid = mine and e.employeeid = of_employee;
  if not found then
    return;
  elsif was.version <> opened_version then
    return query select false, was.role, was.role, was.isenabled;
    return;
  end if;

  update employee e
     set siteid = given.siteid, firstname = given.firstname, lastname = given.lastname, position = given.position,
         hiredate = given.hiredate, isenabled = given.isenabled,
         disablereason = case when given.isenabled then '' else given.disablereason end, version = e.version + 1
   where e.businessid = mine and e.employeeid = of_employee;
  if was.user_id is not null then
    perform give_role(mine, was.user_id, given.position);
    perform keep_an_owner(mine);
    delete from auth.session s
     where s."userId" = was.user_id and not (given.isenabled and given.position = 'Owner');
  end if;
  return query select true, was.role,
    (select u.role from business_users u where u.businessid = mine and u.user_id = was.user_id), was.isenabled;
end $$;
grant execute on function update_employee(bigint, integer, jsonb) to winkel_tenant;
