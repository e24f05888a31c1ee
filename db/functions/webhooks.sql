-- The secret before stays valid for a day. Of many, the last three do.
create or replace function keep_previous_secret() returns trigger
  language plpgsql
as $$
begin
  new.previous_secrets := array[old.secret] || case when old.previous_secret_until > now() then old.previous_secrets[1:2] else '{}' end;
  new.previous_secret_until := now() + interval '1 day';
  return new;
end $$;
create or replace trigger keep_previous_secret before update of secret on webhooks
  for each row when (old.secret <> new.secret) execute function keep_previous_secret();

create or replace function keep_who_turned_on() returns trigger
  language plpgsql
as $$
begin
  new.turned_on_by := nullif(current_setting('app.user_id', true), '')::uuid;
  return new;
end $$;
create or replace trigger keep_who_turned_on before update of url, state on webhooks
  for each row when (new.url <> old.url or (new.state = 'on' and old.state <> 'on')) execute function keep_who_turned_on();

-- A webhook in the words of the log of changes. Never its secret; and what is after '?' in the URL may have a token in it, so of that the log
-- has only whether it changed.
create or replace function describe_webhook(webhook webhooks) returns jsonb
  language sql stable
begin atomic
  select jsonb_build_object(
    'url', regexp_replace(webhook.url, '\?.*', '?…'),
    'url_query', left(encode(sha256(convert_to(substring(webhook.url from '\?.*'), 'UTF8')), 'hex'), 8),
    'events', webhook.events,
    'sites', case when webhook.siteid is null then 'All sites' else coalesce(
      (select s.sitename from site s where (s.businessid, s.siteid) = (webhook.businessid, webhook.siteid)), 'Deleted') end,
    'state', webhook.state,
    'stop_reason', webhook.stop_reason);
end;

-- 'books.example/winkel': people have several at one host.
create or replace function name_webhook(url text) returns text
  language sql immutable
  return left(rtrim(regexp_replace(url, '^https?://|\?.*', '', 'g'), '/'), 100);
grant execute on function name_webhook(text) to winkel_tenant;

create or replace function log_webhook() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  webhook constant webhooks := coalesce(new, old);
  columns constant text[] := '{url,url_query,events,sites,state,stop_reason}';
  called constant text := name_webhook(webhook.url);
  was constant jsonb := case when tg_op <> 'INSERT' then describe_webhook(old) end;
  now_is constant jsonb := case when tg_op <> 'DELETE' and new.deleted_at is null then describe_webhook(new) end;
  -- Added or deleted.
  is_whole constant boolean := was is null or now_is is null;
begin
  if tg_op = 'UPDATE' and old.secret <> new.secret then
    insert into changes (businessid, noun, rowid, siteid, name, action)
    values (webhook.businessid, 'webhook', webhook.webhookid::text, webhook.siteid, called, 'secret replaced');
  end if;
  if was = now_is then
    return null;
  end if;
  insert into changes (businessid, noun, rowid, siteid, name, action, before, after)
  values (webhook.businessid, 'webhook', webhook.webhookid::text, webhook.siteid, called,
          case when was is null then 'created' when now_is is null then 'deleted' else 'changed' end,
          case when is_whole then pick_values(was, columns) else pick_changed(was, now_is, columns) end,
          case when is_whole then pick_values(now_is, columns) else pick_changed(now_is, was, columns) end);
  return null;
end $$;
create or replace trigger log_after_insert after insert on webhooks
  for each row when (not is_importing_business() and not is_erasing()) execute function log_webhook();

-- What the sender notes of its attempts is no change; that it stops a webhook is one.
create or replace trigger log_after_update after update of url, events, siteid, state, secret, deleted_at on webhooks
  for each row when (old.deleted_at is null and not is_importing_business() and not is_erasing()) execute function log_webhook();

-- With its site. One that was deleted before is in the log already.
create or replace trigger log_after_delete after delete on webhooks
  for each row when (old.deleted_at is null and not is_importing_business() and not is_erasing()) execute function log_webhook();

