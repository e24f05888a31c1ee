-- What 29-closing.sql lists, with the tables since, and a person who is made anonymous by ids alone.

create or replace function tables_to_erase() returns text[]
  language sql immutable
  return '{webhook_deliveries, webhook_messages, webhooks, read_key_sites, read_keys, till_keys, business_exports, count_entries, stock_document_events, stock_document_lines, stock_documents, cash_up_lines, cash_ups,
           saleitems, sales, sales_import_batches, import_names, sales_imports, product_buckets, sales_buckets, payment_buckets, hour_buckets,
           vat_daily, site_daily, items_apart, stock_movements, product_listing, product_changes, product_imports, product, suppliers,
           ticket_messages, support_tickets, saved_reports, column_matchings, preferences, noticed_products, notices, accounting_settings, accounting_days,
           announcement_dismissals, figures_checks,
           business_subscriptions, vat_rates, right_sites, rights, sign_in_rules, invitations, employee, site,
           business_users, changes}'::text[];

-- As in 29-closing.sql, but only of commands that were given the address: an argument that is it, and the reason why that command failed,
-- which repeats it. A sentence that has it in it stays as it was written.
create or replace function forget_email(forgotten text) returns void
  language sql
begin atomic
  update operator_log l
     set arguments = array(select case when lower(btrim(a.argument)) = forgotten then '…' else a.argument end
                             from unnest(l.arguments) with ordinality a (argument, place) order by a.place),
         reason = case when position(forgotten in lower(l.reason)) > 0 then '…' else l.reason end
   where exists (select from unnest(l.arguments) a (argument) where lower(btrim(a.argument)) = forgotten);
end;

-- As in 29-closing.sql, but only the owner does, and nothing is searched for the name: it changes where an id says who it is. What people
-- typed in notes, tickets and names keeps its words: a search would delete from all records whatever somebody enters as the name of an
-- employee.
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
         disablereason = 'Left', user_id = null, former_number = new_number, former_user_id = person.user_id,
         request_id = null, request_hash = null, version = e.version + 1
   where e.businessid = own_business and e.employeeid = of_employee;
  if person.user_id is not null and not exists (select from employee e where e.user_id = person.user_id) then
    perform forget_email(person.email);
    delete from auth.verification v where v.value = person.user_id::text;
    delete from auth."user" u where u.id = person.user_id;
  end if;
  return query select new_number, person.user_id;
end $$;

drop function texts_with_names(), name_pattern(text, text, text);
drop index stock_movements__with_note;
