import type { Page } from '@playwright/test'
import {
  cells,
  controls,
  dateBefore,
  expectCard,
  expectCells,
  expectDays,
  expectNoOverflow,
  figure,
  group,
  openOn,
  picker,
  quick,
  table,
} from './figures.ts'
import { collectFaults, createOwner, expect, expectAccessibleByDayAndNight, type Owner, plain, push, test } from './fixtures.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const expectRevenue = (page: Page, revenue: string, orders: string) => expectCard(page, 'Revenue', revenue, orders)

let references = 0
const reference = () => `T-${++references}`

/** Connects a till; the returned function sends one sale. */
async function connectTill(owner: Owner, page: Page, siteid = owner.siteid) {
  const { key } = await owner.addTill(siteid)
  return (saledate: string, finalamount: number, more: { payment_method?: string; employeeid?: number } = {}) =>
    push(page.request, key, [{ reference: reference(), saledate, finalamount, ...more }])
}

/**
 * Six sites, six people, six products: one more than any list shows. The expected figures were added up by hand; in the 30 days that end on TODAY there are eleven sales, together R 17 461,50.
 */
async function trade(owner: Owner, page: Page) {
  const site = {
    rivonia: owner.siteid,
    kloof: (await owner.addSite('Cape Town Kloof')).siteid,
    florida: (await owner.addSite('Durban Florida')).siteid,
    dorp: (await owner.addSite('Stellenbosch Dorp')).siteid,
    hazelwood: (await owner.addSite('Pretoria Hazelwood')).siteid,
    zeerust: (await owner.addSite('Zeerust')).siteid,
  }
  const person = {
    lerato: await owner.addEmployee('Lerato', 'Mokoena'),
    sipho: await owner.addEmployee('Sipho', 'Ndlovu'),
    aisha: await owner.addEmployee('Aisha', 'Adams'),
    johan: await owner.addEmployee('Johan', 'van der Merwe'),
    priya: await owner.addEmployee('Priya', 'Naidoo'),
    thabo: await owner.addEmployee('Thabo', 'Khumalo'),
  }
  const boerewors = await owner.addProduct({ productname: 'Boerewors, traditional 1 kg', price: 129.99, stock: 500 })
  const biltong = await owner.addProduct({ productname: 'Beef biltong, sliced 250 g', price: 139.9, stock: 500 })
  const wood = await owner.addProduct({ productname: 'Braai wood', price: 89, stock: 500 })
  const rusks = await owner.addProduct({ productname: 'Buttermilk rusks 500 g', price: 20.5, stock: 500 })
  const tea = await owner.addProduct({ productname: 'Rooibos tea, 80 bags', price: 64.99, stock: 500 })
  const koeksisters = await owner.addProduct({ productname: 'Koeksisters, 6 pack', price: 5, stock: 500 })

  const at = (days: number, time = '12:00:00') => `${dateBefore(days)}T${time}+02:00`
  const line = (productid: number, quantity: number, price?: number) => ({
    productid,
    quantity,
    ...(price === undefined ? {} : { price }),
  })
  const send = async (siteid: number, sales: Omit<Parameters<typeof push>[2][number], 'reference'>[]) => {
    const { key } = await owner.addTill(siteid)
    await push(
      page.request,
      key,
      sales.map((sale) => ({ reference: reference(), ...sale })),
    )
  }

  await send(site.rivonia, [
    // 359,98, of which the biltong at less than today's price
    { saledate: at(0), employeeid: person.lerato, payment_method: 'Card', items: [line(boerewors, 2), line(biltong, 1, 100)] },
    // more than its lines, as stored; a weighed quantity
    { saledate: at(1), employeeid: person.sipho, payment_method: ' card ', finalamount: 12_000.52, items: [line(wood, 1.25)] },
    { saledate: at(1), employeeid: person.lerato, payment_method: 'CARD', items: [line(tea, 3), line(koeksisters, 1)] }, // 199,97
    { saledate: at(2), employeeid: person.lerato, payment_method: 'cash', items: [line(tea, -2)] }, // -129,98
    { saledate: at(30), employeeid: person.lerato, payment_method: 'voucher', finalamount: 9_999 }, // before the 30 days
  ])
  await send(site.kloof, [{ saledate: at(2), employeeid: person.aisha, payment_method: 'mobile money', finalamount: 5_000 }])
  await send(site.florida, [
    { saledate: at(3), employeeid: person.johan, payment_method: 'Cash', finalamount: 80.51 },
    { saledate: at(3), employeeid: person.priya, payment_method: 'CASH', finalamount: 0.5 },
  ])
  await send(site.dorp, [{ saledate: at(6), employeeid: person.priya, finalamount: 0 }])
  await send(site.hazelwood, [
    { saledate: at(29, '00:00:00'), employeeid: person.thabo, payment_method: '   ', finalamount: -50 },
  ])
  await send(site.zeerust, [{ saledate: at(29), employeeid: person.thabo, payment_method: 'Card', finalamount: -60 }])
  await push(page.request, (await owner.addTill()).key, [
    {
      reference: reference(),
      saledate: at(29),
      employeeid: person.thabo,
      payment_method: 'card',
      finalamount: 60,
      items: [line(rusks, 3)],
    },
  ])
}

