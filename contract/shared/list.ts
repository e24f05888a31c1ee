import { z } from 'zod'
import { Id, Text } from './fields.ts'

export const Direction = z.enum(['asc', 'desc'])
export type Direction = z.infer<typeof Direction>

export const SEARCH_MAX = 100

/**
 * One schema for a list's URL, its procedure's input and its client's type. The first sort is the default one;
 * unknown keys are refused. `filters` are the screen's own, each with a default.
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

const CHOSEN_MAX = 1000

/** Rows that somebody selected, as an address gives them: '1,2,3'. */
export const ChosenIds = z
  .string()
  .regex(/^\d+(,\d+)*$/, 'Give ids as in 1,2,3.')
  .transform((ids) => ids.split(',').map(Number))
  .pipe(z.array(Id).max(CHOSEN_MAX))

/** A page of rows. `page` is the page really shown: one past the end shows the last. `pages` is at least 1. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    rows: z.array(row),
    page: z.number().int(),
    pages: z.number().int(),
    results: z.number().int(),
  })

export type Page<Row> = { rows: Row[]; page: number; pages: number; results: number }
