-- What 29-closing.sql lists, with the tables and texts since.

create or replace function tables_to_erase() returns text[]
  language sql immutable
  return '{webhook_deliveries, webhook_messages, webhooks, read_key_sites, read_keys, till_keys, business_exports, count_entries, stock_document_events, stock_document_lines, stock_documents, cash_up_lines, cash_ups,
           saleitems, sales, sales_import_batches, import_names, sales_imports, product_buckets, sales_buckets, payment_buckets, hour_buckets,
           vat_daily, site_daily, items_apart, stock_movements, product_listing, product_changes, product_imports, product, suppliers,
           ticket_messages, support_tickets, saved_reports, column_matchings, preferences, noticed_products, notices, accounting_settings,
           announcement_dismissals, figures_checks,
           business_subscriptions, vat_rates, right_sites, rights, sign_in_rules, invitations, employee, site,
           business_users, changes}'::text[];

create or replace function texts_with_names() returns table (table_name text, column_name text, max_length integer)
  language sql immutable
begin atomic
  values ('cash_ups', 'note', 1000), ('changes', 'name', 400), ('employee', 'disablereason', 500), ('read_keys', 'name', 100), ('saved_reports', 'name', 100),
         ('sales_imports', 'file_name', 200), ('stock_document_events', 'note', 1000), ('stock_documents', 'note', 1000),
         ('stock_documents', 'reference', 100), ('stock_movements', 'note', 200), ('support_tickets', 'subject', 200),
         ('ticket_messages', 'message', 5000), ('till_keys', 'name', 100), ('webhook_deliveries', 'answer', 500);
end;
