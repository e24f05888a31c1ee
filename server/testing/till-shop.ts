import { createBusiness } from '../../db/testing/create-business.ts'
import { createTillKey } from '../../db/testing/create-till-key.ts'
import { createOwner, createTillClient, type Owner } from './clients.ts'
import type { TestServer } from './server.ts'

export type Till = ReturnType<typeof createTillClient> & { key: string }
type Site = { businessid: string; siteid: number }
type Shop = Site & { till: Till }
export type Product = { productid: number; productname: string; barcode: string; price: number; stock: number }

/** Functions that write and read shops by SQL, for tests of what tills send. */
export function createShopHelpers(server: TestServer) {
  const ask = async <Row = Record<string, unknown>>(statement: string, values: unknown[] = []): Promise<Row[]> =>
    (await server.ownerPool.query(statement, values)).rows

  async function insertOne<Row>(statement: string, values: unknown[]) {
    const [row] = await ask<Row>(statement, values)
    if (!row) throw new Error('an insert returns its row')
    return row
  }

  async function addTill(site: Site): Promise<Till> {
    const key = await createTillKey(server.ownerPool, site)
    server.secrets.add(key)
    return { key, ...createTillClient(server, key) }
  }

  /** A business with a site and a till, of which nobody is signed in. */
  async function createShop(): Promise<Shop> {
    const { businessid, siteid } = await createBusiness(server.ownerPool)
    return { businessid, siteid, till: await addTill({ businessid, siteid }) }
  }

  /** The same, and its owner is signed in. */
  async function createOwnedShop(): Promise<Owner & Shop> {
    const owner = await createOwner(server)
    return { ...owner, till: await addTill(owner) }
  }

  /** Returns the id of a second site. */
  async function addSite({ businessid }: Pick<Site, 'businessid'>) {
    const statement = `insert into site (businessid, sitename, location) values ($1, 'Rosebank', 'x') returning siteid`
    return (await insertOne<{ siteid: number }>(statement, [businessid])).siteid
  }

  async function addEmployee({ businessid, siteid }: Site) {
    const { employeeid } = await insertOne<{ employeeid: number }>(
      `insert into employee (businessid, siteid, firstname, lastname) values ($1, $2, 'Sipho', 'Dube') returning employeeid`,
      [businessid, siteid],
    )
    return employeeid
  }

  function addProduct({ businessid, siteid }: Site, values: Partial<Product & { archived_at: Date }> = {}) {
    const { productname = 'Bread', barcode = '', price = 18.99, stock = 100, archived_at = null } = values
    return insertOne<Product>(
      `insert into product (businessid, siteid, productname, barcode, price, purchaseprice, stock, archived_at)
       values ($1, $2, $3, $4, $5, 12, $6, $7) returning productid, productname, barcode, price, stock`,
      [businessid, siteid, productname, barcode, price, stock, archived_at],
    )
  }

  const findStock = async ({ productid }: Product) =>
    (await ask<{ stock: number }>('select stock from product where productid = $1', [productid]))[0]?.stock

  const findSales = ({ businessid }: Pick<Site, 'businessid'>) =>
    ask('select * from sales where businessid = $1 order by saleid', [businessid])

  return { ask, addTill, createShop, createOwnedShop, addSite, addEmployee, addProduct, findStock, findSales }
}

export const SALEDATE = '2026-11-21T14:05:00+02:00'

/** A sale as a till sends it. */
export const createSale = (reference: string, values: Record<string, unknown> = {}) => ({
  reference,
  saledate: SALEDATE,
  finalamount: 10,
  ...values,
})

/** The status of each sale in the answer to a push. */
export const readStatuses = ({ body }: { body: { sales: { status: string }[] } }) => body.sales.map(({ status }) => status)
