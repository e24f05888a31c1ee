-- What a document says is kept: only a draft or a count that is under way is changed or deleted. An import of a business has documents that
-- are finished. A merge of suppliers gives their documents to the supplier that is kept.
create or replace function is_open_document(state text) returns boolean
  language sql immutable parallel safe
  return state in ('draft', 'counting');
grant execute on function is_open_document(text) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;

create or replace function keep_document() returns trigger
  language plpgsql
as $$
begin
  if tg_op = 'DELETE' then
    if not is_open_document(old.state) then
      raise exception 'a document that is not a draft stays' using errcode = 'check_violation';
    end if;
    return old;
  end if;
  if is_open_document(old.state) then
    return new;
  end if;
  if is_open_document(new.state)
     or (new.supplierid is null) <> (old.supplierid is null)
     or (new.siteid, new.to_siteid, new.parentid, new.corrects, new.reference, new.expected_on, new.note)
        is distinct from (old.siteid, old.to_siteid, old.parentid, old.corrects, old.reference, old.expected_on, old.note) then
    raise exception 'a document that is not a draft stays as it is' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger keep_document before update or delete on stock_documents
  for each row when (not is_erasing()) execute function keep_document();

create or replace function keep_document_lines() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  changed constant stock_document_lines := case tg_op when 'INSERT' then new else old end;
begin
  if exists (select from stock_documents d
              where (d.businessid, d.documentid) = (changed.businessid, changed.documentid) and not is_open_document(d.state)) then
    raise exception 'the lines of a document that is not a draft stay' using errcode = 'check_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create or replace trigger keep_document_lines before insert or update or delete on stock_document_lines
  for each row
  when (is_request())
  execute function keep_document_lines();

-- The newest movement of the business before a time, 0 without one. Movements are numbered when they are made and timed when their
-- transaction begins, so it is exact but for transactions that were under way at that time.
create or replace function find_movement_before(moment timestamptz) returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  own_business constant uuid := current_business();
  low bigint := 0;
  high bigint := (select coalesce(max(movementid), 0) from stock_movements where businessid = own_business);
  middle bigint;
  found_movement record;
begin
  -- Halves the numbers until one is left: 40 look-ups in the primary key for a thousand thousand million.
  while low < high loop
    middle := low + (high - low + 1) / 2;
    select movementid, moved_at into found_movement from stock_movements
     where businessid = own_business and movementid >= middle order by movementid limit 1;
    if found and found_movement.moved_at < moment then
      low := found_movement.movementid;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end $$;
grant execute on function find_movement_before(timestamptz) to winkel_tenant, winkel_bookkeeper, winkel_manager_costs, winkel_manager, winkel_stock;
