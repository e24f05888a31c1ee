/** Tables of a business that are not in the file, and why. */
export const LEFT_OUT: Record<string, string> = {
  announcement_dismissals: 'news of this installation that a person has put away',
  business: 'in business.json',
  business_exports: 'the file itself',
  figures_checks: 'the next daily check writes it',
  business_users: 'in users.csv',
  notices: 'what a person of this installation chose',
  hour_buckets: 'sums of the sales',
  preferences: 'what a person of this installation chose',
  payment_buckets: 'sums of the sales',
  product_buckets: 'sums of the sales',
  product_imports: 'previews that nobody confirmed',
  product_listing: 'a copy of the products',
  sales_buckets: 'sums of the sales',
  sales_import_batches: 'sales that are not stored yet',
  site_daily: 'sums of the sales',
  vat_daily: 'sums of the sales',
}

/** Columns of the tables above that are not in the file, and why. Columns that PostgreSQL computes from others are not either. */
export const LEFT_OUT_COLUMNS: Record<string, string> = {
  active_until: 'of an import that this installation is working on',
  businessid: 'one for the whole file, in business.json',
  closed_at: 'of this installation: an imported business is open',
  closed_by: 'of this installation: an imported business is open',
  epoch: 'of the key of a till, which an import does not add',
  erase_at: 'of this installation: an imported business is open',
  erase_warned_at: 'of this installation: an imported business is open',
  first_saleid: 'of the key of a till, which an import does not add',
  key_hash: 'would let a guessed key be checked',
  key_start: 'a part of the key of a till',
  request_hash: 'recognises a request that is sent again, for a short time',
  request_id: 'recognises a request that is sent again, for a short time',
  restarts: 'of an import that this installation is working on',
  run_id: 'of an import that this installation is working on',
  used_days: 'of the key of a till, which an import does not add',
  version: 'recognises an edit by another person, while a dialog is open',
}
