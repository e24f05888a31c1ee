-- Closes the business of the acting owner and ends all sessions of its people but this one. Of two owners at once, the second waits for the
-- lock and then finds the business closed. Returns the people who could enter it.
create or replace function close_business(own_session uuid) returns table (email text, name text, timezone text, erase_at timestamptz)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  own_business constant uuid := lock_team();
  acting constant uuid := current_setting('app.user_id')::uuid;
begin
  if not exists (
    select from business_users u where u.businessid = own_business and u.user_id = acting and u.role = 'owner'
  ) then
    raise exception 'the owner' using errcode = 'check_violation', constraint = 'business_users__owner';
  end if;
  update business b
     set closed_at = now(), closed_by = acting, erase_at = now() + interval '30 days', erase_warned_at = null
   where b.id = own_business;
  delete from auth.session s using business_users u
   where u.businessid = own_business and s."userId" = u.user_id and s.id <> own_session;
  -- The other windows of this session have live streams.
  perform pg_notify('winkel_access', acting::text);
  return query
    select p.email, b.name, b.timezone, b.erase_at
      from business b join business_users u on u.businessid = b.id join auth."user" p on p.id = u.user_id
     where b.id = own_business and u.role <> 'employee'
     order by u.role desc, p.email;
end $$;
grant execute on function close_business(uuid) to winkel_tenant;

-- Opens the entered business again. False when it is open.
create or replace function reopen_business() returns boolean
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update business
     set closed_at = null, closed_by = null, erase_at = null, erase_warned_at = null
   where id = current_business() and current_till_sites() is null and erase_at > now();
  return found;
end $$;
grant execute on function reopen_business() to winkel_tenant;

-- The people of businesses that are erased within 7 days, each business once. The server mails them. No admin whose address nobody has proven: it
-- may be a stranger's.
create or replace function claim_erasure_warnings() returns table (businessid uuid, email text, name text, timezone text, erase_at timestamptz)
  language sql security definer set search_path = public, pg_temp
as $$
  with due as (
    update business b set erase_warned_at = now()
     where b.erase_at between now() and now() + interval '7 days' and b.erase_warned_at is null
    returning b.id, b.name, b.timezone, b.erase_at
  )
  select due.id, p.email, due.name, due.timezone, due.erase_at
    from due join business_users u on u.businessid = due.id join auth."user" p on p.id = u.user_id
   where u.role = 'owner' or u.role = 'admin' and p."emailVerified"
   order by due.id, p.email
$$;
grant execute on function claim_erasure_warnings() to winkel_auth;

create or replace function list_businesses_to_erase() returns table (businessid uuid)
  language sql stable security definer set search_path = public, pg_temp
as $$ select id from business where erase_at <= now() order by erase_at $$;
grant execute on function list_businesses_to_erase() to winkel_auth;

-- Tables in the order in which their rows can be deleted. A test compares them with the catalogue, and a business with rows elsewhere is not
-- deleted: foreign keys refuse it.
create or replace function tables_to_erase() returns text[]
  language sql immutable
  return '{webhook_deliveries, webhook_messages, webhooks, read_key_sites, read_keys, refused_sales, drawer_movements, till_keys, business_exports, count_entries, stock_document_events, stock_document_lines, stock_documents, cash_up_lines, cash_ups,
           saleitems, sale_payments, sale_extras, seller_sales, unknown_sellers, sales, sales_import_batches, import_names, sales_imports, product_buckets, sales_buckets, payment_buckets, hour_buckets,
           vat_daily, site_daily, items_apart, stock_movements, product_listing, product_changes, product_imports, product_barcodes, product, catalogue_changes, suppliers,
           ticket_messages, support_tickets, saved_reports, column_matchings, preferences, noticed_products, notices, accounting_settings, accounting_days,
           announcement_dismissals, figures_checks,
           business_subscriptions, vat_rates, right_sites, rights, sign_in_rules, invitations, employee, site,
           business_users, changes}'::text[];

-- Deletes an e-mail address from the operator's log: from commands that were given the address, an argument that is it and the reason why that
-- command failed, which repeats it. A sentence that has it in it stays as it was written.
create or replace function forget_email(forgotten text) returns void
  language sql
begin atomic
  update operator_log l
     set arguments = array(select case when lower(btrim(a.argument)) = forgotten then '…' else a.argument end
                             from unnest(l.arguments) with ordinality a (argument, place) order by a.place),
         reason = case when position(forgotten in lower(l.reason)) > 0 then '…' else l.reason end
   where exists (select from unnest(l.arguments) a (argument) where lower(btrim(a.argument)) = forgotten);
end;

-- Deletes the people of a business that is erased, and what the operator's log says of them. A login stays while another business has the
-- person as user or employee.
create or replace function erase_people(erased uuid) returns void
  language plpgsql
as $$
declare
  person record;
begin
  delete from auth.session s using business_users u where u.businessid = erased and s."userId" = u.user_id;
  update operator_log l set arguments = array[l.arguments[1]]
   where l.command = 'tickets answer' and cardinality(l.arguments) > 1
     and l.arguments[1] in (select t.ticketid::text from support_tickets t where t.businessid = erased);
  for person in
    select p.id, p.email from auth."user" p
     where p.id in (select u.user_id from business_users u where u.businessid = erased
                    union select e.user_id from employee e where e.businessid = erased)
       and not exists (select from business_users u where u.user_id = p.id and u.businessid <> erased)
       and not exists (select from employee e where e.user_id = p.id and e.businessid <> erased)
  loop
    perform forget_email(person.email);
    delete from auth.verification v where v.value = person.id::text;
    delete from auth."user" p where p.id = person.id;
  end loop;
