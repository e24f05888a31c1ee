-- How the scales of a business write the product and its weight or price into a barcode: '20PPPPPWWWWWC'. contract/shared/scale-barcodes.ts
-- says what a pattern is.
alter table business
  add column scale_patterns text[] not null default '{}',
  add constraint business__scale_patterns check (cardinality(scale_patterns) <= 20 and array_position(scale_patterns, null) is null);
grant update (scale_patterns) on business to winkel_tenant;
