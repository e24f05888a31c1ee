-- A product or a site that is sent again after its answer was lost is known by the form's own mark, as an employee is: the first
-- one is found, and no second one made. `request_hash` is of what the form said. Both null for records that no form made; the
-- indexes have none of those.

alter table product add column request_id uuid, add column request_hash bytea;
create unique index product__request_once on product (businessid, request_id) where request_id is not null;
grant insert (request_id, request_hash) on product to winkel_tenant;

alter table site add column request_id uuid, add column request_hash bytea;
create unique index site__request_once on site (businessid, request_id) where request_id is not null;
grant insert (request_id, request_hash) on site to winkel_tenant;
