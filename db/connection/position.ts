/** A database and the login role of the connection, as far as a replica has the same. */
export type Origin = { system: string; database: string; role: string; timeline: string }

/** What the primary had written at a moment: everything that was answered before `as_at` is in front of `lsn`. */
export type Position = Origin & { lsn: string; as_at: Date }

/** What a replica says about itself, and whether it has replayed a position. */
export type ReplicaState = Origin & { is_standby: boolean; has_position: boolean }

const selectOrigin = (timeline: string) => `
  (select system_identifier::text from pg_control_system()) as system,
  (select oid::text from pg_database where datname = current_database()) as database,
  session_user::text as role,
  ${timeline} as timeline`

/**
 * The position of the primary; no row on a standby. Each answered commit is flushed, unless the operator has turned synchronous_commit
 * off: then it is only inserted.
 */
export const SELECT_POSITION = `
  select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end::text as lsn,
         statement_timestamp() as as_at,
         ${selectOrigin('left(pg_walfile_name(pg_current_wal_lsn()), 8)')}
   where not pg_is_in_recovery()`

/** A standby knows its timeline from its last restart point, so after a failover it is of another one for some minutes. */
export const selectReplicaState = ({ lsn }: Position) => `
  select pg_is_in_recovery() as is_standby, coalesce(pg_last_wal_replay_lsn() >= '${lsn}'::pg_lsn, false) as has_position,
         ${selectOrigin(`lpad(upper(to_hex((select timeline_id from pg_control_checkpoint()))), 8, '0')`)}`

/** Why no answer may come from this replica, however long one waits; undefined when one may. */
export function findMismatch(replica: ReplicaState, primary: Position) {
  if (!replica.is_standby) return 'DATABASE_READ_URL leads to a database that is no standby'
  if (replica.system !== primary.system) return 'DATABASE_READ_URL leads to a standby of another PostgreSQL'
  if (replica.database !== primary.database) return 'DATABASE_READ_URL names another database than DATABASE_URL'
  if (replica.role !== primary.role) return 'DATABASE_READ_URL signs in as another role than DATABASE_URL'
  if (replica.timeline !== primary.timeline) return 'the replica has not followed the last change of the primary yet'
  return undefined
}
