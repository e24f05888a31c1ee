-- The rates of South Africa, from the first day that a sale can have.
create or replace function insert_vat_rates() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into vat_rates (businessid, vat_code, first_day, percent)
  values (new.id, 'standard', '1989-12-31', 15), (new.id, 'zero', '1989-12-31', 0), (new.id, 'exempt', '1989-12-31', 0);
  return null;
end $$;

-- A file of a business has its own rates.
create or replace trigger vat_rates_after_insert after insert on business
  for each row when (coalesce(current_setting('app.importing_business', true), '') <> 'on') execute function insert_vat_rates();

-- A rate as sales keep it: '15', '15.5', '0', or 'exempt'.
create or replace function format_vat_rate(vat_code text, percent numeric) returns text
  language sql immutable parallel safe
  return case vat_code when 'exempt' then 'exempt' else trim_scale(percent)::text end;
grant execute on function format_vat_rate(text, numeric) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

create or replace function vat_rate_on(business uuid, code text, day date) returns text
  language sql stable parallel safe
  return (select format_vat_rate(r.vat_code, r.percent) from vat_rates r
           where r.businessid = business and r.vat_code = code and r.first_day <= day order by r.first_day desc limit 1);
grant execute on function vat_rate_on(uuid, text, date) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- The rate of a code today, in the time zone of the business.
create or replace function vat_rate_today(business uuid, code text) returns text
  language sql stable parallel safe
  return vat_rate_on(business, code, (select (now() at time zone b.timezone)::date from business b where b.id = business));
grant execute on function vat_rate_today(uuid, text) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- The code that has, had or will have a rate; null when none does.
create or replace function vat_code_of(business uuid, vat_rate text) returns text
  language sql stable parallel safe
  return (select r.vat_code from vat_rates r
           where r.businessid = business and format_vat_rate(r.vat_code, r.percent) = vat_rate
           -- Zero-rated, where the standard rate is 0 too.
           order by r.vat_code desc limit 1);
grant execute on function vat_code_of(uuid, text) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

-- As the API has it: a number, or 'exempt'.
create or replace function vat_rate_json(vat_rate text) returns jsonb
  language sql immutable parallel safe
  return case vat_rate when 'exempt' then '"exempt"'::jsonb else to_jsonb(vat_rate::numeric) end;
grant execute on function vat_rate_json(text) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;
