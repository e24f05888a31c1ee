import { sql } from 'kysely'
import type { DateOrder } from '../../../contract/columns/date-format.ts'
import type { ChosenFields } from '../../../contract/columns/match-columns.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'

/** What a file has: the fields of products and of sales differ. */
export type ImportNoun = 'products' | 'sales' | 'employees'

/** `date_order` is null unless a person had to choose it. */
export type ColumnMatching = { fields: ChosenFields; date_order: DateOrder | null }

/** A business has few shapes of files. The others are forgotten, so that the table stays small. */
const MAX_KEPT = 100

/** How a person matched the columns of the last file of this shape. */
export async function findColumnMatching(scope: Scope, noun: ImportNoun, shape: Buffer): Promise<ColumnMatching | undefined> {
  const { rows } = await sql<ColumnMatching>`
    select fields, date_order from column_matchings
     where businessid = ${currentBusiness} and noun = ${noun} and shape = ${shape}`.execute(scope)
  return rows[0]
}

/** Keeps how a person matched the columns, for the next file of this shape. A repetition changes nothing. */
export async function saveColumnMatching(
  scope: Scope,
  {
    noun,
    shape,
    fields,
    date_order = null,
  }: { noun: ImportNoun; shape: Buffer; fields: ChosenFields; date_order?: DateOrder | null },
) {
  const json = JSON.stringify(fields)
  await sql`
    insert into column_matchings (noun, shape, fields, date_order) values (${noun}, ${shape}, ${json}, ${date_order})
    on conflict (businessid, noun, shape)
    do update set fields = excluded.fields, date_order = excluded.date_order, saved_at = now()`.execute(scope)
  await sql`
    delete from column_matchings
     where businessid = ${currentBusiness} and noun = ${noun} and shape not in (
       select shape from column_matchings where businessid = ${currentBusiness} and noun = ${noun}
        order by saved_at desc, shape limit ${MAX_KEPT})`.execute(scope)
}
