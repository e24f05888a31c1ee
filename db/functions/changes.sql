-- The columns of a row that have a value.
create or replace function pick_values(from_row jsonb, columns text[]) returns jsonb
  language sql immutable
  return (select jsonb_object_agg(name, from_row -> name) from unnest(columns) name where from_row -> name not in ('null', '""', '[]'));

-- The columns of a row that another version of it has otherwise.
create or replace function pick_changed(from_row jsonb, other jsonb, columns text[]) returns jsonb
  language sql immutable
  return (select jsonb_object_agg(name, from_row -> name) from unnest(columns) name where from_row -> name is distinct from other -> name);

create or replace function join_values(from_row jsonb, columns text[]) returns text
  language sql immutable
  return (select coalesce(string_agg(from_row ->> name, ' ' order by place), '') from unnest(columns) with ordinality c (name, place));

-- The triggers of the log have four arguments: the noun, the columns of the key, those of the name, and those that are logged. They write
-- with the rights of the owner.
--
-- Set-wise, for rows that are added or deleted.
create or replace function log_added_rows() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into changes (businessid, noun, rowid, siteid, name, action, after)
  select (a.added ->> 'businessid')::uuid, tg_argv[0], join_values(a.added, tg_argv[1]::text[]), (a.added ->> 'siteid')::bigint,
         join_values(a.added, tg_argv[2]::text[]), 'created', pick_values(a.added, tg_argv[3]::text[])
    from (select to_jsonb(added) as added from added) a;
  return null;
end $$;

create or replace function log_deleted_rows() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into changes (businessid, noun, rowid, siteid, name, action, before)
  select (d.deleted ->> 'businessid')::uuid, tg_argv[0], join_values(d.deleted, tg_argv[1]::text[]), (d.deleted ->> 'siteid')::bigint,
         join_values(d.deleted, tg_argv[2]::text[]), 'deleted', pick_values(d.deleted, tg_argv[3]::text[])
    from (select to_jsonb(deleted) as deleted from deleted) d
   -- What sales name and nobody has added.
   where d.deleted ->> 'is_unknown' is distinct from 'true';
  return null;
end $$;
create or replace trigger log_after_delete after delete on product
  referencing old table as deleted for each statement when (not is_importing_business() and not is_erasing())
  execute function log_deleted_rows('product', '{productid}', '{productname}',
    '{productname,siteid,barcode,further_barcodes,category,supplier,description,price,purchaseprice,is_free,vat_code,reorder_level,order_quantity}');

-- A row at a time, because only such a trigger can name its columns. Nothing is written for a row that stays as it is. What is archived
-- counts as deleted, and an unknown product that becomes one of the list as added.
create or replace function log_changed_row() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  was constant jsonb := to_jsonb(old);
  now_is constant jsonb := to_jsonb(new);
  columns constant text[] := tg_argv[3];
  archived constant integer := num_nonnulls(now_is ->> 'archived_at') - num_nonnulls(was ->> 'archived_at');
  is_anonymous constant boolean := was ->> 'former_number' is null and now_is ->> 'former_number' is not null;
  old_values jsonb := pick_changed(was, now_is, columns);
  new_values jsonb := pick_changed(now_is, was, columns);
  action text := 'changed';
begin
  if is_anonymous then
    action := 'made anonymous';
    old_values := null;
    new_values := null;
  elsif archived > 0 then
    action := 'deleted';
    old_values := pick_values(was, columns);
    new_values := null;
  elsif archived < 0 then
    action := 'created';
    old_values := null;
    new_values := pick_values(now_is, columns);
  elsif old_values is null then
    return null;
  end if;
  insert into changes (businessid, noun, rowid, siteid, name, action, before, after)
  values (coalesce(now_is ->> 'businessid', now_is ->> 'id')::uuid, tg_argv[0], join_values(now_is, tg_argv[1]::text[]),
          (now_is ->> 'siteid')::bigint, join_values(now_is, tg_argv[2]::text[]), action, old_values, new_values);
  return null;
end $$;

-- Creates the triggers of a table. `changed_columns` is null for rows that nobody changes. An import of a business has its rows and no
-- changes, and what is erased leaves nothing here.
create or replace procedure log_changes(logged_table regclass, noun text, key_columns text[], name_columns text[], columns text[],
                                        can_add boolean, can_delete boolean, changed_columns text[])
  language plpgsql
as $$
declare
  arguments constant text := format('%L, %L, %L, %L', noun, key_columns, name_columns, columns);
  condition constant text := 'when (not is_importing_business() and not is_erasing())';
