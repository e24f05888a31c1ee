-- Lists and figures are read from indexes alone, which PostgreSQL can do only for pages that vacuum has seen since they were last
-- written. By its own measure, a fifth of the table, it would come by every ten days of a shop with a million sales a year, and
-- every ten weeks to its sales; until then today's rows cost three times as much to read. Each of these visits takes moments.
alter table product_spans set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000);
alter table sales set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
