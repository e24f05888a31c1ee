import { type ClientBase, escapeIdentifier } from 'pg'
import { CannotStart } from '../../db/errors.ts'
import { BACKUP_ROLE } from '../../db/roles.ts'

/** The schemas whose rows a backup has. The migrations' own schema is not among them: restoring migrates. */
const SCHEMAS = ['auth', 'public']

export type Table = { schema: string; name: string; columns: string[]; bytes: number }

/** The table's name for SQL. */
export const quoteTable = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`

/** The table and its columns for COPY. */
export const quoteColumns = (table: Pick<Table, 'schema' | 'name' | 'columns'>) =>
  `${quoteTable(table)} (${table.columns.map(escapeIdentifier).join(', ')})`

/** All tables, with the columns that are stored and not computed, and their size on disk without indexes. */
export async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query(
    `select n.nspname::text as schema, c.relname::text as name, pg_table_size(c.oid)::float8 as bytes,
            array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind = 'r' and n.nspname = any ($1)
      group by c.oid, n.nspname, c.relname
      order by n.nspname, c.relname`,
    [SCHEMAS],
  )
  return rows
}

/**
 * Refuses to go on where PostgreSQL would hide rows or numbers from the role of backups without an error: behind row security that has
 * no policy for it or a further one, and in a sequence that it may not read.
 */
export async function checkReadable(client: ClientBase) {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = any ($1::regnamespace[])
        and case c.relkind
          when 'r' then c.relrowsecurity and not coalesce((
            select bool_and(p.polpermissive) and bool_or(p.polcmd in ('r', '*') and pg_get_expr(p.polqual, p.polrelid) = 'true')
              from pg_policy p where p.polrelid = c.oid and p.polroles && array[0, $2::regrole]::oid[]), false)
          when 'S' then not has_sequence_privilege($2, c.oid, 'select') end
      order by 1`,
    [SCHEMAS, BACKUP_ROLE],
  )
  const [first] = rows
  if (first)
    throw new CannotStart(`The role ${BACKUP_ROLE} cannot read all of ${first.name}: run doctor, which says what is missing.`)
}

/** Sequences do not belong to a snapshot: read after the rows, they are never behind them. */
export async function readSequences(client: ClientBase) {
  const { rows } = await client.query<{ schema: string; name: string; last_value: string | null }>(
    `select schemaname::text as schema, sequencename::text as name, last_value::text
       from pg_sequences where schemaname = any ($1) order by 1, 2`,
    [SCHEMAS],
  )
  return rows
}

/** A statement that drops something, and one that adds it again as it was. */
type Droppable = { drop: string; add: string }

/** The foreign keys of the tables. */
export const readForeignKeys = (client: ClientBase) => readConstraints(client, ['f'])

/** The primary keys, unique keys and all other indexes of the tables. Foreign keys need them. */
export async function readIndexes(client: ClientBase): Promise<Droppable[]> {
  const constraints = await readConstraints(client, KEY_TYPES)
  const { rows } = await client.query<Droppable>(
    `select format('drop index %I.%I', n.nspname, i.relname) as drop, pg_get_indexdef(i.oid) as add
       from pg_index x join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = i.relnamespace
      where n.nspname = any ($1) and not exists (select from pg_constraint k where k.conindid = i.oid and k.contype::text = any ($2))
      order by 1`,
    [SCHEMAS, KEY_TYPES],
  )
  return [...constraints, ...rows]
}

/** Primary, unique and exclusion. */
const KEY_TYPES = ['p', 'u', 'x']

async function readConstraints(client: ClientBase, types: string[]) {
  const { rows } = await client.query<Droppable>(
    `select format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname) as drop,
            format('alter table %I.%I add constraint %I ', n.nspname, c.relname, k.conname) || pg_get_constraintdef(k.oid) as add
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where k.contype::text = any ($2) and n.nspname = any ($1) order by 1`,
    [SCHEMAS, types],
  )
  return rows
}

/** The tables to which row security is forced: the owner too sees them through policies. */
export async function readForcedTables(client: ClientBase) {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname::text as schema, c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relforcerowsecurity and n.nspname = any ($1)`,
    [SCHEMAS],
  )
  return rows
}
