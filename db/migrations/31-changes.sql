-- The log of changes: who changed what, when, from where, and what it was before.
--
-- Triggers write it in the transaction of the change, whatever server makes it. No role of the server can add, change or delete a row of it.
-- Of stock it has what a person typed. What a sale, a document or an import moves is in stock_movements alone, so a sale writes nothing here.

create table changes (
  -- No foreign key to the business: every key costs time at each product of a bulk change.
  businessid uuid not null default current_business(),
  changeid bigint generated always as identity,
  at timestamptz not null default now(),
  -- Null when no person did it. No foreign key: the log outlives the login.
  user_id uuid default nullif(current_setting('app.user_id', true), '')::uuid,
  -- 'server' is what no signed-in person, no till and no read key did: sign-up, the operator's commands, and a server of release 1.0.
  actor text not null default case when nullif(current_setting('app.till_siteids', true), '') is not null then 'till'
                                   when nullif(current_setting('app.user_id', true), '') is not null then 'person'
                                   else 'server' end,
  -- Of the browser. Servers of release 1.0 do not say it.
  client_ip text default left(nullif(current_setting('app.client_ip', true), ''), 64),
  device text default left(nullif(current_setting('app.device', true), ''), 64),
  -- What was changed: 'product', and the key of its row without the business.
  noun text not null,
  rowid text not null default '',
  -- Where it is, for what is at one site.
  siteid bigint,
  -- As people call it, when it was changed.
  name text not null default '',
  action text not null,
  -- The columns that changed. `before` is null for what was added, `after` for what was deleted.
  before jsonb,
  after jsonb,
  -- One of the products of a bulk change or of an import, which has a row of its own: lists show that one.
  is_part boolean not null default coalesce(current_setting('app.is_part', true), '') = 'on',
  -- The change that this one takes back.
  undo_of bigint default nullif(current_setting('app.undo_of', true), '')::bigint,
  primary key (businessid, changeid)
);
-- The list, newest first, and the end of its rows.
create index changes__by_time on changes (businessid, at, changeid);
-- The history of a row.
create index changes__by_row on changes (businessid, noun, rowid, changeid);
create index changes__undo_of on changes (businessid, undo_of) where undo_of is not null;
call enforce_tenancy('changes');
grant select on changes to winkel_tenant;

-- How long a business keeps its log. Null is for ever.
alter table business add column changes_kept_months smallint default 24,
  add constraint business__changes_kept_months check (changes_kept_months in (24, 36, 60));
grant update (changes_kept_months) on business to winkel_tenant;

-- The columns of a row that have a value.
create function pick_values(from_row jsonb, columns text[]) returns jsonb
  language sql immutable
  return (select jsonb_object_agg(name, from_row -> name) from unnest(columns) name where from_row -> name not in ('null', '""'));

-- The columns of a row that another version of it has otherwise.
create function pick_changed(from_row jsonb, other jsonb, columns text[]) returns jsonb
  language sql immutable
  return (select jsonb_object_agg(name, from_row -> name) from unnest(columns) name where from_row -> name is distinct from other -> name);

create function join_values(from_row jsonb, columns text[]) returns text
  language sql immutable
  return (select coalesce(string_agg(from_row ->> name, ' ' order by place), '') from unnest(columns) with ordinality c (name, place));

-- The triggers of the log have four arguments: the noun, the columns of the key, those of the name, and those that are logged. They write
-- with the rights of the owner.
--
-- Set-wise, for rows that are added or deleted.
create function log_added_rows() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into changes (businessid, noun, rowid, siteid, name, action, after)
  select (a.added ->> 'businessid')::uuid, tg_argv[0], join_values(a.added, tg_argv[1]::text[]), (a.added ->> 'siteid')::bigint,
         join_values(a.added, tg_argv[2]::text[]), 'created', pick_values(a.added, tg_argv[3]::text[])
    from (select to_jsonb(added) as added from added) a;
  return null;
end $$;

create function log_deleted_rows() returns trigger
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

-- A row at a time, because only such a trigger can name its columns. Nothing is written for a row that stays as it is. What is archived
-- counts as deleted, and an unknown product that becomes one of the list as added.
create function log_changed_row() returns trigger
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
create procedure log_changes(logged_table regclass, noun text, key_columns text[], name_columns text[], columns text[],
                             can_add boolean, can_delete boolean, changed_columns text[])
  language plpgsql
