import type { ClientBase, Pool } from 'pg'
import { MIGRATION_SCHEMA } from './catalogue/read-catalogue.ts'

/** The name of the last migration; null without any. On a connection of the owner, or with the role of backups. */
export async function readAppliedVersion(client: Pool | ClientBase): Promise<string | null> {
  const { rows } = await client.query(`select to_regclass('${MIGRATION_SCHEMA}.kysely_migration') is not null as exist`)
  if (!rows[0].exist) return null
  const applied = await client.query(`select max(name collate "C") as name from ${MIGRATION_SCHEMA}.kysely_migration`)
  return applied.rows[0].name
}

export type State = {
  applied: string | null
  /** The oldest schema whose servers go on with the applied one. Null before the first migration. */
  oldest: string | null
  /** Each applied migration with the SHA-256 of its file; null when a Winkel before 1.0 applied it. */
  checksums?: Map<string, string | null>
  /** Each file of functions that was run, with its SHA-256. */
  functions?: Map<string, string>
}

/** Needs the rights of the owner. */
export async function readState(owner: Pool | ClientBase): Promise<State> {
  const { rows } = await owner.query(
    `select to_regclass('${MIGRATION_SCHEMA}.kysely_migration') is not null as is_migrated,
            to_regclass('${MIGRATION_SCHEMA}.checksum') is not null as has_checksums,
            to_regprocedure('public.oldest_version()') is not null as has_oldest`,
  )
  const { is_migrated, has_checksums, has_oldest } = rows[0]
  if (!is_migrated) return { applied: null, oldest: null, checksums: new Map() }
  const checksum = has_checksums ? `(select sha256 from ${MIGRATION_SCHEMA}.checksum c where c.name = m.name)` : 'null'
  const migrations = await owner.query<{ name: string; sha256: string | null }>(
    `select name, ${checksum} as sha256 from ${MIGRATION_SCHEMA}.kysely_migration m order by name collate "C"`,
  )
  const functions = await owner.query<{ name: string; sha256: string }>(
    has_checksums ? `select name, sha256 from ${MIGRATION_SCHEMA}.checksum where name like 'functions/%'` : 'select where false',
  )
  return {
    applied: migrations.rows.at(-1)?.name ?? null,
    oldest: has_oldest ? (await owner.query('select public.oldest_version() as oldest')).rows[0].oldest : null,
    checksums: new Map(migrations.rows.map(({ name, sha256 }) => [name, sha256])),
    functions: new Map(functions.rows.map(({ name, sha256 }) => [name, sha256])),
  }
}
