-- What sign-in needs to know about a user: always one row. signup_step is the step to continue with, or null when there is
-- nothing to continue.
create or replace function account_status(person uuid)
  returns table (role text, businessid uuid, business_name text, timezone text, is_disabled boolean, signup_step smallint,
                 closed_at timestamptz, erase_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select u.role,
         b.id,
         b.name,
         b.timezone,
         coalesce(not e.isenabled, false),
         case
           -- The login was made by an owner for an employee: there is no sign-up to continue.
           when not exists (select from auth.signup s where s.user_id = person) then null
           when b.id is null then 2
           when b.signup_finished_at is not null then null
           when b.primary_siteid is null then 3
           when not exists (select from business_subscriptions s where s.businessid = b.id and s.status = 'active') then 4
           else 5
         end::smallint,
         b.closed_at,
         b.erase_at
    from (values (person)) p (user_id)
    -- An employee who began a sign-up leaves the employer with step 2.
    left join business_users u on u.user_id = p.user_id
      and not (u.role = 'employee' and exists (select from auth.signup s where s.user_id = person))
    left join business b on b.id = u.businessid
    left join employee e on e.businessid = u.businessid and e.user_id = u.user_id;
end;
grant execute on function account_status(uuid) to winkel_auth;

-- Whether a user without a role is an employee somewhere. Sign-in asks it in a statement of its own, because the specification
-- has one message for a role that cannot be read and another for an employee record that cannot be read.
create or replace function is_employed(person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select exists (select from employee e where e.user_id = person);
end;
grant execute on function is_employed(uuid) to winkel_auth;

-- Step 2; the name and the parameters are the specification's. A second call changes the business of the first one. Refused
-- with WK005 once the sign-up is finished, for a user who never began one, and for a closed business.
--
-- An owner who adds an employee takes up that person's e-mail address, and a user has one business. So that the employer cannot
-- keep the person from signing up, the login leaves the employer: the employee stays there without a login.
create or replace function rpc_create_business(person uuid, p_name text, p_reg text) returns uuid
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  own_business uuid;
  finished boolean;
begin
  -- Of two calls at once, the second waits here and then finds the business that the first created.
  perform pg_advisory_xact_lock(hashtextextended('sign-up ' || person, 0));
  -- An employer who makes the person an admin at the same time is waited for.
  perform from business_users u where u.user_id = person for update;

  select b.id, b.signup_finished_at is not null or b.closed_at is not null or u.role <> 'owner' into own_business, finished
    from business_users u join business b on b.id = u.businessid
   where u.user_id = person and u.role <> 'employee';
  if finished or not exists (select from auth.signup s where s.user_id = person) then
    raise exception 'sign-up is finished' using errcode = 'WK005';
  elsif own_business is not null then
    update business set name = p_name, registration_number = p_reg, version = version + 1 where id = own_business;
    return own_business;
  end if;

  insert into business (name, registration_number) values (p_name, p_reg) returning id into own_business;
  delete from business_users where user_id = person and role = 'employee';
  update employee set user_id = null where user_id = person;
  insert into business_users (businessid, user_id, role) values (own_business, person, 'owner');
  begin
    insert into employee (businessid, firstname, lastname, position, user_id)
    select own_business, s.firstname, s.lastname, 'Owner', person from auth.signup s where s.user_id = person;
  exception when others then
    -- The specification: when the owner's employee record cannot be created, sign-up goes on without it.
    raise warning 'the owner''s employee record was not created: %', sqlerrm;
  end;
  return own_business;
end $$;
grant execute on function rpc_create_business(uuid, text, text) to winkel_auth;

-- Step 1 taken again: copies the corrected name to the owner's employee record. A finished sign-up is left alone, because the
-- record is then edited on its own screen.
create or replace function rename_owner(person uuid) returns void
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
