import { randomUUID } from 'node:crypto'
import { addDays } from '../../server/shared/buckets.ts'
import { type ApiClient, createApiClient, type DemoServer } from './api-client.ts'
import { BUSINESS, hasLeft, OWNER, RECEIPTS, SHOPS, type Shop, STAFF, TILL_PINS } from './business.ts'
import { CATALOGUE, getPrice, SCALE_PATTERN, SUPPLIERS } from './catalogue.ts'
import type { DemoState } from './demo-folder.ts'
import { createSales } from './sales.ts'
import { calculateStock, countSoldQuantities, type SoldQuantities } from './stock.ts'

type SiteIds = Record<Shop['code'], number>

/** Signs the owner up and creates sites, tills, employees with till PINs and products, all through the API. */
export async function createDemoBusiness(server: DemoServer, from: string, upTo: string): Promise<DemoState> {
  const api = createApiClient(server)
  const { email, password, firstname, lastname } = OWNER
  const today = upTo.slice(0, 10)
  await api.signup.createUser({ email, password })
  await api.signup.start({ email, password, firstname, lastname })
  const businessid = await api.rpc_create_business(BUSINESS)
  const siteIds = await createSites(api)
  const sold = countSoldQuantities(createSales(addDays(from, -7), upTo))
  // In parallel: hashing the employees' passwords leaves the database idle.
  const [employeeids] = await Promise.all([
    createEmployees(api, siteIds, today),
    createProducts(api, siteIds, { sold, from, upTo }),
  ])
  await describeSuppliers(api)
  await api.account.receipts.save(RECEIPTS)
  const createKey = async (code: Shop['code']) => (await api.tills.create({ siteid: siteIds[code], name: 'Till 1' })).key
  const tills = { CPT: await createKey('CPT'), SDT: await createKey('SDT'), DBN: await createKey('DBN') }
  return { from, upTo: from, businessid, tills, employeeids }
}

/** Creates the primary site, chooses a plan, finishes the sign-up, and creates the other sites. */
async function createSites(api: ApiClient): Promise<SiteIds> {
  const [cpt, sdt, dbn] = SHOPS
  const { siteid } = await api.signup.createSite(pickSiteFields(cpt))
  const [, plan] = await api.signup.plans()
  if (!plan) throw new Error('there is no second plan')
  await api.signup.choosePlan({ subscriptionid: plan.subscriptionid })
  await api.signup.finish()
  const createSite = async (shop: Shop) => (await api.sites.create(pickSiteFields(shop))).siteid
  return { CPT: siteid, SDT: await createSite(sdt), DBN: await createSite(dbn) }
}

const pickSiteFields = ({ sitename, location }: Shop) => ({ sitename, location })

/** Returns the ids of STAFF, in its order. */
async function createEmployees(api: ApiClient, siteIds: SiteIds, today: string) {
  const ids: number[] = []
  for (const [nth, person] of STAFF.entries()) {
    const { firstname, lastname, position, hiredate, siteCode, left } = person
    const isenabled = !hasLeft(person, today)
    const disablereason = isenabled ? '' : left?.disablereason
    // Those who sell have one.
    const employee_code = position === 'Employee' ? String(101 + nth) : ''
    const fields = { firstname, lastname, position, hiredate, siteid: siteIds[siteCode], isenabled, disablereason, employee_code }
    if (position === 'Owner') {
      const { employeeid } = (await api.signup.review()).owner
      if (employeeid === null) throw new Error('the owner has no employee record')
      await api.employees.update({ ...fields, employeeid, opened: { version: 1 } })
      ids.push(employeeid)
    } else {
      const email = `${firstname}.${lastname}@karoopantry.co.za`.replaceAll(' ', '').toLowerCase()
      const login = { email, password: OWNER.password, request_id: randomUUID() }
      ids.push((await api.employees.create({ ...fields, ...login })).employeeid)
    }
    const pin = position === 'Employee' ? TILL_PINS.seller : TILL_PINS.manager
    if (isenabled) await api.employees.setPin({ employeeid: Number(ids.at(-1)), pin })
  }
  return ids
}

type Sold = { sold: SoldQuantities; from: string; upTo: string }

/** Products, also of scales, with the stock that the sales from then on leave as `calculateStock` says. */
async function createProducts(api: ApiClient, siteIds: SiteIds, { sold, from, upTo }: Sold) {
  await api.stock.saveSettings({ ...(await api.stock.settings()), scale_patterns: [SCALE_PATTERN] })
  // One after the other, so that the ids are the same every time.
  for (const product of CATALOGUE) {
    const { siteCode, scaleCode, popularity: _, months: _months, fullStock: _full, deliveryWeekday: _day, ...fields } = product
    const stock = sold.between(product, from, upTo) + calculateStock(product, sold, upTo)
    const price = getPrice(product, upTo.slice(0, 10))
    const further_barcodes = scaleCode === undefined ? [] : [{ barcode: scaleCode, units: 1 }]
    await api.products.create({ ...fields, siteid: siteIds[siteCode], price, stock, further_barcodes })
  }
}

/** The products have added their suppliers. */
async function describeSuppliers(api: ApiClient) {
  for (const contact of SUPPLIERS) {
    const { rows } = await api.suppliers.list({ q: contact.name })
    for (const { supplierid, version } of rows) await api.suppliers.update({ ...contact, supplierid, opened: { version } })
  }
}
