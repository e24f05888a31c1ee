import type { ClientBase } from 'pg'
import { InvalidBusinessFile } from './invalid-business-file.ts'
import type { Part } from './part.ts'

/** Room for the ids that others take at the same moment. */
const SEQUENCE_MARGIN = 1_000

/**
 * How far the ids of a file may be ahead of this installation: more rows than one installation has. All businesses share a sequence,
 * and ids end at 2^53.
 */
const MAX_IDS_AHEAD = 1_000_000_000

/** The column whose ids a sequence gives. */
function findSequence({ key, columns }: Part) {
  const [id = ''] = key
  return key.length === 1 && columns.find(({ name }) => name === id)?.type === 'id' ? id : undefined
}

/** Throws InvalidBusinessFile for ids that would move the sequence of every business far ahead. */
export async function checkIds(client: ClientBase, part: Part, businessid: string) {
  const id = findSequence(part)
  if (!id) return
  const { rows } = await client.query<{ newest: string; last: string }>(
    `select max(${id})::text as newest, coalesce(max(pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass)), 0)::text as last
       from ${part.table} where businessid = $3
     having max(${id}) > coalesce(max(pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass)), 0) + ${MAX_IDS_AHEAD}`,
    [part.table, id, businessid],
  )
  if (rows[0])
    throw new InvalidBusinessFile(
      `${part.file} has the ${id} ${rows[0].newest}, far ahead of this installation, which is at ${rows[0].last}. Nothing was imported.`,
    )
}

/** A row that is added later gets an id that the business does not have. Not undone by a rollback. */
export async function advanceSequence(client: ClientBase, part: Part, businessid: string) {
  const { table } = part
  const id = findSequence(part)
  if (!id) return
  await client.query(
    `select setval(sequence, newest + ${SEQUENCE_MARGIN})
       from (select pg_get_serial_sequence($1, $2)::regclass as sequence,
                    (select max(${id}) from ${table} where businessid = $3) as newest) s
      where newest >= nextval(sequence)`,
    [table, id, businessid],
  )
}
