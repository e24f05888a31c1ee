-- An admin needs no right, and has none left when the position changes back.
create or replace function end_right() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from rights r where (r.businessid, r.user_id) = (new.businessid, new.user_id);
  return null;
end $$;
create or replace trigger end_right after update of role on business_users
  for each row when (new.role <> 'employee') execute function end_right();

-- The sites of the person who acts; null when the person has all.
create or replace function current_sites() returns bigint[]
  language sql stable parallel safe
  return nullif(current_setting('app.siteids', true), '')::bigint[];
grant execute on function current_sites() to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- Whether a right is for all sites of the business.
create or replace function has_all_sites(right_name text) returns boolean
  language sql immutable parallel safe
  return right_name = 'bookkeeper';
grant execute on function has_all_sites(text) to winkel_tenant;

-- The right of a person who signs in. One row, with nulls for a person without one.
create or replace function find_right(person uuid) returns table (right_name text, siteids bigint[], sees_costs boolean)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select r.name,
         case when not has_all_sites(r.name) then
           array(select s.siteid from right_sites s where (s.businessid, s.user_id) = (r.businessid, r.user_id) order by s.siteid)
         end,
         r.sees_costs
    from (select) as one_row
    left join (rights as r join business_users u on (u.businessid, u.user_id) = (r.businessid, r.user_id) and u.role = 'employee')
      on r.user_id = find_right.person;
end;
grant execute on function find_right(uuid) to winkel_auth;

-- As enter_business, and returns how the person enters: the role of the database for the rest of the transaction, the schemas in which it
-- looks for tables, and the right with its sites, null for all. Refuses with the same errors, and with WK007 a person of whom the owner
-- requires two-step sign-in, and whose sign-in has one step (invitations.sql): after all other checks.
create or replace function enter_with_right(entering_user text)
  returns table (role_name text, schemas text, right_name text, siteids bigint[], sees_costs boolean)
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  link record;
begin
  -- In one statement: a right that changes at the same time is all of the earlier one or all of the later one.
  select u.businessid, u.user_id, u.role, b.closed_at is not null as is_closed, r.name, r.sees_costs,
         case when not has_all_sites(r.name) then
           array(select s.siteid from right_sites s where (s.businessid, s.user_id) = (r.businessid, r.user_id) order by s.siteid)
         end as siteids,
         exists (
           select from employee e where e.businessid = u.businessid and e.user_id = u.user_id and not e.isenabled
         ) as disabled,
         s.two_step_for
    into link
    from business_users u
    join business b on b.id = u.businessid
    left join rights r on u.role = 'employee' and r.businessid = u.businessid and r.user_id = u.user_id
    left join sign_in_rules s on s.businessid = u.businessid
   where u.user_id = entering_user::uuid;
  if not found then
    raise exception 'no business' using errcode = 'WK001';
  elsif link.disabled then
    raise exception 'disabled' using errcode = 'WK003';
  elsif link.role not in ('owner', 'admin') and link.name is null then
    raise exception 'role refused' using errcode = 'WK002';
  elsif link.is_closed then
    raise exception 'closed' using errcode = 'WK006';
  elsif link.two_step_for is not null and lacks_two_step(link.businessid, link.user_id, coalesce(link.name, 'everything')) then
    raise exception 'two-step required' using errcode = 'WK007';
  end if;
  perform set_business(link.businessid, entering_user);
  if link.name is null then
    perform set_config('app.siteids', '', true);
    return query select 'winkel_tenant', null::text, 'everything', null::bigint[], true;
    return;
  end if;
  siteids := link.siteids;
  perform set_config('app.siteids', coalesce(siteids::text, ''), true);
  role_name := 'winkel_' || link.name || case when link.name = 'manager' and link.sees_costs then '_costs' else '' end;
  schemas := case when not link.sees_costs then 'without_costs, public' end;
  right_name := link.name;
  sees_costs := link.sees_costs;
  return next;
