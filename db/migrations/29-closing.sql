-- Closing and erasing a business, and making a person anonymous.
--
-- An owner closes the business: nobody enters it, and its tills keep what they sell. For 30 days an owner can open it again, then the
-- server erases it: one row of the operator's log stays, with the id and the date. See enter_business and enter_own_business.

-- Closes the business of the acting owner and ends all sessions of its people but this one. Of two owners at once, the second waits for the
-- lock and then finds the business closed. Returns the people who could enter it.
create function close_business(own_session uuid) returns table (email text, name text, timezone text, erase_at timestamptz)
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

-- Opens the entered business again. False when it is open.
create function reopen_business() returns boolean
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update business
     set closed_at = null, closed_by = null, erase_at = null, erase_warned_at = null
   where id = current_business() and current_till_sites() is null and erase_at > now();
  return found;
end $$;
grant execute on function close_business(uuid), reopen_business() to winkel_tenant;

-- The people of businesses that are erased within 7 days, each business once. The server mails them.
create function claim_erasure_warnings() returns table (businessid uuid, email text, name text, timezone text, erase_at timestamptz)
  language sql security definer set search_path = public, pg_temp
as $$
  with due as (
    update business b set erase_warned_at = now()
     where b.erase_at between now() and now() + interval '7 days' and b.erase_warned_at is null
    returning b.id, b.name, b.timezone, b.erase_at
  )
  select due.id, p.email, due.name, due.timezone, due.erase_at
    from due join business_users u on u.businessid = due.id join auth."user" p on p.id = u.user_id
   where u.role <> 'employee'
   order by due.id, p.email
$$;

create function list_businesses_to_erase() returns table (businessid uuid)
  language sql stable security definer set search_path = public, pg_temp
as $$ select id from business where erase_at <= now() order by erase_at $$;

-- Folders of the file store to delete, with the data of businesses and people that are erased. No tenant table: the business is gone. A row
-- stays for an hour, because a server may still be writing a file there, and until the store answers.
create table file_removals (
  folder text primary key,
  queued_at timestamptz not null default now(),
  -- Never a folder of several businesses.
  constraint file_removals__folder check (folder ~ '^(pictures|exports)/[0-9a-f-]{36}(/[0-9a-f-]{36})?/$')
);
grant select, delete on file_removals to winkel_auth;

-- Tables in the order in which their rows can be deleted. A test compares them with the catalogue, and a business with rows elsewhere is not
-- deleted: foreign keys refuse it.
create function tables_to_erase() returns text[]
  language sql immutable
  return '{till_keys, business_exports, count_entries, stock_document_events, stock_document_lines, stock_documents, cash_up_lines, cash_ups,
           saleitems, sales, sales_import_batches, import_names, sales_imports, product_buckets, sales_buckets, payment_buckets, hour_buckets,
           vat_daily, site_daily, items_apart, stock_movements, product_listing, product_changes, product_imports, product, suppliers,
           ticket_messages, support_tickets, saved_reports, column_matchings, preferences, announcement_dismissals, figures_checks,
           business_subscriptions, vat_rates, employee, site, business_users}'::text[];

-- Deletes an e-mail address from the operator's log.
create function forget_email(forgotten text) returns void
  language sql
begin atomic
  update operator_log l
     set arguments = array(select replace(a.argument, forgotten, '…') from unnest(l.arguments) with ordinality a (argument, place) order by a.place),
         reason = replace(l.reason, forgotten, '…')
   where position(forgotten in array_to_string(l.arguments, ' ') || ' ' || coalesce(l.reason, '')) > 0;
end;

-- Deletes the people of a business that is erased, and what the operator's log says of them. A login stays while another business has the
-- person as user or employee.
create function erase_people(erased uuid) returns void
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
create function erase_business_rows(erased uuid, max_rows integer, server_name text default null) returns bigint
  language plpgsql security definer set search_path = public, pg_temp
  -- For the reason given at move_stock.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  tenant_table text;
  deleted bigint;
  total bigint := 0;
begin
  -- Whoever began a change before waits for nothing, and keeps the business until the next call.
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
grant execute on function claim_erasure_warnings(), list_businesses_to_erase(), erase_business_rows(uuid, integer, text) to winkel_auth;

-- The texts in which people may have written a name, and how long each may be. A test compares them with the catalogue.
create function texts_with_names() returns table (table_name text, column_name text, max_length integer)
  language sql immutable
