import type { ClientBase } from 'pg'

/** What PostgreSQL enforces for us: the kinds of rules that are dropped. */
export const KINDS = [
  'policy',
  'row security',
  'forced row security',
  'foreign key',
  'primary key',
  'unique key',
  'check',
  'trigger',
  'grant',
  'membership',
  'default privilege',
] as const
export type Kind = (typeof KINDS)[number]

/** A rule of the catalogue, and the statement that drops it. */
export type CatalogueRule = { kind: Kind; name: string; drop: string }

const SCHEMAS = `('public'::regnamespace, 'auth'::regnamespace, 'without_costs'::regnamespace)`

const QUERIES: Partial<Record<Kind, string>> = {
  policy: `
    select format('%s.%s', polrelid::regclass, polname) as name, format('drop policy %I on %s', polname, polrelid::regclass) as drop
      from pg_policy`,
  'row security': `
    select oid::regclass::text as name, format('alter table %s disable row level security', oid::regclass) as drop
      from pg_class where relnamespace in ${SCHEMAS} and relrowsecurity`,
  'forced row security': `
    select oid::regclass::text as name, format('alter table %s no force row level security', oid::regclass) as drop
      from pg_class where relnamespace in ${SCHEMAS} and relforcerowsecurity`,
  'unique key': `
    select format('%s.%s', indrelid::regclass, i.relname) as name,
           case when k.oid is null then format('drop index %s', indexrelid::regclass)
                else format('alter table %s drop constraint %I cascade', indrelid::regclass, conname) end as drop
      from pg_index x join pg_class i on i.oid = indexrelid left join pg_constraint k on k.conindid = indexrelid and k.contype = 'u'
     where i.relnamespace in ${SCHEMAS} and indisunique and not indisprimary`,
  trigger: `
    select format('%s.%s', tgrelid::regclass, tgname) as name, format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop
      from pg_trigger where not tgisinternal`,
  // Not of sequences: `migrate` gives winkel_backup those again each time.
  grant: `
    select format('%s: %s on %s', coalesce(r.rolname, 'public'), replace(what, '"', ''), object) as name,
           format('revoke %s on %s %s from %s', what, type, object, coalesce(r.rolname, 'public')) as drop
      from (
        select 'table' as type, c.oid::regclass::text as object, lower(a.privilege_type) as what, a.grantee
          from pg_class c, aclexplode(c.relacl) a where c.relnamespace in ${SCHEMAS} and a.grantee <> c.relowner and c.relkind <> 'S'
        union all
        select 'table', c.oid::regclass::text, format('%s (%I)', lower(a.privilege_type), t.attname), a.grantee
          from pg_attribute t join pg_class c on c.oid = t.attrelid, aclexplode(t.attacl) a where c.relnamespace in ${SCHEMAS}
        union all
        select 'function', p.oid::regprocedure::text, lower(a.privilege_type), a.grantee
          from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
         where p.pronamespace in ${SCHEMAS} and a.grantee <> p.proowner
        union all
        select '', 'schema ' || n.nspname, lower(a.privilege_type), a.grantee
          from pg_namespace n, aclexplode(n.nspacl) a
         -- PostgreSQL itself lets everybody use the schema public.
         where n.oid in ${SCHEMAS} and a.grantee <> n.nspowner and not (n.nspname = 'public' and a.grantee = 0)
      ) granted left join pg_roles r on r.oid = granted.grantee`,
  membership: `
    select format('%s: %s', member::regrole, roleid::regrole) as name,
           format('revoke %s from %s', roleid::regrole, member::regrole) as drop
      from pg_auth_members where member = 'winkel'::regrole`,
  'default privilege': `
    select format('%s: %s', defaclrole::regrole, defaclobjtype) as name,
           format('alter default privileges for role %s grant execute on functions to public', defaclrole::regrole) as drop
      from pg_default_acl`,
}

const CONSTRAINTS: Partial<Record<Kind, string>> = {
  check: 'c',
  'foreign key': 'f',
  'primary key': 'p',
}

/** `cascade`, because a key that others refer to cannot be dropped alone. */
const constraintQuery = (type: string) => `
  select format('%s.%s', conrelid::regclass, conname) as name,
         format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as drop
    from pg_constraint where connamespace in ${SCHEMAS} and contype = '${type}'`

/** Every rule of the database, so that one that a later migration adds is found too. */
export async function readRules(client: Pick<ClientBase, 'query'>) {
  const rules: CatalogueRule[] = []
  for (const kind of KINDS) {
    const { rows } = await client.query(`${QUERIES[kind] ?? constraintQuery(CONSTRAINTS[kind] ?? '')} order by 1`)
    rules.push(...rows.map(({ name, drop }) => ({ kind, name, drop })))
  }
  return rules
}
