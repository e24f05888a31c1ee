import { z } from 'zod'
import { Id, OptionalId, Text } from './fields.ts'

export const Direction = z.enum(['asc', 'desc'])
export type Direction = z.infer<typeof Direction>

export const SEARCH_MAX = 100

/**
 * The schema of a list's search: of its URL, its procedure's input and its client's type. The first of `sorts` is the default. Each of
 * `filters` has a default.
 */
export function listInput<const Sort extends string, Filters extends z.ZodRawShape>(
  sorts: readonly [Sort, ...Sort[]],
  filters: Filters,
  firstDirection: Direction = 'asc',
) {
  return z.strictObject({
    q: Text.trim().max(SEARCH_MAX).default(''),
    sort: z.enum(sorts).default(sorts[0] as never),
    dir: Direction.default(firstDirection),
    page: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
    ...filters,
  })
}

/** Rows that can be selected for an export or a change. */
export const MAX_CHOSEN = 1000

/** The ids of selected rows in a URL: '1,2,3'. */
export const ChosenIds = z
  .string()
  .regex(/^\d+(,\d+)*$/, 'Give ids as in 1,2,3.')
  .transform((ids) => ids.split(',').map(Number))
  .pipe(z.array(Id).max(MAX_CHOSEN))

/** A page of rows. `page` is at most `pages`, also when a later one was requested. `pages` is at least 1. */
export const createPageSchema = <Row extends z.ZodType>(row: Row) =>
  z.object({
    rows: z.array(row),
    page: z.number().int(),
    pages: z.number().int(),
    results: z.number().int(),
  })

export type Page<Row> = { rows: Row[]; page: number; pages: number; results: number }

export const MAX_WALK_ROWS = 500

/** A walk of a program through all rows by their ids. `after` is `next` of the answer before. */
export const WalkInput = z.strictObject({
  after: OptionalId,
  limit: z.coerce.number().int().min(1).max(MAX_WALK_ROWS).default(100),
})
export type WalkInput = z.output<typeof WalkInput>

/** Rows by their ids. A row that is there during the whole walk is in one answer, whatever changes. `next` is null at the end. */
export const createWalkSchema = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), next: Id.nullable() })
