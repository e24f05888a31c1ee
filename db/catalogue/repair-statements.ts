import { type ClientBase, escapeIdentifier } from 'pg'
import { type CatalogueDifferences, type CatalogueEntry, MIGRATION_SCHEMA } from './read-catalogue.ts'

/** The text that creates each policy, by 'public.site site__tenant'. The list of the catalogue has no brackets in its conditions. */
export const POLICY_STATEMENTS = `
  select coalesce(jsonb_object_agg(n.nspname || '.' || c.relname || ' ' || polname,
    format('create policy %I on %I.%I as %s for %s to %s', polname, n.nspname, c.relname,
           case when polpermissive then 'permissive' else 'restrictive' end,
           case polcmd when '*' then 'all' when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' else 'delete' end,
           (select string_agg(case when r.oid = c.relowner then 'current_user' else quote_ident(r.rolname) end, ', ')
              from pg_roles r where r.oid = any (polroles)))
      || coalesce(' using (' || regexp_replace(pg_get_expr(polqual, polrelid), '\\s+', ' ', 'g') || ')', '')
      || coalesce(' with check (' || regexp_replace(pg_get_expr(polwithcheck, polrelid), '\\s+', ' ', 'g') || ')', '') || ';'), '{}')
    from pg_policy join pg_class c on c.oid = polrelid join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ('public', 'auth')`

/** The text that creates each index of no key, by 'public.sales sales__by_day'. Tills go on while it is created. */
export const INDEX_STATEMENTS = `
  select coalesce(jsonb_object_agg(n.nspname || '.' || t.relname || ' ' || i.relname,
    regexp_replace(regexp_replace(pg_get_indexdef(x.indexrelid), '\\s+', ' ', 'g'), '^(CREATE (UNIQUE )?INDEX) ', '\\1 CONCURRENTLY ') || ';'), '{}')
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid join pg_namespace n on n.oid = t.relnamespace
   where n.nspname in ('public', 'auth')
     and not exists (select from pg_constraint where conindid = x.indexrelid and contype in ('p', 'u'))`

/** The statements that create policies and indexes, by table and name. */
export type Statements = Record<string, string>

/** As the migrations left them. Only the owner may read them. */
export async function readStatements(owner: ClientBase): Promise<Statements> {
  const { rows } = await owner.query(`select policies, indexes from ${MIGRATION_SCHEMA}.catalogue`)
  return { ...rows[0]?.policies, ...rows[0]?.indexes }
}

/** Entries of one table, of all functions, or of the rest of the database. */
export type Group = CatalogueDifferences & { name: string }

export function groupByTable({ missing, unexpected }: CatalogueDifferences): Group[] {
  const groups = new Map<string, Group>()
  const add = (entry: CatalogueEntry, list: 'missing' | 'unexpected') => {
    const name = findGroup(entry)
    const group = groups.get(name) ?? { name, missing: [], unexpected: [] }
    group[list].push(entry)
    groups.set(name, group)
  }
  for (const entry of missing) add(entry, 'missing')
  for (const entry of unexpected) add(entry, 'unexpected')
  return [...groups.values()].sort((a, b) => a.name.localeCompare(b.name))
}

const IN_DATABASE = ['role', 'membership', 'list', 'default privilege']

function findGroup({ kind, object }: CatalogueEntry) {
  if (isFunction(object)) return 'functions'
  return IN_DATABASE.includes(kind) || object.startsWith('schema ') ? 'database' : object
}

/**
 * The statements by which the owner brings policies, grants, row security and indexes of a group back: first without what is too much.
 * Undefined when something else differs too, which a migration creates once.
 */
export function createRepair({ missing, unexpected }: Group, statements: Statements, login: string): string | undefined {
  const drops = unexpected.map((entry) => createDrop(entry, login))
  const adds = missing.map((entry) => createAdd(entry, statements, login))
  const all = [...drops, ...adds]
  return all.includes(undefined) ? undefined : all.join(' ')
}

function createAdd(entry: CatalogueEntry, statements: Statements, login: string) {
  const { kind, object, name, definition } = entry
  if (kind === 'policy') return statements[`${object} ${name}`]
  // A different or invalid one is in the way.
  if (kind === 'index') {
    const create = statements[`${object} ${name}`]
    return create && `drop index if exists ${quotePath(`${object.split('.')[0]}.${name}`)}; ${create}`
  }
  if (kind === 'grant') return `grant ${describeGrant(entry, login, 'to')};`
  const isProtected = kind === 'table' && definition.endsWith('row security, forced')
  return isProtected ? `alter table ${quotePath(object)} enable row level security, force row level security;` : undefined
}

function createDrop(entry: CatalogueEntry, login: string) {
  const { kind, object, name } = entry
  if (kind === 'policy') return `drop policy ${escapeIdentifier(name)} on ${quotePath(object)};`
  return kind === 'grant' ? `revoke ${describeGrant(entry, login, 'from')};` : undefined
}

/** 'select to winkel_tenant' as 'select ("stock") on public.product to winkel_tenant' */
function describeGrant({ object, name, definition }: CatalogueEntry, login: string, preposition: 'to' | 'from') {
  const [privilege = '', role = ''] = definition.split(' to ')
  const grantee = { everybody: 'public', login: quote(login) }[role] ?? quote(role)
  const column = name ? ` (${escapeIdentifier(name)})` : ''
  return `${privilege}${column} on ${describeObject(object)} ${preposition} ${grantee}`
}

function describeObject(object: string) {
  if (isFunction(object)) return `function ${object}`
  return object.startsWith('schema ') ? object : quotePath(object)
}

const isFunction = (object: string) => object.endsWith(')')
const quote = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : escapeIdentifier(name))
const quotePath = (path: string) => path.split('.').map(quote).join('.')
