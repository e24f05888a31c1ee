import type { ClientBase } from 'pg'
import { findSlices } from './roll-up-slices.ts'
import { createQuery } from './roll-ups.ts'

/**
 * Builds the roll-ups of a business that has none, in a transaction of `client` that added all its sales without them. No other
 * connection may see the business yet. `client` is a connection of the owner.
 */
export async function buildRollUps(client: ClientBase, businessid: string) {
  for await (const { rollUp, bounds } of findSlices(createQuery(client), businessid)) {
    const { table, keys, sums, raw } = rollUp
    const columns = [...keys, ...sums]
    await client.query(
      `insert into ${table} (businessid, ${columns}) select $1::uuid, * from (${raw}) raw (${columns}) order by ${keys}`,
      bounds,
    )
  }
}
