import type { Page } from '@playwright/test'
import {
  cells,
  controls,
  dateBefore,
  expectCard,
  expectCells,
  expectNoOverflow,
  expectNoShift,
  figure,
  group,
  hold,
  openOn,
  picker,
  quick,
  table,
  watchShifts,
  written,
} from './figures.ts'
import {
  collectFaults,
  createOwner,
  expect,
  expectAccessibleByDayAndNight,
  type Owner,
  plain,
  push,
  sql,
  test,
  unique,
} from './fixtures.ts'

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

test.describe('dashboard figures', () => {
  test('appear in every card, chart, table and list (1.3, 2.4.1, 2.4.5, 2.4.8, 2.4.10, 2.4.12, 9.2, 9.11, 9.13, 9.22) @phone', async ({
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

    const sold = new Map([
      [29, ['-R 50,00', '3 orders']],
      [6, ['R 0,00', '1 order']],
      [3, ['R 81,01', '2 orders']],
      [2, ['R 4 870,02', '2 orders']],
      [1, ['R 12 200,49', '2 orders']],
      [0, ['R 359,98', '1 order']],
    ])
    const daily = Array.from({ length: 30 }, (_, index) => [
      written(dateBefore(29 - index)),
      ...(sold.get(29 - index) ?? ['R 0,00', '0 orders']),
    ])
    await expectCells(
      page,
      'Revenue (daily)',
      daily.map(([day = '', revenue = '']) => [day, revenue]),
    )
    await expectCells(
      page,
      'Orders (daily)',
      daily.map(([day = '', , orders = '']) => [day, orders]),
    )
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

  test('are drawn as a line, a ring and bars (2.4.6)', async ({ owner, page }) => {
    await trade(owner, page)
    await openOn(page, '/dashboard')
    await expectRevenue(page, 'R 17 462', '11 orders')
    const shapes = (name: string) =>
      figure(page, name)
        .locator('svg')
        .locator('path, circle')
        .evaluateAll((all) =>
          all.map((shape) => {
            const { fill, stroke } = getComputedStyle(shape)
            const pieces = shape.getAttribute('d')?.match(/M/g)?.length
            return [shape.tagName, fill === 'none' ? '' : 'filled', stroke === 'none' ? '' : 'drawn', pieces ?? '']
              .filter(Boolean)
              .join(' ')
          }),
        )
    // The line to today is a path of its own, and a part of the area.
    expect(await shapes('Revenue (daily)')).toEqual(['path filled 2', 'path drawn 1', 'path drawn 1'])
    expect(await shapes('Payment Mix')).toEqual(['path filled 2', ...Array(4).fill('path filled 1')])
    expect(await shapes('Orders (daily)'), 'a bar for each day that sold, today dashed').toEqual([
      'path filled 5',
      'path filled drawn 1',
    ])
  })

  test('show their time in the time zone of the business', async ({ owner: _owner, page }) => {
    const clock = () =>
      new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Johannesburg', hour: '2-digit', minute: '2-digit' }).format()
    const earliest = clock()
    await page.goto('/dashboard')
    await expect(page.getByText(/^As at \d\d:\d\d$/)).toBeVisible()
    expect([earliest, clock()].map((time) => `As at ${time}`)).toContain(await page.getByText(/^As at/).textContent())
  })

  test('can be read day by day with a mouse, a finger or the arrow keys @phone', async ({ owner, page, isMobile }) => {
    await trade(owner, page)
    await openOn(page, '/dashboard?range=7D')
    const revenue = page.getByRole('slider', { name: 'Revenue (daily), day by day' })
    await expect(revenue).toHaveAttribute('aria-valuetext', /Thu, 18 Jun 2026: R\s359,98/)

    await revenue.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(revenue).toHaveAttribute('aria-valuetext', /Wed, 17 Jun 2026: R\s12\s200,49/)
    await page.keyboard.press('Home')
    await expect(revenue).toHaveAttribute('aria-valuetext', /Fri, 12 Jun 2026: R\s0,00/)
    await page.keyboard.press('Escape')

    const orders = page.getByRole('slider', { name: 'Orders (daily), day by day' })
    await orders.scrollIntoViewIfNeeded()
    const box = await orders.boundingBox()
    if (!box) throw new Error('the chart has no box')
    const position = { x: box.width - 5, y: box.height / 2 }
    if (isMobile) await orders.tap({ position })
    else await orders.hover({ position })
    const chart = figure(page, 'Orders (daily)')
    await expect(isMobile ? chart.getByText('18 Jun', { exact: true }).last() : chart.getByText('Thu, 18 Jun 2026')).toBeVisible()
    await expect(chart.getByText('1 order', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  })
})

test('dashboard: leads to the sales of a day, to those of a site, and back with the range @phone', async ({
  owner,
  page,
  isMobile,
}) => {
  await trade(owner, page)
  await openOn(page, '/dashboard?range=7D')
  const orders = page.getByRole('slider', { name: 'Orders (daily), day by day' })
  await orders.scrollIntoViewIfNeeded()
  const box = await orders.boundingBox()
  if (!box) throw new Error('the chart has no box')
  const position = { x: box.width - 5, y: box.height / 2 }
  if (isMobile) {
    await orders.tap({ position })
    await figure(page, 'Orders (daily)').getByRole('link', { name: '18 Jun 1 order' }).tap()
  } else await orders.click({ position })
  await expect(page).toHaveURL(/\/sales\?from=2026-06-18&to=2026-06-18$/)
  await expect(isMobile ? controls(page) : picker(page)).toContainText(isMobile ? '18 Jun ' : '18 Jun 2026')
  await expectCard(page, 'Total Revenue', 'R 360')

  await page.goBack()
  await expect(isMobile ? controls(page) : picker(page)).toContainText(isMobile ? '7D ' : '12 Jun 2026 – 18 Jun 2026')
  await region(page, 'Top Sites').getByRole('link', { name: 'Cape Town Kloof' }).click()
  await expectCard(page, 'Total Revenue', 'R 5 000')
  await expect(isMobile ? controls(page) : picker(page)).toContainText(isMobile ? '7D ' : '12 Jun 2026 – 18 Jun 2026')

  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard\?range=7D&sites=\d+$/)
})

test.describe('dashboard range', () => {
  /** Each amount has its own digit, so that a sum shows which sales it includes. */
  async function sellOnEdges(owner: Owner, page: Page) {
    const sell = await connectTill(owner, page)
    await sell('2026-06-18T12:00:00', 1)
    await sell('2026-06-12T00:00:00', 10)
    await sell('2026-06-11T23:59:59', 100)
    await sell('2026-06-01T00:00:00', 1_000)
    await sell('2026-05-31T23:59:59', 10_000)
    await sell('2026-05-20T00:00:00', 100_000)
    await sell('2026-05-19T23:59:59', 1_000_000)
    await sell('2026-01-01T00:00:00', 2_000_000)
    await sell('2025-12-31T23:59:59', 10_000_000)
  }

  test('has four quick ranges that end today, and the URL keeps the choice across reload and Back (2.4.3, 9.14)', async ({
    owner,
    page,
  }) => {
    await sellOnEdges(owner, page)
    await openOn(page, '/dashboard')
    await expect(quick(page, '30D')).toHaveAttribute('aria-pressed', 'true')
    await expect(picker(page)).toHaveText('20 May 2026 – 18 Jun 2026')
    await expectRevenue(page, 'R 111 111', '6 orders')
    await expect(page).toHaveURL(/\/dashboard$/)

    for (const [range, dates, revenue, orders] of [
      ['7D', '12 Jun 2026 – 18 Jun 2026', 'R 11', '2 orders'],
      ['MTD', '1 Jun 2026 – 18 Jun 2026', 'R 1 111', '4 orders'],
      ['YTD', '1 Jan 2026 – 18 Jun 2026', 'R 3 111 111', '8 orders'],
    ] as const) {
      await quick(page, range).click()
      await expect(quick(page, range)).toHaveAttribute('aria-pressed', 'true')
      await expect(group(page, 'Quick ranges').getByRole('button', { pressed: true })).toHaveCount(1)
      await expect(picker(page)).toHaveText(dates)
      await expect(page).toHaveURL(new RegExp(`/dashboard\\?range=${range}$`))
      await expectRevenue(page, revenue, orders)
    }
    expect(await cells(page, 'Revenue (daily)')).toHaveLength(169)

    await page.reload()
    await expectRevenue(page, 'R 3 111 111', '8 orders')
    await page.goBack()
    await expectRevenue(page, 'R 1 111', '4 orders')
    await page.goBack()
    await expectRevenue(page, 'R 11', '2 orders')
    await page.goForward()
    await expect(quick(page, 'MTD')).toHaveAttribute('aria-pressed', 'true')
    await quick(page, '30D').click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expectRevenue(page, 'R 111 111', '6 orders')
  })

  test('can be picked in the calendar, either end first, also for a single day (2.4.4)', async ({ owner, page }) => {
    await sellOnEdges(owner, page)
    await openOn(page, '/dashboard')
    await expectRevenue(page, 'R 111 111', '6 orders')
    await picker(page).click()
    await expect(page.getByRole('button', { name: 'May 2026', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'June 2026', exact: true })).toBeVisible()

    await page.getByRole('button', { name: '1 June 2026', exact: true }).click()
    await expect(picker(page)).toHaveText('1 Jun 2026 – …')
    await expectRevenue(page, 'R 111 111', '6 orders')
    await page.getByRole('button', { name: '20 May 2026', exact: true }).click()
    await expect(picker(page)).toHaveText('20 May 2026 – 1 Jun 2026')
    await expectRevenue(page, 'R 111 000', '3 orders')
    await expect(page).toHaveURL(/\/dashboard\?from=2026-05-20&to=2026-06-01$/)
    await expect(group(page, 'Quick ranges').getByRole('button', { pressed: true })).toHaveCount(0)
    expect(await cells(page, 'Orders (daily)')).toHaveLength(13)
    await expect(page.getByRole('button', { name: 'June 2026', exact: true })).toBeHidden()
    await expect(picker(page)).toBeFocused()

    await picker(page).press('Enter')
    for (const _ of [1, 2]) await page.getByRole('button', { name: '31 May 2026', exact: true }).click()
    await expect(picker(page)).toHaveText('31 May 2026')
    await expectRevenue(page, 'R 10 000', '1 order')
    await expectCells(page, 'Revenue (daily)', [['31 May 2026', 'R 10 000,00']])

    await page.reload()
    await expect(picker(page)).toHaveText('31 May 2026')
    await expectRevenue(page, 'R 10 000', '1 order')
    await page.goBack()
    await expectRevenue(page, 'R 111 000', '3 orders')

    await picker(page).click()
    await page.getByRole('button', { name: '4 May 2026', exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(picker(page), 'half a pick is none').toHaveText('20 May 2026 – 1 Jun 2026')
    await expectRevenue(page, 'R 111 000', '3 orders')
  })

  test('can be picked by touch on a phone @phone-only', async ({ owner, page }) => {
    await sellOnEdges(owner, page)
    await openOn(page, '/dashboard')
    await controls(page).tap()
    await picker(page).tap()
    await page.getByRole('button', { name: '31 May 2026', exact: true }).tap()
    await page.getByRole('button', { name: '1 June 2026', exact: true }).tap()
    await expect(picker(page)).toHaveText('31 May 2026 – 1 Jun 2026')
    await page.getByRole('button', { name: 'Done' }).tap()
    await expect(controls(page)).toContainText('31 May – 1 Jun ')
    await expectRevenue(page, 'R 11 000', '2 orders')
  })

  test('fits on a tablet and on the smallest phone, and so do the cards', async ({ owner: _owner, page }) => {
    await page.setViewportSize({ width: 768, height: 1024 })
    for (const path of ['/sales', '/dashboard']) {
      await openOn(page, path)
      await expect(picker(page)).toBeVisible()
      await expectNoOverflow(page)
      const [main, box] = [await page.getByRole('main').boundingBox(), await picker(page).boundingBox()]
      expect((box?.x ?? 0) + (box?.width ?? 0), path).toBeLessThanOrEqual((main?.x ?? 0) + (main?.width ?? 0) - 32)
    }

    await page.setViewportSize({ width: 320, height: 640 })
    await expectCard(page, 'Avg Sale', 'R 0,00', 'Average transaction value')
    const outside = await page.getByRole('group').evaluateAll((cards) =>
      cards.flatMap((card) => {
        const icon = card.querySelector(':scope > [aria-hidden]')?.getBoundingClientRect()
        return [...card.querySelectorAll('p')]
          .filter((words) => {
            const range = document.createRange()
            range.selectNodeContents(words)
            const { top, right } = range.getBoundingClientRect()
            return right > card.getBoundingClientRect().right - 8 || (icon && top < icon.bottom && right > icon.left)
          })
          .map(({ textContent }) => textContent)
      }),
    )
    expect(outside, 'no words leave their card or run into its icon').toEqual([])
    await controls(page).click()
    await picker(page).click()
    const last = await page.getByRole('button', { name: '30 May 2026', exact: true }).boundingBox()
    expect((last?.x ?? 320) + (last?.width ?? 0), 'a Saturday').toBeLessThan(320)
    await expectNoOverflow(page)
  })

  for (const timezoneId of ['America/Los_Angeles', 'Pacific/Auckland'])
    test.describe(`in the time zone ${timezoneId}`, () => {
      test.use({ timezoneId })
      test('uses the days of South Africa', async ({ owner, page }) => {
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
      })
    })
})

test.describe('dashboard without sales', () => {
  test('shows an empty state in every card, and how to connect a till (2.4.5, 2.4.9, 2.4.11, 2.4.13, 2.4.15)', async ({
    owner: _owner,
    page,
  }) => {
    await page.goto('/dashboard')
    await expectCard(page, 'Revenue', 'R 0', '0 orders')
    await expectCard(page, 'Avg Sale', 'R 0,00', 'Average transaction value')
    await expectCard(page, 'Payment Types', '0', 'Active methods')
    await expectCard(page, 'Low Stock', '0', '< 50 units')
    await expect(region(page, 'Top Sites')).toContainText('No site data for this range.')
    for (const sentence of [
      'No top products in the selected period.',
      'No employee revenue in range.',
      'All good. No items under threshold.',
    ])
      await expect(page.getByText(sentence, { exact: true })).toBeVisible()
    await expect(figure(page, 'Payment Mix')).toContainText('No payments in this range.')
    await expect(figure(page, 'Orders (daily)')).toContainText('No orders in this range.')
    expect(await cells(page, 'Orders (daily)')).toHaveLength(30)
    await expect(region(page, 'Support')).toContainText('Open tickets')
    await expect(region(page, 'Support')).toContainText('0')
    await expectAccessibleByDayAndNight(page)

    await page.getByRole('link', { name: 'Connect a till' }).click()
    await expect(page).toHaveURL(/\/sites\?tills=connect$/)
    await expect(page.getByRole('dialog', { name: 'Tills' })).toContainText('No till keys yet.')
  })

  test('does not ask to connect a till when there are sales before the range', async ({ owner, page }) => {
    await (await connectTill(owner, page))('2026-03-01T12:00:00', 100)
    await openOn(page, '/dashboard')
    await expect(figure(page, 'Revenue (daily)')).toContainText('No revenue in this range.')
    await expect(region(page, 'No sales yet')).toBeHidden()
    const card = await figure(page, 'Payment Mix').boundingBox()
    const nothing = await page.getByText('No payments in this range.').boundingBox()
    expect((nothing?.x ?? 0) + (nothing?.width ?? 0) / 2).toBeCloseTo((card?.x ?? 0) + (card?.width ?? 0) / 2, -1)
  })
})

test('dashboard: lists the eight products with the lowest stock, and counts all of them (2.4.14, 9.8, 9.9, 9.10) @phone', async ({
  owner,
  page,
  isMobile,
}) => {
  const stocks = [50, 49.999, 49, 20, 19.5, 1, 0, -3, 30, 45, 48, 200]
  for (const stock of stocks)
    await owner.addProduct({ productname: `Rusks ${stock}`, stock, supplier: stock === 1 ? 'Overberg Bakery' : '' })
  await owner.addProduct({ productname: 'Long gone', stock: -99 })
  await sql(`update product set archived_at = now() where businessid = $1 and productname = 'Long gone'`, [owner.businessid])
  await page.goto('/dashboard')
  await expectCard(page, 'Low Stock', '10', '< 50 units')

  const expected = ['-3', '0', '1', '19,5', '20', '30', '45', '48']
  const named = (stock: string) => `Rusks ${stock.replace(',', '.')}`
  const supplier = (stock: string) => (stock === '1' ? 'Overberg Bakery' : undefined)
  await expectCells(
    page,
    'Low Stock Items',
    expected.map((stock) =>
      isMobile
        ? [[named(stock), ['Sandton Rivonia', supplier(stock)].filter(Boolean).join(' · ')].join(' '), stock]
        : [named(stock), 'Sandton Rivonia', supplier(stock) ?? '–', stock],
    ),
  )
  const hues = await table(page, 'Low Stock Items')
    .locator('tbody td:last-child > span')
    .evaluateAll((badges) => badges.map((badge) => getComputedStyle(badge).backgroundColor))
  const [red, , amber, , yellow] = hues
  expect(new Set([red, amber, yellow]).size).toBe(3)
  expect(hues).toEqual([red, red, amber, amber, yellow, yellow, yellow, yellow])
})

test('dashboard: keeps the width of the columns beside a long name without blanks', async ({ owner, page }) => {
  const long = 'Wholewheat'.repeat(10)
  const { siteid } = await owner.addSite('Main road of Stellenbosch')
  await owner.addProduct({ productname: long, supplier: long, stock: 1, siteid })
  await page.goto('/dashboard')
  const site = page.getByRole('cell', { name: 'Main road of Stellenbosch' })
  expect((await site.boundingBox())?.width).toBeGreaterThan(120)
  await expectNoOverflow(page)
})

test('dashboard: counts the tickets of the business that are not closed, in any spelling (2.4.7, 4.10, 7.3.7)', async ({
  owner,
  page,
  browser,
}) => {
  const other = await browser.newContext()
  const { businessid } = await createOwner(await other.newPage())
  await other.close()
  const file = (to: string, statuses: (string | null)[]) =>
    sql('insert into support_tickets (businessid, status) select $1, unnest($2::text[])', [to, statuses])
  await file(owner.businessid, ['open', null, 'pending', '', 'closed', 'CLOSED', ' Closed '])
  await file(businessid, ['open', 'open'])
  await page.goto('/dashboard')
  await expect(region(page, 'Support')).toHaveText('SupportOpen tickets4')
})

/** Announcements are for every business, so only this test creates them. */
test('dashboard: shows at most three announcements, newest first, with safe links (2.4.2, 9.12)', async ({
  owner: _owner,
  page,
}) => {
  const news = unique('news')
  const announce = (
    message: string,
    {
      link = null as string | null,
      title = null as string | null,
      from = '-1 hour',
      until = null as string | null,
      age = 0,
    } = {},
  ) =>
    sql(
      `insert into announcements (message, link_value, link_title, valid_from, valid_until, created_at)
       values ($1, $2, $3, now() + $4::interval, now() + $5::interval, now() - make_interval(secs => $6))`,
      [`${message} ${news}`, link, title, from, until, age],
    )
  try {
    await expect(announce('Script', { link: 'javascript:alert(1)' })).rejects.toThrow(/announcements__link_value/)
    await announce('Fourth', { age: 40 })
    await announce('Third', { link: 'https://[broken', title: 'See', age: 30 })
    await announce('Second', { link: '/sites?q=Rivonia', title: 'Your sites', until: '1 hour', age: 20 })
    await announce('First', { link: 'https://winkel.example/hours?a=1', title: 'See the hours', age: 10 })
    await announce('Over', { until: '-1 second' })
    await announce('Not yet', { from: '1 hour' })

    await page.goto('/dashboard')
    const items = region(page, 'Announcements').getByRole('listitem')
    await expect(items).toHaveText([
      `Announcement 1: First ${news} See the hours`,
      `Announcement 2: Second ${news} Your sites`,
      `Announcement 3: Third ${news} `,
    ])
    await expect(items.getByRole('link')).toHaveCount(2)
    const outside = items.getByRole('link', { name: 'See the hours' })
    await expect(outside).toHaveAttribute('href', 'https://winkel.example/hours?a=1')
    await expect(outside).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(items.getByRole('link', { name: 'Your sites' })).toHaveAttribute('rel', 'noopener noreferrer')
    await expectRevenue(page, 'R 0', '0 orders')

    await watchShifts(page)
    const releaseAnnouncements = await hold(page, 'dashboard/announcements')
    await page.reload()
    await expectRevenue(page, 'R 0', '0 orders')
    await expect(region(page, 'Announcements'), 'what was there the last time keeps its room').toHaveAttribute(
      'aria-busy',
      'true',
    )
    releaseAnnouncements()
    await expect(items).toHaveCount(3)
    await expectNoShift(page)

    await page.getByRole('button', { name: '2 more' }).click()
    await items.getByRole('link', { name: 'Your sites' }).click()
    await expect(page).toHaveURL(/\/sites\?q=Rivonia$/)

    await sql('delete from announcements where message like $1', [`%${news}`])
    await page.goto('/dashboard')
    await expectRevenue(page, 'R 0', '0 orders')
    await expect(page.getByText(news)).toBeHidden()
    await page.reload()
    await Promise.all([page.waitForResponse('**/dashboard/announcements'), page.reload()])
    await expectRevenue(page, 'R 0', '0 orders')
    await expectNoShift(page)
  } finally {
    await sql('delete from announcements where message like $1', [`%${news}`])
  }
})

test.describe('dashboard live updates', () => {
  test('show a sale on every open dashboard of its business, and on no other', async ({ owner, page, browser }) => {
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
  })

  test('keep the last figures with a notice while the connection is lost, and catch up afterwards', async ({
    owner,
    page,
    context,
  }) => {
    const sell = await connectTill(owner, page)
    const here = new Date().toISOString()
    await sell(here, 100)
    await page.goto('/dashboard')
    await expectRevenue(page, 'R 100', '1 order')

    await context.setOffline(true)
    const news = page.getByRole('status').filter({ hasText: /^Connection lost\. These figures are as at \d\d:\d\d\.$/ })
    await expect(news).toBeVisible()
    await expect(page.getByText(/^As at/)).toBeHidden()
    await sell(here, 11)
    await expectRevenue(page, 'R 100', '1 order')

    await quick(page, '7D').click()
    const alert = page.getByRole('alert').filter({ hasText: 'Error: Failed to load dashboard' })
    await expect(alert, 'another range is not shown with the figures of this one').toBeVisible()
    await expect(group(page, 'Revenue')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()

    await context.setOffline(false)
    await expectRevenue(page, 'R 111', '2 orders')
    await expect(alert).toBeHidden()
    await expect(news).toBeHidden()
    await expect(page.getByText(/^As at/)).toBeVisible()
  })
})
