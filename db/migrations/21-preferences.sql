-- What a person chose on the screens of figures and in the list of products, and when they last looked at the dashboard: the same on each
-- of their devices.
create table preferences (
  businessid uuid not null default current_business() references business (id),
  user_id uuid not null default nullif(current_setting('app.user_id', true), '')::uuid,
  compare text not null default 'previous',
  products_per_page smallint not null default 5,
  -- Those that can be turned off. Empty for none.
  product_columns text[] not null default '{picture}',
  -- Null before the first time. Sales of earlier days that arrive later are new to the person.
  looked_at timestamptz,
  primary key (businessid, user_id),
  -- Who leaves a business leaves the preferences there: a user has one business, and so one row at most.
  constraint preferences__business_user
    foreign key (businessid, user_id) references business_users (businessid, user_id) on delete cascade,
  constraint preferences__compare check (compare in ('off', 'previous', 'year')),
  constraint preferences__products_per_page check (products_per_page in (5, 25, 100)),
  constraint preferences__product_columns
    check (product_columns <@ array['picture', 'cost', 'margin'] and cardinality(product_columns) <= 3)
);
call enforce_tenancy('preferences');
create policy preferences__user on preferences as restrictive to winkel_tenant
  using (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
grant select, insert (compare, products_per_page, product_columns, looked_at), update (compare, products_per_page, product_columns, looked_at)
  on preferences to winkel_tenant;

-- The session has them, so that a screen asks for its data at once. One row, with the defaults of the table for a person without
-- preferences: see preferences__business_user.
create function find_preferences(person uuid) returns table (compare text, products_per_page smallint, product_columns text[])
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select coalesce(kept.compare, 'previous'), coalesce(kept.products_per_page, 5::smallint), coalesce(kept.product_columns, '{picture}')
    from (select) as one_row left join preferences as kept on kept.user_id = find_preferences.person;
end;
grant execute on function find_preferences(uuid) to winkel_auth;

-- Sales that arrived more than an hour after they were made, by arrival: few, so that storing a sale costs nothing here. Imports of old
-- sales are not among them; the person who imports knows.
create index sales__late on sales (businessid, received_at) include (saledate)
  where importid is null and received_at - saledate > interval '1 hour';