end $$;

-- Deletes some rows of a business that is due, in a transaction that is short enough for the tills of other businesses. Returns how many,
-- and null when nothing is left of it. `server_name` is for the operator's log; a command writes its own row.
create or replace function erase_business_rows(erased uuid, max_rows integer, server_name text default null) returns bigint
  language plpgsql security definer set search_path = public, pg_temp
  -- For the reason given at move_stock.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  tenant_table text;
  deleted bigint;
  total bigint := 0;
begin
  -- A person who began a change before waits for nothing, and keeps the business until the next call.
  perform from business b where b.id = erased and b.erase_at <= now() for no key update skip locked;
  if not found then
    return case when exists (select from business b where b.id = erased) then 0 end;
  end if;
  insert into file_removals (folder) values ('pictures/' || erased || '/'), ('exports/' || erased || '/')
    on conflict (folder) do update set queued_at = now();
  perform set_config('app.erasing', 'on', true);
  perform erase_people(erased);
  update product set joined_to = null
   where ctid = any (array(select ctid from product p where p.businessid = erased and p.joined_to is not null limit max_rows));
  get diagnostics total = row_count;
  foreach tenant_table in array tables_to_erase() loop
    exit when total >= max_rows;
    execute format(
      'delete from %I where ctid = any (array(select ctid from %1$I where businessid = $1 %s limit $2))', tenant_table,
      -- A document is younger than the one that it belongs to.
      case tenant_table when 'stock_documents' then 'order by documentid desc' else '' end)
      using erased, max_rows - total;
    get diagnostics deleted = row_count;
    total := total + deleted;
  end loop;
  if total > 0 then
    return total;
  end if;
  delete from business b where b.id = erased;
  if server_name is not null then
    insert into operator_log (os_user, host, command, arguments, outcome)
    values ('server', server_name, 'business erase', array[erased::text], 'done');
  end if;
  return null;
end $$;
grant execute on function erase_business_rows(uuid, integer, text) to winkel_auth;

-- Makes a person who left anonymous, which nothing undoes, and only the owner does. The name becomes 'Former employee 12', what else says who it was
-- is emptied, and the login is removed. Nothing is searched for the name: it changes where an id says who it is. What people typed in notes, tickets
-- and names keeps its words: a search would delete from all records whatever somebody enters as the name of an employee. Sales and figures stay.
-- Returns no row when there is no such employee; an anonymous one stays as it is.
create or replace function make_employee_anonymous(of_employee bigint) returns table (number integer, user_id uuid)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  own_business constant uuid := lock_team();
  acting constant uuid := current_setting('app.user_id')::uuid;
  person record;
  new_number integer;
begin
  select e.user_id, e.former_number, e.former_user_id, p.email into person
    from employee e left join auth."user" p on p.id = e.user_id
   where e.businessid = own_business and e.employeeid = of_employee;
  if not found then
    return;
  elsif not is_owner(own_business, acting) then
    raise exception 'the owner' using errcode = 'check_violation', constraint = 'business_users__owner';
  elsif person.former_number is not null then
    return query select person.former_number, person.former_user_id;
    return;
  elsif person.user_id = acting
     or exists (select from business_users u where u.businessid = own_business and u.user_id = person.user_id and u.role = 'owner') then
    raise exception 'the owner or the acting person' using errcode = 'check_violation', constraint = 'employee__acting';
  elsif exists (select from site s where s.businessid = own_business and s.till_employeeid = of_employee) then
    raise exception 'the employee of a till' using errcode = 'check_violation', constraint = 'site__till_employee';
  end if;
  select coalesce(max(e.former_number), 0) + 1 into new_number from employee e where e.businessid = own_business;

  delete from import_names n where n.businessid = own_business and n.employeeid = of_employee;
  update changes c set name = 'Former employee'
    from unknown_sellers u
   where u.businessid = own_business and u.employeeid = of_employee and c.businessid = own_business and c.noun = 'seller'
     and c.rowid = u.sellerid::text;
  perform forget_seller_names(own_business, of_employee);
  -- What tills called the person. The sales stay hers: nothing says under which code or name they came.
  delete from seller_sales s using unknown_sellers u
   where u.businessid = own_business and u.employeeid = of_employee and s.businessid = u.businessid and s.sellerid = u.sellerid;
  delete from unknown_sellers u where u.businessid = own_business and u.employeeid = of_employee;
  -- A file that was made before has the name.
  with gone as (delete from business_exports x where x.businessid = own_business returning x.exportid)
  insert into file_removals (folder) select 'exports/' || own_business || '/' || gone.exportid || '/' from gone;
  if person.user_id is not null then
    delete from business_users u where u.businessid = own_business and u.user_id = person.user_id;
    perform require_active_owner(own_business);
  end if;
  -- Triggers write the log of changes and take the name out of it.
  update employee e
     set firstname = 'Former employee', lastname = new_number::text, position = 'Employee', hiredate = null, isenabled = false,
         disablereason = 'Left', employee_code = null, pin = null, user_id = null, former_number = new_number, former_user_id = person.user_id,
         request_id = null, request_hash = null, version = e.version + 1
   where e.businessid = own_business and e.employeeid = of_employee;
  if person.user_id is not null and not exists (select from employee e where e.user_id = person.user_id) then
    perform forget_email(person.email);
    delete from auth.verification v where v.value = person.user_id::text;
    delete from auth."user" u where u.id = person.user_id;
  end if;
  return query select new_number, person.user_id;
end $$;
grant execute on function make_employee_anonymous(bigint) to winkel_tenant;
