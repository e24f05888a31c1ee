import { type ExpressionWrapper, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page, WalkInput } from '../../contract/shared/list.ts'
import { currentBusiness } from '../../db/sql.ts'

/** Whether the text contains what was typed, in any case; % and _ are not wildcards. */
export const containsText = (text: ExpressionWrapper<never, never, string> | RawBuilder<string>, typed: string) =>
  sql<SqlBool>`${text} ilike ${`%${typed.replace(/[\\%_]/g, '\\$&')}%`}`

/** Whether a product has one of these identities of barcodes, by the column `barcode_identity`, or as a further one, by `productid`. */
export const matchesBarcode = (identities: string[]) => sql<SqlBool>`
  (barcode_identity = any(${identities}::text[]) or productid in (
    select b.productid from product_barcodes b
     where b.businessid = ${currentBusiness} and b.is_live and b.barcode_identity = any(${identities}::text[])))`

/** All conditions that apply; the others are undefined or false. */
export const joinConditions = (conditions: (RawBuilder<unknown> | false | undefined)[]) =>
  sql.join<SqlBool>(
    conditions.filter((condition) => condition !== undefined && condition !== false),
    sql` and `,
  )

/** A person's name as the screens show it. */
export const personName = sql<string>`firstname || ' ' || lastname`

/** Joins the employee who did what a row with a `user_id`, or another column of a login, has, also one who was made anonymous since. */
export const joinPerson = (row: string, column = 'user_id') => sql`left join employee on employee.businessid = ${currentBusiness}
  and ${sql.ref(`${row}.${column}`)} in (employee.user_id, employee.former_user_id)`

export type PageWindow = { limit: number; offset: number }

/** The requested page, or the last one when there are fewer. */
export async function readPage<Row>(
  requestedPage: number,
  perPage: number,
  count: () => Promise<{ results: number }>,
  readRows: (window: PageWindow) => Promise<Row[]>,
): Promise<Page<Row>> {
  const { results } = await count()
  const pages = Math.max(1, Math.ceil(results / perPage))
  const page = Math.min(requestedPage, pages)
  return { rows: await readRows({ limit: perPage, offset: (page - 1) * perPage }), page, pages, results }
}

/**
 * The rows of a walk. `readIds` returns at most `limit` ids above `after`, in their order; what is deleted before its row is read ends
 * no walk.
 */
export async function readWalk<Row>(
  { after = 0, limit }: WalkInput,
  readIds: (after: number, limit: number) => Promise<number[]>,
  readRows: (ids: number[]) => Promise<Row[]>,
): Promise<{ rows: Row[]; next: number | null }> {
  const found = await readIds(after, limit + 1)
  const ids = found.slice(0, limit)
  return { rows: await readRows(ids), next: found.length > limit ? (ids.at(-1) ?? null) : null }
}
