-- Stock documents: orders to suppliers, deliveries, transfers between sites, counts and adjustments.
--
-- A document moves stock by movements that name it, each of them a difference. So documents add up with sales that are made at the same
-- time, and nothing overwrites a stock. Once a document has left the state it was written in, its lines do not change: a delivery is
-- corrected by another delivery that has the differences, and what arrives of a transfer is a receipt.
--
--   order       draft → sent → part_received → received, or closed
--   delivery    draft → received                              of an order, or without one; or the correction of a delivery
--   transfer    draft → sent → part_received → received, or cancelled     in transit: sent less what its receipts have
--   receipt     draft → received                              of a transfer, where its goods came in
--   count       counting → approved, or cancelled
--   adjustment  draft → booked
--
-- A transaction locks the parent of a document, then the document, then the numbers of documents, then products in the order of their key,
-- as sales lock them.

alter table business
  -- Why stock is lost or found, as adjustments name it.
  add column stock_reasons text[] not null default '{Damaged,Stolen,Expired,Own use,Found}',
  add constraint business__stock_reasons check (cardinality(stock_reasons) between 1 and 30 and array_position(stock_reasons, null) is null),
  -- What a delivery does with the purchase price of its products: nothing, the price of the delivery, or the average by units.
  add column purchase_price_rule text not null default 'keep',
  add constraint business__purchase_price_rule check (purchase_price_rule in ('keep', 'last', 'average'));
grant update (stock_reasons, purchase_price_rule) on business to winkel_tenant;

create table stock_documents (
  businessid uuid not null default current_business() references business (id),
  documentid bigint generated always as identity,
  kind text not null,
  -- 1, 2, 3 … of its kind in the business. The number of a draft that was deleted is missing.
  number integer not null,
  state text not null,
  -- Where stock moves: of an order where it is delivered, of a transfer where it comes from, of a receipt where the goods came in.
  siteid bigint not null,
  -- Where a transfer goes.
  to_siteid bigint,
  supplierid bigint,
  -- The order of a delivery, the transfer of a receipt.
  parentid bigint,
  -- The delivery that this one corrects.
  corrects bigint,
  -- The number that the supplier gave it.
  reference text not null default '',
  expected_on date,
  note text not null default '',
  -- Of a count: what is counted, with the name of the category or supplier; whether those who count see the stock; and the newest movement
  -- of the business when the count began. Movements since then have greater numbers.
  count_scope text,
  count_scope_name text not null default '',
  is_blind boolean not null default false,
  counted_from bigint,
  created_at timestamptz not null default now(),
  user_id uuid not null default nullif(current_setting('app.user_id', true), '')::uuid,
  -- When the draft was saved last.
  saved_at timestamptz not null default now(),
  -- Optimistic locking: counts the changes of the document and of its state.
  version integer not null default 1,
  primary key (businessid, documentid),
  constraint stock_documents__number unique (businessid, kind, number),
  constraint stock_documents__site foreign key (businessid, siteid) references site (businessid, siteid),
  constraint stock_documents__to_site foreign key (businessid, to_siteid) references site (businessid, siteid),
  constraint stock_documents__supplier foreign key (businessid, supplierid) references suppliers (businessid, supplierid),
  constraint stock_documents__parent foreign key (businessid, parentid) references stock_documents (businessid, documentid),
  constraint stock_documents__corrects foreign key (businessid, corrects) references stock_documents (businessid, documentid),
  constraint stock_documents__state check (
    case kind when 'order' then state in ('draft', 'sent', 'part_received', 'received', 'closed')
              when 'delivery' then state in ('draft', 'received')
              when 'transfer' then state in ('draft', 'sent', 'part_received', 'received', 'cancelled')
              when 'receipt' then state in ('draft', 'received')
              when 'count' then state in ('counting', 'approved', 'cancelled')
              when 'adjustment' then state in ('draft', 'booked')
              else false end),
  constraint stock_documents__to_site_of_transfer check ((kind = 'transfer') = (to_siteid is not null) and siteid is distinct from to_siteid),
  constraint stock_documents__count_scope check (count_scope in ('all', 'category', 'supplier', 'chosen')),
  constraint stock_documents__reference check (char_length(reference) <= 100),
  constraint stock_documents__note check (char_length(note) <= 1000)
);
create index stock_documents__by_parent on stock_documents (businessid, parentid) where parentid is not null;
create index stock_documents__by_corrects on stock_documents (businessid, corrects) where corrects is not null;
create index stock_documents__by_site on stock_documents (businessid, siteid);
create index stock_documents__by_to_site on stock_documents (businessid, to_siteid) where to_siteid is not null;
create index stock_documents__by_supplier on stock_documents (businessid, supplierid) where supplierid is not null;
-- What waits: few among all documents.
create index stock_documents__open on stock_documents (businessid, documentid)
  where state in ('draft', 'sent', 'part_received', 'counting');
call enforce_tenancy('stock_documents');
grant select, insert (kind, number, state, siteid, to_siteid, supplierid, parentid, corrects, reference, expected_on, note, count_scope,
                      count_scope_name, is_blind, counted_from),
      update (state, siteid, to_siteid, supplierid, reference, expected_on, note, saved_at, version), delete on stock_documents to winkel_tenant;