end $$;

-- As enter_with_right, but an owner also enters a closed business until it is erased.
create or replace function enter_own_with_right(entering_user text)
  returns table (role_name text, schemas text, right_name text, siteids bigint[], sees_costs boolean)
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if exists (
    select from business_users u join business b on b.id = u.businessid
     where u.user_id = entering_user::uuid and u.role = 'owner' and b.erase_at > now()
  ) then
    if exists (select from business_users u
                where u.user_id = entering_user::uuid and lacks_two_step(u.businessid, u.user_id, 'everything')) then
      raise exception 'two-step required' using errcode = 'WK007';
    end if;
    perform enter_own_business(entering_user);
    perform set_config('app.siteids', '', true);
    return query select 'winkel_tenant', null::text, 'everything', null::bigint[], true;
  else
    return query select * from enter_with_right(entering_user);
  end if;
end $$;

-- A right in the words of the log of changes.
create or replace function describe_right(own_business uuid, person uuid) returns jsonb
  language sql stable
begin atomic
  select jsonb_build_object(
    'right', coalesce(max(r.name), 'none'),
    'sites', case when has_all_sites(max(r.name)) then 'All sites' else string_agg(s.sitename, ', ' order by s.sitename) end,
    'sees_costs', bool_or(r.sees_costs))
    from rights r
    left join right_sites at using (businessid, user_id)
    left join site s using (businessid, siteid)
   where r.businessid = own_business and r.user_id = person;
end;

-- Gives an employee with a login a right, changes it, or takes it away with null. Only the owner does. Ends the sessions of a person
-- who has no right any more. Returns no row when there is no such employee; is_saved is false for one without a login and for an admin.
create or replace function set_right(of_employee bigint, right_name text, of_sites bigint[], with_costs boolean)
  returns table (is_saved boolean, user_id uuid)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  own_business constant uuid := lock_team();
  person record;
  before jsonb;
begin
  select e.user_id, u.role into person
    from employee e left join business_users u on u.businessid = e.businessid and u.user_id = e.user_id
   where e.businessid = own_business and e.employeeid = of_employee;
  if not found then
    return;
  elsif not is_owner(own_business, current_setting('app.user_id')::uuid) then
    raise exception 'the owner' using errcode = 'check_violation', constraint = 'business_users__owner';
  elsif person.role is distinct from 'employee' then
    return query select false, person.user_id;
    return;
  end if;
  before := describe_right(own_business, person.user_id);
  if right_name is null then
    delete from rights r where (r.businessid, r.user_id) = (own_business, person.user_id);
    delete from auth.session s where s."userId" = person.user_id;
  else
    insert into rights as r (businessid, user_id, name, sees_costs)
    values (own_business, person.user_id, right_name, right_name <> 'manager' or with_costs)
      on conflict (businessid, user_id) do update
         set name = excluded.name, sees_costs = excluded.sees_costs, given_by = excluded.given_by, given_at = excluded.given_at;
    delete from right_sites s where (s.businessid, s.user_id) = (own_business, person.user_id)
       and (has_all_sites(right_name) or s.siteid <> all(of_sites));
    if not has_all_sites(right_name) then
      insert into right_sites (businessid, user_id, siteid)
      select own_business, person.user_id, siteid from unnest(of_sites) as chosen (siteid)
          on conflict do nothing;
    end if;
  end if;
  -- The log of changes.
  if right_name is not null and before is distinct from describe_right(own_business, person.user_id) then
    insert into changes (businessid, noun, rowid, name, action, before, after)
    values (own_business, 'right', person.user_id::text, person_name(own_business, person.user_id), 'changed', before,
            describe_right(own_business, person.user_id));
  end if;
  return query select true, person.user_id;
end $$;
grant execute on function set_right(bigint, text, bigint[], boolean) to winkel_tenant;

