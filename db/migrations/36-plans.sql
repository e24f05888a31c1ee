-- Plans that a connection makes while tables are empty, and keeps.
--
-- The functions of sales turn sequential scans and other joins off, so that the plan of an empty table is right for a full one. That is not
-- enough: an empty table is cheapest to read as a whole, by its index, and to be kept for all rows that are joined with it (Materialize). In
-- a new installation a batch of sales then took over 10 s, until PostgreSQL had analysed the tables.
alter function correct_sale_sums() set enable_material = off;
alter function move_stock() set enable_material = off;
alter function find_or_add_unknown_products(bigint, json) set enable_material = off;
alter function move_unknown_lines(bigint, bigint, integer) set enable_material = off;
alter function roll_up_items() set enable_material = off;
alter function add_webhook_messages(uuid, text, bigint[], jsonb[], text[]) set enable_material = off;