as $$
declare
  arguments constant text := format('%L, %L, %L, %L', noun, key_columns, name_columns, columns);
  condition constant text := 'when (not is_importing_business() and not is_erasing())';
begin
  if can_add then
    execute format('create trigger log_after_insert after insert on %s referencing new table as added for each statement %s
                    execute function log_added_rows(%s)', logged_table, condition, arguments);
  end if;
  if can_delete then
    execute format('create trigger log_after_delete after delete on %s referencing old table as deleted for each statement %s
                    execute function log_deleted_rows(%s)', logged_table, condition, arguments);
  end if;
  if changed_columns is not null then
    execute format('create trigger log_after_update after update of %s on %s for each row %s execute function log_changed_row(%s)',
                   array_to_string(changed_columns, ', '), logged_table, condition, arguments);
  end if;
end $$;

call log_changes('site', 'site', '{siteid}', '{sitename}', '{sitename,location}', true, true, '{sitename,location}');
call log_changes('employee', 'employee', '{employeeid}', '{firstname,lastname}',
  '{firstname,lastname,siteid,position,hiredate,isenabled,disablereason}', true, true,
  '{firstname,lastname,siteid,position,hiredate,isenabled,disablereason,former_number}');
call log_changes('suppliers', 'supplier', '{supplierid}', '{name}', '{name,email,phone,account_number,lead_time_days,minimum_order}', true, true,
  '{name,email,phone,account_number,lead_time_days,minimum_order}');
-- Nothing of the key of a till. When it was used last is no change. It is deleted with its site.
call log_changes('till_keys', 'till', '{tillid}', '{name}', '{name,revoked_at}', true, true, '{name,revoked_at}');
-- A cash-up never changes: a correction is another entry of the site and day.
call log_changes('cash_ups', 'cash-up', '{siteid,day}', '{day}', '{entry,cash_float,note}', true, false, null);
-- The lines of a document that is not a draft do not change (25-stock-documents.sql). Those of a draft are below.
call log_changes('stock_documents', 'stock document', '{documentid}', '{kind,number}',
  '{state,siteid,to_siteid,supplierid,reference,expected_on,note}', true, true, '{state,siteid,to_siteid,supplierid,reference,expected_on,note}');
-- The lines of a document by the id of their product, with the name that the product has now. What a line has not is left out.
create function describe_document_lines(own_business uuid, of_document bigint) returns jsonb
  language sql stable
begin atomic
  select coalesce(jsonb_object_agg(l.productid, jsonb_strip_nulls(jsonb_build_object(
           'productid', l.productid, 'productname', p.productname, 'quantity', l.quantity, 'purchaseprice', l.purchaseprice,
           'reason', nullif(l.reason, ''), 'rejected', nullif(l.rejected, 0)))), '{}')
    from stock_document_lines l join product p on (p.businessid, p.productid) = (l.businessid, l.productid)
   where l.businessid = own_business and l.documentid = of_document;
end;

-- Those of `lines` that `other` has otherwise or not at all: the first 50, and how many more there are. Null without one.
create function pick_changed_lines(lines jsonb, other jsonb) returns jsonb
  language sql immutable
  return (
    select jsonb_agg(line.value order by line.place) filter (where line.place <= 50)
           || case when count(*) > 50 then jsonb_build_array(jsonb_build_object('more', count(*) - 50)) else '[]' end
      from (
        select value, row_number() over (order by key::bigint) as place
          from jsonb_each(lines) where other -> key is distinct from value
      ) line);

-- A draft is saved with all its lines, which are deleted and added again: those before are kept until the transaction ends, and compared then.
create function keep_draft_lines() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform set_config('app.draft_lines', (
    coalesce(nullif(current_setting('app.draft_lines', true), ''), '{}')::jsonb
      || jsonb_build_object(old.documentid, describe_document_lines(old.businessid, old.documentid)))::text, true);
  return null;
end $$;
create trigger keep_lines_for_log after update of saved_at on stock_documents
  for each row when (old.state = 'draft' and not is_importing_business() and not is_erasing()) execute function keep_draft_lines();

create function log_draft_lines() returns trigger
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
create constraint trigger log_lines_after_update after update of saved_at on stock_documents deferrable initially deferred
  for each row when (old.state = 'draft' and not is_importing_business() and not is_erasing()) execute function log_draft_lines();
call log_changes('vat_rates', 'VAT rate', '{vat_code,first_day}', '{vat_code,first_day}', '{percent}', true, true, '{percent}');
call log_changes('business_subscriptions', 'plan', '{}', '{}', '{subscriptionid}', true, false, '{subscriptionid}');
call log_changes('business', 'business', '{}', '{name}',
  '{name,registration_number,timezone,closing_hour,difference_limit,stock_reasons,purchase_price_rule,changes_kept_months,closed_at}', false, false,
  '{name,registration_number,timezone,closing_hour,difference_limit,stock_reasons,purchase_price_rule,changes_kept_months,closed_at}');
call log_changes('sales_imports', 'import', '{importid}', '{file_name}', '{state,new_sales}', false, false, '{state}');

-- Products, set-wise where there may be many.
create function log_added_products() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into changes (businessid, noun, rowid, siteid, name, action, after)
  select businessid, 'product', productid::text, siteid, productname, 'created',
         jsonb_strip_nulls(jsonb_build_object('productname', productname, 'siteid', siteid, 'barcode', nullif(barcode, ''), 'category', nullif(category, ''),
                            'supplier', nullif(supplier, ''), 'description', nullif(description, ''), 'price', price,
                            'purchaseprice', nullif(purchaseprice, 0), 'is_free', nullif(is_free, false), 'vat_code', vat_code,
                            'stock', nullif(stock, 0), 'reorder_level', reorder_level, 'order_quantity', order_quantity))
    from added where not is_unknown;
  return null;
end $$;
create trigger log_after_insert after insert on product
  referencing new table as added for each statement when (not is_importing_business() and not is_erasing())
  execute function log_added_products();
create trigger log_after_delete after delete on product
  referencing old table as deleted for each statement when (not is_importing_business() and not is_erasing())
  execute function log_deleted_rows('product', '{productid}', '{productname}',
    '{productname,siteid,barcode,category,supplier,description,price,purchaseprice,is_free,vat_code,reorder_level,order_quantity}');
-- A row at a time for the edits of people. update_products below logs many at once, as the owner; a tenant cannot turn this one off.
create trigger log_after_update after update of
    productname, siteid, barcode, category, supplier, description, price, purchaseprice, is_free, vat_code, reorder_level, order_quantity,
    has_own_price, joined_to, picture, archived_at, is_unknown
  on product
  for each row when (not new.is_unknown and not is_importing_business() and not is_erasing()
                     and (current_user = 'winkel_tenant' or current_setting('app.skip_listing_trigger', true) is distinct from 'on'))
  execute function log_changed_row('product', '{productid}', '{productname}',
    '{productname,siteid,barcode,category,supplier,description,price,purchaseprice,is_free,vat_code,reorder_level,order_quantity,has_own_price,joined_to,picture}');

-- An unknown product that turned out to be one of the list: its earlier and later sales are of that product from then on.
create function log_linked_product() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  insert into changes (businessid, noun, rowid, siteid, name, action, after)
  select p.businessid, 'product', p.productid::text, p.siteid, p.productname, 'linked',
         jsonb_strip_nulls(jsonb_build_object('sold_as', new.productname, 'barcode', nullif(new.barcode, '')))
    from product p where p.businessid = new.businessid and p.productid = new.same_as;
  return null;
end $$;
create trigger log_link_after_update after update of same_as on product
  for each row when (new.same_as is distinct from old.same_as and not is_importing_business() and not is_erasing())
  execute function log_linked_product();

-- As in 08-products.sql, and what no document moved was typed and is in the log. Its trigger fires for no sale and no import.
create or replace function record_stock_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  insert into stock_movements (businessid, productid, reason, stock_before, stock_after, note, documentid)
  values (new.businessid, new.productid, stock_reason(), old.stock, new.stock, nullif(current_setting('app.stock_note', true), ''),
          nullif(current_setting('app.stock_documentid', true), '')::bigint);
  if nullif(current_setting('app.stock_documentid', true), '') is null then
    insert into changes (businessid, noun, rowid, siteid, name, action, before, after)
    values (new.businessid, 'product', new.productid::text, new.siteid, new.productname, 'changed',
            jsonb_build_object('stock', old.stock), jsonb_build_object('stock', new.stock));
  end if;
  return null;
end $$;

-- As in 10-product-imports.sql, with the log.
create or replace function update_products(lines json) returns integer
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_nestloop = off set enable_mergejoin = off
as $$
declare
  own_business constant uuid := current_business();
  ids constant bigint[] := array(select line.productid from json_to_recordset(lines) as line (productid bigint));
  updated integer;
begin
  -- In key order, as sales lock their products: this prevents deadlocks with tills.
  perform from product p
    where p.businessid = own_business and p.productid = any (ids)
    order by p.productid
    for no key update;

  perform set_config('app.skip_listing_trigger', 'on', true);
  with line as materialized (
    select * from json_to_recordset(lines) as line (
      productid bigint, version integer, productname text, barcode text, category text, supplier text, description text,
      price numeric, purchaseprice numeric, stock numeric, stock_was numeric, vat_rate text, vat_code text, reorder_level numeric,
      order_quantity numeric, is_free boolean)
  ), was as materialized (
    select p.productid, p.productname, p.barcode, p.category, p.supplier, p.description, p.price, p.purchaseprice, p.is_free, p.vat_code,
           p.reorder_level, p.order_quantity
      from product p where p.businessid = own_business and p.productid = any (ids)
  ), changed as (
    update product p
       set productname = line.productname, barcode = line.barcode, category = line.category, supplier = line.supplier,
           description = line.description, price = line.price, purchaseprice = line.purchaseprice,
           is_free = coalesce(line.is_free, p.is_free) and line.purchaseprice = 0,
           vat_code = coalesce(line.vat_code, vat_code_of(own_business, line.vat_rate), p.vat_code),
           reorder_level = line.reorder_level, order_quantity = line.order_quantity,
           stock = p.stock + (line.stock - line.stock_was), version = p.version + 1
      from line
     where p.businessid = own_business and p.productid = any (ids) and p.productid = line.productid
       and p.version = line.version and p.archived_at is null
    returning p.productid, p.siteid, p.productname, p.barcode, p.category, p.supplier, p.description, p.price, p.purchaseprice, p.is_free,
              p.vat_code, p.reorder_level, p.order_quantity, p.stock, line.stock - line.stock_was as moved
  ), listed as (
    update product_listing l
       set productname = c.productname, barcode = c.barcode, category = c.category, supplier = c.supplier, price = c.price
      from changed c
     where l.businessid = own_business and l.productid = any (ids) and l.productid = c.productid
       and (l.productname, l.barcode, l.category, l.supplier, l.price)
           is distinct from (c.productname, c.barcode, c.category, c.supplier, c.price)
  ), recorded as (
    insert into stock_movements (businessid, productid, reason, stock_before, stock_after)
    select own_business, c.productid, 'import', c.stock - c.moved, c.stock from changed c where c.moved <> 0 order by c.productid
  ), logged as (
    insert into changes (businessid, noun, rowid, siteid, name, action, before, after)
    select own_business, 'product', v.productid::text, v.siteid, v.productname, 'changed', ('{' || v.was || '}')::jsonb, ('{' || v.is_now || '}')::jsonb
      from (
        -- Written as text with the columns that changed: to build an object of all columns takes four times as long.
        select c.productid, c.siteid, c.productname,
           concat_ws(',',
             case when was.productname <> c.productname then '"productname":' || to_json(was.productname) end,
             case when was.barcode <> c.barcode then '"barcode":' || to_json(was.barcode) end,
             case when was.category <> c.category then '"category":' || to_json(was.category) end,
             case when was.supplier <> c.supplier then '"supplier":' || to_json(was.supplier) end,
             case when was.description <> c.description then '"description":' || to_json(was.description) end,
             case when was.price <> c.price then '"price":' || was.price end,
             case when was.purchaseprice <> c.purchaseprice then '"purchaseprice":' || was.purchaseprice end,
             case when was.is_free <> c.is_free then '"is_free":' || was.is_free end,
             case when was.vat_code <> c.vat_code then '"vat_code":' || to_json(was.vat_code) end,
             case when was.reorder_level is distinct from c.reorder_level then '"reorder_level":' || coalesce(was.reorder_level::text, 'null') end,
             case when was.order_quantity is distinct from c.order_quantity then '"order_quantity":' || coalesce(was.order_quantity::text, 'null') end) as was,
           concat_ws(',',
             case when was.productname <> c.productname then '"productname":' || to_json(c.productname) end,
             case when was.barcode <> c.barcode then '"barcode":' || to_json(c.barcode) end,
             case when was.category <> c.category then '"category":' || to_json(c.category) end,
             case when was.supplier <> c.supplier then '"supplier":' || to_json(c.supplier) end,
             case when was.description <> c.description then '"description":' || to_json(c.description) end,
             case when was.price <> c.price then '"price":' || c.price end,
             case when was.purchaseprice <> c.purchaseprice then '"purchaseprice":' || c.purchaseprice end,
             case when was.is_free <> c.is_free then '"is_free":' || c.is_free end,
             case when was.vat_code <> c.vat_code then '"vat_code":' || to_json(c.vat_code) end,
             case when was.reorder_level is distinct from c.reorder_level then '"reorder_level":' || coalesce(c.reorder_level::text, 'null') end,
             case when was.order_quantity is distinct from c.order_quantity then '"order_quantity":' || coalesce(c.order_quantity::text, 'null') end) as is_now
          from changed c join was on was.productid = c.productid
      ) v
     -- Only the stock moved.
     where v.was <> ''
  )
  select count(*) into updated from changed;
  perform set_config('app.skip_listing_trigger', '', true);
  return updated;
end $$;

-- A bulk change and its undoing. Its products are rows of their own.
create function log_product_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into changes (businessid, noun, rowid, action, after, is_part)
  values (new.businessid, 'bulk change', new.changeid::text, case when new.undone_at is null then 'changed' else 'undone' end,
          jsonb_build_object('change', new.change, 'products', coalesce(new.undone, new.applied)), false);
  return null;
end $$;
create trigger log_after_update after update of applied_at, undone_at on product_changes
  for each row execute function log_product_change();

-- Roles: who may enter a business, and as what. A role 'employee' that begins or ends with an employee is no right. An invitation that was
-- accepted is an entry of its own, which has what it gives: nobody changes the own rights.
create function person_name(own_business uuid, person uuid) returns text
  language sql stable
  return coalesce((select e.firstname || ' ' || e.lastname from employee e
                    where e.businessid = own_business and person in (e.user_id, e.former_user_id)), '');

create function log_role() returns trigger
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
create trigger log_after_change after insert or update of role or delete on business_users
  for each row when (not is_importing_business() and not is_erasing()
                     and current_setting('app.accepts_invitation', true) is distinct from 'on') execute function log_role();

-- A site that is deleted takes itself out of rights. Before it is gone, because the log has names.
create function log_site_of_rights() returns trigger
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
create trigger log_rights_before_delete before delete on site
  for each row when (not is_importing_business() and not is_erasing()) execute function log_site_of_rights();

-- What changes no row of a business: what a person imported or took away as a file.
create function log_event(of_noun text, named text, details jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if current_business() is null or current_till_sites() is not null or of_noun not in ('import', 'export', 'accounting') then
    raise exception 'only a user inside a business does this' using errcode = 'insufficient_privilege';
  end if;
  insert into changes (businessid, noun, name, action, after, is_part) values (current_business(), of_noun, left(named, 400), 'created', details, false);
end $$;
grant execute on function log_event(text, text, jsonb)
  to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- What happened to the sign-in of a person, in the business of the person. Nothing for who has none.
create function log_sign_in(person uuid, event text, from_ip text, from_device text, was jsonb default null, is_now jsonb default null) returns void
  language sql security definer set search_path = public, pg_temp
begin atomic
  insert into changes (businessid, user_id, actor, client_ip, device, noun, rowid, name, action, before, after, is_part, undo_of)
  select u.businessid, person, 'person', left(from_ip, 64), left(from_device, 64), 'sign-in', person::text, person_name(u.businessid, person),
         event, was, is_now, false, null
    from business_users u where u.user_id = person;
end;
grant execute on function log_sign_in(uuid, text, text, text, jsonb, jsonb) to winkel_auth;

-- A person who is made anonymous (40-erasure.sql) is so here: in the entries about the person, what says who it was is emptied, and in those
-- of the person, where it was done from. Other entries keep what people typed.
create function forget_person_in_changes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  person constant uuid := new.former_user_id;
  new_name constant text := new.firstname || ' ' || new.lastname;
  personal constant text[] := '{firstname,lastname,hiredate,disablereason,email}';
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
create trigger forget_in_changes after update of former_number on employee
  for each row when (old.former_number is null and new.former_number is not null) execute function forget_person_in_changes();

-- Deletes some of the rows that businesses keep no longer, and returns how many.
create function delete_old_changes(max_rows integer) returns integer
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
