import { type RawBuilder, sql } from 'kysely'
import type { NamedQuery } from './connection/dialect.ts'
import { nameStatement } from './right-role.ts'
import type { Scope } from './tenant-scope.ts'

/** The business of the scope. Statements filter by it as the row-security policies do, so that they are right with and without them. */
export const currentBusiness = sql<string>`(select current_business())`

/** The signed-in user of a business scope; fails in the scope of a till. */
export const currentUser = sql<string>`current_setting('app.user_id')::uuid`

/**
 * Executes a prepared statement: each connection plans it once, under this name. For statements that run often and take long to
 * plan. The text must be the same at every call.
 */
export async function executePrepared<Row>(scope: Scope, name: string, statement: RawBuilder<Row>): Promise<Row[]> {
  const query: NamedQuery = { ...statement.compile(scope), name: nameStatement(scope, name) }
  return (await scope.executeQuery<Row>(query)).rows
}

/** Hides a parameter's value from the planner, so that PostgreSQL keeps the generic plan of a prepared statement. */
export const hideFromPlanner = (value: RawBuilder<unknown>) => sql`(select ${value})`

/**
 * Runs statements that join many rows, without nested loops. The planner does not know how many rows a parameter has, and takes a table
 * for empty when it is analysed while a transaction fills it.
 */
export async function joinManyRows<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
  await sql`set local enable_nestloop to off`.execute(scope)
  const result = await work()
  await sql`set local enable_nestloop to default`.execute(scope)
  return result
}
