-- Rights: what a person sees who is neither owner nor admin.
--
-- An owner or an admin sees and changes everything, as winkel_tenant. A person with the role 'employee' signs in only with a right:
--
--   bookkeeper  all figures, reports, exports and cash-ups of the business; changes nothing but cash-ups
--   manager     sales, products, stock and cash-ups of some sites; costs and profit only if the owner says so; changes cash-ups and, by
--               documents, stock
--   stock       products, stock and its documents of some sites, and changes them; no revenue
--
-- Each right is a database role of its own, without a right to anything that is not granted below, and each table that it reads has a policy
-- for it. So a query that forgets a right fails or reads nothing. What names nobody's business is not granted: keys of tills, tickets,
-- imports, the plan, the people's logins.
--
--   winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock
--
-- winkel_manager is the manager who does not see costs. Columns with costs are not granted to it. Its transactions look for tables in the
-- schema without_costs first, which has a view of each table with such columns: in it nothing has a known cost.

create table rights (
  businessid uuid not null default current_business(),
  user_id uuid not null,
  name text not null,
  -- Purchase prices, costs and profit.
  sees_costs boolean not null,
  given_by uuid default nullif(current_setting('app.user_id', true), '')::uuid,
  given_at timestamptz not null default now(),
  primary key (businessid, user_id),
  -- Who leaves the business leaves the right.
  constraint rights__business_user foreign key (businessid, user_id) references business_users (businessid, user_id) on delete cascade,
  constraint rights__name check (name in ('bookkeeper', 'manager', 'stock')),
  constraint rights__sees_costs check (sees_costs or name = 'manager')
);
call enforce_tenancy('rights');
grant select on rights to winkel_tenant;

-- The sites of a manager and of a person of the stock. A bookkeeper has all, and no row here.
create table right_sites (
  businessid uuid not null default current_business(),
  user_id uuid not null,
  siteid bigint not null,
  primary key (businessid, user_id, siteid),
  constraint right_sites__right foreign key (businessid, user_id) references rights (businessid, user_id) on delete cascade,
  constraint right_sites__site foreign key (businessid, siteid) references site (businessid, siteid) on delete cascade
);
create index right_sites__by_site on right_sites (businessid, siteid);
call enforce_tenancy('right_sites');
grant select on right_sites to winkel_tenant;

-- Streams of the person ask again what they may have.
create trigger announce_access_change after insert or update or delete on rights
  for each row execute function auth.announce_access_change('user_id');
create trigger announce_access_change after insert or delete on right_sites
  for each row execute function auth.announce_access_change('user_id');

-- An admin needs no right, and has none left when the position changes back.
create function end_right() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from rights r where (r.businessid, r.user_id) = (new.businessid, new.user_id);
  return null;
end $$;
create trigger end_right after update of role on business_users
  for each row when (new.role <> 'employee') execute function end_right();

-- The sites of the person who acts; null when the person has all.
create function current_sites() returns bigint[]
  language sql stable parallel safe
  return nullif(current_setting('app.siteids', true), '')::bigint[];
grant execute on function current_sites() to winkel_tenant;

-- The right of a person who signs in. One row, with nulls for a person without one.
create function find_right(person uuid) returns table (right_name text, siteids bigint[], sees_costs boolean)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select r.name,
         case when r.name <> 'bookkeeper' then
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
-- requires two-step sign-in, and whose sign-in has one step (32-invitations.sql): after all other checks.
create function enter_with_right(entering_user text)
  returns table (role_name text, schemas text, right_name text, siteids bigint[], sees_costs boolean)
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  link record;
begin
  -- In one statement: a right that changes at the same time is all of the earlier one or all of the later one.
  select u.businessid, u.user_id, u.role, b.closed_at is not null as is_closed, r.name, r.sees_costs,
         case when r.name <> 'bookkeeper' then
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
create function enter_own_with_right(entering_user text)
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
create function describe_right(own_business uuid, person uuid) returns jsonb
  language sql stable
