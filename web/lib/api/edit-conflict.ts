import { ORPCError } from '@orpc/client'
import type { z } from 'zod'

/** The current row, if the save failed with a version conflict. */
export const getConflictingRow = <Row>(row: z.ZodType<Row>, error: unknown) =>
  error instanceof ORPCError && error.code === 'VERSION_CONFLICT' ? row.safeParse(error.data).data : undefined

/** Handles a version conflict with an own earlier save whose answer was lost: returns the row if it has all intended values. */
export const acceptIfAlreadySaved =
  <Row extends object>(row: z.ZodType<Row>, intended: Partial<Row>) =>
  (error: unknown) => {
    const current = getConflictingRow(row, error)
    if (!current || findDifferences(intended, current).length > 0) throw error
    return current
  }

/** Keeps the fields that were edited and takes the others from the current row. */
export const rebase = <Fields extends object>(current: Fields, typed: Fields, opened: Fields): Fields => ({
  ...current,
  ...Object.fromEntries(findDifferences(typed, opened).map((key) => [key, typed[key]])),
})

/** The keys of `fields` whose values differ in `other`. */
export const findDifferences = <Fields extends object>(fields: Fields, other: Fields) =>
  getKeys(fields).filter((key) => !isSame(fields[key], other[key]))

const isSame = (value: unknown, other: unknown) =>
  value === other || (Array.isArray(value) && JSON.stringify(value) === JSON.stringify(other))

const getKeys = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields)[]
