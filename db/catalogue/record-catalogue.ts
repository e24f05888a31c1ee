import type { ClientBase } from 'pg'
import { getErrorCode } from '../errors.ts'
import {
  CATALOGUE,
  type CatalogueDifferences,
  type CatalogueEntry,
  MIGRATION_SCHEMA,
  type Queryable,
  type Reading,
  readCatalogue,
} from './read-catalogue.ts'
import { POLICY_STATEMENTS } from './repair-statements.ts'

const APPLIED = `select name from ${MIGRATION_SCHEMA}.kysely_migration order by name collate "C" desc limit 1`

/**
 * The list of what the migrations left in the database, and the query that read it, so that a version with another one can compare
 * too. The owner alone writes it. SECURITY DEFINER, so that a server without the owner's rights can read it and the version.
 */
export const CREATE_RECORD = `
  create table if not exists ${MIGRATION_SCHEMA}.catalogue
    (version text not null, query text not null, roles text[] not null, entries text[] not null, policies jsonb not null);
  create or replace function public.schema_version() returns text
    language sql stable security definer set search_path = pg_catalog as $$ ${APPLIED} $$;
  create or replace function public.recorded_catalogue
    (out applied text, out version text, out query text, out roles text[], out entries text[]) returns setof record
    language sql stable security definer set search_path = pg_catalog
    as $$ select (${APPLIED}), version, query, roles, entries from ${MIGRATION_SCHEMA}.catalogue $$;
  revoke execute on function public.schema_version(), public.recorded_catalogue() from public`

/** These are created again by every `npm run migrate`, so their text is not recorded. Their rights are. */
const CREATED_AGAIN = ['public.schema_version()', 'public.oldest_version()', 'public.recorded_catalogue()']

/** Roles belong to the cluster, where they may have more rights than migrations give: they are not recorded as they are. */
const isOfCluster = ({ kind }: CatalogueEntry) => kind === 'role' || kind === 'membership'

type Recorded = Reading & { applied: string; version: string; entries: string[] }

/**
 * Records what the database has, once after the migrations of a version: what is changed by hand later differs from it. A migration that
 * was interrupted before is recorded by the next call. `roles` are those that the login role switches to.
 */
export async function recordCatalogue(owner: ClientBase, version: string | null, roles: string[], login: string) {
  if (version === null || (await readRecorded(owner))) return
  const actual = await readCatalogue(owner, { query: CATALOGUE, roles }, login)
  const isCreatedAgain = ({ kind, object }: CatalogueEntry) => kind === 'function' && CREATED_AGAIN.includes(object)
  const entries = actual.filter((entry) => !isOfCluster(entry) && !isCreatedAgain(entry))
  entries.push({ kind: 'role', object: 'login', name: '', definition: 'login' })
  for (const role of roles) {
    entries.push({ kind: 'role', object: role, name: '', definition: 'no login' })
    entries.push({ kind: 'membership', object: 'login', name: role, definition: 'may switch' })
  }
  await owner.query(
    `with old as (delete from ${MIGRATION_SCHEMA}.catalogue) insert into ${MIGRATION_SCHEMA}.catalogue values ($1, $2, $3, $4, (${POLICY_STATEMENTS}))`,
    [version, CATALOGUE, roles, entries.map(formatEntry).sort()],
  )
}

const SEPARATOR = ' | '

const formatEntry = ({ kind, object, name, definition }: CatalogueEntry) => [kind, object, name, definition].join(SEPARATOR)

function parseEntry(line: string): CatalogueEntry {
  const [kind, object = '', name = '', ...definition] = line.split(SEPARATOR)
  return { kind: kind as CatalogueEntry['kind'], object, name, definition: definition.join(SEPARATOR) }
}

/** Undefined where there is none of the applied version, or where the connection may not read it. */
async function readRecorded(client: Queryable): Promise<Recorded | undefined> {
  try {
    const recorded: Recorded | undefined = (await client.query('select * from public.recorded_catalogue()')).rows[0]
    return recorded?.version === recorded?.applied ? recorded : undefined
  } catch (error) {
    // undefined function, undefined table, insufficient privilege
    if (['42883', '42P01', '42501'].includes(getErrorCode(error) ?? '')) return undefined
    throw error
  }
}

/**
 * What the database lacks of what its migrations left, and what gives our roles more than they should have: a policy or a grant on
 * one of our tables and functions, or rights that the login role has without switching. Tables, indexes and roles that an operator
 * adds are no differences.
 */
export async function findCatalogueDifferences(client: Queryable, login?: string): Promise<CatalogueDifferences> {
  const recorded = await readRecorded(client)
  return recorded ? compare(recorded, await readCatalogue(client, recorded, login)) : LACKS_RECORD
}

const LACKS_RECORD: CatalogueDifferences = {
  missing: [{ kind: 'list', object: `${MIGRATION_SCHEMA}.catalogue`, name: '', definition: '' }],
  unexpected: [],
}

/**
 * The same before a newer version migrates the database: what it would take for its own. Not what `npm run migrate` gives again, which
 * are the rights of the login role and of the role of backups, and roles, which are not recorded.
 */
export async function findChangesBeforeUpgrade(owner: ClientBase, login: string): Promise<CatalogueDifferences> {
  const recorded = await readRecorded(owner)
  if (!recorded) return { missing: [], unexpected: [] }
  const { missing, unexpected } = compare(recorded, await readCatalogue(owner, recorded, login))
  const isGivenAgain = ({ kind, definition }: CatalogueEntry) => kind === 'grant' && / to (login|winkel_backup)$/.test(definition)
  return {
    missing: missing.filter((entry) => !isOfCluster(entry) && !isGivenAgain(entry)),
    unexpected: unexpected.filter((entry) => !isOfCluster(entry)),
  }
}

function compare({ entries }: Recorded, actual: CatalogueEntry[]): CatalogueDifferences {
  const known = new Set(entries)
  const found = new Set(actual.map(formatEntry))
  const expected = entries.map(parseEntry)
  const objects = new Set(expected.map(({ object }) => object))
  return {
    missing: expected.filter((_, index) => !found.has(entries[index] ?? '')),
    unexpected: actual.filter((entry) => givesRights(entry, objects) && !known.has(formatEntry(entry))),
  }
}

function givesRights({ kind, object, definition }: CatalogueEntry, objects: Set<string>) {
  if (kind === 'membership') return definition === 'inherits'
  return (kind === 'policy' || kind === 'grant') && objects.has(object)
}
