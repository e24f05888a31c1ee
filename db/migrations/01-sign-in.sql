-- Sign-in: users, their sessions, and the counters that slow down password guessing.
--
-- The first five tables are Better Auth's own, column for column. It reads and writes them as the role winkel_auth, whose
-- search_path is the schema auth. No row here belongs to a business, so row security has nothing to compare with: what protects
-- these tables is that no other role has a right to them.

create schema auth;
grant usage on schema auth to winkel_auth;

create table auth."user" (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique,
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp,
  -- Whether sign-in also asks for a code.
  "twoFactorEnabled" boolean not null default false,
  -- Only lower case, so that 'Thandi@shop.example' and 'thandi@shop.example' are one account.
  constraint user__email check (email = lower(email) and char_length(email) <= 254)
);

create table auth.session (
  id uuid primary key default gen_random_uuid(),
  "expiresAt" timestamptz not null,
  token text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null references auth."user" (id) on delete cascade
);
create index session__user on auth.session ("userId");

-- How a user signs in: one row with the password's hash. The token columns serve sign-in by another provider, which is not
-- used.
create table auth.account (
  id uuid primary key default gen_random_uuid(),
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references auth."user" (id) on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null
);
create index account__user on auth.account ("userId");

create table auth.verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);
create index verification__identifier on auth.verification (identifier);

-- Two-step sign-in: the key of the authenticator app, encrypted with AUTH_SECRET, and the hashes of the recovery codes that are left.
-- `verified` is false until the first code of the app was right. The last two columns serve a lockout of Better Auth that is off:
-- auth.attempts counts the codes.
create table auth."twoFactor" (
  id uuid primary key default gen_random_uuid(),
  secret text not null,
  "backupCodes" text not null,
  "userId" uuid not null references auth."user" (id) on delete cascade,
  verified boolean not null default true,
  "failedVerificationCount" integer not null default 0,
  "lockedUntil" timestamptz,
  constraint two_factor__one_per_user unique ("userId")
);

-- A new e-mail address that a person asked for. It counts once the link is opened that was mailed there; the table has a hash of the
-- link's token. A newer request replaces an older one.
create table auth.email_changes (
  user_id uuid primary key references auth."user" (id) on delete cascade,
  new_email text not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  constraint email_changes__token unique (token_hash),
  constraint email_changes__new_email check (new_email = lower(new_email) and char_length(new_email) <= 254)
);

-- A changed password voids the links that were mailed before: a person who has read an older mail must not change the account again.
create function auth.void_mailed_links() returns trigger
  language plpgsql
as $$
begin
  delete from auth.verification v where v.value = new."userId"::text;
  delete from auth.email_changes c where c.user_id = new."userId";
  return null;
end $$;
revoke execute on function auth.void_mailed_links() from public;
create trigger void_mailed_links after update of password on auth.account
  for each row when (old.password is distinct from new.password) execute function auth.void_mailed_links();

-- Turned on, two-step sign-in ends the sessions that began with the password alone. The person who turns it on gets a new session.
create function auth.end_one_step_sessions() returns trigger
  language plpgsql
as $$
begin
  delete from auth.session s where s."userId" = new.id;
  return null;
end $$;
revoke execute on function auth.end_one_step_sessions() from public;
create trigger end_one_step_sessions after update of "twoFactorEnabled" on auth."user"
  for each row when (new."twoFactorEnabled" and not old."twoFactorEnabled") execute function auth.end_one_step_sessions();

-- Announces, at COMMIT, a person whose access may have ended: the servers check the live streams of that person. The argument names the
-- column of the person.
create function auth.announce_access_change() returns trigger
  language plpgsql
as $$
begin
  perform pg_notify('winkel_access', person)
     from (values (to_jsonb(old) ->> tg_argv[0]), (to_jsonb(new) ->> tg_argv[0])) changed (person)
    where person is not null;
  return null;
end $$;
revoke execute on function auth.announce_access_change() from public;
create trigger announce_end after delete on auth.session
  for each row execute function auth.announce_access_change('userId');
-- The time of the last use makes a session longer, which ends nothing.
create trigger announce_earlier_end after update on auth.session
  for each row when (new."expiresAt" < old."expiresAt" or new."createdAt" < old."createdAt" or new."userId" <> old."userId")
  execute function auth.announce_access_change('userId');

-- Rate limits, in the shape that rate-limiter-flexible expects. `expire` is in milliseconds since 1970.
create table auth.attempts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
-- Expired counters are deleted from time to time.
create index attempts__expire on auth.attempts (expire);

grant select, insert, update, delete on all tables in schema auth to winkel_auth;
