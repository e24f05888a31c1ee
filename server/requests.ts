import { createHash } from 'node:crypto'

/** What is kept of a form beside the row it makes, so that the same form sent again is known. Nulls where no form made it. */
export const requestOf = (request_id: string | undefined, said: object) => ({
  request_id: request_id ?? null,
  request_hash: request_id === undefined ? null : createHash('sha256').update(JSON.stringify(said)).digest(),
})
