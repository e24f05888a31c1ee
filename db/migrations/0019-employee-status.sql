-- Sign-in tells somebody without a role apart from somebody who is employed without one, and says which of the two it could not
-- read: so the second question, asked only of those whom the first one found no role for, is a statement of its own.
create function is_employed(person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select exists (select from employee e where e.user_id = person);
end;
grant execute on function is_employed(uuid) to winkel_auth;
