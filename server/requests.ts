import { createHash } from 'node:crypto'
import { currentBusiness, type Scope } from '../db/scope.ts'

/** What is kept of a form beside the row it makes, so that the same form sent again is known. Nulls where no form made it. */
export const requestOf = (request_id: string | undefined, said: object) => ({
  request_id: request_id ?? null,
  request_hash: request_id === undefined ? null : createHash('sha256').update(JSON.stringify(said)).digest(),
})

/** The row that this very form made before. None when the form's mark was used for something else. */
export const madeBefore = (scope: Scope, table: 'product' | 'site', { request_id, request_hash }: ReturnType<typeof requestOf>) =>
  scope
    .selectFrom(table)
    .where('businessid', '=', currentBusiness)
    .where('request_id', '=', request_id)
    .where('request_hash', '=', request_hash)
