-- What a manager sees who does not see costs: each table with costs has a view of the same name here, in which nothing has a known cost. The
-- transactions of winkel_manager look here first (30-rights.sql). A new column is added at the end, to the view and to the grants of its table.

create or replace view without_costs.product with (security_invoker = true) as
  select businessid, productid, siteid, productname, barcode, description, category, supplier, price, 0::numeric as purchaseprice,
         false as is_free, vat_code, stock, reorder_level, order_quantity, archived_at, is_unknown, same_as, created_at, version, picture,
         request_id, request_hash, joined_to, has_own_price, barcode_identity, shares_barcode,
         further_barcodes
    from public.product;
create or replace view without_costs.saleitems with (security_invoker = true) as
  select businessid, saleid, line, moves_stock, saledate, siteid, employeeid, productid, quantity, productname, price,
         null::numeric(12, 2) as purchaseprice, vat_rate, is_vat_assumed, stated_vat_cents, adjustment, amount_cents, vat_cents,
         0::bigint as cost_cents, 0::bigint as costed_net_cents, exact_price, discount_cents, discount_reason, scanned_units, scanned_price
    from public.saleitems;
create or replace view without_costs.stock_document_lines with (security_invoker = true) as
  select businessid, documentid, productid, received_productid, position, quantity, rejected, missing, reason,
         null::numeric as purchaseprice, counted, expected, counted_at, is_outside
    from public.stock_document_lines;
create or replace view without_costs.sales with (security_invoker = true) as
  select businessid, saleid, siteid, employeeid, saledate, closetime, finalamount, payment_method, reference, content_hash, received_at, importid,
         units, 0::bigint as cost_cents, 0::bigint as costed_net_cents, itemised_cents, itemised_vat_cents, vat_rate, stated_vat_cents, vat_cents,
         finalamount_cents, normalized_payment_method, has_payments, refund_of
    from public.sales;
create or replace view without_costs.product_buckets with (security_invoker = true) as
  select businessid, bucket_key, productid, siteid, lines, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents,
         0::bigint as cost_cents, 0::bigint as costed_net_cents
    from public.product_buckets;
create or replace view without_costs.site_daily with (security_invoker = true) as
  select businessid, day, siteid, orders, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents, 0::bigint as cost_cents,
         0::bigint as costed_net_cents
    from public.site_daily;
create or replace view without_costs.sales_buckets with (security_invoker = true) as
  select businessid, bucket_days, bucket_start, siteid, employeeid, orders, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents,
         0::bigint as cost_cents, 0::bigint as costed_net_cents, small_orders, small_revenue_cents
    from public.sales_buckets;
create or replace view without_costs.payment_buckets with (security_invoker = true) as
  select businessid, bucket_days, bucket_start, siteid, payment_method, orders, revenue_cents, refunds, refunded_cents, units_thousandths,
         vat_cents, 0::bigint as cost_cents, 0::bigint as costed_net_cents, other_orders, other_cents
    from public.payment_buckets;
create or replace view without_costs.hour_buckets with (security_invoker = true) as
  select businessid, bucket_days, bucket_start, siteid, week_hour, orders, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents,
         0::bigint as cost_cents, 0::bigint as costed_net_cents
    from public.hour_buckets;
create or replace view without_costs.vat_daily with (security_invoker = true) as
  select businessid, day, siteid, vat_rate, is_remainder, lines, revenue_cents, refunds, refunded_cents, units_thousandths, vat_cents,
         0::bigint as cost_cents, 0::bigint as costed_net_cents
    from public.vat_daily;

grant select on without_costs.product, without_costs.saleitems, without_costs.stock_document_lines, without_costs.sales,
  without_costs.product_buckets, without_costs.site_daily, without_costs.sales_buckets, without_costs.payment_buckets, without_costs.hour_buckets,
  without_costs.vat_daily
  to winkel_manager;
-- Documents move stock, and their lines are written through the view, without prices.
grant update (stock) on without_costs.product to winkel_manager;
grant insert (documentid, productid, received_productid, position, quantity, rejected, missing, reason, is_outside),
      update (position, quantity, rejected, reason, counted, expected, counted_at), delete
  on without_costs.stock_document_lines to winkel_manager;
