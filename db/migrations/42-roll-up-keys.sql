-- A sale changes the sums of about 30 rows of roll-ups. Sums that a key includes, or a page without room, make PostgreSQL write each key
-- again; without them an update stays in its page (heap-only tuples). In docs/decisions/2026-11-22-roll-up-buckets.md are the figures.
-- Servers of the release before go on.
alter table site_daily drop constraint site_daily_pkey,
  add constraint site_daily_pkey primary key (businessid, day, siteid), set (fillfactor = 70);
alter table sales_buckets drop constraint sales_buckets_pkey,
  add constraint sales_buckets_pkey primary key (businessid, bucket_days, bucket_start, siteid, employeeid), set (fillfactor = 70);
alter table payment_buckets drop constraint payment_buckets_pkey,
  add constraint payment_buckets_pkey primary key (businessid, bucket_days, bucket_start, siteid, payment_method), set (fillfactor = 70);
alter table hour_buckets drop constraint hour_buckets_pkey,
  add constraint hour_buckets_pkey primary key (businessid, bucket_days, bucket_start, siteid, week_hour), set (fillfactor = 70);
alter table product_buckets drop constraint product_buckets_pkey,
  add constraint product_buckets_pkey primary key (businessid, bucket_key, productid, siteid), set (fillfactor = 70);
