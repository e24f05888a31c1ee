import { escapeIdentifier, escapeLiteral } from 'pg'
import { createTableGrants } from './grants.ts'
import type { Rule } from './rule.ts'
import type { Shops } from './shops.ts'
import { type TableRules, tables, UNKNOWN } from './tables.ts'
import { update, type Values } from './values.ts'

export const createTableRules = (shops: Shops): Rule[] =>
  Object.entries(tables).flatMap(([table, rules]) => [
    ...createTableGrants(table, rules),
    ...(isTenantTable(table) ? createPolicyRules(table, shops) : []),
    ...createKeyRules(table, rules),
    ...createCheckRules(table, rules),
  ])

const isTenantTable = (table: string) =>
  !table.startsWith('auth.') && !['announcements', 'file_removals', 'operator_log', 'subscriptions'].includes(table)
const businessColumn = (table: string) => (table === 'business' ? 'id' : 'businessid')

function createPolicyRules(table: string, { own, other }: Shops): Rule[] {
  const column = businessColumn(table)
  const businesses = `select distinct ${column} from ${table} order by 1`
  const both = [own.businessid, other.businessid].sort().map((id) => [id])
  const entered = { query: businesses, rows: [[own.businessid]] }
  return [
    {
      kind: 'policy',
      name: `${table}.${table}__tenant`,
      reason: 'a query without a filter reads the business that was entered',
      role: 'tenant',
      proofs: [entered],
    },
    {
      kind: 'policy',
      name: `${table}.${table}__owner`,
      reason: 'functions and triggers of the owner work for every business',
      role: 'owner',
      proofs: [{ query: businesses, rows: both }],
    },
    {
      kind: 'policy',
      name: `${table}.${table}__backup`,
      reason: 'a backup has the rows of every business',
      role: 'backup',
      proofs: [{ query: businesses, rows: both }],
    },
    {
      kind: 'row security',
      name: table,
      reason: 'a query without a filter reads no other business, and none before one was entered',
      role: 'tenant',
      proofs: [entered, { work: `select set_config('app.business_id', '', true)`, query: businesses, rows: [] }],
    },
    {
      kind: 'forced row security',
      name: table,
      reason: 'the policies are for the owner too',
      role: 'owner',
      prepare: `drop policy if exists ${table}__owner on ${table}`,
      proofs: [{ query: businesses, rows: [] }],
    },
  ]
}

/** Keys and checks are the same for every role, so the owner proves them, in one row, alone. */
const ofOwner = (kind: Rule['kind'], table: string, rule: string) => ({
  kind,
  name: `${table}.${rule}`,
  role: 'owner' as const,
  prepare: isolate(table, rule),
})

const oneRow = (table: string) => `ctid = (select min(ctid) from ${table})`

function createKeyRules(table: string, { businessKey, foreignKeys = {}, unique = {} }: TableRules): Rule[] {
  const bareName = table.replace('auth.', '').replaceAll('"', '')
  const references: typeof foreignKeys = { ...foreignKeys }
  if (isTenantTable(table) && businessKey !== false)
    references[`${table}_businessid_fkey`] = ['a row is of a business', 'businessid', UNKNOWN]
  const uniqueKeys: typeof unique = { [`${bareName}_pkey`]: ['a key is one row', {}, {}], ...unique }
  return [
    ...Object.entries(references).map(
      ([name, [reason, column, value]]): Rule => ({
        ...ofOwner('foreign key', table, name),
        reason: value.includes('.') ? `${reason} is of the same business` : reason,
        proofs: [
          { refused: `update ${table} own set ${escapeIdentifier(column)} = ${find(table, value)} where ${oneRow(table)}` },
        ],
      }),
    ),
    ...Object.entries(uniqueKeys).map(
      ([name, [reason, first, copy]]): Rule => ({
        ...ofOwner(name.endsWith('_pkey') ? 'primary key' : 'unique key', table, name),
        reason,
        proofs: [
          { refused: [...(isEmpty(first) ? [] : [first]), { ...first, ...copy }].map((row) => copyRow(table, row)).join('; ') },
        ],
      }),
    ),
  ]
}

const isEmpty = (values: Values) => Object.keys(values).length === 0

/** Inserts a row of the table again, with other values. */
const copyRow = (table: string, values: Values) => `insert into ${table} overriding system value
  select (jsonb_populate_record(row, ${escapeLiteral(JSON.stringify(values))})).* from ${table} row where ${oneRow(table)}`

/** The value, or the id of another business in 'site.siteid'. */
function find(table: string, value: string) {
  const [other, column] = value.split('.')
  return column
    ? `(select ${column} from ${other} other where other.businessid <> own.${businessColumn(table)} limit 1)`
    : escapeLiteral(value)
}

const createCheckRules = (table: string, { checks = {} }: TableRules): Rule[] =>
  Object.entries(checks).map(([name, [reason, refused]]) => ({
    ...ofOwner('check', table, name),
    reason,
    proofs: refused.map((values) => ({ refused: update(table, values, oneRow(table)) })),
  }))

/** Turns off what else could refuse or change a row of the table: all other keys and checks, triggers and computed columns. */
const isolate = (table: string, rule: string) => `alter table ${table} disable trigger user;
  do $$ declare statement text; begin
    for statement in
      select format('alter table ${table} drop constraint if exists %I cascade', conname) from pg_constraint other
       where conrelid = '${table}'::regclass and contype in ('p', 'u', 'f', 'c') and conname <> '${rule}'
         -- A key of the table to itself needs the one that it refers to.
         and not exists (select from pg_constraint where conname = '${rule}' and conrelid = other.conrelid
                                                     and conindid = other.conindid and other.contype in ('p', 'u'))
      union all
      select format('drop index %s', indexrelid::regclass) from pg_index join pg_class i on i.oid = indexrelid
       where indrelid = '${table}'::regclass and indisunique and relname <> '${rule}'
         and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
      union all
      select format('alter table ${table} alter %I drop expression', attname) from pg_attribute
       where attrelid = '${table}'::regclass and attgenerated <> ''
    loop execute statement; end loop;
  end $$`
