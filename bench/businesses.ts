import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client as Database } from 'pg'
import { type Client, clientOf } from './client.ts'
import type { Server } from './server.ts'
import { fillShop } from './shop.ts'
import { fillStores } from './stores.ts'

export type Business = { user_id: string; businessid: string; owner: Client }

export const CATALOGUE = { sites: 20, employees: 1, products: 100_000 }

/** The shop with a year of sales, filled once. */
export const keptShop = (server: Server, dataDir: string, sales: number) =>
  kept(server, join(dataDir, 'shop.json'), 'bench@karoopantry.co.za', (businessid) => {
    console.log(`Filling a shop with ${sales.toLocaleString('en-ZA')} sales, once.`)
    const onProgress = (stored: number) => console.log(`  ${Math.round((stored / sales) * 100)} %`)
    return fillShop(server.superuser, { businessid, sales, onProgress })
  })

/** A business of many products and no sale. */
export const keptCatalogue = (server: Server, dataDir: string) =>
  kept(server, join(dataDir, 'catalogue.json'), 'catalogue@karoopantry.co.za', async (businessid) => {
    const db = await superuser(server)
    await db.query('select setseed(0.42)')
    await fillStores(db, businessid, CATALOGUE)
    await db.query('vacuum analyze')
    await db.end()
  })

async function kept(server: Server, file: string, email: string, fill: (businessid: string) => Promise<void>): Promise<Business> {
  const credentials = { email, password: 'as fast as can be' }
  if (!existsSync(file)) {
    const founded = await foundBusiness(server, credentials)
    await fill(founded.businessid)
    await writeFile(file, JSON.stringify({ user_id: founded.user_id, businessid: founded.businessid }))
  }
  const { user_id, businessid } = JSON.parse(await readFile(file, 'utf8'))
  return { user_id, businessid, owner: await clientOf(server.url).become('/api/v1/session', credentials) }
}

/** Signs a business up through the front door, as far as it takes. */
export async function foundBusiness(server: Server, credentials: { email: string; password: string }): Promise<Business> {
  const stranger = clientOf(server.url)
  const { user } = await stranger.post('/api/functions/create-user', credentials)
  const founder = await stranger.become('/api/v1/signup', { ...credentials, firstname: 'Bench', lastname: 'Owner' })
  const businessid = await founder.post('/api/rpc/rpc_create_business', { p_name: 'Bench', p_reg: '1' })
  return { user_id: user.id, businessid, owner: founder }
}

/** Takes a business away again, with all it has. */
export async function takeAway(server: Server, businessid: string) {
  const db = await superuser(server)
  const { rows } = await db.query(
    `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'businessid'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  )
  for (const { relname } of rows) await db.query(`delete from ${relname} where businessid = $1`, [businessid])
  await db.query('delete from business where id = $1', [businessid])
  await db.query('vacuum analyze')
  await db.end()
}

/** With triggers and keys asleep: what it writes and takes away is whole in itself. */
export async function superuser(server: Server) {
  const db = new Database({ ...server.superuser, statement_timeout: 0 })
  await db.connect()
  await db.query('set session_replication_role = replica')
  return db
}