test('dashboard: the figures appear in every card, chart, table and list (1.3, 2.4.1, 2.4.5, 2.4.8, 2.4.10, 2.4.12, 9.2, 9.11, 9.13, 9.22) @phone', async ({
  owner,
  page,
  isMobile,
}) => {
  await trade(owner, page)
  await openOn(page, '/dashboard')
  await expect(page).toHaveTitle('Dashboard · Winkel')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText('Performance overview')).toBeVisible()

  await expectCard(page, 'Revenue', 'R 17 462', '11 orders')
  await expectCard(page, 'Avg Sale', 'R 1 587,41', 'Average transaction value')
  await expectCard(page, 'Payment Types', '4', 'Active methods')
  await expectCard(page, 'Low Stock', '0', '< 50 units')

  const sold = new Map<number, [string, string]>([
    [29, ['-R 50,00', '3 orders']],
    [6, ['R 0,00', '1 order']],
    [3, ['R 81,01', '2 orders']],
    [2, ['R 4 870,02', '2 orders']],
    [1, ['R 12 200,49', '2 orders']],
    [0, ['R 359,98', '1 order']],
  ])
  await expectDays(page, ['Revenue (daily)', 'Orders (daily)'], sold, '0 orders')
  await expectCells(page, 'Payment Mix', [
    ['Card', '5', '45,5 %', 'R 12 560,47'],
    ['Cash', '3', '27,3 %', '-R 48,97'],
    ['Unknown', '2', '18,2 %', '-R 50,00'],
    ['Mobile money', '1', '9,1 %', 'R 5 000,00'],
  ])
  await expect(figure(page, 'Payment Mix')).toContainText(/11\s*sales/)

  const sites = region(page, 'Top Sites').getByRole('listitem')
  await expect(sites).toHaveCount(5)
  expect((await sites.allInnerTexts()).map(plain)).toEqual([
    'Sandton Rivonia R 12 490',
    'Cape Town Kloof R 5 000',
    'Durban Florida R 81',
    'Stellenbosch Dorp R 0',
    'Pretoria Hazelwood -R 50',
  ])
  const bars = await sites.evaluateAll((items) =>
    items.map((item) => {
      const track = item.querySelector('[aria-hidden]')
      const bar = track?.firstElementChild
      return Math.round(((bar?.getBoundingClientRect().width ?? -1) / (track?.getBoundingClientRect().width ?? 1)) * 100)
    }),
  )
  expect(bars).toEqual([100, 40, 4, 0, 0])

  const products = [
    // What is paid for a sale beside its lines falls to them, as in the reports.
    ['1', 'Braai wood', 'R 89,00 average R 9 600,42', '1,25', 'R 12 001'],
    ['2', 'Boerewors, traditional 1 kg', 'R 129,99', '2', 'R 260'],
    ['3', 'Beef biltong, sliced 250 g', 'R 139,90 average R 100,00', '1', 'R 100'],
    ['4', 'Rooibos tea, 80 bags', 'R 64,99', '1', 'R 65'],
    ['5', 'Buttermilk rusks 500 g', 'R 20,50 average R 20,00', '3', 'R 60'],
  ]
  // A phone has the price below the name.
  await expectCells(
    page,
    'Top Products',
    isMobile
      ? products.map(([rank = '', name, price, ...rest]) => [
          rank,
          `${name} ${price?.replace(' average', ' · average')}`,
          ...rest,
        ])
      : products,
  )
  await expect(table(page, 'Top Products').getByRole('columnheader')).toHaveText(
    isMobile ? ['#', 'Product', 'Sold', 'Total'] : ['#', 'Product', 'Price', 'Sold', 'Total'],
  )
  await expectCells(page, 'Top Employees', [
    ['1', 'SN Sipho Ndlovu', 'R 12 001'],
    ['2', 'AA Aisha Adams', 'R 5 000'],
    ['3', 'LM Lerato Mokoena', 'R 430'],
    ['4', 'JM Johan van der Merwe', 'R 81'],
    ['5', 'PN Priya Naidoo', 'R 1'],
  ])
  await expect(page.getByText('All good. No items under threshold.')).toBeVisible()
  await expect(region(page, 'No sales yet')).toBeHidden()

  await expectNoOverflow(page)
  await expectAccessibleByDayAndNight(page)
})

