import { sql } from 'kysely'
import { currentBusiness } from '../../db/sql.ts'
import type { Scope } from '../../db/tenant-scope.ts'

// The sites and employees that a person chose for names of earlier files.

type Column = 'siteid' | 'employeeid'

/** A JSON object of the ids by name. */
export const selectChosenNames = (column: Column) => sql`
  (select coalesce(json_object_agg(name, ${sql.ref(column)}), '{}') from import_names
    where businessid = ${currentBusiness} and ${sql.ref(column)} is not null)`

export async function findChosenNames(scope: Scope, column: Column) {
  const { rows } = await sql<{ names: Record<string, number> }>`select ${selectChosenNames(column)} as names`.execute(scope)
  return rows[0]?.names ?? {}
}

/** Keeps what a person chose for the names of a file. */
export async function saveChosenNames(scope: Scope, column: Column, chosen: Record<string, number> = {}) {
  const names = Object.entries(chosen).map(([name, id]) => ({ name, id }))
  if (names.length === 0) return
  await sql`
    insert into import_names (name, ${sql.ref(column)})
    select name, id from json_to_recordset(${JSON.stringify(names)}) as chosen (name text, id bigint)
      join ${sql.table(column === 'siteid' ? 'site' : 'employee')} on businessid = ${currentBusiness} and ${sql.ref(column)} = id
        on conflict (businessid, noun, name) do update set ${sql.ref(column)} = excluded.${sql.ref(column)}`.execute(scope)
}
