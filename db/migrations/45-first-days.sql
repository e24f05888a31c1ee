-- What a person put away on the dashboard of the first days: the first steps, and the notice of imported sales up to an import.
alter table preferences
  add column hides_first_steps boolean not null default false,
  add column seen_importid bigint not null default 0;
grant insert (hides_first_steps, seen_importid), update (hides_first_steps, seen_importid) on preferences to winkel_tenant;