begin atomic
  select jsonb_build_object(
    'right', coalesce(max(r.name), 'none'),
    'sites', case when max(r.name) = 'bookkeeper' then 'All sites' else string_agg(s.sitename, ', ' order by s.sitename) end,
    'sees_costs', bool_or(r.sees_costs))
    from rights r
    left join right_sites at using (businessid, user_id)
    left join site s using (businessid, siteid)
   where r.businessid = own_business and r.user_id = person;
end;

-- Gives an employee with a login a right, changes it, or takes it away with null. Only the owner does. Ends the sessions of a person
-- who has no right any more. Returns no row when there is no such employee; is_saved is false for one without a login and for an admin.
create function set_right(of_employee bigint, right_name text, of_sites bigint[], with_costs boolean)
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
       and (right_name = 'bookkeeper' or s.siteid <> all(of_sites));
    if right_name <> 'bookkeeper' then
      insert into right_sites (businessid, user_id, siteid)
      select own_business, person.user_id, siteid from unnest(of_sites) as chosen (siteid)
          on conflict do nothing;
    end if;
  end if;
  -- The log of changes, 31-changes.sql.
  if right_name is not null and before is distinct from describe_right(own_business, person.user_id) then
    insert into changes (businessid, noun, rowid, name, action, before, after)
    values (own_business, 'right', person.user_id::text, person_name(own_business, person.user_id), 'changed', before,
            describe_right(own_business, person.user_id));
  end if;
  return query select true, person.user_id;
end $$;
grant execute on function set_right(bigint, text, bigint[], boolean) to winkel_tenant;

-- As in 04-employees.sql, but a person with a right stays signed in.
create or replace function update_employee(of_employee bigint, opened_version integer, details jsonb)
  returns table (is_saved boolean, role_before text, role_after text, enabled_before boolean)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  own_business constant uuid := lock_team();
  given constant employee := jsonb_populate_record(null::employee, details);
  before record;
begin
  select e.user_id, e.isenabled, e.version, e.former_number, u.role into before
    from employee e left join business_users u on u.businessid = e.businessid and u.user_id = e.user_id
   where e.businessid = own_business and e.employeeid = of_employee;
  if not found then
    return;
  end if;
  if before.former_number is not null then
    raise exception 'an anonymous employee' using errcode = 'check_violation', constraint = 'employee__anonymous';
  end if;
  perform protect_owner(own_business, before.user_id);
  if before.version <> opened_version then
    return query select false, before.role, before.role, before.isenabled;
    return;
  end if;

  update employee e
     set siteid = given.siteid, firstname = given.firstname, lastname = given.lastname, position = given.position,
         hiredate = given.hiredate, isenabled = given.isenabled,
         disablereason = case when given.isenabled then '' else given.disablereason end, version = e.version + 1
   where e.businessid = own_business and e.employeeid = of_employee;
  if before.user_id is not null then
    perform assign_role(own_business, before.user_id, given.position);
    perform require_active_owner(own_business);
    -- A founder who becomes an employee has no sign-up any more; a later one is for another business.
    delete from auth.signup s
     where s.user_id = before.user_id
       and exists (select from business_users u where u.businessid = own_business and u.user_id = s.user_id and u.role = 'employee');
    delete from auth.session s
     where s."userId" = before.user_id
       and not (given.isenabled and (given.position = 'Owner'
                                     or exists (select from rights r where r.businessid = own_business and r.user_id = before.user_id)));
  end if;
  return query select true, before.role,
    (select u.role from business_users u where u.businessid = own_business and u.user_id = before.user_id), before.isenabled;
end $$;