-- The id of a message about something that others know by a key of their own, such as a sale by its reference: the same again after a restore of
-- an earlier state, when it is sent again.
create or replace function derive_message_id(of_business uuid, event text, key text) returns uuid
  language sql stable
  return overlay(overlay(
    encode(substring(sha256(convert_to(of_business::text || ' ' || event || ' ' || key, 'UTF8')) for 16), 'hex')
    placing '8' from 13 for 1) placing '8' from 17 for 1)::uuid; -- the version and the variant of RFC 9562

-- Adds a message for each event that a webhook wants. `sites`, `details` and `keys` are of one event each; an event without a key has an id of its
-- own. So has one with the key of an event that is recorded: a sale that was deleted and came again is another one. Called inside the transaction
-- of the events.
create or replace function add_webhook_messages(of_business uuid, event text, sites bigint[], details jsonb[], keys text[] default '{}') returns void
  language plpgsql
  -- For the reason given at move_stock.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
as $$
begin
  with happened as materialized (
    select case when e.key is null or exists (
                  select from webhook_messages m where m.businessid = of_business and m.messageid = derive_message_id(of_business, event, e.key))
                then gen_random_uuid() else derive_message_id(of_business, event, e.key) end as messageid, e.siteid, e.data
      from unnest(sites, details, keys) as e (siteid, data, key)
  ), wanted as materialized (
    select h.messageid, h.data, w.webhookid
      from happened h
      join webhooks w on w.businessid = of_business and w.state = 'on' and w.deleted_at is null and event = any (w.events)
                     and (w.siteid is null or w.siteid = h.siteid)
  ), message as (
    insert into webhook_messages (businessid, messageid, type, data)
    select distinct on (messageid) of_business, messageid, event, data from wanted
  )
  insert into webhook_deliveries (businessid, messageid, webhookid) select of_business, messageid, webhookid from wanted;
  -- NOTIFY takes a lock at commit that a sale must not wait for: the server of a till says after COMMIT that there are sales.
  if found and current_till_sites() is null then
    perform pg_notify('winkel_webhooks', of_business::text);
  end if;
end $$;

create or replace function has_webhooks(of_business uuid, event text) returns boolean
  language sql stable
  return exists (
    select from webhooks w where w.businessid = of_business and w.state = 'on' and w.deleted_at is null and event = any (w.events));

-- Sales of tills. Those of an import are past: import.finished counts them.
create or replace function announce_sales() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  own_business constant uuid := current_business();
begin
  -- Not has_webhooks: in a function of its own the look-up is planned at each sale.
  if exists (
    select from webhooks w where w.businessid = own_business and w.state = 'on' and w.deleted_at is null and 'sale.created' = any (w.events)
  ) then
    perform add_webhook_messages(own_business, 'sale.created', array_agg(a.siteid order by a.saleid),
                                 array_agg(jsonb_build_object('saleid', a.saleid) order by a.saleid),
                                 array_agg(a.reference order by a.saleid))
       from added a where a.importid is null having count(*) > 0;
  end if;
  return null;
end $$;
create or replace trigger announce_sales after insert on sales
  referencing new table as added for each statement when (is_request()) execute function announce_sales();

-- A product to reorder: its stock falls to the reorder level or below it. Once, and again after it was above. The condition costs a sale nothing.
create or replace function announce_to_reorder() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  if has_webhooks(new.businessid, 'stock.low') then
    perform add_webhook_messages(new.businessid, 'stock.low', array[new.siteid], array[
      jsonb_build_object('productid', new.productid, 'stock', new.stock, 'reorder_level', new.reorder_level)]);
  end if;
  return null;
end $$;
create or replace trigger announce_to_reorder after update of stock on product
  for each row when (new.stock < old.stock and old.stock > new.reorder_level and new.stock <= new.reorder_level and new.archived_at is null)
  execute function announce_to_reorder();

