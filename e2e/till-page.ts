import { type BrowserContext, expect, type Page } from '@playwright/test'
import { readPageDatabase } from '../tools/read-page-database.ts'
import { call, type Owner, sql } from './fixtures.ts'

export const PIN = '2580'

/** A site with two sellers who have PINs, a manager and three products, and the key of a till. */
export async function createShop(owner: Owner, page: Page) {
  const sellers = [await owner.addEmployee('Aisha', 'Adams'), await owner.addEmployee('Lerato', 'Mokoena')]
  await sql(`update employee set position = 'Manager' where employeeid = $1`, [sellers[1]])
  for (const employeeid of sellers) await call(page.request, 'PUT', `/api/v1/employees/${employeeid}/pin`, { pin: PIN })
  await owner.addProduct({ productname: 'Brown bread', barcode: '6009900000226', price: 19.99 })
  await owner.addProduct({ productname: 'Rooibos tea', barcode: '6009900000233', price: 54.5 })
  await owner.addProduct({ productname: 'Milk 2 l', barcode: '6009900000240', price: 36.99 })
  const { key, till } = await owner.addTill(owner.siteid, 'Counter')
  return { key, ...till }
}

export type Shop = Awaited<ReturnType<typeof createShop>>

/** Makes the browser the till, as 'Use this device as a till' does, and opens it. */
export async function openTill(context: BrowserContext, url: string, { key, tillid, name }: Shop) {
  const page = await context.newPage()
  await page.goto(`${url}/healthz`)
  await page.evaluate((pairing) => localStorage.setItem('winkel-till-pairing', pairing), JSON.stringify({ key, tillid, name }))
  await page.goto(`${url}/till`)
  return page
}

export async function enterPin(page: Page, name: string) {
  await page.getByRole('button', { name }).click()
  await expect(page.getByRole('button', { name: 'OK' })).toBeVisible()
  await page.keyboard.type(PIN)
  await page.keyboard.press('Enter')
}

/** Signs a seller in, and opens the drawer where it is closed. */
export async function signIn(page: Page, name = 'Aisha Adams') {
  await enterPin(page, name)
  const float = page.getByLabel('Float in rand')
  const search = page.getByLabel('Search or scan')
  await expect(float.or(search)).toBeVisible()
  if (await float.isVisible()) {
    await float.fill('500')
    await page.keyboard.press('Enter')
  }
  await expect(search).toBeVisible()
  await expect(page.locator('.tile').first()).toBeVisible()
}

/** What a scanner types. */
export async function scan(page: Page, barcode: string) {
  await page.locator('.products').click({ position: { x: 2, y: 2 } })
  await typeBarcode(page, barcode)
}

/** All keys at once, as fast as a scanner: on a busy machine one after the other would take as long as a person. */
export const typeBarcode = (page: Page, barcode: string) =>
  Promise.all([...barcode, 'Enter'].map((key) => page.keyboard.press(key)))

export async function payCash(page: Page) {
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cash' }).click()
  await dialog.getByRole('button', { name: /^Exact/ }).click()
  await expect(page.getByRole('dialog', { name: 'Paid' })).toBeVisible()
}

/** Takes cash out of the drawer; its menu is open afterwards. */
export async function payOut(page: Page, amount: string) {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Drawer' }).press('Enter')
  await dialog.getByRole('button', { name: 'Paid out' }).press('Enter')
  await dialog.getByLabel('Amount').fill(amount)
  await dialog.getByLabel('What for').fill('Milk')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Drawer' })).toBeVisible()
}

/** Waits until the open basket is on the disk, which is after its line is shown. */
export const expectStored = (page: Page, lines: number) =>
  expect
    .poll(async () => {
      const values = await readPageDatabase<{ name: string; value: { lines?: object[] } }>(page, 'winkel-till', 'values')
      return values.find(({ name }) => name === 'basket')?.value.lines?.length ?? 0
    })
    .toBe(lines)

/** Opens the receipt with a number, and asks for one piece of a product back. */
export async function takeBack(page: Page, number: string, product: string) {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Receipts' }).press('Enter')
  await dialog.getByLabel('Number of the receipt').fill(number)
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Copy')
  await dialog.getByRole('button', { name: 'Refund' }).press('Enter')
  await dialog.getByLabel(`Back of ${product}`).fill('1')
  await page.keyboard.press('Enter')
}

/** The stored sales of a business, by reference. */
export const listSales = (owner: Owner) =>
  sql<{ reference: string; finalamount: string; refund_of: string | null }>(
    'select reference, finalamount, refund_of from sales where businessid = $1 order by reference',
    [owner.businessid],
  )
