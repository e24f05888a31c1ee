-- A changed password voids the links that were mailed before: a person who has read an older mail must not change the account again.
create or replace function auth.void_mailed_links() returns trigger
  language plpgsql
as $$
begin
  delete from auth.verification v where v.value = new."userId"::text;
  delete from auth.email_changes c where c.user_id = new."userId";
  return null;
end $$;
create or replace trigger void_mailed_links after update of password on auth.account
  for each row when (old.password is distinct from new.password) execute function auth.void_mailed_links();

-- Turned on, two-step sign-in ends the sessions that began with the password alone. The person who turns it on gets a new session.
create or replace function auth.end_one_step_sessions() returns trigger
  language plpgsql
as $$
begin
  delete from auth.session s where s."userId" = new.id;
  return null;
end $$;
create or replace trigger end_one_step_sessions after update of "twoFactorEnabled" on auth."user"
  for each row when (new."twoFactorEnabled" and not old."twoFactorEnabled") execute function auth.end_one_step_sessions();

-- Announces, at COMMIT, a person whose access may have ended: the servers check the live streams of that person. The argument names the
-- column of the person.
create or replace function auth.announce_access_change() returns trigger
  language plpgsql
as $$
begin
  perform pg_notify('winkel_access', person)
     from (values (to_jsonb(old) ->> tg_argv[0]), (to_jsonb(new) ->> tg_argv[0])) changed (person)
    where person is not null;
  return null;
end $$;
create or replace trigger announce_end after delete on auth.session
  for each row execute function auth.announce_access_change('userId');

-- The time of the last use makes a session longer, which ends nothing.
create or replace trigger announce_earlier_end after update on auth.session
  for each row when (new."expiresAt" < old."expiresAt" or new."createdAt" < old."createdAt" or new."userId" <> old."userId")
  execute function auth.announce_access_change('userId');
