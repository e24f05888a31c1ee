import type { ClientBase, Pool } from 'pg'

export type CatalogueKind =
  | 'table'
  | 'view'
  | 'column'
  | 'policy'
  | 'constraint'
  | 'index'
  | 'trigger'
  | 'function'
  | 'grant'
  | 'default privilege'
  | 'role'
  | 'membership'
  | 'list'

/** Something that the code relies on: 'policy', 'public.sales', 'sales__till', 'restrictive for all to winkel_tenant using …'. */
export type CatalogueEntry = { kind: CatalogueKind; object: string; name: string; definition: string }

export type CatalogueDifferences = { missing: CatalogueEntry[]; unexpected: CatalogueEntry[] }

export const MIGRATION_SCHEMA = 'winkel_migrations'

/**
 * Reads pg_catalog only, which every role may do. Names of the owner, the login role ($1, or the role of the connection) and the
 * schema public, which a definition may or may not have, are made the same in every database. PostgreSQL 15 to 18 give the same text.
 * $2 are the roles that the login role switches to.
 */
export const CATALOGUE = `
with owner as (
  select nspowner as oid from pg_namespace where nspname = '${MIGRATION_SCHEMA}'
), role as (
  select 0::oid as oid, 'everybody' as name
  union all
  select r.oid, case when r.oid = owner.oid then 'owner' when r.rolname = coalesce($1, session_user) then 'login' else r.rolname end
    from pg_roles r, owner
), relation as (
  select c.oid, n.nspname || '.' || c.relname as object, c.relkind, c.relowner, c.relacl, c.relrowsecurity, c.relforcerowsecurity
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ('public', 'auth', 'without_costs') and c.relkind in ('r', 'p', 'v')
), routine as (
  select p.*, n.nspname || '.' || p.proname || '(' || oidvectortypes(p.proargtypes) || ')' as object
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where n.nspname in ('public', 'auth')
     and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
), granted as (
  select object, '' as name, a.* from relation, aclexplode(relacl) a where grantee <> relowner
  union all
  select object, t.attname, a.* from relation join pg_attribute t on t.attrelid = relation.oid, aclexplode(t.attacl) a
  union all
  select object, '', a.* from routine, aclexplode(coalesce(proacl, acldefault('f', proowner))) a where grantee <> proowner
  union all
  select 'schema ' || nspname, '', a.* from pg_namespace, aclexplode(nspacl) a
   -- PostgreSQL itself lets everybody use the schema public.
   where nspname in ('public', 'auth', 'without_costs') and grantee <> nspowner and not (nspname = 'public' and grantee = 0)
)
select 'table' as kind, object, '' as name,
       'owner ' || role.name || case when relrowsecurity then ', row security' else '' end
         || case when relforcerowsecurity then ', forced' else '' end as definition
  from relation join role on role.oid = relowner
union all
-- The columns that a view reads: PostgreSQL 15 to 18 print its query in different words.
select 'view', object, '',
       array_to_string(reloptions, ', ') || ', reads '
         || (select string_agg(distinct n.nspname || '.' || t.relname || '.' || a.attname, ', ' order by n.nspname || '.' || t.relname || '.' || a.attname)
               from pg_rewrite w
               join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid and d.refclassid = 'pg_class'::regclass
               join pg_class t on t.oid = d.refobjid and t.oid <> w.ev_class
               join pg_namespace n on n.oid = t.relnamespace
               join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid and a.attnum > 0
              where w.ev_class = relation.oid)
  from relation join pg_class view using (oid)
 where relation.relkind = 'v'
union all
select 'column', object, attname,
       format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end
         || case when attidentity <> '' then ' identity' when attgenerated <> '' then ' generated'
                 when atthasdef then ' default ' || replace(pg_get_expr(adbin, adrelid), 'public.', '') else '' end
  from relation join pg_attribute on attrelid = relation.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
 where attnum > 0 and not attisdropped
union all
select 'policy', object, polname,
       case when polpermissive then 'permissive' else 'restrictive' end || ' for '
         || case polcmd when '*' then 'all' when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' else 'delete' end
         || ' to ' || (select string_agg(name, ', ' order by name) from role where role.oid = any(polroles))
         || coalesce(' using ' || replace(pg_get_expr(polqual, polrelid), 'public.', ''), '')
         || coalesce(' with check ' || replace(pg_get_expr(polwithcheck, polrelid), 'public.', ''), '')
  from relation join pg_policy on polrelid = relation.oid
 where exists (select from role where role.oid = any(polroles))
union all
select 'constraint', object, conname, replace(pg_get_constraintdef(k.oid), 'public.', '')
  from relation join pg_constraint k on conrelid = relation.oid
 where contype in ('p', 'u', 'f', 'c')
union all
select 'index', object, i.relname, replace(pg_get_indexdef(indexrelid), 'public.', '') || case when indisvalid then '' else ', invalid' end
  from relation join pg_index on indrelid = relation.oid join pg_class i on i.oid = indexrelid
 where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
union all
select 'trigger', object, tgname,
       replace(pg_get_triggerdef(t.oid), 'public.', '') || case tgenabled when 'O' then '' else ', disabled' end
  from relation join pg_trigger t on tgrelid = relation.oid
 where not tgisinternal
union all
select 'function', object, '',
       'owner ' || role.name || case when prosecdef then ', security definer' else '' end
         || coalesce(', ' || array_to_string(proconfig, ', '), '')
         || case when prosrc = '' then '' else ', body ' || md5(prosrc) end
  from routine join role on role.oid = proowner
union all
select 'grant', object, granted.name, lower(privilege_type) || ' to ' || role.name
  from granted join role on role.oid = grantee
 where role.name = any ($2 || '{everybody,login,winkel_backup}'::text[])
union all
select 'default privilege', coalesce('schema ' || n.nspname, 'all schemas'), defaclobjtype::text,
       'to ' || coalesce((select string_agg(distinct r.name, ', ') from aclexplode(defaclacl) a join role r on r.oid = a.grantee), 'nobody')
  from pg_default_acl left join pg_namespace n on n.oid = defaclnamespace, owner
 where defaclrole = owner.oid
union all
select 'role', role.name, '',
       concat_ws(', ', case when rolcanlogin then 'login' else 'no login' end,
                 case when rolsuper then 'superuser' end, case when rolbypassrls then 'bypasses row security' end)
  from role join pg_roles r using (oid)
 where role.name = any ($2 || '{login}'::text[])
union all
-- Before PostgreSQL 16, INHERIT is an attribute of the member; since then it is an option of the grant.
select distinct 'membership', member.name, role.name,
       case when coalesce((to_jsonb(m) ->> 'inherit_option')::boolean, r.rolinherit) then 'inherits' else 'may switch' end
  from pg_auth_members m join role on role.oid = m.roleid join pg_roles r on r.oid = m.member join role member on member.oid = r.oid
 where member.name = 'login' and coalesce((to_jsonb(m) ->> 'set_option')::boolean, true) or member.name = any ($2)`

export type Queryable = Pick<ClientBase | Pool, 'query'>

/** How a catalogue is read: by CATALOGUE, or by the query of another version. `roles` are those that the login role switches to. */
export type Reading = { query: string; roles: string[] }

/** What the database has of everything that the code relies on. `login` is the name of the login role, if another role is connected. */
export async function readCatalogue(client: Queryable, { query, roles }: Reading, login?: string): Promise<CatalogueEntry[]> {
  const { rows } = await client.query(query, [login ?? null, roles])
  // A dump and its restore group the conditions of a trigger with other brackets.
  return rows.map((row) => ({ ...row, definition: row.definition.replace(/[()]/g, '').replace(/\s+/g, ' ') }))
}