create or replace function announce_cash_up() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  if has_webhooks(new.businessid, 'cash_up.saved') then
    perform add_webhook_messages(new.businessid, 'cash_up.saved', array[new.siteid], array[jsonb_build_object('cash_upid', new.cash_upid)]);
  end if;
  return null;
end $$;
create or replace trigger announce_cash_up after insert on cash_ups
  for each row
  when (is_request())
  execute function announce_cash_up();

create or replace function announce_sales_import() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  if has_webhooks(new.businessid, 'import.finished') then
    perform add_webhook_messages(new.businessid, 'import.finished', array[null::bigint], array[
      jsonb_build_object('of', 'sales', 'importid', new.importid, 'added', new.stored_sales, 'changed', 0, 'failed', new.failed_sales)]);
  end if;
  return null;
end $$;
create or replace trigger announce_sales_import after update of state on sales_imports
  for each row when (is_request() and new.state = 'imported' and old.state <> 'imported')
  execute function announce_sales_import();

-- Imports of products and employees keep no row: the server calls this in their transaction.
create or replace function announce_import(imported text, added integer, changed integer) returns void
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
begin
  if imported in ('products', 'employees') and current_till_sites() is null and has_webhooks(current_business(), 'import.finished') then
    perform add_webhook_messages(current_business(), 'import.finished', array[null::bigint], array[
      jsonb_build_object('of', imported, 'importid', null, 'added', added, 'changed', changed, 'failed', 0)]);
  end if;
end $$;
grant execute on function announce_import(text, integer, integer) to winkel_tenant;

-- Sends a message of the type `test` to one webhook that is on. Null when there is none.
create or replace function test_webhook(tested bigint) returns uuid
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  own_business constant uuid := current_business();
  message constant uuid := gen_random_uuid();
begin
  if current_till_sites() is not null or not exists (
    select from webhooks w where w.businessid = own_business and w.webhookid = tested and w.state = 'on' and w.deleted_at is null
  ) then
    return null;
  end if;
  insert into webhook_messages (businessid, messageid, type, data) values (own_business, message, 'test', jsonb_build_object('webhookid', tested));
  insert into webhook_deliveries (businessid, messageid, webhookid) values (own_business, message, tested);
  perform pg_notify('winkel_webhooks', own_business::text);
  return message;
end $$;
grant execute on function test_webhook(bigint) to winkel_tenant;

-- A time as the API writes it: 2026-11-24T08:15:00.000Z.
create or replace function format_utc_time(moment timestamptz) returns text
  language sql stable
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- A sale as the API answers it and as a message has it, without what other sales change. The planner takes the query in place of the call, and a
-- role of a right reads its own view of the lines: names are looked up when it runs.
create or replace function sale_details(of_business uuid, of_sale bigint)
  returns table (saleid bigint, saledate timestamptz, closetime timestamptz, siteid bigint, sitename text, employeeid bigint, firstname text,
                 lastname text, employee_code text, seller jsonb, finalamount numeric, payment_method text, payments jsonb, extras jsonb, reference text, refund_of text, items jsonb,
                 items_total numeric, vat numeric, vat_rates jsonb)
  language sql stable
