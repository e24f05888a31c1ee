-- Sales of tills that were answered 'rejected': money in the drawer that no figure has. A person looks at them, stores them or sets them aside.
-- Servers of the release before keep none.
create table refused_sales (
  businessid uuid not null default current_business() references business (id),
  refusedid bigint generated always as identity,
  siteid bigint not null,
  -- The key that sent it last.
  tillid bigint not null,
  -- sha256 of the reference, or of the whole sale where it has none: what is sent again is the same row.
  identity bytea not null,
  reference text,
  -- JSON, as it was sent last. Null when it is longer.
  sale text,
  -- As sent: its amount, or the sum of its lines; null where neither can be read.
  amount_cents bigint,
  reason text not null,
  -- The path of the field in the sale: 'items[0].barcode'. '' for the whole sale.
  field text not null,
  first_refused_at timestamptz not null default now(),
  refused_at timestamptz not null default now(),
  times_sent integer not null default 1,
  -- What a person did: 'stored' or 'set aside'. Null before.
  answer text,
  primary key (businessid, refusedid),
  constraint refused_sales__identity unique (businessid, siteid, identity),
  -- As sales do, it keeps its site from being deleted.
  constraint refused_sales__site foreign key (businessid, siteid) references site (businessid, siteid),
  constraint refused_sales__till foreign key (businessid, tillid) references till_keys (businessid, tillid),
  constraint refused_sales__identity_length check (octet_length(identity) = 32),
  constraint refused_sales__reference check (char_length(reference) <= 100),
  constraint refused_sales__sale check (octet_length(sale) <= 65536),
  constraint refused_sales__reason check (char_length(reason) <= 1000),
  constraint refused_sales__field check (char_length(field) <= 200),
  constraint refused_sales__answer check (answer in ('stored', 'set aside'))
);
create index refused_sales__open on refused_sales (businessid, siteid, tillid) where answer is null;
create index refused_sales__by_till on refused_sales (businessid, tillid);
call enforce_tenancy('refused_sales');
create policy refused_sales__bookkeeper on refused_sales for select to winkel_bookkeeper
  using (businessid = (select current_business()));
grant select, insert (siteid, tillid, identity, reference, sale, amount_cents, reason, field),
      update (tillid, reference, sale, amount_cents, reason, field, refused_at, times_sent, answer) on refused_sales to winkel_tenant;
grant select on refused_sales to winkel_bookkeeper;
