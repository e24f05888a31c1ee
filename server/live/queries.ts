import { sql } from 'kysely'
import { currentBusiness, type Scope } from '../../db/scope.ts'

/** The id of the business that the scope has entered. */
export async function enteredBusiness(scope: Scope) {
  const { rows } = await sql<{ id: string }>`select ${currentBusiness} as id`.execute(scope)
  const id = rows[0]?.id
  if (!id) throw new Error('no business was entered')
  return id
}