as $$
  select s.saleid, s.saledate, s.closetime, s.siteid, t.sitename, s.employeeid, e.firstname, e.lastname, e.employee_code,
         (select jsonb_build_object('code', u.code, 'name', u.name)
            from seller_sales x join unknown_sellers u using (businessid, sellerid) where (x.businessid, x.saleid) = (s.businessid, s.saleid)),
         s.finalamount, s.payment_method,
         coalesce((
           select jsonb_agg(jsonb_build_object(
                    'method', p.payment_method, 'amount', p.amount_cents / 100.0, 'tendered', p.tendered_cents / 100.0, 'number', p.number)
                    order by p.position)
             from sale_payments p where (p.businessid, p.saleid) = (s.businessid, s.saleid)),
           jsonb_build_array(jsonb_build_object('method', s.payment_method, 'amount', s.finalamount, 'tendered', null, 'number', null))),
         coalesce((
           select jsonb_agg(jsonb_build_object('kind', x.kind, 'amount', x.amount_cents / 100.0, 'number', x.number) order by x.position)
             from sale_extras x where (x.businessid, x.saleid) = (s.businessid, s.saleid)), '[]'),
         s.reference, s.refund_of,
         coalesce((
           select jsonb_agg(jsonb_build_object(
                    'line', i.line, 'kind', case when i.productid is null then 'charge' else 'product' end,
                    'productid', i.productid, 'productname', i.productname, 'barcode', coalesce(p.barcode, ''),
                    'quantity', i.quantity, 'price', coalesce(i.exact_price, i.price),
                    'total', sent_total(i.quantity, i.price, i.exact_price, i.scanned_units, i.scanned_price),
                    'discount', coalesce(i.discount_cents, 0) / 100.0, 'discount_reason', i.discount_reason) order by i.line)
             from saleitems i left join product p on (p.businessid, p.productid) = (i.businessid, i.productid)
            where (i.businessid, i.saleid) = (s.businessid, s.saleid)), '[]'),
         coalesce((
           select sum(sent_total(i.quantity, i.price, i.exact_price, i.scanned_units, i.scanned_price) - coalesce(i.discount_cents, 0) / 100.0)
             from saleitems i where (i.businessid, i.saleid) = (s.businessid, s.saleid)), 0),
         s.vat_cents / 100.0,
         (select coalesce(jsonb_agg(jsonb_build_object('vat_rate', vat_rate_json(p.vat_rate), 'amount', p.cents / 100.0)
                                    order by p.vat_rate = 'exempt', vat_rate_json(p.vat_rate) desc), '[]')
            from (select part.vat_rate, sum(part.cents) as cents
                    from (select i.vat_rate, i.amount_cents as cents from saleitems i where (i.businessid, i.saleid) = (s.businessid, s.saleid)
                          union all
                          select s.vat_rate, s.finalamount_cents - s.itemised_cents where s.finalamount_cents <> s.itemised_cents) part
                   group by part.vat_rate) p)
    from sales s join site t using (businessid, siteid) join employee e using (businessid, employeeid)
   where s.businessid = of_business and s.saleid = of_sale
$$;
grant execute on function sale_details(uuid, bigint) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager;

-- The data of a message as JSON, in the words of the API. Null when what it is about was deleted.
create or replace function webhook_data(of_business uuid, event text, details jsonb) returns jsonb
  language plpgsql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  case event
    when 'sale.created' then
      return (
        select to_jsonb(d) || jsonb_build_object('saledate', format_utc_time(d.saledate), 'closetime', format_utc_time(d.closetime))
          from sale_details(of_business, (details ->> 'saleid')::bigint) d);
    when 'stock.low' then
      return (
        select details || jsonb_build_object('productname', p.productname, 'barcode', p.barcode, 'siteid', p.siteid, 'sitename', t.sitename)
          from product p join site t using (businessid, siteid)
         where p.businessid = of_business and p.productid = (details ->> 'productid')::bigint);
    when 'cash_up.saved' then
      return (
        select jsonb_build_object(
                 'cash_upid', c.cash_upid, 'siteid', c.siteid, 'sitename', t.sitename, 'day', c.day, 'entry', c.entry, 'saved_at', format_utc_time(c.saved_at),
                 'cash_float', c.cash_float, 'note', c.note,
                 'lines', coalesce((
                   select jsonb_agg(jsonb_build_object('payment_method', l.payment_method, 'sales', l.sales, 'expected', l.expected,
                                                       'counted', l.counted) order by l.payment_method <> 'cash', l.payment_method)
                     from cash_up_lines l where (l.businessid, l.cash_upid) = (c.businessid, c.cash_upid)), '[]'))
          from cash_ups c join site t using (businessid, siteid)
         where c.businessid = of_business and c.cash_upid = (details ->> 'cash_upid')::bigint);
    else
      return details;
  end case;
end $$;

