import { sql } from 'kysely'
import { currentBusiness } from '../../db/sql.ts'
import type { Scope } from '../../db/tenant-scope.ts'

/** The sites that a person chose for names of earlier files. */
export async function findChosenSites(scope: Scope): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; siteid: number }>`
    select name, siteid from import_names where businessid = ${currentBusiness} and siteid is not null`.execute(scope)
  return Object.fromEntries(rows.map(({ name, siteid }) => [name, siteid]))
}

/** Keeps the sites that a person chose for the names of a file. */
export async function saveChosenSites(scope: Scope, chosen: Record<string, number> = {}) {
  const names = Object.entries(chosen).map(([name, siteid]) => ({ name, siteid }))
  if (names.length === 0) return
  await sql`
    insert into import_names (name, siteid)
    select name, siteid from json_to_recordset(${JSON.stringify(names)}) as chosen (name text, siteid bigint)
      join site using (siteid) where businessid = ${currentBusiness}
        on conflict (businessid, noun, name) do update set siteid = excluded.siteid`.execute(scope)
}
