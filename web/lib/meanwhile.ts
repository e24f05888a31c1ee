import { ORPCError } from '@orpc/client'
import type { z } from 'zod'

/** What a row has become, when that is why saving it was refused. */
export const changedTo = <Row>(row: z.ZodType<Row>, error: unknown) =>
  error instanceof ORPCError && error.code === 'CHANGED' ? row.safeParse(error.data).data : undefined

/** What was typed stays; what was left as it was opened becomes what the row now is. */
export function onTopOf<Fields extends object>(now: Fields, typed: Fields, opened: Fields): Fields {
  const untouched = keysOf(typed).filter((key) => typed[key] === opened[key])
  return { ...typed, ...Object.fromEntries(untouched.map((key) => [key, now[key]])) }
}

/** The fields in which two rows differ. */
export const differences = <Fields extends object>(one: Fields, other: Fields) =>
  keysOf(one).filter((key) => one[key] !== other[key])

const keysOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields)[]
