-- A sign-up whose steps are taken again: a name corrected in step 1 reaches the record that step 2 made of it, and a site counts as
-- the primary one only where it is the primary one.

-- The owner's record, as step 1 names its person now. Nothing of a sign-up that is finished: that record is edited on its screen.
create function rename_owner(person uuid) returns void
  language sql security definer set search_path = public, pg_temp
begin atomic
  update employee e
     set firstname = s.firstname, lastname = s.lastname, version = e.version + 1
    from auth.signup s
    join business_users u on u.user_id = s.user_id and u.role = 'owner'
    join business b on b.id = u.businessid and b.signup_finished_at is null
   where s.user_id = person
     and e.businessid = b.id and e.user_id = person
     and (e.firstname, e.lastname) is distinct from (s.firstname, s.lastname);
end;
grant execute on function rename_owner(uuid) to winkel_auth;

-- As it was, but for step 3: any site would do, and the later steps then looked for a primary one.
create or replace function standing_of(person uuid)
  returns table (role text, businessid uuid, business_name text, timezone text, is_employee boolean, is_disabled boolean, signup_step smallint)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select u.role,
         b.id,
         b.name,
         b.timezone,
         e.employeeid is not null,
         coalesce(not e.isenabled, false),
         case
           -- Somebody else's doing: an employee's login has no sign-up of its own.
           when not exists (select from auth.signup s where s.user_id = person) then null
           when b.id is null then case when e.employeeid is null then 2 end
           when b.signup_finished_at is not null then null
           when b.primary_siteid is null then 3
           when not exists (select from business_subscriptions s where s.businessid = b.id and s.status = 'active') then 4
           else 5
         end::smallint
    from (values (person)) p (user_id)
    left join business_users u on u.user_id = p.user_id
    left join business b on b.id = u.businessid
    -- The record in the person's own business; of somebody without a business any one, for sign-in to name what they are.
    left join lateral (
      select r.employeeid, r.isenabled from employee r
       where r.user_id = p.user_id and (u.businessid is null or r.businessid = u.businessid)
       limit 1
    ) e on true;
end;

-- Those who added their first site on its own screen had said by that which one is the primary one.
update business b
   set primary_siteid = (select min(s.siteid) from site s where s.businessid = b.id)
 where b.primary_siteid is null and b.signup_finished_at is null;
update employee e
   set siteid = b.primary_siteid
  from business b
  join business_users u on u.businessid = b.id and u.role = 'owner'
 where b.signup_finished_at is null
   and e.businessid = b.id and e.user_id = u.user_id and e.siteid is null;
