-- Figures checks: whether the roll-ups of the last days equalled the sales when the server last compared them, once a day.

create table figures_checks (
  businessid uuid primary key default current_business() references business (id),
  checked_at timestamptz not null default now(),
  -- How many sums differed from the sales.
  differences integer not null,
  constraint figures_checks__differences check (differences >= 0)
);
call enforce_tenancy('figures_checks');
grant select, insert (differences), update (checked_at, differences) on figures_checks to winkel_tenant;

-- The comparison runs with the rights of the business.
grant execute on function bucket_start(date, integer), bucket_key(date, integer) to winkel_tenant;

-- In each business with sales, one user who may enter it. The daily check enters as this user, because it has none of its own.
create function find_users_to_check() returns table (user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select distinct on (u.businessid) u.user_id
      from business_users u
     where u.role in ('owner', 'admin')
       and not exists (select from business b where b.id = u.businessid and b.closed_at is not null)
       -- Not 'exists', for which the planner may read all sales.
       and (select min(s.saleid) from sales s where s.businessid = u.businessid) is not null
       and not exists (select from employee e where e.businessid = u.businessid and e.user_id = u.user_id and not e.isenabled)
     order by u.businessid, u.role desc, u.user_id
  $$;

-- Of all businesses: when the last check was, and in how many the figures differed. For the daily job and the metrics.
create function figures_check_summary() returns table (checked_at timestamptz, differing bigint)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select max(checked_at), count(*) filter (where differences > 0) from figures_checks $$;
grant execute on function find_users_to_check(), figures_check_summary() to winkel_auth;