test('dashboard: a finger leads to the sales of a day, to those of a site, and back with the range, and picks another range @phone-only', async ({
  owner,
  page,
}) => {
  await trade(owner, page)
  await openOn(page, '/dashboard?range=7D')
  const orders = page.getByRole('slider', { name: 'Orders (daily), day by day' })
  await orders.scrollIntoViewIfNeeded()
  const box = await orders.boundingBox()
  if (!box) throw new Error('the chart has no box')
  await orders.tap({ position: { x: box.width - 5, y: box.height / 2 } })
  await figure(page, 'Orders (daily)').getByRole('link', { name: '18 Jun 1 order' }).tap()
  await expect(page).toHaveURL(/\/sales\?from=2026-06-18&to=2026-06-18$/)
  await expect(controls(page)).toContainText('18 Jun ')
  await expectCard(page, 'Total Revenue', 'R 360')

  await page.goBack()
  await expect(controls(page)).toContainText('7D ')
  await region(page, 'Top Sites').getByRole('link', { name: 'Cape Town Kloof' }).click()
  await expectCard(page, 'Total Revenue', 'R 5 000')
  await expect(controls(page)).toContainText('7D ')
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard\?range=7D&sites=\d+$/)

  await page.goto('/dashboard')
  await controls(page).tap()
  await picker(page).tap()
  await page.getByRole('button', { name: '15 June 2026', exact: true }).tap()
  await page.getByRole('button', { name: '16 June 2026', exact: true }).tap()
  await expect(picker(page)).toHaveText('15 Jun 2026 – 16 Jun 2026')
  await page.getByRole('button', { name: 'Done' }).tap()
  await expect(controls(page)).toContainText('15 Jun – 16 Jun ')
  await expectRevenue(page, 'R 4 951', '4 orders')
})

test.describe('in the time zone of Los Angeles', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })
  test('dashboard and sales: use the days and the time of the business', async ({ owner, page }) => {
    const sell = await connectTill(owner, page)
    await sell('2026-06-17T23:30:00+02:00', 100)
    await sell('2026-06-17T22:30:00Z', 20) // 00:30 of the 18th
    await openOn(page, '/dashboard', '2026-06-18T00:45:00+02:00')
    await expect(picker(page)).toHaveText('20 May 2026 – 18 Jun 2026')
    await expectRevenue(page, 'R 120', '2 orders')
    expect((await cells(page, 'Revenue (daily)')).slice(-2)).toEqual([
      ['17 Jun 2026', 'R 100,00'],
      ['18 Jun 2026', 'R 20,00'],
    ])

    await picker(page).click()
    for (const _ of [1, 2]) await page.getByRole('button', { name: '18 June 2026', exact: true }).click()
    await expect(page).toHaveURL(/from=2026-06-18&to=2026-06-18$/)
    await expectRevenue(page, 'R 20', '1 order')

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sales' }).click()
    await expect.poll(async () => (await cells(page, 'Sales'))[0]?.[0]).toBe('18 Jun 2026, 00:30')
    await expectCells(page, 'Revenue Over Time', [['18 Jun 2026', 'R 20,00']])
  })
})

test('dashboard: a sale appears on every open dashboard of its business and on no other; without a connection the last figures stay, with a notice', async ({
  owner,
  page,
  context,
  browser,
}) => {
  const sell = await connectTill(owner, page)
  const office = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage()
  const stranger = await (await browser.newContext()).newPage()
  const faults = [office, stranger].map((window) => collectFaults(window.context()))
  await createOwner(stranger)
  const requests: string[] = []
  stranger.on('request', (request) => request.url().includes('/dashboard/figures') && requests.push(request.url()))

  const pages = [page, office, stranger]
  await Promise.all(
    pages.map((window) => Promise.all([window.waitForResponse('**/api/rpc/live/changes'), window.goto('/dashboard')])),
  )
  for (const window of pages) await expectRevenue(window, 'R 0', '0 orders')
  const here = new Date().toISOString()
  await sell(here, 100)
  for (const window of [page, office]) await expectRevenue(window, 'R 100', '1 order')

  requests.length = 0
  for (const [index, revenue] of ['R 200', 'R 300', 'R 400'].entries()) {
    await sell(here, 100)
    for (const window of [page, office]) await expectRevenue(window, revenue, `${index + 2} orders`)
  }
  await expect(region(page, 'Top Sites')).toContainText(/Sandton Rivonia\s*R\s400/)
  expect(requests).toEqual([])
  await expectRevenue(stranger, 'R 0', '0 orders')
  expect(faults).toEqual([[], []])
  await Promise.all([office, stranger].map((window) => window.context().close()))

  await context.setOffline(true)
  const news = page.getByRole('status').filter({ hasText: /^Connection lost\. Figures updated \d\d:\d\d\.$/ })
  await expect(news).toBeVisible()
  await expect(page.getByText(/^Updated/)).toBeHidden()
  await sell(here, 11)
  await expectRevenue(page, 'R 400', '4 orders')

  await quick(page, '7D').click()
  const alert = page.getByRole('alert').filter({ hasText: 'Error: Failed to load dashboard' })
  await expect(alert, 'another range is not shown with the figures of this one').toBeVisible()
  await expect(group(page, 'Revenue')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()

  await context.setOffline(false)
  await expectRevenue(page, 'R 411', '5 orders')
  await expect(alert).toBeHidden()
  await expect(news).toBeHidden()
  await expect(page.getByText(/^Updated/)).toBeVisible()
})