-- Whether a document is at a site of the person who acts, or is a transfer that is on its way to one or was. A policy cannot look into its
-- own table.
create function is_own_document(of_document bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select exists (
    select from stock_documents d
     where d.businessid = current_business() and d.documentid = of_document
       and (current_sites() is null or d.siteid = any (current_sites()) or (d.to_siteid = any (current_sites()) and d.state <> 'draft')));
end;

-- What a person with one site of a transfer knows of the other one: its name, and of its products those that come.

create function find_site_name(of_site bigint) returns text
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select sitename from site where businessid = current_business() and siteid = of_site;
end;

-- The sites that goods may go to.
create function list_destinations() returns table (siteid bigint, sitename text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select s.siteid, s.sitename from site s where s.businessid = current_business() order by s.sitename, s.siteid;
end;

create function find_sent_product(of_product bigint) returns table (productname text, barcode text, price numeric, is_archived boolean)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select p.productname, p.barcode, p.price, p.archived_at is not null
    from product p
   where p.businessid = current_business() and p.productid = of_product
     and exists (select from stock_document_lines l where l.businessid = p.businessid and l.productid = p.productid and is_own_document(l.documentid));
end;

-- The product that is the same item at a site of the person: itself, or one that is joined with it, or has its barcode. Null without one.
-- Each of the three has an index of its own, which a single condition with `or` would not reach.
create function find_same_item(of_product bigint, at_site bigint) returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  own_business constant uuid := current_business();
  given record;
begin
  if at_site is null or at_site <> all (current_sites()) then
    return null;
  end if;
  select productid, coalesce(joined_to, productid) as item, barcode, siteid, archived_at into given
    from product where businessid = own_business and productid = of_product;
  if given.siteid = at_site and given.archived_at is null then
    return of_product;
  end if;
  return (
    select same.productid
      from (select p.productid, p.joined_to from product p
             where p.businessid = own_business and p.productid = given.item and p.siteid = at_site and p.archived_at is null
            union all
            select p.productid, p.joined_to from product p
             where p.businessid = own_business and p.joined_to = given.item and p.siteid = at_site and p.archived_at is null
            union all
            select p.productid, p.joined_to from product p
             where p.businessid = own_business and p.siteid = at_site and p.barcode = given.barcode and p.barcode <> ''
               and p.archived_at is null) same
     order by coalesce(same.joined_to, same.productid) <> given.item, same.productid
     limit 1);
end $$;

-- The log of changes (31-changes.sql) has the end of a right too, whatever ended it.
create function log_end_of_right() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into changes (businessid, noun, rowid, name, action, before, after)
  values (old.businessid, 'right', old.user_id::text, person_name(old.businessid, old.user_id), 'changed',
          describe_right(old.businessid, old.user_id), describe_right(old.businessid, null));
  return old;
end $$;
create trigger log_end before delete on rights
  for each row when (not is_importing_business() and not is_erasing()) execute function log_end_of_right();

-- What the roles of rights read

create schema without_costs;
grant usage on schema public to winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;
grant usage on schema without_costs to winkel_manager;

-- What computes something of its arguments, or of the rows that the role sees.
grant execute on function
  bucket_key(date, integer), bucket_start(date, integer), current_business(), current_sites(), current_till_sites(), fold_text(text),
  current_epoch(), find_movement_before(timestamptz), find_restore(integer), find_same_item(bigint, bigint), find_sent_product(bigint),
  find_site_name(bigint), format_vat_rate(text, numeric), included_vat_cents(bigint, text), is_erasing(), is_idle_till(timestamptz),
  is_importing_business(), is_open_document(text), is_own_document(bigint), is_silent_till(integer, timestamptz), is_vat_rate(text), line_total(numeric, numeric),
  line_vat_cents(bigint, numeric, text), normalize_payment_method(text), spread_amount(numeric, numeric, numeric), vat_code_of(uuid, text),
  vat_rate_json(text), vat_rate_on(uuid, text, date), vat_rate_today(uuid, text), week_hour(timestamp)
  to winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- Shows rows of a table to roles of rights: those of the entered business for which `condition` holds, or all of it.
create procedure show_rows(tenant_table regclass, policy_suffix text, roles text, condition text default null)
  language plpgsql
as $$
declare
  table_name constant name := (select relname from pg_class where oid = tenant_table);
begin
  execute format(
    'create policy %I on %s for select to %s using (%I = (select current_business())%s)',
    table_name || '__' || policy_suffix, tenant_table, roles, case table_name when 'business' then 'id' else 'businessid' end,
    coalesce(' and (' || condition || ')', ''));
end $$;

do $$
declare
  bookkeeper constant text := 'winkel_bookkeeper';
  managers constant text := 'winkel_manager_costs, winkel_manager';
  of_sites constant text := managers || ', winkel_stock';
  everyone constant text := bookkeeper || ', ' || of_sites;
  at_own_site constant text := 'siteid = any ((select current_sites())::bigint[])';
  own constant text := 'user_id = (select nullif(current_setting(''app.user_id'', true), '''')::uuid)';
  tenant_table text;
begin
  -- The whole business.
  foreach tenant_table in array '{business, employee, suppliers, vat_rates}'::text[] loop
    call show_rows(tenant_table::regclass, 'rights', everyone);
  end loop;
  -- Each person's own.
  call show_rows('announcement_dismissals', 'rights', bookkeeper || ', ' || managers, own);
  -- All for the bookkeeper, and those of the sites for the others.
  foreach tenant_table in array '{site, product, product_buckets, sales, saleitems, site_daily}'::text[] loop
    call show_rows(tenant_table::regclass, 'bookkeeper', bookkeeper);
    call show_rows(tenant_table::regclass, 'sites', of_sites, at_own_site);
  end loop;
  foreach tenant_table in array '{sales_buckets, payment_buckets, hour_buckets, vat_daily, cash_ups,
                                  till_keys}'::text[] loop
    call show_rows(tenant_table::regclass, 'bookkeeper', bookkeeper);
    call show_rows(tenant_table::regclass, 'sites', managers, at_own_site);
  end loop;
  foreach tenant_table in array '{stock_documents, stock_document_lines, stock_document_events, count_entries, stock_movements,
                                  cash_up_lines, figures_checks, saved_reports}'::text[] loop
    call show_rows(tenant_table::regclass, 'bookkeeper', bookkeeper);
  end loop;
  -- The list of products reads all of its rows: a hash of the sites takes less than to compare each with all of them.
  call show_rows('product_listing', 'bookkeeper', bookkeeper);
  call show_rows('product_listing', 'sites', of_sites, 'siteid in (select unnest(current_sites()))');
  -- A transfer is seen by who sends and, once it is sent, by who receives it; and with it what came of it.
  call show_rows('stock_documents', 'sites', of_sites,
                 at_own_site || ' or to_siteid = any ((select current_sites())::bigint[]) and state <> ''draft'''
                   || ' or kind = ''receipt'' and is_own_document(parentid)');
  -- What belongs to a row that the person sees. The sub-select runs with the person's own rights.
  foreach tenant_table in array '{stock_document_lines, stock_document_events, count_entries}'::text[] loop
    call show_rows(tenant_table::regclass, 'sites', of_sites, format(
      'exists (select from stock_documents d where d.businessid = %I.businessid and d.documentid = %1$I.documentid)', tenant_table));
  end loop;
  call show_rows('stock_movements', 'sites', of_sites,
    'exists (select from product p where p.businessid = stock_movements.businessid and p.productid = stock_movements.productid)');
  call show_rows('cash_up_lines', 'sites', managers,
    'exists (select from cash_ups c where c.businessid = cash_up_lines.businessid and c.cash_upid = cash_up_lines.cash_upid)');
end $$;

-- All columns, but those of people that are nobody else's concern, and the hash and the start of a till's key.
grant select on business, suppliers, vat_rates, site, product_listing, cash_ups, cash_up_lines, stock_documents, stock_document_events,
  count_entries, stock_movements, preferences, announcement_dismissals, announcements, figures_checks, saved_reports,
  product, product_buckets, sales, saleitems, site_daily, sales_buckets, payment_buckets, hour_buckets, vat_daily, stock_document_lines
  to winkel_bookkeeper;
grant select on business, suppliers, vat_rates, site, product_listing, cash_ups, cash_up_lines, stock_documents, stock_document_events,
  count_entries, stock_movements, preferences, announcement_dismissals, announcements,
  product, product_buckets, sales, saleitems, site_daily, sales_buckets, payment_buckets, hour_buckets, vat_daily, stock_document_lines
  to winkel_manager_costs;
grant select on business, suppliers, vat_rates, site, product_listing, cash_ups, cash_up_lines, stock_documents, stock_document_events,
  count_entries, stock_movements, preferences, announcement_dismissals, announcements
  to winkel_manager;
grant select on business, suppliers, vat_rates, site, product_listing, stock_documents, stock_document_events, count_entries,
  stock_movements, preferences, product, stock_document_lines
  to winkel_stock;
-- How much was sold, and for no money.
grant select (businessid, bucket_key, productid, siteid, lines, units_thousandths) on product_buckets to winkel_stock;
grant select (businessid, day, siteid, orders) on site_daily to winkel_stock;
grant select (businessid, saleid, siteid, saledate) on sales to winkel_stock;
grant select (businessid, saleid, line, siteid, saledate, productid, quantity) on saleitems to winkel_stock;

grant select (businessid, employeeid, siteid, firstname, lastname, position, isenabled, user_id, former_user_id, former_number, version)
  on employee to winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;
grant select (businessid, tillid, siteid, name, created_at, last_used_at, used_days, revoked_at, first_saleid, epoch)
  on till_keys to winkel_bookkeeper, winkel_manager_costs, winkel_manager;

-- Gives winkel_manager all columns of a table but those with costs, and the view in which these say that nothing is known.
create procedure hide_costs(tenant_table regclass, costs jsonb)
  language plpgsql
as $$
declare
  table_name constant name := (select relname from pg_class where oid = tenant_table);
  shown text;
  all_columns text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) filter (where not costs ? attname::text),
         string_agg(case when costs ? attname::text
                           then format('%s::%s as %I', costs ->> attname::text, format_type(atttypid, atttypmod), attname)
                           else quote_ident(attname) end, ', ' order by attnum)
    into shown, all_columns
    from pg_attribute where attrelid = tenant_table and attnum > 0 and not attisdropped;
  execute format('grant select (%s) on %s to winkel_manager', shown, tenant_table);
  execute format('create view without_costs.%I with (security_invoker = true) as select %s from public.%1$I', table_name, all_columns);
  execute format('grant select on without_costs.%I to winkel_manager', table_name);
