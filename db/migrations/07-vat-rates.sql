-- VAT rates: how much VAT the prices of a business include, and from which day.
--
-- A product has a code (standard, zero, exempt); a code has a rate from one day until the next rate of the code begins. So a change of the
-- rate on a day is a row that is added in advance. Sales and their lines keep the rate as it was (11-sales.sql): no row here changes a
-- past figure.

create table vat_rates (
  businessid uuid not null default current_business() references business (id),
  vat_code text not null,
  -- Its last day is the day before the next one of its code.
  first_day date not null,
  percent numeric(4, 2) not null,
  primary key (businessid, vat_code, first_day),
  constraint vat_rates__vat_code check (vat_code in ('standard', 'zero', 'exempt')),
  constraint vat_rates__first_day check (first_day between '1989-12-31' and '2100-01-02'),
  constraint vat_rates__percent check (percent between 0 and 99.99 and (percent = 0 or vat_code = 'standard'))
);
call enforce_tenancy('vat_rates');
grant select, insert (vat_code, first_day, percent), update (percent), delete on vat_rates to winkel_tenant;

-- The rates of South Africa, from the first day that a sale can have.
create function insert_vat_rates() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into vat_rates (businessid, vat_code, first_day, percent)
  values (new.id, 'standard', '1989-12-31', 15), (new.id, 'zero', '1989-12-31', 0), (new.id, 'exempt', '1989-12-31', 0);
  return null;
end $$;
-- A file of a business has its own rates.
create trigger vat_rates_after_insert after insert on business
  for each row when (coalesce(current_setting('app.importing_business', true), '') <> 'on') execute function insert_vat_rates();

-- A rate as sales keep it: '15', '15.5', '0', or 'exempt'.
create function format_vat_rate(vat_code text, percent numeric) returns text
  language sql immutable parallel safe
  return case vat_code when 'exempt' then 'exempt' else trim_scale(percent)::text end;

create function vat_rate_on(business uuid, code text, day date) returns text
  language sql stable parallel safe
  return (select format_vat_rate(r.vat_code, r.percent) from vat_rates r
           where r.businessid = business and r.vat_code = code and r.first_day <= day order by r.first_day desc limit 1);

-- The rate of a code today, in the time zone of the business.
create function vat_rate_today(business uuid, code text) returns text
  language sql stable parallel safe
  return vat_rate_on(business, code, (select (now() at time zone b.timezone)::date from business b where b.id = business));

-- The code that has, had or will have a rate; null when none does.
create function vat_code_of(business uuid, vat_rate text) returns text
  language sql stable parallel safe
  return (select r.vat_code from vat_rates r
           where r.businessid = business and format_vat_rate(r.vat_code, r.percent) = vat_rate
           -- Zero-rated, where the standard rate is 0 too.
           order by r.vat_code desc limit 1);

-- As the API has it: a number, or 'exempt'.
create function vat_rate_json(vat_rate text) returns jsonb
  language sql immutable parallel safe
  return case vat_rate when 'exempt' then '"exempt"'::jsonb else to_jsonb(vat_rate::numeric) end;

grant execute on function format_vat_rate(text, numeric), vat_rate_on(uuid, text, date), vat_rate_today(uuid, text),
                          vat_code_of(uuid, text), vat_rate_json(text) to winkel_tenant;
