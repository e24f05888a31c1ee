import { createNetwork, type Network } from '../tools/unreliable-network.ts'
import { test as base, call, expect, expectAccessible, plain, sql } from './fixtures.ts'
import {
  createShop,
  expectStored,
  listSales,
  openTill,
  payCash,
  payOut,
  type Shop,
  scan,
  signIn,
  takeBack,
  typeBarcode,
} from './till-page.ts'

const test = base.extend<{ shop: Shop; network: Network }>({
  shop: async ({ owner, page }, use) => use(await createShop(owner, page)),
  network: async ({ baseURL }, use) => {
    const network = await createNetwork(baseURL ?? '')
    await use(network)
    await network.close()
  },
})

const status = (text: string | RegExp) => ({ name: text })

test('till: a sale without a network survives reloads and is stored once, also when its answer was lost', async ({
  owner,
  context,
  shop,
  network,
}) => {
  const till = await openTill(context, network.url, shop)
  await signIn(till)
  // The page and its files are on the device.
  await till.evaluate(async () => void (await navigator.serviceWorker.ready))

  network.mode = 'down'
  await till.reload()
  await signIn(till)
  await scan(till, '6009900000226')
  await expect(till.getByRole('button', { name: 'Change Brown bread' })).toBeVisible()
  await expectStored(till, 1)
  // A reload in the middle of a basket keeps it, and so does a power cut that empties the local storage.
  await till.evaluate(() => localStorage.clear())
  await till.reload()
  await signIn(till)
  await expect(till.getByRole('button', { name: 'Change Brown bread' })).toBeVisible()
  await payCash(till)
  await till.reload()
  await signIn(till)
  await expect(till.getByRole('button', status(/Offline · 1 to send/))).toBeVisible()
  expect(await listSales(owner)).toEqual([])

  // The server stores the sale, and the till does not hear of it.
  network.mode = 'loses answers'
  await till.getByRole('button', status(/to send/)).click()
  await expect.poll(() => listSales(owner)).toHaveLength(1)
  network.mode = 'up'
  await till.getByRole('button', status(/to send/)).click()
  await expect(till.getByRole('button', status('All sent'))).toBeVisible()
  expect(await listSales(owner)).toEqual([{ reference: `T${shop.tillid}-000001`, finalamount: '19.99', refund_of: null }])
})

test('till: a restored server gets what it lacks', async ({ owner, context, shop, network }) => {
  const till = await openTill(context, network.url, shop)
  await signIn(till)
  await scan(till, '6009900000226')
  await payCash(till)
  // The next customer's goods end the receipt, and what comes during a payment is added.
  await typeBarcode(till, '6009900000226')
  await expect(till.getByRole('dialog')).toBeHidden()
  await till.getByRole('button', { name: 'Pay', exact: true }).click()
  await typeBarcode(till, '6009900000226')
  await expect(till.getByRole('dialog')).toBeHidden()
  await expect(till.getByTestId('total')).toHaveText(/39,98/)
  await payCash(till)
  await till.keyboard.press('Enter')
  await expect(till.getByRole('button', status('All sent'))).toBeVisible()
  const before = network.calls.filter((path) => path === 'POST /api/v1/sales').length
  network.epoch = 'another'
  await scan(till, '6009900000233')
  await payCash(till)
  await expect.poll(() => network.calls.filter((path) => path === 'POST /api/v1/sales').length).toBe(before + 2)
  await till.keyboard.press('Enter')
  await expect(till.getByRole('button', status('All sent'))).toBeVisible()
  expect(await listSales(owner)).toHaveLength(3)
})

test('till: one window sells; the other one says so, and goes on when the first is closed', async ({
  context,
  shop,
  network,
}) => {
  const first = await openTill(context, network.url, shop)
  await signIn(first)
  await scan(first, '6009900000226')
  const second = await context.newPage()
  await second.goto(`${network.url}/till`)
  await expect(second.getByRole('heading', { name: 'The till is open in another window' })).toBeVisible()
  await expectStored(first, 1)
  await first.close()
  await signIn(second)
  await expect(second.getByRole('button', { name: 'Change Brown bread' })).toBeVisible()
})

