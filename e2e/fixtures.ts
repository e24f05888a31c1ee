import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import axe from 'axe-core'
import { Pool } from 'pg'
import type { Sale, SaleAnswer } from '../contract/tills.ts'
import { createBusiness } from '../db/testing/create-business.ts'

export { expect }

export const PASSWORD = 'correct horse battery'

let numbers = 0
/** A word that no other test uses. */
export const unique = (word: string) => `${word}-${process.pid}-${++numbers}`
export const uniqueEmail = () => `${unique('naledi.dlamini')}@karoopantry.co.za`

let pool: Pool | undefined

/** Runs a statement as the owner of the database, for what no screen creates: announcements, tickets, roles. */
export async function sql<Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) {
  return (await openPool().query<Row>(statement, values)).rows
}

/** The owner of the database. */
export function openPool() {
  if (pool) return pool
  const pid = readFileSync(join(process.env['E2E_DATA_DIR'] ?? '', 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  pool = new Pool({ host: pid[4], port: Number(pid[3]), user: 'winkel_owner', database: 'winkel', max: 2, allowExitOnIdle: true })
  return pool
}

/** A connection for each call: the server closes one that is idle for some seconds, perhaps while the next call is on its way. */
export const OWN_CONNECTION = { connection: 'close' }

/** Calls the documented REST as a page of ours would. */
export async function call<Answer = unknown>(
  request: APIRequestContext,
  method: string,
  path: string,
  data?: unknown,
): Promise<Answer> {
  const response = await request.fetch(path, { method, data, headers: { ...OWN_CONNECTION, 'sec-fetch-site': 'same-origin' } })
  if (!response.ok()) throw new Error(`${method} ${path} answered ${response.status()}: ${await response.text()}`)
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

export type Owner = Awaited<ReturnType<typeof createOwner>>

/** An owner whose sign-up went as far as the given step, signed in in the page's browser. */
export async function createOwner(
  page: Page,
  { name = unique('Karoo Pantry'), site = 'Sandton Rivonia', steps = 5, email = uniqueEmail(), isProven = true } = {},
) {
  const { request } = page
  const owner = { email, password: PASSWORD, firstname: 'Naledi', lastname: 'Dlamini' }
  const business = await createBusiness(openPool(), { ...owner, name, sitename: site, steps, isProven })
  const { user_id, businessid, siteid } = business
  if (steps < 5) await call(request, 'POST', '/api/v1/signup', owner)
  else await call(request, 'POST', '/api/v1/session', { email, password: PASSWORD })

  return {
    email,
    name,
    user_id,
    businessid,
    siteid,
    addSite: (sitename: string, location = '84 Kloof Street, Cape Town 8001') =>
      call<{ siteid: number }>(request, 'POST', '/api/v1/sites', { sitename, location }),
    addTill: (tillSite = siteid, name = 'Till 1') =>
      call<{ key: string; till: { tillid: number; name: string } }>(request, 'POST', `/api/v1/sites/${tillSite}/tills`, { name }),
    async addEmployee(firstname: string, lastname: string, employeeSite = siteid) {
      const [row] = await sql<{ employeeid: string }>(
        'insert into employee (businessid, siteid, firstname, lastname) values ($1, $2, $3, $4) returning employeeid',
        [businessid, employeeSite, firstname, lastname],
      )
      return Number(row?.employeeid)
    },
    async addProduct(product: {
      productname: string
      barcode?: string
      supplier?: string
      price?: number
      stock?: number
      siteid?: number
    }) {
      const [row] = await sql<{ productid: string }>(
        `insert into product (businessid, siteid, productname, barcode, supplier, price, stock)
         values ($1, $2, $3, $4, $5, $6, $7) returning productid`,
        [
          businessid,
          product.siteid ?? siteid,
          product.productname,
          product.barcode ?? '',
          product.supplier ?? '',
          product.price ?? 10,
          product.stock ?? 100,
        ],
      )
      return Number(row?.productid)
    },
  }
}

/** Sends sales as a till does; throws when one is rejected. */
export async function push(request: APIRequestContext, key: string, sales: (Omit<Sale, 'items'> & { items?: Sale['items'] })[]) {
  const response = await request.post('/api/v1/sales', {
    data: { sales },
    headers: { ...OWN_CONNECTION, authorization: `Bearer ${key}`, cookie: '' },
  })
  const answer = (await response.json()) as { sales: SaleAnswer[] }
  const rejected = answer.sales.filter(({ status }) => status === 'rejected')
  if (!response.ok() || rejected.length > 0) throw new Error(JSON.stringify(rejected.length > 0 ? rejected : answer))
  return answer.sales
}

/** What a person reads, with the no-break spaces of numbers as plain ones. */
export const plain = (text: string | null) =>
  (text ?? '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * The violations that axe finds, of all rules or of one, in an open dialog and what lies over it, or else in the whole page. Its
 * wrapper for Playwright takes five times as long.
 */
async function findViolations(page: Page, rule?: string) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate((runOnly) => {
    const reachable = document.querySelector('[aria-modal=true]') ? document.querySelectorAll('body > [data-portal]') : document
    return axe.run(reachable, { resultTypes: ['violations'], elementRef: false, preload: false, ...(runOnly && { runOnly }) })
  }, rule && [rule])
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} (${any[0]?.message})`))
}

/** Expects no violation of an accessibility rule. */
export async function expectAccessible(page: Page) {
  expect(await findViolations(page)).toEqual([])
}

/** Changes the colour scheme and waits until Mantine has followed. */
async function setColorScheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

/** Expects no violation in either colour scheme; they differ in colours only. */
export async function expectAccessibleByDayAndNight(page: Page) {
  await expectAccessible(page)
  await setColorScheme(page, 'dark')
  expect(await findViolations(page, 'color-contrast')).toEqual([])
  await setColorScheme(page, 'light')
}

// The browser logs a failed request, and the product logs it with its error and stack.
const REFUSED_CALL =
  /^(Failed to load resource: |TypeError: (Failed to fetch|There is no connection)\b|(?!TypeError|ReferenceError|RangeError|SyntaxError)\w+: .*\n +at )/

/** Collects uncaught errors, errors and warnings of the console from now on. */
export function collectFaults(context: BrowserContext) {
  const faults: string[] = []
  context.on('weberror', (fault) => faults.push(String(fault.error().stack ?? fault.error())))
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !REFUSED_CALL.test(message.text())) faults.push(message.text())
  })
  return faults
}

/** The browser of another person. Its faults are for the test to look at. */
export async function openOtherBrowser(browser: Browser, page: Page) {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, reducedMotion: 'reduce' })
  return { context, faults: collectFaults(context), page: await context.newPage() }
}

/** Clicks Save in a dialog; the server executes the call and the answer is lost. */
export async function saveUnanswered(page: Page, called: string) {
  const dialog = page.getByRole('dialog')
  const address = `**/api/rpc/${called}`
  await page.route(address, async (route) => {
    expect((await route.fetch()).ok()).toBe(true)
    await route.abort('connectionreset')
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Something went wrong. Please try again.')
  await page.unroute(address)
}

/** The row, or on a phone the card, that shows this text. */
export const row = (page: Page, text: string): Locator =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text })

export const test = base.extend<{ owner: Owner; faultless: undefined; expectedFault: RegExp | undefined }>({
  /** Of the test itself, such as a full disk. */
  expectedFault: [undefined, { option: true }],
  /** Every test fails for what `collectFaults` collects. */
  faultless: [
    async ({ context, expectedFault }, use) => {
      const faults = collectFaults(context)
      await use(undefined)
      expect(faults.filter((fault) => !expectedFault?.test(fault))).toEqual([])
    },
    { auto: true },
  ],

  /** An owner with a finished sign-up, signed in in the test's browser. */
  owner: async ({ page }, use) => use(await createOwner(page)),
})