begin atomic
  values ('cash_ups', 'note', 1000), ('employee', 'disablereason', 500), ('saved_reports', 'name', 100), ('sales_imports', 'file_name', 200),
         ('stock_document_events', 'note', 1000), ('stock_documents', 'note', 1000), ('stock_documents', 'reference', 100),
         ('stock_movements', 'note', 200), ('support_tickets', 'subject', 200), ('ticket_messages', 'message', 5000), ('till_keys', 'name', 100);
end;

-- The few movements with a text among those of all sales.
create index stock_movements__with_note on stock_movements (businessid) where note is not null;

-- A regular expression for the full name of a person, in both orders, and for the e-mail address, each as words of its own.
create function name_pattern(firstname text, lastname text, email text) returns text
  language sql immutable
as $$
  select format('(?<!\w)(?:%1$s\s+%2$s|%2$s,?\s+%1$s%3$s)(?!\w)', words[1], words[2], '|' || words[3])
    from (
      select array(
        select regexp_replace(regexp_replace(part, '([^\w\s])', '\\\1', 'g'), '\s+', '\\s+', 'g')
          from unnest(array[firstname, lastname, email]) with ordinality given (part, place) order by place
      ) as words
    ) escaped
$$;

-- Makes a person who left anonymous, which nothing undoes: the name becomes 'Former employee 12', what else says who it was is emptied, the
-- login is removed, and texts of the business that have the full name or the e-mail address follow. Sales and figures stay. Returns no row
-- when there is no such employee; an anonymous one stays as it is.
create function make_employee_anonymous(of_employee bigint) returns table (number integer, user_id uuid)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  own_business constant uuid := lock_team();
  person record;
  text_column record;
  pattern text;
  new_number integer;
begin
  select e.firstname, e.lastname, e.user_id, e.former_number, e.former_user_id, p.email into person
    from employee e left join auth."user" p on p.id = e.user_id
   where e.businessid = own_business and e.employeeid = of_employee;
  if not found then
    return;
  elsif person.former_number is not null then
    return query select person.former_number, person.former_user_id;
    return;
  elsif person.user_id = current_setting('app.user_id')::uuid
     or exists (select from business_users u where u.businessid = own_business and u.user_id = person.user_id and u.role = 'owner') then
    raise exception 'the owner or the acting person' using errcode = 'check_violation', constraint = 'employee__acting';
  elsif exists (select from site s where s.businessid = own_business and s.till_employeeid = of_employee) then
    raise exception 'the employee of a till' using errcode = 'check_violation', constraint = 'site__till_employee';
  end if;
  select coalesce(max(e.former_number), 0) + 1 into new_number from employee e where e.businessid = own_business;

  delete from import_names n where n.businessid = own_business and n.employeeid = of_employee;
  -- A file that was made before has the name.
  with gone as (delete from business_exports x where x.businessid = own_business returning x.exportid)
  insert into file_removals (folder) select 'exports/' || own_business || '/' || gone.exportid || '/' from gone;
  if person.user_id is not null then
    delete from business_users u where u.businessid = own_business and u.user_id = person.user_id;
    perform require_active_owner(own_business);
  end if;
  update employee e
     set firstname = 'Former employee', lastname = new_number::text, position = 'Employee', hiredate = null, isenabled = false,
         disablereason = 'Left', user_id = null, former_number = new_number, former_user_id = person.user_id,
         request_id = null, request_hash = null, version = e.version + 1
   where e.businessid = own_business and e.employeeid = of_employee;
  if person.user_id is not null and not exists (select from employee e where e.user_id = person.user_id) then
    perform forget_email(person.email);
    delete from auth.verification v where v.value = person.user_id::text;
    delete from auth."user" u where u.id = person.user_id;
  end if;

  pattern := name_pattern(person.firstname, person.lastname, person.email);
  perform set_config('app.erasing', 'on', true);
  for text_column in select * from texts_with_names() loop
    execute format(
      'update %I set %I = left(regexp_replace(%2$I, $2, $3, ''gi''), $4) where businessid = $1 and %2$I is not null and %2$I ~* $2',
      text_column.table_name, text_column.column_name)
      using own_business, pattern, 'Former employee ' || new_number, text_column.max_length;
  end loop;
  perform set_config('app.erasing', '', true);
  return query select new_number, person.user_id;
end $$;
grant execute on function make_employee_anonymous(bigint) to winkel_tenant;

