import type { ClientBase } from 'pg'
import { createQuery, type RollUp, selectDifferences } from '../../db/roll-ups/roll-ups.ts'
import { findSlices, type Slice } from '../../db/roll-ups/slices.ts'

type Progress = (repairedRows: number) => void

/**
 * Rebuilds the roll-ups of a business from its sales, a slice at a time, while tills keep working: it adds what a row lacks, as a
 * sale does, so a sale that is stored during the repair is added to the same row and not overwritten. Locks rows in the order of the
 * triggers. `client` is a connection of the owner. Returns how many rows were wrong.
 */
export async function repairRollUps(client: ClientBase, businessid: string, onSlice: Progress = () => undefined) {
  let repaired = 0
  for await (const slice of findSlices(createQuery(client), businessid)) {
    const rows = slice.rollUp.table === 'product_buckets' ? await repairProducts(client, slice) : await repairSlice(client, slice)
    repaired += rows
    onSlice(rows)
  }
  return repaired
}

async function repairSlice(client: ClientBase, { rollUp, bounds }: Slice) {
  return (await client.query(upsertDifferences(rollUp), bounds)).rowCount ?? 0
}

/**
 * The triggers lock the products of the lines and then write product_buckets in any order. So the products are locked here too,
 * in the same order, and the differences are read again while they are.
 */
async function repairProducts(client: ClientBase, { rollUp, bounds }: Slice) {
  const differences = selectDifferences(rollUp)
  const { rows } = await client.query(`select distinct productid from (${differences}) differences`, bounds)
  if (rows.length === 0) return 0
  const products = rows.map(({ productid }) => productid)
  await client.query('begin')
  try {
    await client.query(
      'select from product where businessid = $1 and productid = any($2) order by businessid, productid for no key update',
      [bounds[0], products],
    )
    const { rowCount } = await client.query(upsertDifferences(rollUp, 'where productid = any($4::bigint[])'), [
      ...bounds,
      products,
    ])
    await client.query('commit')
    return rowCount ?? 0
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const upsertDifferences = (rollUp: RollUp, where = '') => {
  const { table, keys, sums } = rollUp
  return `
  insert into ${table} as kept (businessid, ${[...keys, ...sums]})
  select $1::uuid, ${[...keys, ...sums]} from (${selectDifferences(rollUp)}) differences ${where} order by ${keys}
  on conflict (businessid, ${keys}) do update set ${sums.map((name) => `${name} = kept.${name} + excluded.${name}`)}`
}
