import type { ClientBase } from 'pg'
import { createQuery } from '../../db/roll-ups/roll-ups.ts'
import { findSlices } from '../../db/roll-ups/slices.ts'

/**
 * Builds the roll-ups of a business that has none, in a transaction of `client` that added all its sales without them. No other
 * connection may see the business yet. `client` is a connection of the owner.
 */
export async function buildRollUps(client: ClientBase, businessid: string) {
  for await (const { rollUp, bounds } of findSlices(createQuery(client), businessid)) {
    const { table, keys, sums, expected } = rollUp
    const columns = [...keys, ...sums]
    await client.query(
      `insert into ${table} (businessid, ${columns}) select $1::uuid, * from (${expected}) expected (${columns}) order by ${keys}`,
      bounds,
    )
  }
}