test('till: a product that was deleted in the meantime is sold by its name, and the times of a clock that is ahead are corrected', async ({
  owner,
  context,
  shop,
  network,
}) => {
  const till = await openTill(context, network.url, shop)
  await signIn(till)
  network.mode = 'down'
  await scan(till, '6009900000226')
  await payCash(till)
  await till.keyboard.press('Enter')
  await sql('delete from product where businessid = $1 and productname = $2', [owner.businessid, 'Brown bread'])
  const ahead = Date.now() + 3 * 24 * 3_600_000
  await till.clock.setSystemTime(ahead)
  await scan(till, '6009900000233')
  await payCash(till)
  await till.keyboard.press('Enter')
  await payOut(till, '50')
  await till.keyboard.press('Escape')
  network.mode = 'up'
  await till.getByRole('button', status(/to send/)).click()
  await expect(till.getByRole('button', status('All sent'))).toBeVisible()
  const sales = await sql<{ productname: string; is_late: boolean }>(
    `select i.productname, s.saledate > now() as is_late from sales s join saleitems i using (businessid, saleid)
      where businessid = $1 order by s.reference`,
    [owner.businessid],
  )
  expect(sales).toEqual([
    { productname: 'Brown bread', is_late: false },
    { productname: 'Rooibos tea', is_late: false },
  ])
  expect(
    await sql('select amount, moved_at > now() as is_late from drawer_movements where businessid = $1', [owner.businessid]),
  ).toEqual([{ amount: '-50.00', is_late: false }])
})

test.describe('till: a full disk', () => {
  test.use({ expectedFault: /QuotaExceededError/ })
  test('says that nothing is paid, and keeps the basket', async ({ owner, context, shop, network }) => {
    const till = await openTill(context, network.url, shop)
    await signIn(till)
    const session = await context.newCDPSession(till)
    await session.send('Storage.overrideQuotaForOrigin', { origin: network.url, quotaSize: 1 })
    // The browser looks at the space that is left from time to time.
    await expect(async () => {
      await till.locator('.tile').first().click()
      await expect(till.getByRole('alert')).toContainText('no space left', { timeout: 500 })
    }).toPass()
    await till.getByRole('button', { name: 'Pay', exact: true }).click()
    await till.getByRole('dialog').getByRole('button', { name: 'Card', exact: true }).click()
    await expect(till.getByRole('alert').filter({ hasText: 'Not paid' })).toBeVisible()
    await session.send('Storage.overrideQuotaForOrigin', { origin: network.url })
    await till.getByRole('dialog').getByRole('button', { name: 'Card', exact: true }).click()
    await expect(till.getByRole('dialog', { name: 'Paid' })).toBeVisible()
    await expect.poll(() => listSales(owner)).toHaveLength(1)
  })
})

test('till: a revoked key stops the till, which keeps and names what was not sent, and a new key of the site sends it', async ({
  owner,
  page,
  context,
  shop,
  network,
}) => {
  const till = await openTill(context, network.url, shop)
  await signIn(till)
  network.mode = 'down'
  await scan(till, '6009900000226')
  await payCash(till)
  await call(page.request, 'DELETE', `/api/v1/tills/${shop.tillid}`)
  network.mode = 'up'
  await till.reload()
  await expect(till.getByRole('heading', { name: 'Counter is disconnected' })).toBeVisible()
  await expect(till.getByRole('main')).toContainText('1 sale')
  await till.close()
  const again = await owner.addTill(owner.siteid, 'Counter')
  const other = await openTill(context, network.url, { key: again.key, ...again.till })
  await signIn(other)
  await expect.poll(() => listSales(owner)).toMatchObject([{ reference: `T${shop.tillid}-000001` }])
})