-- The host of a webhook. Its URL may have a token in it.
create or replace function webhook_host(url text) returns text
  language sql immutable
  return substring(url from '^https?://(\[[^]]*\]|[^/:?#]+)');

-- Claims deliveries that are due, for an attempt within a minute: after that another server may claim them. `max_deliveries` is what the
-- server has room for; the other limits hold for all servers together, because one claims at a time. A webhook has at most half of its
-- business's attempts: one that hangs leaves room for the others.
--
-- Businesses take turns: the first attempt of each comes before the second one of any. The last `kept` places of a server, and the last quarter
-- of those of a host, are for businesses that have no attempt under way there: however slow the receivers of some are, others need not wait.
create or replace function claim_webhook_deliveries(max_deliveries integer, kept integer, per_business integer, per_host integer)
  returns table (businessid uuid, messageid uuid, webhookid bigint, claim uuid, attempt integer, url text, secrets text[], type text,
                 created_at timestamptz, data jsonb)
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  per_webhook constant integer := greatest(1, per_business / 2);
  turn record;
  under_way record;
  claimed integer;
  left_over integer := max_deliveries;
begin
  perform pg_advisory_xact_lock(746925007);
  for turn in
    -- One look-up for each webhook with deliveries, however many these are.
    with recursive receivers as (
      (select d.businessid, d.webhookid from webhook_deliveries d where d.state = 'waiting' order by d.businessid, d.webhookid limit 1)
      union all
      select next.businessid, next.webhookid
        from receivers r cross join lateral (
          select d.businessid, d.webhookid from webhook_deliveries d
           where d.state = 'waiting' and (d.businessid, d.webhookid) > (r.businessid, r.webhookid)
           order by d.businessid, d.webhookid limit 1) next
    ), attempts as materialized (
      select c.businessid, c.webhookid, webhook_host(w.url) as host
        from webhook_deliveries c join webhooks w using (businessid, webhookid)
       where c.claim is not null and c.state = 'waiting' and c.next_attempt_at > now()
    ), due as materialized (
      select w.businessid, w.webhookid, webhook_host(w.url) as host, d.messages,
             (select count(*) from attempts a where a.businessid = w.businessid) as of_business,
             (select count(*) from attempts a where a.businessid = w.businessid and a.webhookid = w.webhookid) as of_webhook,
             (select count(*) from attempts a where a.host = webhook_host(w.url)) as of_host
        from receivers r join webhooks w using (businessid, webhookid) join business b on b.id = w.businessid
       cross join lateral (
         select count(*)::integer as messages from (
           select from webhook_deliveries d
            where d.businessid = r.businessid and d.webhookid = r.webhookid and d.state = 'waiting' and d.next_attempt_at <= now()
            limit per_webhook) d
       ) d
       where w.state = 'on' and w.deleted_at is null and b.closed_at is null
    ), turns as (
      select d.businessid, d.webhookid, d.host, d.of_host,
             d.of_business + row_number() over (partition by d.businessid order by d.of_webhook + n, random()) as of_business
        from due d cross join lateral generate_series(1, least(d.messages, per_webhook - d.of_webhook)) n
       where d.of_host < per_host
    )
    select t.businessid, t.webhookid, t.host from turns t where t.of_business <= per_business order by t.of_business, t.of_host, random()
  loop
    exit when left_over <= 0;
    select count(*) filter (where c.businessid = turn.businessid) as of_business,
           count(*) filter (where webhook_host(w.url) = turn.host) as of_host,
           count(*) filter (where c.businessid = turn.businessid and webhook_host(w.url) = turn.host) as of_business_at_host
      into under_way
      from webhook_deliveries c join webhooks w using (businessid, webhookid)
     where c.claim is not null and c.state = 'waiting' and c.next_attempt_at > now();
    continue when under_way.of_host >= per_host - case when under_way.of_business_at_host > 0 then per_host / 4 else 0 end
               or under_way.of_business > 0 and left_over <= kept;
    return query
      with due as materialized (
        select d.messageid from webhook_deliveries d
         where d.businessid = turn.businessid and d.webhookid = turn.webhookid and d.state = 'waiting' and d.next_attempt_at <= now()
         order by d.next_attempt_at limit 1 for update skip locked
      ), taken as (
        update webhook_deliveries d
           set claim = gen_random_uuid(), attempts = d.attempts + 1, attempted_at = now(), next_attempt_at = now() + interval '1 minute'
          from due
         where d.businessid = turn.businessid and d.messageid = due.messageid and d.webhookid = turn.webhookid
        returning d.messageid, d.claim, d.attempts
      )
      select m.businessid, m.messageid, w.webhookid, t.claim, t.attempts::integer, w.url,
             array[w.secret] || case when w.previous_secret_until > now() then w.previous_secrets else '{}' end,
             m.type, m.created_at, webhook_data(m.businessid, m.type, m.data)
        from taken t
        join webhook_messages m on m.businessid = turn.businessid and m.messageid = t.messageid
        join webhooks w on w.businessid = turn.businessid and w.webhookid = turn.webhookid;
    get diagnostics claimed = row_count;
    left_over := left_over - claimed;
  end loop;