-- Whether a document is at a site of the person who acts, or is a transfer that is on its way to one or was. A policy cannot look into its
-- own table.
create or replace function is_own_document(of_document bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select exists (
    select from stock_documents d
     where d.businessid = current_business() and d.documentid = of_document
       and (current_sites() is null or d.siteid = any (current_sites()) or (d.to_siteid = any (current_sites()) and d.state <> 'draft')));
end;
grant execute on function is_own_document(bigint) to winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

create or replace function find_site_name(of_site bigint) returns text
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select sitename from site where businessid = current_business() and siteid = of_site;
end;
grant execute on function find_site_name(bigint) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- The sites that goods may go to.
create or replace function list_destinations() returns table (siteid bigint, sitename text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select s.siteid, s.sitename from site s where s.businessid = current_business() order by s.sitename, s.siteid;
end;
grant execute on function list_destinations() to winkel_tenant, winkel_manager_costs, winkel_manager, winkel_stock;

create or replace function find_sent_product(of_product bigint) returns table (productname text, barcode text, price numeric, is_archived boolean)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select p.productname, p.barcode, p.price, p.archived_at is not null
    from product p
   where p.businessid = current_business() and p.productid = of_product
     and exists (select from stock_document_lines l where l.businessid = p.businessid and l.productid = p.productid and is_own_document(l.documentid));
end;
grant execute on function find_sent_product(bigint) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- The further barcodes of such a product. A function of its own, because policies use the result of the one above.
create or replace function find_sent_barcodes(of_product bigint) returns jsonb
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select p.further_barcodes
    from product p
   where p.businessid = current_business() and p.productid = of_product
     and exists (select from stock_document_lines l where l.businessid = p.businessid and l.productid = p.productid and is_own_document(l.documentid));
end;
grant execute on function find_sent_barcodes(bigint) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- The product that is the same item at a site of the person: itself, or one that is joined with it, or has its barcode. Null without one.
-- Each of the three has an index of its own, which a single condition with `or` would not reach.
create or replace function find_same_item(of_product bigint, at_site bigint) returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  own_business constant uuid := current_business();
  given record;
begin
  if at_site is null or at_site <> all (current_sites()) then
    return null;
  end if;
  select productid, coalesce(joined_to, productid) as item, barcode, barcode_identity, siteid, archived_at into given
    from product where businessid = own_business and productid = of_product;
  if given.siteid = at_site and given.archived_at is null then
    return of_product;
  end if;
  return (
    select same.productid
      from (select p.productid, p.joined_to, p.barcode from product p
             where p.businessid = own_business and p.productid = given.item and p.siteid = at_site and p.archived_at is null
            union all
            select p.productid, p.joined_to, p.barcode from product p
             where p.businessid = own_business and p.joined_to = given.item and p.siteid = at_site and p.archived_at is null
            union all
            select p.productid, p.joined_to, p.barcode from product p
             where p.businessid = own_business and p.siteid = at_site and p.barcode_identity = given.barcode_identity and p.barcode_identity <> ''
               and p.archived_at is null) same
     order by coalesce(same.joined_to, same.productid) <> given.item, same.barcode <> given.barcode, same.productid
     limit 1);
end $$;
grant execute on function find_same_item(bigint, bigint) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- The log of changes has the end of a right too, whatever ended it.
create or replace function log_end_of_right() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into changes (businessid, noun, rowid, name, action, before, after)
  values (old.businessid, 'right', old.user_id::text, person_name(old.businessid, old.user_id), 'changed',
          describe_right(old.businessid, old.user_id), describe_right(old.businessid, null));
  return old;
end $$;
create or replace trigger log_end before delete on rights
  for each row when (not is_importing_business() and not is_erasing()) execute function log_end_of_right();

-- What an item has once for all of its sites is not changed by a person who does not have all of them. A price that such a person changes
-- is from then on the site's own.
create or replace function protect_item() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  item constant bigint := coalesce(old.joined_to, old.productid);
begin
  if not exists (
    select from product p where p.businessid = old.businessid and p.productid = item and p.archived_at is null and p.siteid <> all (current_sites())
    union all
    select from product p where p.businessid = old.businessid and p.joined_to = item and p.archived_at is null and p.siteid <> all (current_sites())
  ) then
    return new;
  end if;
  if (new.productname, new.barcode, new.description, new.category, new.supplier, new.vat_code, new.purchaseprice, new.is_free, new.picture, new.further_barcodes)
     is distinct from
     (old.productname, old.barcode, old.description, old.category, old.supplier, old.vat_code, old.purchaseprice, old.is_free, old.picture, old.further_barcodes) then
    raise exception 'an item of other sites too' using errcode = 'check_violation', constraint = 'product__of_other_sites';
  end if;
  new.joined_to := old.joined_to;
  new.has_own_price := old.has_own_price or new.price <> old.price;
  return new;
end $$;
create or replace trigger protect_item before update of
    productname, barcode, further_barcodes, description, category, supplier, vat_code, price, purchaseprice, is_free, picture, joined_to, has_own_price
  on product for each row when (current_user = 'winkel_stock') execute function protect_item();

-- Whether a product of a list has the picture, at any site: the files of a picture are of all its products.
create or replace function is_picture_used(of_picture text) returns boolean
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select exists (select from product p where p.businessid = current_business() and p.picture = of_picture and p.archived_at is null);
end;
grant execute on function is_picture_used(text) to winkel_tenant, winkel_stock;

-- A new line that a manager writes who sees no prices: that of the document which it is of.
create or replace function find_line_price() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  new.purchaseprice := (
    select l.purchaseprice
      from stock_documents d
      join stock_document_lines l on l.businessid = d.businessid and l.documentid in (d.corrects, d.parentid) and l.productid = new.productid
     where d.businessid = new.businessid and d.documentid = new.documentid
     order by l.documentid = d.corrects desc nulls last limit 1);
  return new;
end $$;
create or replace trigger find_line_price before insert on stock_document_lines
  for each row when (current_user = 'winkel_manager') execute function find_line_price();

create or replace function next_document_number(of_kind text) returns integer
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select coalesce(max(number), 0) + 1 from stock_documents where businessid = current_business() and kind = of_kind;
end;
grant execute on function next_document_number(text) to winkel_tenant, winkel_manager_costs, winkel_manager, winkel_stock;

-- What the units of a document cost that are lost or in transit: as known now.
create or replace function keep_line_costs(of_document bigint) returns void
  language sql security definer set search_path = public, pg_temp
begin atomic
  update stock_document_lines l
     set purchaseprice = case when p.purchaseprice > 0 or p.is_free then p.purchaseprice end
    from stock_documents d, product p
   where d.businessid = current_business() and d.documentid = of_document and is_open_document(d.state)
     and (current_sites() is null or d.siteid = any (current_sites()))
     and l.businessid = d.businessid and l.documentid = d.documentid and (d.kind <> 'count' or l.counted is not null)
     and p.businessid = l.businessid and p.productid = l.productid
     and (current_sites() is null or p.siteid = any (current_sites()));
end;
grant execute on function keep_line_costs(bigint) to winkel_tenant, winkel_manager_costs, winkel_manager, winkel_stock;

-- What a delivery does with the purchase prices of its products: nothing, the price of the delivery, or the average of the stock and the
-- delivery by units. Before the delivery is in the stock.
create or replace function apply_delivery_prices(of_document bigint) returns void
  language sql security definer set search_path = public, pg_temp
begin atomic
  update product p
     set purchaseprice = priced.purchaseprice, is_free = p.is_free and priced.purchaseprice = 0, version = p.version + 1
    from (
      select p.businessid, p.productid,
             case when b.purchase_price_rule = 'last' or (p.purchaseprice = 0 and not p.is_free) then l.purchaseprice
                  else round((greatest(p.stock, 0) * p.purchaseprice + l.quantity * l.purchaseprice)
                             / (greatest(p.stock, 0) + l.quantity),
                             greatest(2, min_scale(p.purchaseprice), min_scale(l.purchaseprice))) end as purchaseprice
        from stock_documents d
        join business b on b.id = d.businessid and b.purchase_price_rule <> 'keep'
        join stock_document_lines l on l.businessid = d.businessid and l.documentid = d.documentid
                                   and l.purchaseprice is not null and l.quantity > 0
        join product p on p.businessid = l.businessid and p.productid = l.productid
       where d.businessid = current_business() and d.documentid = of_document and d.kind = 'delivery' and is_open_document(d.state)
         and (current_sites() is null or d.siteid = any (current_sites()))
    ) priced
   where p.businessid = priced.businessid and p.productid = priced.productid and p.purchaseprice <> priced.purchaseprice
     and (current_sites() is null or p.siteid = any (current_sites()));
end;
grant execute on function apply_delivery_prices(bigint) to winkel_tenant, winkel_manager_costs, winkel_manager, winkel_stock;

-- Adds products of a transfer at a site that does not have them, as the same items, without stock.
create or replace function add_received_products(of_transfer bigint, at_site bigint, productids bigint[]) returns void
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  own_business constant uuid := current_business();
  added bigint[];
begin
  if not is_own_document(of_transfer) or at_site <> all (current_sites()) then
    raise exception 'not a transfer of this site' using errcode = 'insufficient_privilege';
  end if;
  perform lock_barcodes(own_business, true);
  with sent as (
    select p.*, coalesce(p.joined_to, p.productid) as item
      from stock_document_lines l
      join product p on p.businessid = l.businessid and p.productid = l.productid
     where l.businessid = own_business and l.documentid = of_transfer and l.productid = any (productids)
       and find_same_item(p.productid, at_site) is null
  ), inserted as (
    insert into product (businessid, siteid, productname, barcode, description, category, supplier, price, purchaseprice, is_free, vat_code, joined_to,
                         further_barcodes)
    select distinct on (s.item) own_business, at_site, s.productname,
           -- The further barcode of another product there stays with that one.
           case when exists (select from product_barcodes b where b.businessid = own_business and b.siteid = at_site and b.is_live
                                                               and b.barcode_identity = s.barcode_identity) then '' else s.barcode end,
           s.description, s.category, s.supplier,
           case when s.has_own_price and not first.has_own_price and first.archived_at is null then first.price else s.price end,
           s.purchaseprice, s.is_free, s.vat_code, s.item,
           case when s.archived_at is null then free_barcodes(own_business, at_site, s.further_barcodes) else '[]' end
      from sent s left join product first on first.businessid = own_business and first.productid = s.joined_to
     order by s.item, s.productid
    -- Two sent products have one barcode when one of them was deleted since: they are the same here.
    on conflict (businessid, barcode_identity, siteid) where barcode_identity <> '' and archived_at is null and not shares_barcode do nothing
    returning productid
  )
  select array_agg(productid) into added from inserted;
  -- A product that was deleted keeps the name of its picture, whose files are deleted.
  update product p set picture = first.picture
    from product first
   where p.businessid = own_business and p.productid = any (added) and first.businessid = own_business and first.productid = p.joined_to
     and is_picture_used(first.picture);
end $$;
grant execute on function add_received_products(bigint, bigint, bigint[]) to winkel_tenant, winkel_manager_costs, winkel_manager, winkel_stock;

-- Streams of the person ask again what they may have.
create or replace trigger announce_access_change after insert or update or delete on rights
  for each row execute function auth.announce_access_change('user_id');
create or replace trigger announce_access_change after insert or delete on right_sites
  for each row execute function auth.announce_access_change('user_id');
