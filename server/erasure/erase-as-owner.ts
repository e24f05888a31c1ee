import type { ClientBase } from 'pg'
import { eraseRows } from './erase-business.ts'

/** Deletes all rows of a business at once, closed or not, on a connection of the owner. Returns how many. */
export async function eraseAsOwner(client: ClientBase, businessid: string, onRows?: (rows: number) => void) {
  await client.query(
    'update business set closed_at = coalesce(closed_at, now()), erase_at = least(coalesce(erase_at, now()), now()) where id = $1',
    [businessid],
  )
  const eraseSlice = async (maxRows: number) => {
    const { rows } = await client.query<{ rows: number | null }>('select erase_business_rows($1, $2)::float8 as rows', [
      businessid,
      maxRows,
    ])
    return rows[0]?.rows ?? null
  }
  return eraseRows(eraseSlice, onRows && { onRows })
}

export type ErasedAgain = { businessid: string; rows: number }

/** Erases what a restored backup has of businesses that were erased after it was made. */
export async function eraseAgain(client: ClientBase, businessids: string[]): Promise<ErasedAgain[]> {
  const { rows: found } = await client.query<{ id: string }>('select id from business where id = any ($1::uuid[]) order by id', [
    businessids,
  ])
  const erased: ErasedAgain[] = []
  for (const { id } of found) erased.push({ businessid: id, rows: await eraseAsOwner(client, id) })
  return erased
}