end $$;
grant execute on function claim_webhook_deliveries(integer, integer, integer, integer) to winkel_auth;

-- Gives an attempt back that ended before its answer because its server stops: the delivery is due as before.
create or replace function release_webhook_attempt(of_business uuid, of_message uuid, of_webhook bigint, of_claim uuid) returns void
  language sql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
  update webhook_deliveries d set claim = null, attempts = d.attempts - 1, next_attempt_at = now()
   where d.businessid = of_business and d.messageid = of_message and d.webhookid = of_webhook and d.claim = of_claim
$$;
grant execute on function release_webhook_attempt(uuid, uuid, bigint, uuid) to winkel_auth;

-- Notes the result of an attempt: null `problem` is a success. After a failure the delivery waits for `pause`; without one it is given up.
-- `is_over`: the receiver wants nothing more. Returns why the webhook was stopped, if it was.
create or replace function note_webhook_attempt(of_business uuid, of_message uuid, of_webhook bigint, of_claim uuid, status smallint, duration_ms integer,
                                     problem text, answer text, pause interval, is_over boolean) returns text
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  reason text;
begin
  update webhook_deliveries d
     set claim = null, status = $5, duration_ms = $6, problem = $7, answer = $8,
         state = case when $7 is null then 'delivered' when pause is null then 'given_up' else 'waiting' end,
         next_attempt_at = now() + coalesce(pause, interval '0')
   where d.businessid = of_business and d.messageid = of_message and d.webhookid = of_webhook and d.claim = of_claim;
  if not found then
    return null;
  elsif $7 is null then
    update webhooks w set failing_since = null
     where w.businessid = of_business and w.webhookid = of_webhook and w.failing_since is not null;
    return null;
  end if;
  update webhooks w set failing_since = now()
   where w.businessid = of_business and w.webhookid = of_webhook and w.failing_since is null;
  update webhooks w
     set state = 'stopped', version = w.version + 1, stop_mail_at = now(), stop_mail_failures = 0,
         stop_reason = case when is_over then 'The receiver answered that it wants no more messages (410 Gone).'
                            else 'Every attempt failed for 5 days.' end
   where w.businessid = of_business and w.webhookid = of_webhook and w.state = 'on'
     and (is_over or w.failing_since < now() - interval '5 days')
  returning w.stop_reason into reason;
  return reason;
end $$;
grant execute on function note_webhook_attempt(uuid, uuid, bigint, uuid, smallint, integer, text, text, interval, boolean) to winkel_auth;

-- Claims the mail to owners about a webhook that was stopped: no other server gets it for 15 minutes, until `claim`. `host` and not the URL: that
-- may have a token in it.
create or replace function claim_webhook_stop_mail()
  returns table (businessid uuid, webhookid bigint, claim timestamptz, failures smallint, business_name text, host text, stop_reason text, emails text[])
  language sql security definer set search_path = public, pg_temp
