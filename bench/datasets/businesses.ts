import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBusiness } from '../../db/testing/create-business.ts'
import { connect, connectWithoutTriggers, type Database } from '../lib/database.ts'
import { createHttpClient, type HttpClient } from '../lib/http-client.ts'
import type { Server } from '../lib/server-process.ts'
import { copyToBaseline, deleteFromBaseline, hasBaseline } from '../plain-sql/tables.ts'
import { fillOthers, OTHER_NAME } from './others.ts'
import { fillShop } from './shop.ts'
import { fillSitesAndProducts } from './sites-and-products.ts'
import type { Size } from './size.ts'

export type Business = { businessid: string; owner: HttpClient }

const SHOP_FILE = 'shop.json'
const CATALOGUE_FILE = 'catalogue.json'
/** They are written when a dataset is complete. */
export const DATASET_FILES = [SHOP_FILE, CATALOGUE_FILE]

const PASSWORD = 'a password of the bench'

type Fill = (businessid: string) => Promise<void>
type Filled = { file: string; email: string; hasBaseline: boolean }

/** The shop with a year of sales, filled once and kept. */
export const openShop = (server: Server, dataDir: string, size: Size, onProgress: (text: string) => void) =>
  openBusiness(
    server,
    { file: join(dataDir, SHOP_FILE), email: 'bench@karoopantry.co.za', hasBaseline: size.hasBaseline },
    async (businessid) => {
      await fillShop(server.superuser, { businessid, size, onProgress })
      await fillOthers(server.superuser, { businessid, size, onProgress })
    },
  )

/** Some of the businesses beside the shop, chosen at random, and their owners. */
export async function openOthers(server: Server, db: Database, count: number): Promise<Business[]> {
  const { rows } = await db.query<{ businessid: string; email: string }>(
    `select u.businessid, person.email from business b join business_users u on u.businessid = b.id
       join auth."user" person on person.id = u.user_id where b.name = $1 order by random() limit $2`,
    [OTHER_NAME, count],
  )
  const opened: Business[] = []
  for (const { businessid, email } of rows) opened.push({ businessid, owner: await signIn(server, email) })
  return opened
}

/** A business with many products and no sale, filled once and kept. */
export const openCatalogue = (server: Server, dataDir: string, { catalogue, hasBaseline }: Size) =>
  openBusiness(
    server,
    { file: join(dataDir, CATALOGUE_FILE), email: 'catalogue@karoopantry.co.za', hasBaseline },
    async (businessid) => {
      const db = await connectWithoutTriggers(server.superuser)
      await db.query('select setseed(0.42)')
      await fillSitesAndProducts(db, businessid, catalogue)
      await db.query('vacuum analyze')
      await db.end()
    },
  )

async function openBusiness(server: Server, { file, email, hasBaseline }: Filled, fill: Fill): Promise<Business> {
  if (!existsSync(file)) {
    const { businessid } = await createOwner(server, email)
    await fill(businessid)
    if (hasBaseline) await copyToBaseline(server.superuser, businessid)
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

/** Deletes what a part that was stopped has left behind. */
export async function deleteOtherBusinesses(server: Server, kept: string[]) {
  const db = await connect(server.superuser)
  const { rows } = await db.query<{ id: string }>('select id from business where id <> all($1) and name <> $2', [
    kept,
    OTHER_NAME,
  ])
  await db.end()
  for (const { id } of rows) await deleteBusiness(server, id)
}

/** Deletes a business with all it has, also from the baseline's tables. */
export async function deleteBusiness(server: Server, businessid: string) {
  const db = await connectWithoutTriggers(server.superuser)
  const { rows } = await db.query(
    `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'businessid'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  )
  for (const { relname } of rows) await db.query(`delete from ${relname} where businessid = $1`, [businessid])
  await db.query('delete from business where id = $1', [businessid])
  if (await hasBaseline(db)) await deleteFromBaseline(db, businessid)
  await db.query('vacuum analyze')
  await db.end()
}