create table stock_document_lines (
  businessid uuid not null default current_business(),
  documentid bigint not null,
  -- At the site of the document; in a receipt the product of the transfer.
  productid bigint not null,
  -- In a receipt, the product that got what was received; null where nothing was.
  received_productid bigint,
  -- The place in the document.
  position integer not null,
  -- Ordered, delivered, sent, received, or how much an adjustment or an approved count changes the stock. Below zero in corrections,
  -- adjustments and counts.
  quantity numeric(12, 3) not null,
  -- Delivered and sent back to the supplier; of a transfer, sent and not there. They never were in the stock of the document's site.
  rejected numeric(12, 3) not null default 0,
  missing numeric(12, 3) not null default 0,
  -- Of an adjustment, or why units were rejected or are missing.
  reason text not null default '',
  -- Of one unit, without VAT: as ordered or delivered, otherwise what the product cost when the document moved its stock. Null where it
  -- is not known.
  purchaseprice numeric(12, 2),
  -- Of an approved count: what was counted, the stock at that time, and when. Null for a product that nobody counted.
  counted numeric(14, 3),
  expected numeric(14, 3),
  counted_at timestamptz,
  primary key (businessid, documentid, productid),
  constraint stock_document_lines__document foreign key (businessid, documentid) references stock_documents (businessid, documentid) on delete cascade,
  constraint stock_document_lines__product foreign key (businessid, productid) references product (businessid, productid),
  constraint stock_document_lines__received_product foreign key (businessid, received_productid) references product (businessid, productid),
  constraint stock_document_lines__quantity check (quantity between -999999999.999 and 999999999.999),
  constraint stock_document_lines__rejected check (rejected between -1000000 and 1000000),
  constraint stock_document_lines__missing check (missing between 0 and 1000000),
  constraint stock_document_lines__reason check (char_length(reason) <= 100),
  constraint stock_document_lines__purchaseprice check (purchaseprice between 0 and 9999999999.99)
);
create index stock_document_lines__by_product on stock_document_lines (businessid, productid);
create index stock_document_lines__by_received_product on stock_document_lines (businessid, received_productid) where received_productid is not null;
call enforce_tenancy('stock_document_lines');
grant select, insert (documentid, productid, received_productid, position, quantity, rejected, missing, reason, purchaseprice),
      update (quantity, purchaseprice, counted, expected, counted_at), delete on stock_document_lines to winkel_tenant;

-- What happened to a document, when, and by whom. An event has the idempotency key of the request that caused it.
create table stock_document_events (
  businessid uuid not null default current_business(),
  eventid bigint generated always as identity,
  documentid bigint not null,
  event text not null,
  note text not null default '',
  user_id uuid not null default nullif(current_setting('app.user_id', true), '')::uuid,
  happened_at timestamptz not null default now(),
  request_id uuid,
  request_hash bytea,
  primary key (businessid, eventid),
  constraint stock_document_events__document foreign key (businessid, documentid) references stock_documents (businessid, documentid) on delete cascade,
  constraint stock_document_events__event check (
    event in ('created', 'sent', 'received', 'corrected', 'closed', 'cancelled', 'booked', 'approved')),
  constraint stock_document_events__note check (char_length(note) <= 1000)
);
create index stock_document_events__by_document on stock_document_events (businessid, documentid, eventid);
create unique index stock_document_events__request_id on stock_document_events (businessid, request_id) where request_id is not null;
call enforce_tenancy('stock_document_events');
grant select, insert (documentid, event, note, request_id, request_hash) on stock_document_events to winkel_tenant;

-- What somebody counted at one place, or took back. The entries of a product add up.
create table count_entries (
  businessid uuid not null default current_business(),
  entryid bigint generated always as identity,
  documentid bigint not null,
  productid bigint not null,
  quantity numeric(12, 3) not null,
  counted_at timestamptz not null,
  user_id uuid not null default nullif(current_setting('app.user_id', true), '')::uuid,
  -- The idempotency key of the entry: a phone sends what it scanned until it is answered. Null for an entry of an imported business.
  request_id uuid,
  primary key (businessid, entryid),
  constraint count_entries__line foreign key (businessid, documentid, productid)
    references stock_document_lines (businessid, documentid, productid) on delete cascade,
  constraint count_entries__request_id unique (businessid, request_id),
  constraint count_entries__quantity check (quantity between -1000000 and 1000000)
);
create index count_entries__by_line on count_entries (businessid, documentid, productid);
call enforce_tenancy('count_entries');
grant select, insert (documentid, productid, quantity, counted_at, request_id) on count_entries to winkel_tenant;

-- What a document says is kept: only a draft or a count that is under way is changed or deleted. An import of a business has documents that
-- are finished. A merge of suppliers gives their documents to the supplier that is kept.
create function is_open_document(state text) returns boolean
  language sql immutable parallel safe
  return state in ('draft', 'counting');
grant execute on function is_open_document(text) to winkel_tenant;

create function keep_document() returns trigger
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
create trigger keep_document before update or delete on stock_documents
  for each row when (not is_erasing()) execute function keep_document();

create function keep_document_lines() returns trigger
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
create trigger keep_document_lines before insert or update or delete on stock_document_lines
  for each row when (current_user = 'winkel_tenant') execute function keep_document_lines();

-- The newest movement of the business before a time, 0 without one. Movements are numbered when they are made and timed when their
-- transaction begins, so it is exact but for transactions that were under way at that time.
create function find_movement_before(moment timestamptz) returns bigint
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
grant execute on function find_movement_before(timestamptz) to winkel_tenant;