end $$;

do $$
declare
  summed constant jsonb := '{"cost_cents": "0", "costed_net_cents": "0"}';
  tenant_table text;
begin
  call hide_costs('product', '{"purchaseprice": "0", "is_free": "false"}');
  call hide_costs('saleitems', summed || '{"purchaseprice": "null"}');
  call hide_costs('stock_document_lines', '{"purchaseprice": "null"}');
  foreach tenant_table in array '{sales, product_buckets, site_daily, sales_buckets, payment_buckets, hour_buckets, vat_daily}'::text[] loop
    call hide_costs(tenant_table::regclass, summed);
  end loop;
end $$;

-- What the roles of rights change

create policy preferences__rights on preferences
  to winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock
  using (businessid = (select current_business()) and user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
grant insert (compare, products_per_page, product_columns, looked_at), update (compare, products_per_page, product_columns, looked_at)
  on preferences to winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;
create policy announcement_dismissals__rights_own on announcement_dismissals for insert
  to winkel_bookkeeper, winkel_manager_costs, winkel_manager
  with check (businessid = (select current_business()) and user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
grant insert (announcementid) on announcement_dismissals to winkel_bookkeeper, winkel_manager_costs, winkel_manager;

create policy cash_ups__bookkeeper_insert on cash_ups for insert to winkel_bookkeeper
  with check (businessid = (select current_business()));
create policy cash_ups__sites_insert on cash_ups for insert to winkel_manager_costs, winkel_manager
  with check (businessid = (select current_business()) and siteid = any ((select current_sites())::bigint[]));
grant insert (siteid, day, entry, starts_at, ends_at, cash_float, note, request_id, request_hash)
  on cash_ups to winkel_bookkeeper, winkel_manager_costs, winkel_manager;
create policy cash_up_lines__rights_insert on cash_up_lines for insert to winkel_bookkeeper, winkel_manager_costs, winkel_manager
  with check (businessid = (select current_business()) and exists (
    select from cash_ups c where c.businessid = cash_up_lines.businessid and c.cash_upid = cash_up_lines.cash_upid));
grant insert (cash_upid, payment_method, sales, expected, counted)
  on cash_up_lines to winkel_bookkeeper, winkel_manager_costs, winkel_manager;

-- What people with rights change is recorded and held as what an owner changes: these ask who writes.

create or replace function is_importing_business() returns boolean
  language sql stable
  return current_user not in ('winkel_tenant', 'winkel_bookkeeper', 'winkel_manager_costs', 'winkel_manager', 'winkel_stock')
         and coalesce(current_setting('app.importing_business', true), '') = 'on';
create or replace function is_erasing() returns boolean
  language sql stable
  return current_user not in ('winkel_tenant', 'winkel_bookkeeper', 'winkel_manager_costs', 'winkel_manager', 'winkel_stock')
         and coalesce(current_setting('app.erasing', true), '') = 'on';

create or replace trigger stock_movement_after_insert after insert on product
  referencing new table as added for each statement
  when (current_user in ('winkel_tenant', 'winkel_stock')) execute function record_initial_stock();
create or replace trigger stock_movement_after_update after update of stock on product
  for each row
  when (current_user in ('winkel_tenant', 'winkel_manager_costs', 'winkel_manager', 'winkel_stock') and new.stock <> old.stock)
  execute function record_stock_change();
create or replace trigger keep_document_lines before insert or update or delete on stock_document_lines
  for each row
  when (current_user in ('winkel_tenant', 'winkel_manager_costs', 'winkel_manager', 'winkel_stock'))
  execute function keep_document_lines();

-- Products: a stock keeper's. Managers move stock by documents.
create policy product__sites_insert on product for insert to winkel_stock
  with check (businessid = (select current_business()) and siteid = any ((select current_sites())::bigint[]));
create policy product__sites_update on product for update to winkel_manager_costs, winkel_manager, winkel_stock
  using (businessid = (select current_business()) and siteid = any ((select current_sites())::bigint[]));
create policy product__sites_delete on product for delete to winkel_stock
  using (businessid = (select current_business()) and siteid = any ((select current_sites())::bigint[]));
grant insert (siteid, productname, barcode, description, category, supplier, price, purchaseprice, is_free, vat_code, stock,
              reorder_level, order_quantity, request_id, request_hash, joined_to, has_own_price),
      update (siteid, productname, barcode, description, category, supplier, price, purchaseprice, is_free, vat_code, stock,
              reorder_level, order_quantity, picture, version, archived_at, joined_to, has_own_price),
      delete on product to winkel_stock;
grant update (stock) on product, without_costs.product to winkel_manager;
grant update (stock) on product to winkel_manager_costs;

-- What an item has once for all of its sites is not changed by a person who does not have all of them. A price that such a person changes
-- is from then on the site's own.
create function protect_item() returns trigger
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
  if (new.productname, new.barcode, new.description, new.category, new.supplier, new.vat_code, new.purchaseprice, new.is_free, new.picture)
     is distinct from
     (old.productname, old.barcode, old.description, old.category, old.supplier, old.vat_code, old.purchaseprice, old.is_free, old.picture) then
    raise exception 'an item of other sites too' using errcode = 'check_violation', constraint = 'product__of_other_sites';
  end if;
  new.joined_to := old.joined_to;
  new.has_own_price := old.has_own_price or new.price <> old.price;
  return new;
end $$;
create trigger protect_item before update of
    productname, barcode, description, category, supplier, vat_code, price, purchaseprice, is_free, picture, joined_to, has_own_price
  on product for each row when (current_user = 'winkel_stock') execute function protect_item();

-- Whether a product of a list has the picture, at any site: the files of a picture are of all its products.
create function is_picture_used(of_picture text) returns boolean
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select exists (select from product p where p.businessid = current_business() and p.picture = of_picture and p.archived_at is null);
end;
grant execute on function is_picture_used(text) to winkel_tenant, winkel_stock;

-- Documents. Who receives a transfer changes its state, and adds a receipt and an event.
create policy stock_documents__sites_insert on stock_documents for insert to winkel_manager_costs, winkel_manager, winkel_stock
  with check (businessid = (select current_business()) and siteid = any ((select current_sites())::bigint[])
              and (parentid is null or is_own_document(parentid)) and (corrects is null or is_own_document(corrects)));
create policy stock_documents__sites_update on stock_documents for update to winkel_manager_costs, winkel_manager, winkel_stock
  using (businessid = (select current_business())
         and (siteid = any ((select current_sites())::bigint[])
              or to_siteid = any ((select current_sites())::bigint[]) and state <> 'draft'));
create policy stock_documents__sites_delete on stock_documents for delete to winkel_manager_costs, winkel_manager, winkel_stock
  using (businessid = (select current_business()) and siteid = any ((select current_sites())::bigint[]));
grant insert (kind, number, state, siteid, to_siteid, supplierid, parentid, corrects, reference, expected_on, note, count_scope,
              count_scope_name, is_blind, counted_from),
      update (state, siteid, to_siteid, supplierid, reference, expected_on, note, saved_at, version), delete
  on stock_documents to winkel_manager_costs, winkel_manager, winkel_stock;

-- Of products that the person sees, or that come to the person's site: a line shows what find_sent_product knows of its product.
create policy stock_document_lines__sites_insert on stock_document_lines for insert to winkel_manager_costs, winkel_manager, winkel_stock
  with check (businessid = (select current_business())
    and exists (
      select from stock_documents d where d.businessid = stock_document_lines.businessid and d.documentid = stock_document_lines.documentid
         and d.siteid = any ((select current_sites())::bigint[]))
    and (exists (
           select from product p where p.businessid = stock_document_lines.businessid and p.productid = stock_document_lines.productid)
         or exists (select from find_sent_product(productid))));
create policy stock_document_lines__sites_update on stock_document_lines for update to winkel_manager_costs, winkel_manager, winkel_stock
  using (businessid = (select current_business()) and exists (
    select from stock_documents d where d.businessid = stock_document_lines.businessid and d.documentid = stock_document_lines.documentid
       and d.siteid = any ((select current_sites())::bigint[])));
create policy stock_document_lines__sites_delete on stock_document_lines for delete to winkel_manager_costs, winkel_manager, winkel_stock
  using (businessid = (select current_business()) and exists (
    select from stock_documents d where d.businessid = stock_document_lines.businessid and d.documentid = stock_document_lines.documentid
       and d.siteid = any ((select current_sites())::bigint[])));
-- A line that is written again keeps its price when a person writes it who does not see prices.
grant update (position, rejected, reason) on stock_document_lines to winkel_tenant;
grant insert (documentid, productid, received_productid, position, quantity, rejected, missing, reason, purchaseprice),
      update (position, quantity, rejected, reason, purchaseprice, counted, expected, counted_at), delete
  on stock_document_lines to winkel_manager_costs, winkel_stock;
grant insert (documentid, productid, received_productid, position, quantity, rejected, missing, reason),
      update (position, quantity, rejected, reason, counted, expected, counted_at), delete
  on stock_document_lines, without_costs.stock_document_lines to winkel_manager;

-- A new line that a manager writes who sees no prices: that of the document which it is of.
create function find_line_price() returns trigger
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
create trigger find_line_price before insert on stock_document_lines
  for each row when (current_user = 'winkel_manager') execute function find_line_price();

create policy stock_document_events__sites_insert on stock_document_events for insert to winkel_manager_costs, winkel_manager, winkel_stock
  with check (businessid = (select current_business()) and exists (
    select from stock_documents d where d.businessid = stock_document_events.businessid and d.documentid = stock_document_events.documentid));
grant insert (documentid, event, note, request_id, request_hash) on stock_document_events
  to winkel_manager_costs, winkel_manager, winkel_stock;

create policy count_entries__sites_insert on count_entries for insert to winkel_manager_costs, winkel_manager, winkel_stock
  with check (businessid = (select current_business()) and exists (
    select from stock_documents d where d.businessid = count_entries.businessid and d.documentid = count_entries.documentid));
grant insert (documentid, productid, quantity, counted_at, request_id) on count_entries
  to winkel_manager_costs, winkel_manager, winkel_stock;

-- What a document needs of rows that the person who writes it may not see. They change or return nothing of a document or a product at a site
-- that is not the person's.

create function next_document_number(of_kind text) returns integer
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select coalesce(max(number), 0) + 1 from stock_documents where businessid = current_business() and kind = of_kind;
end;

-- What the units of a document cost that are lost or in transit: as known now.
create function keep_line_costs(of_document bigint) returns void
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

-- What a delivery does with the purchase prices of its products: nothing, the price of the delivery, or the average of the stock and the
-- delivery by units. Before the delivery is in the stock.
create function apply_delivery_prices(of_document bigint) returns void
  language sql security definer set search_path = public, pg_temp
begin atomic
  update product p
     set purchaseprice = priced.purchaseprice, is_free = p.is_free and priced.purchaseprice = 0, version = p.version + 1
    from (
      select p.businessid, p.productid,
             case when b.purchase_price_rule = 'last' or (p.purchaseprice = 0 and not p.is_free) then l.purchaseprice
                  else round((greatest(p.stock, 0) * p.purchaseprice + l.quantity * l.purchaseprice)
                             / (greatest(p.stock, 0) + l.quantity), 2) end as purchaseprice
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

-- Adds products of a transfer at a site that does not have them, as the same items, without stock.
create function add_received_products(of_transfer bigint, at_site bigint, productids bigint[]) returns void
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  own_business constant uuid := current_business();
  added bigint[];
begin
  if not is_own_document(of_transfer) or at_site <> all (current_sites()) then
    raise exception 'not a transfer of this site' using errcode = 'insufficient_privilege';
  end if;
  with sent as (
    select p.*, coalesce(p.joined_to, p.productid) as item
      from stock_document_lines l
      join product p on p.businessid = l.businessid and p.productid = l.productid
     where l.businessid = own_business and l.documentid = of_transfer and l.productid = any (productids)
       and find_same_item(p.productid, at_site) is null
  ), inserted as (
    insert into product (businessid, siteid, productname, barcode, description, category, supplier, price, purchaseprice, is_free, vat_code, joined_to)
    select distinct on (s.item) own_business, at_site, s.productname, s.barcode, s.description, s.category, s.supplier,
           case when s.has_own_price and not first.has_own_price and first.archived_at is null then first.price else s.price end,
           s.purchaseprice, s.is_free, s.vat_code, s.item
      from sent s left join product first on first.businessid = own_business and first.productid = s.joined_to
     order by s.item, s.productid
    -- Two sent products have one barcode when one of them was deleted since: they are the same here.
    on conflict (businessid, siteid, barcode) where barcode <> '' and archived_at is null do nothing
    returning productid
  )
  select array_agg(productid) into added from inserted;
  -- A product that was deleted keeps the name of its picture, whose files are deleted.
  update product p set picture = first.picture
    from product first
   where p.businessid = own_business and p.productid = any (added) and first.businessid = own_business and first.productid = p.joined_to
     and is_picture_used(first.picture);
end $$;

grant execute on function next_document_number(text), keep_line_costs(bigint), apply_delivery_prices(bigint),
  add_received_products(bigint, bigint, bigint[]), list_destinations()
  to winkel_tenant, winkel_manager_costs, winkel_manager, winkel_stock;
grant execute on function find_same_item(bigint, bigint), find_sent_product(bigint), find_site_name(bigint) to winkel_tenant;

drop procedure show_rows(regclass, text, text, text);
drop procedure hide_costs(regclass, jsonb);
