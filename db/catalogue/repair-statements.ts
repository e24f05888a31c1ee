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

export type PolicyStatements = Record<string, string>

/** As the migrations left them. Only the owner may read them. */
export async function readPolicyStatements(owner: ClientBase): Promise<PolicyStatements> {
  const { rows } = await owner.query(`select policies from ${MIGRATION_SCHEMA}.catalogue`)
  return rows[0]?.policies ?? {}
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
 * The statements by which the owner brings policies, grants and row security of a group back: first without what is too much. Undefined
 * when something else differs too, which a migration creates once.
 */
export function createRepair({ missing, unexpected }: Group, policies: PolicyStatements, login: string): string | undefined {
  const drops = unexpected.map((entry) => createDrop(entry, login))
  const adds = missing.map((entry) => createAdd(entry, policies, login))
  const statements = [...drops, ...adds]
  return statements.includes(undefined) ? undefined : statements.join(' ')
}

function createAdd(entry: CatalogueEntry, policies: PolicyStatements, login: string) {
  const { kind, object, name, definition } = entry
  if (kind === 'policy') return policies[`${object} ${name}`]
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
