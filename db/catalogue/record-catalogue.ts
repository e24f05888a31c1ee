import type { ClientBase } from 'pg'
import { getErrorCode } from '../errors.ts'
import { isAllowed, isNeeded } from './needs.ts'
import {
  CATALOGUE,
  type CatalogueDifferences,
  type CatalogueEntry,
  MIGRATION_SCHEMA,
  type Queryable,
  type Reading,
  readCatalogue,
} from './read-catalogue.ts'
import { INDEX_STATEMENTS, POLICY_STATEMENTS } from './repair-statements.ts'

const APPLIED = `select name from ${MIGRATION_SCHEMA}.kysely_migration order by name collate "C" desc limit 1`

/**
 * The list of what the migrations left in the database, and the query that read it, so that a version with another one can compare
 * too. The owner alone writes it. SECURITY DEFINER, so that a server without the owner's rights can read it and the version.
 */
export const CREATE_RECORD = `
  create table if not exists ${MIGRATION_SCHEMA}.catalogue
    (version text not null, query text not null, roles text[] not null, entries text[] not null, policies jsonb not null);
  alter table ${MIGRATION_SCHEMA}.catalogue add column if not exists indexes jsonb;
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

/** What somebody had added and removed before the migrations of a version. */
export type ChangedBefore = { added: CatalogueEntry[]; removed: CatalogueEntry[] }

type ToRecord = {
  version: string
  /** Those that the login role switches to. */
  roles: string[]
  login: string
  /** What an operator has added does not become ours by an upgrade, and what is missing is not forgotten by it. */
  before?: ChangedBefore
}

/**
 * Records what the database has, once after the migrations of a version: what is changed by hand later differs from it. A migration that
 * was interrupted before is recorded by the next call.
 */
export async function recordCatalogue(owner: ClientBase, { version, roles, login, before }: ToRecord) {
  if (await readRecorded(owner)) {
    // A database of before the statements of indexes were recorded.
    await owner.query(`update ${MIGRATION_SCHEMA}.catalogue set indexes = (${INDEX_STATEMENTS}) where indexes is null`)
    return
  }
  const actual = await readCatalogue(owner, { query: CATALOGUE, roles }, login)
  const isCreatedAgain = ({ kind, object }: CatalogueEntry) => kind === 'function' && CREATED_AGAIN.includes(object)
  const added = new Set(before?.added.map(identify))
  const addedTables = new Set(before?.added.filter(({ kind }) => kind === 'table').map(({ object }) => object))
  const isAdded = (entry: CatalogueEntry) => added.has(identify(entry)) || addedTables.has(entry.object)
  const entries = actual.filter((entry) => !isOfCluster(entry) && !isCreatedAgain(entry) && !isAllowed(entry) && !isAdded(entry))
  const recorded = new Set(entries.map(identify))
  entries.push(...(before?.removed ?? []).filter((entry) => !recorded.has(identify(entry))))
  entries.push({ kind: 'role', object: 'login', name: '', definition: 'login' })
  for (const role of roles) {
    entries.push({ kind: 'role', object: role, name: '', definition: 'no login' })
    entries.push({ kind: 'membership', object: 'login', name: role, definition: 'may switch' })
  }
  await owner.query(
    `with old as (delete from ${MIGRATION_SCHEMA}.catalogue) insert into ${MIGRATION_SCHEMA}.catalogue values ($1, $2, $3, $4, (${POLICY_STATEMENTS}), (${INDEX_STATEMENTS}))`,
    [version, CATALOGUE, roles, entries.map(formatEntry).sort()],
  )
}

/** Of two versions of the same policy or index, the text may differ. A grant is its text. */
const identify = ({ kind, object, name, definition }: CatalogueEntry) =>
  [kind, object, name, ...(kind === 'grant' ? [definition] : [])].join(SEPARATOR)

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
 * one of our tables and functions, or rights that a role has without switching. Tables, indexes and roles that an operator adds are no
 * differences, nor are policies by which a role of the operator reads.
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
 * The same before a newer version migrates the database: `differences` are those with which it cannot go on, `before` is what it would take
 * for its own otherwise. Not what `npm run migrate` gives again, which are the rights of the login role and of the role of backups, and
 * roles, which are not recorded.
 */
export async function findChangesBeforeUpgrade(
  owner: ClientBase,
  login: string,
): Promise<{ differences: CatalogueDifferences; before?: ChangedBefore }> {
  const recorded = await readRecorded(owner)
  if (!recorded) return { differences: { missing: [], unexpected: [] } }
  const actual = await readCatalogue(owner, recorded, login)
  const { missing, unexpected } = compare(recorded, actual)
  const isGivenAgain = ({ kind, definition }: CatalogueEntry) => kind === 'grant' && / to (login|winkel_backup)$/.test(definition)
  const removed = missing.filter((entry) => !isOfCluster(entry) && !isGivenAgain(entry))
  const known = new Set(recorded.entries.map((line) => identify(parseEntry(line))))
  return {
    differences: {
      missing: removed.filter((entry) => isNeeded(entry, 'missing')),
      unexpected: unexpected.filter((entry) => !isOfCluster(entry) && isNeeded(entry, 'unexpected')),
    },
    before: {
      added: actual.filter((entry) => !known.has(identify(entry))),
      removed: removed.filter((entry) => !isNeeded(entry, 'missing')),
    },
  }
}

function compare({ entries }: Recorded, actual: CatalogueEntry[]): CatalogueDifferences {
  const known = new Set(entries)
  const found = new Set(actual.map(formatEntry))
  const expected = entries.map(parseEntry)
  const objects = new Set(expected.map(({ object }) => object))
  return {
    missing: expected.filter((entry, index) => !found.has(entries[index] ?? '') && !isAllowed(entry)),
    unexpected: actual.filter((entry) => givesRights(entry, objects) && !known.has(formatEntry(entry)) && !isAllowed(entry)),
  }
}

function givesRights({ kind, object, definition }: CatalogueEntry, objects: Set<string>) {
  if (kind === 'membership') return definition === 'inherits' || object !== 'login'
  return (kind === 'policy' || kind === 'grant') && objects.has(object)
}