test('till: a new version waits for the end of the sale', async ({ owner, context, shop, network }) => {
  const till = await openTill(context, network.url, shop)
  await signIn(till)
  await till.evaluate(async () => void (await navigator.serviceWorker.ready))
  await till.reload()
  await signIn(till)
  await scan(till, '6009900000226')
  network.version = 'newer'
  await till.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })
  await expect.poll(() => till.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)).toBe(true)
  await payCash(till)
  const loaded = till.waitForEvent('load')
  await till.getByRole('button', { name: 'Next sale' }).click()
  await loaded
  await expect(till.getByRole('heading', { name: 'Who sells?' })).toBeVisible()
  await expect.poll(() => listSales(owner)).toHaveLength(1)
})

test('till: a day with the keyboard: split payment, refund, drawer and closing, whose totals are those of the back office', async ({
  owner,
  context,
  shop,
  network,
}) => {
  const till = await openTill(context, network.url, shop)
  await expectAccessible(till)
  await signIn(till)
  await expectAccessible(till)

  const dialog = till.getByRole('dialog')
  // A tip of a customer who buys nothing in the end is none of the next one.
  await scan(till, '6009900000226')
  await till.getByRole('button', { name: 'Pay', exact: true }).click()
  await dialog.getByRole('button', { name: 'Add a tip' }).click()
  await dialog.getByLabel('Tip').fill('15')
  await till.keyboard.press('Enter')
  await till.keyboard.press('Escape')
  await expect(till.getByTestId('total')).toHaveText(/34,99/)
  await till.getByRole('button', { name: 'One Brown bread less' }).click()
  await scan(till, '6009900000226')
  await expect(till.getByTestId('total')).toHaveText(/19,99/)
  await scan(till, '6009900000226')
  await scan(till, '6009900000233')
  await expect(till.getByTestId('total')).toHaveText(/94,48/)
  await till.getByRole('button', { name: 'Pay', exact: true }).press('Enter')
  await expectAccessible(till)
  await dialog.getByLabel('Only a part (optional)').fill('50')
  // The second press of two would pay the rest.
  await dialog.getByRole('button', { name: 'Card', exact: true }).dblclick()
  await expect(dialog).toContainText('Left to pay')
  // What was paid stays with the basket, whatever becomes of the dialog and the page.
  await till.keyboard.press('Escape')
  await expect(till.getByRole('region', { name: 'Basket' })).toContainText('Paid so far')
  await till.reload()
  await signIn(till)
  await till.getByRole('button', { name: 'One Rooibos tea less' }).click()
  await till.getByRole('button', { name: 'One Brown bread less' }).click()
  await till.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(dialog).toContainText('More is paid than this comes to.')
  await till.keyboard.press('Escape')
  await scan(till, '6009900000226')
  await scan(till, '6009900000233')
  await till.getByRole('button', { name: 'Pay', exact: true }).press('Enter')
  await expect(dialog).toContainText('Left to pay')
  await dialog.getByRole('button', { name: 'Cash' }).press('Enter')
  await dialog.getByLabel('Other amount').fill('100')
  await till.keyboard.press('Enter')
  await expect(till.getByRole('dialog', { name: 'Paid' })).toBeVisible()
  expect(plain(await dialog.textContent())).toContain('ChangeR 55,60')
  await expectAccessible(till)
  await till.keyboard.press('Enter')

  await takeBack(till, '1', 'Rooibos tea')
  await till.getByRole('button', { name: 'Give back' }).press('Enter')
  await dialog.getByRole('button', { name: 'Cash' }).press('Enter')
  await expect(till.getByRole('dialog', { name: 'Given back' })).toBeVisible()
  await till.keyboard.press('Enter')

  // More than is left of the receipt needs a manager, and so does a price that nobody paid.
  await takeBack(till, '1', 'Rooibos tea')
  const giveBack = till.getByRole('button', { name: 'Give back' })
  const manager = till.getByRole('dialog', { name: 'A manager has to allow this' })
  await giveBack.press('Enter')
  await expect(manager).toBeVisible()
  await till.keyboard.press('Escape')
  await till.getByRole('button', { name: 'One Rooibos tea less' }).click()
  await takeBack(till, '1', 'Brown bread')
  await till.getByRole('button', { name: 'Change Brown bread' }).click()
  await dialog.getByLabel('Price').fill('900')
  await till.keyboard.press('Enter')
  await giveBack.press('Enter')
  await expect(manager).toBeVisible()
  await till.keyboard.press('Escape')
  await till.getByRole('button', { name: 'One Brown bread less' }).click()

  await payOut(till, '50')
  await dialog.getByRole('button', { name: 'Count and close the drawer' }).press('Enter')
  await expect(dialog).not.toContainText('440')
  await dialog.getByLabel('Cash in the drawer').fill('440')
  await till.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Close drawer' }).press('Enter')
  await expect(till.getByRole('heading', { name: 'Open the drawer' })).toBeVisible()

  await till.getByRole('button', { name: 'Cancel' }).click()
  await signIn(till, 'Lerato Mokoena')
  await till.getByRole('button', { name: 'Drawer' }).click()
  await dialog.getByRole('button', { name: 'Earlier closings (Z)' }).click()
  await dialog.getByRole('button').filter({ hasText: 'Aisha Adams' }).click()
  const report = async () => plain(await dialog.textContent())
  await expect.poll(report).toContain('Winkel has all of these sales.')
  // 500 + 44,40 of the sale − 54,50 of the refund − 50
  for (const part of ['Expected in the drawerR 439,90', 'CountedR 440,00', 'DifferenceR 0,10', 'Goods incl. VATR 39,98'])
    expect(await report()).toContain(part)

  const sales = await listSales(owner)
  expect(sales.map(({ finalamount }) => finalamount)).toEqual(['94.48', '-54.50'])
  expect(sales[1]?.refund_of).toBe(`T${shop.tillid}-000001`)
})