begin
  if can_add then
    execute format('create or replace trigger log_after_insert after insert on %s referencing new table as added for each statement %s
                    execute function log_added_rows(%s)', logged_table, condition, arguments);
  end if;
  if can_delete then
    execute format('create or replace trigger log_after_delete after delete on %s referencing old table as deleted for each statement %s
                    execute function log_deleted_rows(%s)', logged_table, condition, arguments);
  end if;
  if changed_columns is not null then
    execute format('create or replace trigger log_after_update after update of %s on %s for each row %s execute function log_changed_row(%s)',
                   array_to_string(changed_columns, ', '), logged_table, condition, arguments);
  end if;
end $$;

call log_changes('site', 'site', '{siteid}', '{sitename}', '{sitename,location}', true, true, '{sitename,location}');
call log_changes('employee', 'employee', '{employeeid}', '{firstname,lastname}',
  '{firstname,lastname,siteid,position,hiredate,isenabled,disablereason,employee_code}', true, true,
  '{firstname,lastname,siteid,position,hiredate,isenabled,disablereason,employee_code,former_number}');
call log_changes('suppliers', 'supplier', '{supplierid}', '{name}', '{name,email,phone,account_number,lead_time_days,minimum_order}', true, true,
  '{name,email,phone,account_number,lead_time_days,minimum_order}');
-- Nothing of the key of a till. When it was used last is no change. It is deleted with its site.
call log_changes('till_keys', 'till', '{tillid}', '{name}', '{name,revoked_at}', true, true, '{name,revoked_at}');
call log_changes('unknown_sellers', 'seller', '{sellerid}', '{code,name}', '{employeeid}', false, false, '{employeeid}');
call log_changes('refused_sales', 'refused sale', '{refusedid}', '{reference}', '{answer}', false, false, '{answer}');
-- A cash-up never changes: a correction is another entry of the site and day.
call log_changes('cash_ups', 'cash-up', '{siteid,day}', '{day}', '{entry,cash_float,note}', true, false, null);
-- The lines of a document that is not a draft do not change. Those of a draft are further down.
call log_changes('stock_documents', 'stock document', '{documentid}', '{kind,number}',
  '{state,siteid,to_siteid,supplierid,reference,expected_on,note}', true, true, '{state,siteid,to_siteid,supplierid,reference,expected_on,note}');
call log_changes('vat_rates', 'VAT rate', '{vat_code,first_day}', '{vat_code,first_day}', '{percent}', true, true, '{percent}');
call log_changes('business_subscriptions', 'plan', '{}', '{}', '{subscriptionid}', true, false, '{subscriptionid}');
call log_changes('business', 'business', '{}', '{name}',
  '{name,registration_number,timezone,closing_hour,difference_limit,stock_reasons,purchase_price_rule,scale_patterns,vat_number,receipt_lines,discount_limit,changes_kept_months,closed_at}', false, false,
  '{name,registration_number,timezone,closing_hour,difference_limit,stock_reasons,purchase_price_rule,scale_patterns,vat_number,receipt_lines,discount_limit,changes_kept_months,closed_at}');
call log_changes('sales_imports', 'import', '{importid}', '{file_name}', '{state,new_sales}', false, false, '{state}');

-- A row at a time for the edits of people. update_products (product-imports.sql) logs many at once, as the owner; a request cannot turn this one off.
create or replace trigger log_after_update after update of
    productname, siteid, barcode, further_barcodes, category, supplier, description, price, purchaseprice, is_free, vat_code, reorder_level, order_quantity,
    has_own_price, joined_to, picture, archived_at, is_unknown
  on product
  for each row when (not new.is_unknown and not is_importing_business() and not is_erasing()
                     and (is_request() or current_setting('app.skip_listing_trigger', true) is distinct from 'on'))
  execute function log_changed_row('product', '{productid}', '{productname}',
    '{productname,siteid,barcode,further_barcodes,category,supplier,description,price,purchaseprice,is_free,vat_code,reorder_level,order_quantity,has_own_price,joined_to,picture}');

-- The lines of a document by the id of their product, with the name that the product has now. What a line has not is left out.
create or replace function describe_document_lines(own_business uuid, of_document bigint) returns jsonb
  language sql stable
begin atomic
  select coalesce(jsonb_object_agg(l.productid, jsonb_strip_nulls(jsonb_build_object(
           'productid', l.productid, 'productname', p.productname, 'quantity', l.quantity, 'purchaseprice', l.purchaseprice,
           'reason', nullif(l.reason, ''), 'rejected', nullif(l.rejected, 0)))), '{}')
    from stock_document_lines l join product p on (p.businessid, p.productid) = (l.businessid, l.productid)
   where l.businessid = own_business and l.documentid = of_document;
end;

-- Those of `lines` that `other` has otherwise or not at all: the first 50, and how many more there are. Null without one.
create or replace function pick_changed_lines(lines jsonb, other jsonb) returns jsonb
  language sql immutable
  return (
    select jsonb_agg(line.value order by line.place) filter (where line.place <= 50)
           || case when count(*) > 50 then jsonb_build_array(jsonb_build_object('more', count(*) - 50)) else '[]' end
      from (
        select value, row_number() over (order by key::bigint) as place
          from jsonb_each(lines) where other -> key is distinct from value
      ) line);

-- A draft is saved with all its lines, which are deleted and added again: those before are kept until the transaction ends, and compared then.
create or replace function keep_draft_lines() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform set_config('app.draft_lines', (
    coalesce(nullif(current_setting('app.draft_lines', true), ''), '{}')::jsonb
      || jsonb_build_object(old.documentid, describe_document_lines(old.businessid, old.documentid)))::text, true);
  return null;
end $$;
create or replace trigger keep_lines_for_log after update of saved_at on stock_documents
  for each row when (old.state = 'draft' and not is_importing_business() and not is_erasing()) execute function keep_draft_lines();

create or replace function log_draft_lines() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  was constant jsonb := coalesce(nullif(current_setting('app.draft_lines', true), '')::jsonb -> new.documentid::text, '{}');
  now_is constant jsonb := describe_document_lines(new.businessid, new.documentid);
begin
  if was <> now_is and exists (select from stock_documents d where (d.businessid, d.documentid) = (new.businessid, new.documentid)) then
    insert into changes (businessid, noun, rowid, siteid, name, action, before, after)
    values (new.businessid, 'stock document', new.documentid::text, new.siteid, new.kind || ' ' || new.number, 'changed',
            jsonb_build_object('lines', pick_changed_lines(was, now_is)), jsonb_build_object('lines', pick_changed_lines(now_is, was)));
  end if;
  return null;
end $$;
drop trigger if exists log_lines_after_update on stock_documents;
create constraint trigger log_lines_after_update after update of saved_at on stock_documents deferrable initially deferred
  for each row when (old.state = 'draft' and not is_importing_business() and not is_erasing()) execute function log_draft_lines();

-- Products, set-wise where there may be many.
create or replace function log_added_products() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into changes (businessid, noun, rowid, siteid, name, action, after)
  select businessid, 'product', productid::text, siteid, productname, 'created',
         jsonb_strip_nulls(jsonb_build_object('productname', productname, 'siteid', siteid, 'barcode', nullif(barcode, ''),
                            'further_barcodes', nullif(further_barcodes, '[]'), 'category', nullif(category, ''),
                            'supplier', nullif(supplier, ''), 'description', nullif(description, ''), 'price', price,
                            'purchaseprice', nullif(purchaseprice, 0), 'is_free', nullif(is_free, false), 'vat_code', vat_code,
                            'stock', nullif(stock, 0), 'reorder_level', reorder_level, 'order_quantity', order_quantity))
    from added where not is_unknown;
  return null;
end $$;
create or replace trigger log_after_insert after insert on product
  referencing new table as added for each statement when (not is_importing_business() and not is_erasing())
  execute function log_added_products();

-- An unknown product that turned out to be one of the list: its earlier and later sales are of that product from then on.
create or replace function log_linked_product() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  insert into changes (businessid, noun, rowid, siteid, name, action, after)
  select p.businessid, 'product', p.productid::text, p.siteid, p.productname, 'linked',
         jsonb_strip_nulls(jsonb_build_object('sold_as', new.productname, 'barcode', nullif(new.barcode, '')))
    from product p where p.businessid = new.businessid and p.productid = new.same_as;
  return null;
end $$;
create or replace trigger log_link_after_update after update of same_as on product
  for each row when (new.same_as is distinct from old.same_as and not is_importing_business() and not is_erasing())
  execute function log_linked_product();

-- A bulk change and its undoing. Its products are rows of their own.
create or replace function log_product_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into changes (businessid, noun, rowid, action, after, is_part)
  values (new.businessid, 'bulk change', new.changeid::text, case when new.undone_at is null then 'changed' else 'undone' end,
          jsonb_build_object('change', new.change, 'products', coalesce(new.undone, new.applied)), false);
  return null;
end $$;
create or replace trigger log_after_update after update of applied_at, undone_at on product_changes
  for each row execute function log_product_change();

-- Roles: who may enter a business, and as what. A role 'employee' that begins or ends with an employee is no right. An invitation that was
-- accepted is an entry of its own, which has what it gives: nobody changes the own rights.
create or replace function person_name(own_business uuid, person uuid) returns text
  language sql stable
  return coalesce((select e.firstname || ' ' || e.lastname from employee e
                    where e.businessid = own_business and person in (e.user_id, e.former_user_id)), '');

create or replace function log_role() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  link constant business_users := coalesce(new, old);
  was constant text := nullif(to_jsonb(old) ->> 'role', 'employee');
  now_is constant text := nullif(to_jsonb(new) ->> 'role', 'employee');
begin
  if was is distinct from now_is then
    insert into changes (businessid, noun, rowid, name, action, before, after)
    values (link.businessid, 'right', link.user_id::text, person_name(link.businessid, link.user_id), 'changed',
            jsonb_build_object('role', coalesce(to_jsonb(old) ->> 'role', 'none')), jsonb_build_object('role', coalesce(to_jsonb(new) ->> 'role', 'none')));
  end if;
  return null;
end $$;
create or replace trigger log_after_change after insert or update of role or delete on business_users
  for each row when (not is_importing_business() and not is_erasing()
                     and current_setting('app.accepts_invitation', true) is distinct from 'on') execute function log_role();

-- A site that is deleted takes itself out of rights. Before it is gone, because the log has names.
create or replace function log_site_of_rights() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into changes (businessid, noun, rowid, name, action, before, after)
  select old.businessid, 'right', at.user_id::text, person_name(old.businessid, at.user_id), 'changed',
         jsonb_build_object('sites', string_agg(s.sitename, ', ' order by s.sitename)),
         jsonb_build_object('sites', string_agg(s.sitename, ', ' order by s.sitename) filter (where s.siteid <> old.siteid))
    from right_sites at join site s using (businessid, siteid)
   where at.businessid = old.businessid
   group by at.user_id having bool_or(at.siteid = old.siteid)
   order by at.user_id;
  return old;
end $$;
create or replace trigger log_rights_before_delete before delete on site
  for each row when (not is_importing_business() and not is_erasing()) execute function log_site_of_rights();

-- What changes no row of a business: what a person imported or took away as a file.
create or replace function log_event(of_noun text, named text, details jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if current_business() is null or current_till_sites() is not null or of_noun not in ('import', 'export', 'accounting') then
    raise exception 'only a user inside a business does this' using errcode = 'insufficient_privilege';
  end if;
  insert into changes (businessid, noun, name, action, after, is_part) values (current_business(), of_noun, left(named, 400), 'created', details, false);
end $$;
grant execute on function log_event(text, text, jsonb) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- What happened to the sign-in of a person, in the business of the person. Nothing for who has none.
create or replace function log_sign_in(person uuid, event text, from_ip text, from_device text, was jsonb default null, is_now jsonb default null) returns void
  language sql security definer set search_path = public, pg_temp
begin atomic
  insert into changes (businessid, user_id, actor, client_ip, device, noun, rowid, name, action, before, after, is_part, undo_of)
  select u.businessid, person, 'person', left(from_ip, 64), left(from_device, 64), 'sign-in', person::text, person_name(u.businessid, person),
         event, was, is_now, false, null
    from business_users u where u.user_id = person;
end;
grant execute on function log_sign_in(uuid, text, text, text, jsonb, jsonb) to winkel_auth;

-- A person who is made anonymous (closing.sql) is so here: in the entries about the person, what says who it was is emptied, and in those
-- of the person, where it was done from. Other entries keep what people typed.
create or replace function forget_person_in_changes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  person constant uuid := new.former_user_id;
  new_name constant text := new.firstname || ' ' || new.lastname;
  personal constant text[] := '{firstname,lastname,hiredate,disablereason,email,employee_code}';
begin
  update changes c
     set name = new_name, before = before - personal, after = after - personal
   where c.businessid = new.businessid and c.noun in ('employee', 'invitation') and c.rowid = new.employeeid::text;
  update changes c
     set name = new_name, before = before - personal, after = after - personal
   where c.businessid = new.businessid and c.noun in ('sign-in', 'right') and c.rowid = person::text;
  update changes c set client_ip = null, device = null where c.businessid = new.businessid and c.user_id = person;
  return null;
end $$;
create or replace trigger forget_in_changes after update of former_number on employee
  for each row when (old.former_number is null and new.former_number is not null) execute function forget_person_in_changes();

-- Deletes some of the rows that businesses keep no longer, and returns how many.
create or replace function delete_old_changes(max_rows integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  deleted integer;
begin
  delete from changes where ctid = any (array(
    select old.ctid from business b cross join lateral (
      select c.ctid from changes c
       where c.businessid = b.id and c.at < now() - make_interval(months => b.changes_kept_months)
       order by c.at limit max_rows
    ) old limit max_rows));
  get diagnostics deleted = row_count;
  return deleted;
end $$;
grant execute on function delete_old_changes(integer) to winkel_auth;
