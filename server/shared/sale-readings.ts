import { sql } from 'kysely'
import type { Scope } from '../../db/tenant-scope.ts'

/** Counted after what was read: the database that has it has all of that (docs/decisions/2026-11-27-sales-since.md). */
export type Reading = { id: string; readings: number }

/** In a transaction of its own, as the role of the sign-in, after the one that has read. */
export async function noteReading(scope: Scope): Promise<Reading> {
  const { rows } = await sql<Reading>`select id, readings from public.note_sale_reading()`.execute(scope)
  const [reading] = rows
  if (!reading) throw new Error('a function that returns one row has returned none')
  return reading
}
