-- A count of a category or a supplier may take a product of another one: it is marked, and not part of how far the count is.
alter table stock_document_lines
  -- Of a count: added by an entry, although the product was not in the scope then.
  add column is_outside boolean not null default false;
grant insert (is_outside) on stock_document_lines to winkel_tenant, winkel_manager_costs, winkel_stock, winkel_manager;
grant select (is_outside) on stock_document_lines to winkel_manager;
