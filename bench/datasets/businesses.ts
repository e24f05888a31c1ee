import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBusiness } from '../../db/testing/create-business.ts'
import { copyToBaseline, deleteFromBaseline } from '../baselines/tables.ts'
import { connect, connectWithoutTriggers } from '../lib/database.ts'
import { createHttpClient, type HttpClient } from '../lib/http-client.ts'
import type { Server } from '../lib/server-process.ts'
import { fillShop } from './shop.ts'
import { fillSitesAndProducts } from './sites-and-products.ts'

export type Business = { businessid: string; owner: HttpClient }

export const CATALOGUE = { sites: 20, employees: 1, products: 100_000 }

const PASSWORD = 'a password of the bench'

type Fill = (businessid: string) => Promise<void>

/** The shop with a year of sales, filled once and kept. */
export const openShop = (server: Server, dataDir: string, sales: number, onProgress: (stored: number) => void) =>
  openBusiness(server, { file: join(dataDir, 'shop.json'), email: 'bench@karoopantry.co.za' }, (businessid) =>
    fillShop(server.superuser, { businessid, sales, onProgress }),
  )

/** A business with many products and no sale, filled once and kept. */
export const openCatalogue = (server: Server, dataDir: string) =>
  openBusiness(server, { file: join(dataDir, 'catalogue.json'), email: 'catalogue@karoopantry.co.za' }, async (businessid) => {
    const db = await connectWithoutTriggers(server.superuser)
    await db.query('select setseed(0.42)')
    await fillSitesAndProducts(db, businessid, CATALOGUE)
    await db.query('vacuum analyze')
    await db.end()
  })

async function openBusiness(server: Server, { file, email }: { file: string; email: string }, fill: Fill): Promise<Business> {
  if (!existsSync(file)) {
    const { businessid } = await createOwner(server, email)
    await fill(businessid)
    await copyToBaseline(server.superuser, businessid)
    await writeFile(file, JSON.stringify({ businessid }))
  }
  const { businessid } = JSON.parse(await readFile(file, 'utf8'))
  return { businessid, owner: await signIn(server, email) }
}

/** A business without sites, and its owner, who is signed in. */
export async function createOwner(server: Server, email: string): Promise<Business> {
  const db = await connect(server.superuser)
  const { businessid } = await createBusiness(db, { email, password: PASSWORD, steps: 2 })
  await db.end()
  return { businessid, owner: await signIn(server, email) }
}

const signIn = (server: Server, email: string) =>
  createHttpClient(server.url).signIn('/api/v1/session', { email, password: PASSWORD })

/** Deletes a business with all it has, also from the baseline's tables. */
export async function deleteBusiness(server: Server, businessid: string) {
  const db = await connectWithoutTriggers(server.superuser)
  const { rows } = await db.query(
    `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'businessid'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  )
  for (const { relname } of rows) await db.query(`delete from ${relname} where businessid = $1`, [businessid])
  await db.query('delete from business where id = $1', [businessid])
  await deleteFromBaseline(db, businessid)
  await db.query('vacuum analyze')
  await db.end()
}
