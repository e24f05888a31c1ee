-- In each business with sales, one user who may enter it, and who need not turn two-step sign-in on first. The daily check enters as this user,
-- because it has none of its own.
create or replace function find_users_to_check() returns table (user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select distinct on (u.businessid) u.user_id
      from business_users u
     where u.role in ('owner', 'admin')
       and not exists (select from business b where b.id = u.businessid and b.closed_at is not null)
       -- Not 'exists', for which the planner may read all sales.
       and (select min(s.saleid) from sales s where s.businessid = u.businessid) is not null
       and not exists (select from employee e where e.businessid = u.businessid and e.user_id = u.user_id and not e.isenabled)
       and not lacks_two_step(u.businessid, u.user_id, 'everything')
     order by u.businessid, u.role desc, u.user_id
  $$;
grant execute on function find_users_to_check() to winkel_auth;

-- Of all businesses: when the last check was, and in how many the figures differed. For the daily job and the metrics.
create or replace function figures_check_summary() returns table (checked_at timestamptz, differing bigint)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select max(checked_at), count(*) filter (where differences > 0) from figures_checks $$;
grant execute on function figures_check_summary() to winkel_auth;
