-- What a person chose on the screens of figures, and when they last looked at the dashboard: the same on each of their devices.
create table preferences (
  businessid uuid not null default current_business() references business (id),
  user_id uuid not null default nullif(current_setting('app.user_id', true), '')::uuid,
  compare text not null default 'previous',
  -- Null before the first time. Sales of earlier days that arrive later are new to the person.
  looked_at timestamptz,
  primary key (businessid, user_id),
  -- Who leaves a business leaves the preferences there: a user has one business, and so one row at most.
  constraint preferences__business_user
    foreign key (businessid, user_id) references business_users (businessid, user_id) on delete cascade,
  constraint preferences__compare check (compare in ('off', 'previous', 'year'))
);
call enforce_tenancy('preferences');
create policy preferences__user on preferences as restrictive to winkel_tenant
  using (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
grant select, insert (compare, looked_at), update (compare, looked_at) on preferences to winkel_tenant;

-- The session has it, so that a screen asks for its figures at once. One row at most: see preferences__business_user.
create function preferred_comparison(person uuid) returns text
  language sql stable security definer set search_path = public, pg_temp
  return coalesce((select compare from preferences where user_id = person), 'previous');
grant execute on function preferred_comparison(uuid) to winkel_auth;

-- Sales that arrived more than an hour after they were made, by arrival: few, so that storing a sale costs nothing here. Imports of old
-- sales are not among them; the person who imports knows.
create index sales__late on sales (businessid, received_at) include (saledate)
  where importid is null and received_at - saledate > interval '1 hour';
