import { type ExpressionWrapper, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '../../contract/shared/list.ts'

/** Whether the text contains what was typed, whatever the case; % and _ mean themselves. */
export const containsText = (text: ExpressionWrapper<never, never, string> | RawBuilder<string>, typed: string) =>
  sql<SqlBool>`${text} ilike ${`%${typed.replace(/[\\%_]/g, '\\$&')}%`}`

/** A person's name as it is shown, searched and exported. */
export const personName = sql<string>`firstname || ' ' || lastname`

/** The page asked for, or the last one when there are fewer. */
export async function readPage<Row>(
  asked: number,
  perPage: number,
  count: () => Promise<{ results: number }>,
  rowsAt: (window: { limit: number; offset: number }) => Promise<Row[]>,
): Promise<Page<Row>> {
  const { results } = await count()
  const pages = Math.max(1, Math.ceil(results / perPage))
  const page = Math.min(asked, pages)
  return { rows: await rowsAt({ limit: perPage, offset: (page - 1) * perPage }), page, pages, results }
}