test('till: nothing is wider than a phone', async ({ owner, context, shop, network }) => {
  await sql(`update product set category = 'Household and garden, things for the ' || productname where businessid = $1`, [
    owner.businessid,
  ])
  const till = await openTill(context, network.url, shop)
  await till.setViewportSize({ width: 320, height: 640 })
  const expectToFit = () =>
    expect(till.evaluate(() => [document.documentElement.scrollWidth, innerWidth])).resolves.toEqual([320, 320])
  await expectToFit()
  await signIn(till)
  await expectToFit()
  await scan(till, '6009900000226')
  await till.getByRole('button', { name: /^Basket/ }).click()
  await expectToFit()
  await payCash(till)
  await expectToFit()
  await till.keyboard.press('Enter')
  for (const name of ['Receipts', 'Drawer', 'Parked']) {
    await till.getByRole('button', { name }).click()
    await expectToFit()
    await till.keyboard.press('Escape')
  }
})

for (const signsOut of [true, false])
  test(`till: an owner makes a device a till without a question of the browser, ${signsOut ? 'and is signed out' : 'and stays signed in'}`, async ({
    page,
    shop: _shop,
  }) => {
    const questions: string[] = []
    page.on('dialog', async (question) => {
      questions.push(question.type())
      await question.accept()
    })
    await page.goto('/sites')
    await page.getByRole('button', { name: /^Tills/ }).click()
    await page.getByRole('button', { name: 'Use this device as a till' }).click()
    if (!signsOut) await page.getByLabel('Sign me out on this device').uncheck()
    await page.getByRole('button', { name: 'Start the till' }).click()
    await expect(page.getByRole('button', { name: 'Aisha Adams' })).toBeVisible()
    expect(questions).toEqual([])
    await page.goto('/sites')
    await expect(page).toHaveURL(signsOut ? /\/login/ : /\/sites/)
  })
