-- What all servers of a database know of its backups: each may have a place of its own, which the others cannot read.

-- The last backup of each kind. Beside the version of the schema, as in 28-backups.sql.
create table winkel_migrations.last_backup (
  kind text primary key,
  -- The file, and where it was written: 'winkel-2026-11-22T013000Z-nightly.winkel-backup', '/var/lib/winkel/data/backups/…'.
  name text not null,
  location text not null,
  -- The name of the machine.
  host text not null,
  made_at timestamptz not null
);
