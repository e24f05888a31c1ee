-- The session has them, so that a screen asks for its data at once. One row, with the defaults of the table for a person without
-- preferences: see preferences__business_user.
create or replace function find_preferences(person uuid) returns table (compare text, products_per_page smallint, product_columns text[])
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select coalesce(kept.compare, 'previous'), coalesce(kept.products_per_page, 5::smallint), coalesce(kept.product_columns, '{picture}')
    from (select) as one_row left join preferences as kept on kept.user_id = find_preferences.person;
end;
grant execute on function find_preferences(uuid) to winkel_auth;
