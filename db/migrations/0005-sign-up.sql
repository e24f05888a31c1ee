-- Sign-up's own writes: made before there is a business to enter, so they are functions of the owner, opened to
-- winkel_auth alone and told whose sign-up it is by the server.

-- What sign-in needs to know about a person: one row, always.
create function standing_of(person uuid)
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
           when not exists (select from site s where s.businessid = b.id) then 3
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
grant execute on function standing_of(uuid) to winkel_auth;

-- The specification's procedure. Run again while the sign-up is unfinished it changes the same business (WK005 after that).
create function rpc_create_business(person uuid, p_name text, p_reg text) returns uuid
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  mine uuid;
  finished boolean;
begin
  -- Two clicks at once: the second waits here and then finds what the first has made.
  perform pg_advisory_xact_lock(hashtextextended('sign-up ' || person, 0));

  select b.id, b.signup_finished_at is not null or u.role <> 'owner' into mine, finished
    from business_users u join business b on b.id = u.businessid
   where u.user_id = person;
  if finished or not exists (select from auth.signup s where s.user_id = person) then
    raise exception 'sign-up is finished' using errcode = 'WK005';
  elsif mine is not null then
    update business set name = p_name, registration_number = p_reg where id = mine;
    return mine;
  end if;

  insert into business (name, registration_number) values (p_name, p_reg) returning id into mine;
  insert into business_users (businessid, user_id, role) values (mine, person, 'owner');
  begin
    insert into employee (businessid, firstname, lastname, position, user_id)
    select mine, s.firstname, s.lastname, 'Owner', person from auth.signup s where s.user_id = person;
  exception when others then
    -- The specification: a failure of the owner's employee record is silently ignored. The business stands without it.
    raise warning 'the owner''s employee record was not made: %', sqlerrm;
  end;
  return mine;
end $$;
grant execute on function rpc_create_business(uuid, text, text) to winkel_auth;
