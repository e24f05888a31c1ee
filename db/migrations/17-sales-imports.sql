-- Sales imports: a user uploads the sales of an older till or of a spreadsheet, sees a preview, and confirms it.
--
-- An import may have hundreds of thousands of sales. They are stored in batches, each in a transaction of its own, so that tills
-- never wait for longer than for another till. What is not stored yet is kept here: an import that was interrupted goes on
-- where it ended, on any server.

create table sales_imports (
  businessid uuid not null default current_business() references business (id),
  importid bigint generated always as identity,
  user_id uuid not null default nullif(current_setting('app.user_id', true), '')::uuid,
  file_name text not null,
  created_at timestamptz not null default now(),
  -- preview: nothing is stored. importing, undoing: begun, and perhaps interrupted.
  state text not null default 'preview',
  moves_stock boolean not null default false,
  -- Sales of the file that were new at the preview; how many of them are stored now; how many could not be stored.
  new_sales integer not null default 0,
  stored_sales integer not null default 0,
  failed_sales integer not null default 0,
  amount numeric(14, 2) not null default 0,
  first_day date,
  last_day date,
  -- The run that works on it. A run that ended without a word is replaced after `active_until`.
  run_id uuid,
  active_until timestamptz,
  -- How often a server took it over since a person last began it.
  restarts smallint not null default 0,
  primary key (businessid, importid),
  constraint sales_imports__file_name check (char_length(file_name) between 1 and 200),
  constraint sales_imports__state check (state in ('preview', 'importing', 'imported', 'undoing', 'undone'))
);
call enforce_tenancy('sales_imports');
grant select, insert (file_name), delete,
      update (state, moves_stock, new_sales, stored_sales, failed_sales, amount, first_day, last_day, run_id, active_until, restarts)
  on sales_imports to winkel_tenant;

alter table sales add constraint sales__import
  foreign key (businessid, importid) references sales_imports (businessid, importid);
-- The sales of an import, for its undoing and for the foreign key. Sales of tills cost nothing here.
create index sales__by_import on sales (businessid, importid, saleid) where importid is not null;

-- The new sales of a file that are not stored yet. All of a batch are of one site.
create table sales_import_batches (
  businessid uuid not null default current_business(),
  importid bigint not null,
  batch integer not null,
  siteid bigint not null,
  sales json not null,
  primary key (businessid, importid, batch),
  constraint sales_import_batches__import
    foreign key (businessid, importid) references sales_imports (businessid, importid) on delete cascade
);
call enforce_tenancy('sales_import_batches');
grant select, insert (importid, batch, siteid, sales), delete on sales_import_batches to winkel_tenant;

-- Deletes some of the sales of an import that is being undone, and returns how many. No role may delete others.
create function undo_sales_import(undone bigint, max_sales integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp
  -- For the reason given at move_stock.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  own_business constant uuid := current_business();
  ids bigint[];
begin
  if not exists (
    select from sales_imports i where i.businessid = own_business and i.importid = undone and i.state = 'undoing'
  ) then
    return 0;
  end if;
  ids := array(
    select s.saleid from sales s where s.businessid = own_business and s.importid = undone order by s.saleid limit max_sales
  );
  -- One statement, so that the roll-ups are locked in the order in which tills lock them.
  with gone as (
    delete from sales s where s.businessid = own_business and s.saleid = any (ids) returning s.saleid
  )
  delete from saleitems i using gone where i.businessid = own_business and i.saleid = gone.saleid;
  return cardinality(ids);
end $$;
grant execute on function undo_sales_import(bigint, integer) to winkel_tenant;

-- What a person chose for the name of a branch or of an employee in a file that no site and no employee has: the next file is read the
-- same way.
create table import_names (
  businessid uuid not null default current_business() references business (id),
  name text not null,
  siteid bigint,
  employeeid bigint,
  noun text not null generated always as (case when siteid is null then 'employee' else 'site' end) stored,
  primary key (businessid, noun, name),
  constraint import_names__name check (char_length(name) between 1 and 200),
  constraint import_names__one check (num_nonnulls(siteid, employeeid) = 1),
  constraint import_names__site foreign key (businessid, siteid) references site (businessid, siteid) on delete cascade,
  constraint import_names__employee foreign key (businessid, employeeid) references employee (businessid, employeeid) on delete cascade
);
create index import_names__by_site on import_names (businessid, siteid);
create index import_names__by_employee on import_names (businessid, employeeid);
call enforce_tenancy('import_names');
grant select, insert (name, siteid, employeeid), update (siteid, employeeid), delete on import_names to winkel_tenant;
