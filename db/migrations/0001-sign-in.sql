-- People who sign in, their sessions, and the counters that slow down guessing.
-- The tables are Better Auth's own, column for column; it reads and writes them as winkel_auth, whose search_path is this
-- schema. Nothing here belongs to a business, so nothing here is under row security: the role is the wall.

-- A function is open to nobody until a migration grants it: PostgreSQL would open each to everybody. This holds for every
-- function of the files that follow.
alter default privileges revoke execute on functions from public;

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

-- Whoever began a sign-up, and the name that the owner's employee record will carry: it is asked for in step 1, two steps
-- before there is a business to keep it in.
create table auth.signup (
  user_id uuid primary key references auth."user" (id) on delete cascade,
  firstname text not null,
  lastname text not null,
  started_at timestamptz not null default current_timestamp,
  constraint signup__firstname check (char_length(firstname) between 1 and 100),
  constraint signup__lastname check (char_length(lastname) between 1 and 100)
);

-- Shaped as rate-limiter-flexible expects it; `expire` is in milliseconds since 1970.
create table auth.attempts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index attempts__expire on auth.attempts (expire);

grant select, insert, update, delete on all tables in schema auth to winkel_auth;
