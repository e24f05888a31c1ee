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

-- Policies below name these. Their bodies are in db/functions/rights.sql.
create function current_sites() returns bigint[] language sql stable parallel safe return null::bigint[];
create function is_own_document(of_document bigint) returns boolean language sql stable return null::boolean;
create function find_sent_product(of_product bigint) returns table (productname text, barcode text, price numeric, is_archived boolean)
  language sql stable begin atomic select null::text, null::text, null::numeric, null::boolean; end;

-- What the roles of rights read

create schema without_costs;
grant usage on schema public to winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;
grant usage on schema without_costs to winkel_manager;

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

-- A manager who does not see costs has the columns without them. The views that show the rest as unknown are in db/functions/without-costs.sql.
grant select (businessid, productid, siteid, productname, barcode, description, category, supplier, price, vat_code, stock, reorder_level,
              order_quantity, archived_at, is_unknown, same_as, created_at, version, picture, request_id, request_hash, joined_to, has_own_price)
  on product to winkel_manager;
grant select (businessid, saleid, line, moves_stock, saledate, siteid, employeeid, productid, quantity, productname, price, vat_rate,
              is_vat_assumed, stated_vat_cents, adjustment, amount_cents, vat_cents) on saleitems to winkel_manager;
grant select (businessid, documentid, productid, received_productid, position, quantity, rejected, missing, reason, counted, expected, counted_at)
  on stock_document_lines to winkel_manager;
grant select (businessid, saleid, siteid, employeeid, saledate, closetime, finalamount, payment_method, reference, content_hash, received_at,
              importid, units, itemised_cents, itemised_vat_cents, vat_rate, stated_vat_cents, vat_cents, finalamount_cents,
              normalized_payment_method) on sales to winkel_manager;
grant select (businessid, bucket_key, productid, siteid, lines, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents)
  on product_buckets to winkel_manager;
grant select (businessid, day, siteid, orders, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents) on site_daily to winkel_manager;
grant select (businessid, bucket_days, bucket_start, siteid, employeeid, orders, revenue_cents, refunds, refunded_cents, units_thousandths,
              vat_cents, small_orders, small_revenue_cents) on sales_buckets to winkel_manager;
grant select (businessid, bucket_days, bucket_start, siteid, payment_method, orders, revenue_cents, refunds, refunded_cents, units_thousandths,
              vat_cents) on payment_buckets to winkel_manager;
grant select (businessid, bucket_days, bucket_start, siteid, week_hour, orders, revenue_cents, refunds, refunded_cents, units_thousandths,
              vat_cents) on hour_buckets to winkel_manager;
grant select (businessid, day, siteid, vat_rate, is_remainder, lines, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents)
  on vat_daily to winkel_manager;

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
grant update (stock) on product to winkel_manager_costs, winkel_manager;

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
  on stock_document_lines to winkel_manager;

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

drop procedure show_rows(regclass, text, text, text);
