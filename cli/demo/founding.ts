import { randomUUID } from 'node:crypto'
import type { Config } from '../../server/config.ts'
import { type TestClient as Browser, createClient } from '../../server/testing/clients.ts'
import { plusDays } from './calendar.ts'
import { CATALOGUE, type Product, priceOn } from './catalogue.ts'
import type { Story } from './folder.ts'
import { BUSINESS, hasLeft, OWNER, SHOPS, type Shop, STAFF } from './people.ts'
import { slipsBetween } from './sales.ts'
import { soldBy, stockLeft } from './stock.ts'

/** A running server on the demo's folder. */
export type Demo = { url: string; config: Config }

type Api = Browser['api']
type Siteids = Record<Shop['code'], number>

export const createDemoClient = ({ url, config }: Demo) => createClient({ url, config, secrets: new Set() })

/** Signs the owner up, as a person would, and makes what has to be there before the first sale: nothing is written by SQL. */
export async function createDemoBusiness(demo: Demo, from: string, upTo: string): Promise<Story> {
  const { api } = createDemoClient(demo)
  const { email, password, firstname, lastname } = OWNER
  await api.signup.createUser({ email, password })
  await api.signup.start({ email, password, firstname, lastname })
  const businessid = await api.rpc_create_business(BUSINESS)
  const siteids = await openShops(api)
  const sold = soldBy(slipsBetween(plusDays(from, -7), upTo))
  // At the same time: a login's password is hashed beside the database, whatever that does.
  const [employeeids] = await Promise.all([
    employ(api, siteids, upTo.slice(0, 10)),
    stockUp(api, siteids, (product) => ({
      price: priceOn(product, upTo.slice(0, 10)),
      stock: sold.between(product, from, upTo) + stockLeft(product, sold, upTo),
    })),
  ])
  const key = async (code: Shop['code']) => (await api.tills.create({ siteid: siteids[code], name: 'Till 1' })).key
  const tills = { CPT: await key('CPT'), SDT: await key('SDT'), DBN: await key('DBN') }
  return { from, upTo: from, businessid, tills, employeeids }
}

/** The sign-up's primary site, the plan and the end of the sign-up, then the other sites. */
async function openShops(api: Api): Promise<Siteids> {
  const [cpt, sdt, dbn] = SHOPS
  const { siteid } = await api.signup.createSite(placeOf(cpt))
  const [, plan] = await api.signup.plans()
  if (!plan) throw new Error('there is more than one plan')
  await api.signup.choosePlan({ subscriptionid: plan.subscriptionid })
  await api.signup.finish()
  const open = async (shop: Shop) => (await api.sites.create(placeOf(shop))).siteid
  return { CPT: siteid, SDT: await open(sdt), DBN: await open(dbn) }
}

const placeOf = ({ sitename, location }: Shop) => ({ sitename, location })

/** The ids of STAFF, in its order. */
async function employ(api: Api, siteids: Siteids, today: string) {
  const ids: number[] = []
  for (const one of STAFF) {
    const { firstname, lastname, position, hiredate, at, left } = one
    const isenabled = !hasLeft(one, today)
    const person = { firstname, lastname, position, hiredate, siteid: siteids[at], isenabled }
    const details = { ...person, disablereason: isenabled ? '' : left?.disablereason }
    if (position === 'Owner') {
      const { employeeid } = (await api.signup.review()).owner
      if (employeeid === null) throw new Error('an owner has an employee record')
      await api.employees.update({ ...details, employeeid, opened: { version: 1 } })
      ids.push(employeeid)
    } else {
      const email = `${firstname}.${lastname}@karoopantry.co.za`.replaceAll(' ', '').toLowerCase()
      const login = { email, password: OWNER.password, request_id: randomUUID() }
      ids.push((await api.employees.create({ ...details, ...login })).employeeid)
    }
  }
  return ids
}

async function stockUp(api: Api, siteids: Siteids, todays: (product: Product) => { price: number; stock: number }) {
  // One after the other, so that their ids are the same every time.
  for (const product of CATALOGUE) {
    const { productname, description, barcode, category, supplier, purchaseprice, at } = product
    const texts = { productname, description, barcode, category, supplier }
    await api.products.create({ ...texts, siteid: siteids[at], purchaseprice, ...todays(product) })
  }
}
