-- A till whose clock is wrong: its sales have dates of the future and are rejected, and the site names the till.
-- Servers of the release before store such sales, and leave the column as it is.
alter table till_keys
  -- How far the clock of the till was ahead when it last sent a sale of the future. Null since it has sent a sale with a right date.
  add column clock_ahead_seconds bigint;
grant select (clock_ahead_seconds) on till_keys to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager;
grant update (clock_ahead_seconds) on till_keys to winkel_tenant;