as $$
  with due as (
    select w.businessid, w.webhookid, b.name
      from webhooks w join business b on b.id = w.businessid
     where w.state = 'stopped' and w.stop_mail_at <= now() and w.deleted_at is null and b.closed_at is null
     order by w.stop_mail_at
     limit 1
       for update of w skip locked
  )
  -- A claim is compared in milliseconds, as the server has it.
  update webhooks w set stop_mail_at = date_trunc('milliseconds', now()) + interval '15 minutes'
    from due
   where (w.businessid, w.webhookid) = (due.businessid, due.webhookid)
  returning w.businessid, w.webhookid, w.stop_mail_at, w.stop_mail_failures, due.name,
            webhook_host(w.url), w.stop_reason,
            array(select p.email from business_users u join auth."user" p on p.id = u.user_id
                   where u.businessid = w.businessid and is_owner(u.businessid, u.user_id) and p."emailVerified"
                     and not exists (select from employee e where e.businessid = u.businessid and e.user_id = u.user_id and not e.isenabled)
                   order by p.email)
$$;
grant execute on function claim_webhook_stop_mail() to winkel_auth;

-- Says what came of a claimed mail: `next_at` is null when it is done.
create or replace function settle_webhook_stop_mail(of_business uuid, of_webhook bigint, of_claim timestamptz, next_at timestamptz) returns void
  language sql security definer set search_path = public, pg_temp
as $$
  update webhooks w
     set stop_mail_at = next_at, stop_mail_failures = case when next_at is null then 0 else w.stop_mail_failures + 1 end
   where w.businessid = of_business and w.webhookid = of_webhook and w.stop_mail_at = of_claim
$$;
grant execute on function settle_webhook_stop_mail(uuid, bigint, timestamptz, timestamptz) to winkel_auth;

-- For the metrics: deliveries of all businesses that servers are going to send, and since when the oldest one is due whose business has no attempt
-- under way. Where it has one, messages wait for receivers of that business.
create or replace function webhook_backlog() returns table (waiting bigint, due_since timestamptz)
  language sql stable security definer set search_path = public, pg_temp
as $$
  with busy as (
    select array(select c.businessid from webhook_deliveries c
                  where c.claim is not null and c.state = 'waiting' and c.next_attempt_at > now()) as businesses
  )
  select count(*), min(d.next_attempt_at) filter (where d.next_attempt_at <= now() and d.businessid <> all (busy.businesses))
    from busy, webhook_deliveries d join webhooks w using (businessid, webhookid) join business b on b.id = d.businessid
   where d.state = 'waiting' and w.state = 'on' and w.deleted_at is null and b.closed_at is null
$$;
grant execute on function webhook_backlog() to winkel_auth;

-- Deletes some of what is 30 days old or belongs to a webhook that was deleted, and returns how many rows.
create or replace function delete_old_webhook_rows(max_rows integer) returns bigint
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- A sale that has seen the webhook before it was deleted still adds a delivery. No statement takes a minute.
  deleted_before constant timestamptz := now() - interval '1 minute';
  deliveries bigint;
  messages bigint;
begin
  delete from webhook_deliveries where ctid = any (array(
    select d.ctid from webhooks w cross join lateral (
      select d.ctid from webhook_deliveries d where (d.businessid, d.webhookid) = (w.businessid, w.webhookid) limit max_rows) d
     where w.deleted_at < deleted_before limit max_rows));
  get diagnostics deliveries = row_count;
  delete from webhooks w where w.deleted_at < deleted_before
     and not exists (select from webhook_deliveries d where (d.businessid, d.webhookid) = (w.businessid, w.webhookid));
  delete from webhook_messages where ctid = any (array(
    select m.ctid from business b cross join lateral (
      select m.ctid from webhook_messages m where m.businessid = b.id and m.created_at < now() - interval '30 days' limit max_rows) m
     limit max_rows - deliveries));
  get diagnostics messages = row_count;
  return deliveries + messages;
end $$;
grant execute on function delete_old_webhook_rows(integer) to winkel_auth;
