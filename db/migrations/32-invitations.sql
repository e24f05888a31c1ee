-- Invitations, two-step sign-in that the owner requires, and the end of the access of a person who leaves.

-- An employee without a login who was invited by e-mail. The person chooses a password, and only then has a login. The row ends with the
-- invitation: there is at most one for each employee, and the log of changes keeps what was.
create table invitations (
  businessid uuid not null default current_business(),
  employeeid bigint not null,
  email text not null,
  -- The right that the person gets. Null where the position is Owner, which includes everything.
  right_name text,
  siteids bigint[] not null default '{}',
  sees_costs boolean not null default false,
  -- SHA-256 of what the link has.
  token_hash bytea not null,
  invited_by uuid not null default nullif(current_setting('app.user_id', true), '')::uuid,
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Null until the mail was sent.
  mailed_at timestamptz,
  primary key (businessid, employeeid),
  constraint invitations__employee foreign key (businessid, employeeid) references employee (businessid, employeeid) on delete cascade,
  constraint invitations__token unique (token_hash),
  constraint invitations__email check (email = lower(email) and char_length(email) <= 254),
  constraint invitations__right_name check (right_name in ('bookkeeper', 'manager', 'stock')),
  constraint invitations__siteids check (cardinality(siteids) <= 1000)
);
call enforce_tenancy('invitations');
-- invite_employee writes them.
grant select, update (mailed_at), delete on invitations to winkel_tenant;

-- What the owner requires of the sign-in. No row: nothing.
create table sign_in_rules (
  businessid uuid primary key default current_business() references business (id),
  -- Whose sign-in must have two steps: of 'everything', which owners and admins have, and of rights.
  two_step_for text[] not null,
  constraint sign_in_rules__two_step_for check (two_step_for <@ '{everything,bookkeeper,manager,stock}')
);
call enforce_tenancy('sign_in_rules');
grant select on sign_in_rules to winkel_tenant;

-- A login that was there 30 days before counts as proven: its person would lose the mails about the sign-in, and could invite nobody. Younger
-- ones prove the address (docs/decisions/2026-11-27-mail-limits.md).
update auth."user" u set "emailVerified" = true
 where not u."emailVerified" and u."createdAt" < now() - interval '30 days'
   and exists (select from auth.account a where a."userId" = u.id and a.password is not null);
