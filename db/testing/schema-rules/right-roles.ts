import type { Role } from './rule.ts'

/** The roles of rights, see 30-rights.sql, and as whom a rule of each is proven. */
export const RIGHT_ROLES: Record<string, Role> = {
  winkel_bookkeeper: 'bookkeeper',
  winkel_manager: 'manager',
  winkel_manager_costs: 'manager who sees costs',
  winkel_stock: 'stock',
}

/** Which functions every right may call: what computes something of its arguments, or of the rows that the role sees. */
export const RIGHT_FUNCTIONS = [
  'bucket_key(date,integer)',
  'bucket_start(date,integer)',
  'current_business()',
  'current_epoch()',
  'current_sites()',
  'current_till_sites()',
  'find_movement_before(timestamp with time zone)',
  'find_restore(integer)',
  'find_sale_horizon()',
  'has_sale_reading(text,bigint)',
  'find_same_item(bigint,bigint)',
  'find_sent_product(bigint)',
  'find_site_name(bigint)',
  'fold_text(text)',
  'format_vat_rate(text,numeric)',
  'included_vat_cents(bigint,text)',
  'is_erasing()',
  'is_idle_till(timestamp with time zone)',
  'is_importing_business()',
  'is_open_document(text)',
  'is_own_document(bigint)',
  'is_silent_till(integer,timestamp with time zone)',
  'is_vat_rate(text)',
  'list_noticed_products()',
  'log_event(text,text,jsonb)',
  'line_total(numeric,numeric)',
  'line_vat_cents(bigint,numeric,text)',
  'normalize_payment_method(text)',
  'spread_amount(numeric,numeric,numeric)',
  'vat_code_of(uuid,text)',
  'vat_rate_json(text)',
  'vat_rate_on(uuid,text,date)',
  'vat_rate_today(uuid,text)',
  'week_hour(timestamp without time zone)',
]

/** What those who write documents may call besides, of documents at their sites. */
export const DOCUMENT_FUNCTIONS = [
  'add_received_products(bigint,bigint,bigint[])',
  'apply_delivery_prices(bigint)',
  'keep_line_costs(bigint)',
  'list_destinations()',
  'next_document_number(text)',
]
