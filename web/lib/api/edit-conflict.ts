import { ORPCError } from '@orpc/client'
import type { z } from 'zod'

/** What a row has become, when that is why saving it was refused. */
export const changedTo = <Row>(row: z.ZodType<Row>, error: unknown) =>
  error instanceof ORPCError && error.code === 'VERSION_CONFLICT' ? row.safeParse(error.data).data : undefined

/**
 * For the refusal of a save that an earlier try had made, its answer lost: the row has all that was meant to be saved. Answers
 * with what the row now is.
 */
export const acceptIfAlreadySaved =
  <Row extends object>(row: z.ZodType<Row>, meant: Partial<Row>) =>
  (error: unknown) => {
    const now = changedTo(row, error)
    if (!now || differences(meant, now).length > 0) throw error
    return now
  }

/** What was typed stays; what was left as it was opened becomes what the row now is. */
export function rebase<Fields extends object>(now: Fields, typed: Fields, opened: Fields): Fields {
  const untouched = keysOf(typed).filter((key) => typed[key] === opened[key])
  return { ...typed, ...Object.fromEntries(untouched.map((key) => [key, now[key]])) }
}

/** The fields of the one in which the other differs. */
export const differences = <Fields extends object>(one: Fields, other: Fields) =>
  keysOf(one).filter((key) => one[key] !== other[key])

const keysOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields)[]
