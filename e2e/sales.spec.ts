import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { cells, dateBefore, expectCard, expectCells, figure, openOn, picker, quick, table, written } from './figures.ts'
import { createOwner, expect, type Owner, plain, push, sql, test } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search sale ID, employee, or site…' })
const small = (page: Page) => page.getByRole('button', { name: 'Only below R100', exact: true })
const header = (page: Page, name: string) => table(page, 'Sales').getByRole('columnheader', { name })
const pager = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: text })).toHaveText(text)
const exportButton = (page: Page) => page.getByRole('button', { name: /^Export/ })

/** The amounts of the list, top down, refunds by their word. */
const amounts = async (page: Page) => (await cells(page, 'Sales')).map(([, , , amount]) => amount)
const expectAmounts = (page: Page, expected: string[]) => expect.poll(() => amounts(page)).toEqual(expected)

let references = 0
const reference = () => `S-${++references}`

type Sold = Omit<Parameters<typeof push>[2][number], 'reference'>

const send = async (owner: Owner, page: Page, sales: Sold[], siteid = owner.siteid) => {
  const { key } = await owner.addTill(siteid)
  const answers = await push(
    page.request,
    key,
    sales.map((sale) => ({ reference: reference(), ...sale })),
  )
  return answers.map((answer) => ('saleid' in answer ? Number(answer.saleid) : 0))
}

/**
 * Thirteen sales of three people at two sites, twelve of them in the 30 days that end today: two pages. The sums below were
 * added up by hand from these lines. Answers with the sales' ids, in this order.
 */
async function trade(owner: Owner, page: Page) {
  const kloof = (await owner.addSite('Cape Town Kloof')).siteid
  const lerato = await owner.addEmployee('Lerato', 'Mokoena')
  const sipho = await owner.addEmployee('Sipho', 'Ndlovu')
  const johan = await owner.addEmployee('Johan', 'van der Merwe')
  const boerewors = await owner.addProduct({ productname: 'Boerewors, traditional 1 kg', price: 129.99 })
  const rusks = await owner.addProduct({ productname: 'Buttermilk rusks 500 g', price: 74.5 })
  const wood = await owner.addProduct({ productname: 'Braai wood, blue gum', price: 89 })
  const at = (days: number, time = '10:00') => `${dateBefore(days)}T${time}:00+02:00`
  const rivonia = await send(owner, page, [
    {
      saledate: at(0, '09:42'),
      employeeid: lerato,
      finalamount: 450, // less than its lines, as stored
      items: [
        { productid: boerewors, quantity: 2, price: 120 },
        { productid: rusks, quantity: 2 },
        { productid: wood, quantity: 1.25 },
      ],
    },
    { saledate: at(0, '08:15'), employeeid: johan, items: [{ productid: boerewors, quantity: -1 }] }, // -129,99
    { saledate: at(1), employeeid: lerato, finalamount: 99.99, items: [{ productid: rusks, quantity: 1 }] },
    { saledate: at(1), employeeid: lerato, finalamount: 100 },
    { saledate: at(5), employeeid: johan, finalamount: 30 },
    { saledate: at(6), employeeid: lerato, finalamount: 40 },
    { saledate: at(29, '00:00'), employeeid: johan, finalamount: 60 },
    { saledate: at(30, '23:59'), employeeid: johan, finalamount: 9_999, items: [{ productid: boerewors, quantity: 1 }] },
  ])
  const other = await send(
    owner,
    page,
    [
      { saledate: at(0, '09:40'), employeeid: sipho, finalamount: 89 },
      { saledate: at(2), employeeid: sipho, finalamount: 1_284.35 },
      { saledate: at(3), employeeid: lerato, finalamount: 10 },
      { saledate: at(4), employeeid: sipho, finalamount: 20 },
      { saledate: at(7), employeeid: sipho, finalamount: 500 },
    ],
    kloof,
  )
  return { rivonia, kloof: other }
}

const day = (days: number, time = '10:00') => `${written(dateBefore(days))}, ${time}`
const FIRST_PAGE = [
  [day(0, '09:42'), 'Lerato Mokoena', 'Sandton Rivonia', 'R 450,00'],
  [day(0, '09:40'), 'Sipho Ndlovu', 'Cape Town Kloof', 'R 89,00'],
  [day(0, '08:15'), 'Johan van der Merwe', 'Sandton Rivonia', 'Refund -R 129,99'],
  [day(1), 'Lerato Mokoena', 'Sandton Rivonia', 'R 100,00'],
  [day(1), 'Lerato Mokoena', 'Sandton Rivonia', 'R 99,99'],
  [day(2), 'Sipho Ndlovu', 'Cape Town Kloof', 'R 1 284,35'],
  [day(3), 'Lerato Mokoena', 'Cape Town Kloof', 'R 10,00'],
  [day(4), 'Sipho Ndlovu', 'Cape Town Kloof', 'R 20,00'],
  [day(5), 'Johan van der Merwe', 'Sandton Rivonia', 'R 30,00'],
  [day(6), 'Lerato Mokoena', 'Sandton Rivonia', 'R 40,00'],
]

const expectRows = (page: Page, rows: string[][]) =>
  expectCells(
    page,
    'Sales',
    rows.map((row) => [...row, '']),
  )

const expectCards = async (page: Page, revenue: string, sales: string, average: string) => {
  await expectCard(page, 'Total Revenue', revenue)
  await expectCard(page, 'Number of Sales', sales)
  await expectCard(page, 'Avg. per Sale', average)
}

test.describe('sales figures', () => {
  test('appear in cards, charts and list (1.5, 2.6.1, 2.6.2, 2.6.6, 2.6.7, 2.6.8, 7.3.4, 9.16)', async ({ owner, page }) => {
    await trade(owner, page)
    await openOn(page, '/sales')
    await expect(page).toHaveTitle('Sales · Winkel')
    await expect(page.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible()
    await expect(page.getByText('Transactions overview')).toBeVisible()
    await expect(quick(page, '30D')).toHaveAttribute('aria-pressed', 'true')
    await expect(picker(page)).toHaveText('20 May 2026 – 18 Jun 2026')

    await expectCards(page, 'R 2 553', '12', 'R 212,78')
    const sold = new Map([
      [29, ['R 60,00', '1 sale']],
      [7, ['R 500,00', '1 sale']],
      [6, ['R 40,00', '1 sale']],
      [5, ['R 30,00', '1 sale']],
      [4, ['R 20,00', '1 sale']],
      [3, ['R 10,00', '1 sale']],
      [2, ['R 1 284,35', '1 sale']],
      [1, ['R 199,99', '2 sales']],
      [0, ['R 409,01', '3 sales']],
    ])
    const daily = Array.from({ length: 30 }, (_, index) => [
      written(dateBefore(29 - index)),
      ...(sold.get(29 - index) ?? ['R 0,00', '0 sales']),
    ])
    await expect(figure(page, 'Revenue Over Time')).toBeVisible()
    await expect(figure(page, 'Sales Count Per Day')).toBeVisible()
    await expectCells(
      page,
      'Revenue Over Time',
      daily.map(([date = '', revenue = '']) => [date, revenue]),
    )
    await expectCells(
      page,
      'Sales Count Per Day',
      daily.map(([date = '', , sales = '']) => [date, sales]),
    )

    await expect(table(page, 'Sales').getByRole('columnheader')).toHaveText([
      'SALE DATE/TIME',
      'EMPLOYEE',
      'SITE',
      'AMOUNT',
      'Actions',
    ])
    await expectRows(page, FIRST_PAGE)
    await pager(page, 'Page 1 / 2 • 12 results')
    await expect(page).toHaveURL(/\/sales$/)
  })

  test.describe('in the time zone of Los Angeles', () => {
    test.use({ timezoneId: 'America/Los_Angeles' })
    test('use the time zone of the business', async ({ owner, page }) => {
      await send(owner, page, [{ saledate: '2026-06-17T22:30:00Z', finalamount: 20 }]) // 00:30 of the 18th
      await openOn(page, '/sales?from=2026-06-18&to=2026-06-18', '2026-06-18T00:45:00+02:00')
      await expect.poll(async () => (await cells(page, 'Sales'))[0]?.[0]).toBe('18 Jun 2026, 00:30')
      await expectCells(page, 'Revenue Over Time', [['18 Jun 2026', 'R 20,00']])
    })
  })
})

test.describe('sales search', () => {
  test('finds sites, employees and sale ids, and applies to cards and charts (2.6.4, 2.6.7)', async ({ owner, page }) => {
    const { kloof } = await trade(owner, page)
    await openOn(page, '/sales')
    await pager(page, 'Page 1 / 2 • 12 results')

    await search(page).fill('KLOOF')
    await expectAmounts(page, ['R 89,00', 'R 1 284,35', 'R 10,00', 'R 20,00', 'R 500,00'])
    await expectCards(page, 'R 1 903', '5', 'R 380,67')
    await expect
      .poll(async () => (await cells(page, 'Revenue Over Time')).filter(([, revenue]) => revenue !== 'R 0,00').length)
      .toBe(5)
    await expect(page).toHaveURL(/\/sales\?q=KLOOF$/)

    await search(page).fill('van der m')
    await expectAmounts(page, ['Refund -R 129,99', 'R 30,00', 'R 60,00'])
    await search(page).fill('sipho ndl')
    await pager(page, 'Page 1 / 1 • 4 results')

    const [first = 0] = kloof
    await search(page).fill(String(first))
    await expectAmounts(page, ['R 89,00'])
    await search(page).fill(`${first}0000`)
    await pager(page, 'Page 1 / 1 • 0 results')

    await search(page).fill('_')
    await pager(page, 'Page 1 / 1 • 0 results')
  })
})

test.describe('sale dialog', () => {
  test('shows details, items and other sales with these items (1.5, 2.6.12, 2.6.13, 2.6.14, 2.6.15)', async ({ owner, page }) => {
    const { rivonia } = await trade(owner, page)
    const [first, refund, rusks, plainSale, , , , older] = rivonia
    await openOn(page, '/sales')
    const view = page.getByRole('button', { name: `View sale ${first}`, exact: true })
    await view.click()
    await expect(dialog(page)).toHaveAccessibleName(`Sale #${first}`)
    await expect(dialog(page)).toHaveAccessibleDescription('Detailed breakdown of this transaction')
    await expect(dialog(page).getByRole('heading', { name: 'Details' })).toBeVisible()
    await expect(dialog(page).getByRole('term')).toHaveText(['Date', 'Site', 'Employee', 'Amount'])
    await expect
      .poll(async () => (await dialog(page).getByRole('definition').allInnerTexts()).map(plain))
      .toEqual([day(0, '09:42'), 'Sandton Rivonia', 'Lerato Mokoena', 'R 450,00'])
    await expect(table(page, 'Items').getByRole('columnheader')).toHaveText(['Product', 'Qty', 'Price', 'Total'])
    await expectCells(page, 'Items', [
      ['Boerewors, traditional 1 kg', '2', 'R 120,00', 'R 240,00'],
      ['Buttermilk rusks 500 g', '2', 'R 74,50', 'R 149,00'],
      ['Braai wood, blue gum', '1,25', 'R 89,00', 'R 111,25'],
    ])
    expect(plain(await table(page, 'Items').locator('tfoot').innerText())).toBe('Items total R 500,25')
    const others = dialog(page).getByRole('list', { name: 'Other Sales With These Items' }).getByRole('listitem')
    await expect(others).toHaveText([`#${refund}${day(0, '08:15')}`, `#${rusks}${day(1)}`, `#${older}${day(30, '23:59')}`])

    await others.first().getByRole('button').click()
    await expect(dialog(page)).toHaveAccessibleName(`Sale #${refund}`)
    await expect(dialog(page)).toBeFocused()
    await expect(dialog(page).getByRole('definition').last()).toHaveText(/Refund\s*-R\s129,99/)
    await expectCells(page, 'Items', [['Boerewors, traditional 1 kg', '-1', 'R 129,99', '-R 129,99']])
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(view).toBeFocused()

    await page.getByRole('button', { name: `View sale ${plainSale}`, exact: true }).click()
    await expect(dialog(page)).toContainText('The till sent no items with this sale.')
    await expect(dialog(page)).toContainText('No other sales with these items.')
    await expect(dialog(page)).not.toContainText('Items total')
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(dialog(page)).toBeHidden()
  })
})

test('sale dialog: opens by a number outside the range or from a shared URL, Back steps to the list, and another business has no such sale', async ({
  owner,
  page,
}) => {
  const { rivonia } = await trade(owner, page)
  const [first, refund] = rivonia
  const older = rivonia.at(-1)
  await page.goto('/sales')
  await search(page).fill(`#${older}`)
  await page.getByRole('button', { name: 'Open this sale' }).click()
  await expect(dialog(page)).toHaveAccessibleName(`Sale #${older}`)
  await expect(page).toHaveURL(new RegExp(`sale=${older}$`))
  await page.goto(`/sales?sale=${first}`)
  await expect(dialog(page)).toHaveAccessibleName(`Sale #${first}`)
  await dialog(page)
    .getByRole('button', { name: `#${refund}` })
    .click()
  await expect(dialog(page)).toHaveAccessibleName(`Sale #${refund}`)
  await expect(page).toHaveURL(new RegExp(`/sales\\?sale=${refund}$`))
  await page.goBack()
  await expect(dialog(page)).toHaveAccessibleName(`Sale #${first}`)
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/sales$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible()

  await createOwner(page)
  await page.goto(`/sales?sale=${first}`)
  await expect(dialog(page).getByRole('alert')).toHaveText(
    `There is no sale #${first} in your business. Check the number or the link.`,
  )
})

test.describe('sales live updates', () => {
  const now = () => new Date().toISOString()
  const fill = (owner: Owner, page: Page, count: number) =>
    send(
      owner,
      page,
      Array.from({ length: count }, (_, index) => ({
        saledate: new Date(Date.now() - 3_600_000 - index * 60_000).toISOString(),
        finalamount: index + 1,
      })),
    )
  const openLive = (page: Page, path: string) => Promise.all([page.waitForResponse('**/api/rpc/live/changes'), page.goto(path)])
  const pill = (page: Page) => page.getByRole('button', { name: /^\S+ new sales?$/ })

  test('show a new sale on the first page when the newest come first', async ({ owner, page }) => {
    await fill(owner, page, 12)
    await openLive(page, '/sales')
    await expectCards(page, 'R 78', '12', 'R 6,50')
    await send(owner, page, [{ saledate: now(), finalamount: 1_000 }])
    await expect.poll(async () => (await amounts(page))[0]).toBe('R 1 000,00')
    await expectCards(page, 'R 1 078', '13', 'R 82,92')
    await pager(page, 'Page 1 / 2 • 13 results')
    await expect(pill(page)).toBeHidden()
  })

  test('count new sales in a pill on other pages, and show them when it is pressed', async ({ owner, page }) => {
    await fill(owner, page, 12)
    const rows = () => table(page, 'Sales').locator('tbody tr').allInnerTexts()
    await openLive(page, '/sales?page=2&q=rivonia')
    await pager(page, 'Page 2 / 2 • 12 results')
    const read = await rows()
    expect(read).toHaveLength(2)
    await expect(pill(page)).toBeHidden()

    await send(owner, page, [{ saledate: now(), finalamount: 1_000 }])
    await expect(pill(page)).toHaveText('1 new sale')
    await send(owner, page, [
      { saledate: now(), finalamount: 2_000 },
      { saledate: now(), finalamount: 3_000 },
    ])
    await expect(pill(page)).toHaveText('3 new sales')
    await expectCard(page, 'Number of Sales', '15')
    expect(await rows()).toEqual(read)
    await pager(page, 'Page 2 / 2 • 12 results')

    await pill(page).click()
    await expect(page).toHaveURL(/\/sales\?q=rivonia$/)
    await pager(page, 'Page 1 / 2 • 15 results')
    expect((await rows()).slice(0, 3).join()).toMatch(/1\s000,00/)
    await expect(pill(page)).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('count only sales that match the filters, also in another order', async ({ owner, page }) => {
    await fill(owner, page, 12)
    await openLive(page, '/sales?small=true&sort=finalamount&dir=asc')
    await pager(page, 'Page 1 / 2 • 12 results')
    await send(owner, page, [{ saledate: now(), finalamount: 1_000 }])
    await send(owner, page, [{ saledate: now(), finalamount: -5 }])
    await expect(pill(page)).toHaveText('1 new sale')
    expect((await amounts(page))[0]).toBe('R 1,00')
    await pill(page).click()
    await expect(header(page, 'SALE DATE/TIME')).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(async () => (await amounts(page))[0]).toBe('Refund -R 5,00')
    await expect(small(page)).toHaveAttribute('aria-pressed', 'true')
  })

  test('load each part that failed without a connection when the connection is back', async ({ owner, page, context }) => {
    await fill(owner, page, 12)
    await openLive(page, '/sales?range=7D')
    await expectCard(page, 'Number of Sales', '12')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expectCard(page, 'Revenue', 'R 78', '12 orders')
    // A range that the sales screen has not loaded. The menu keeps it.
    await quick(page, '30D').click()
    await expect(quick(page, '30D')).toHaveAttribute('aria-pressed', 'true')
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Sales' }).click()
    const alerts = page.getByRole('alert')
    await expect(alerts).toHaveText(['Error: Failed to load figures', 'Error: Failed to load sales'])
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(2)
    await header(page, 'SITE').getByRole('button').click()
    await expect(alerts).toHaveText(['Error: Failed to load figures', 'Error: Failed to load sales'])
    await context.setOffline(false)
    await expectCard(page, 'Number of Sales', '12')
    await pager(page, 'Page 1 / 2 • 12 results')
    await expect(alerts).toHaveCount(0)
  })
})

test.describe('sales export', () => {
  const saved = async (page: Page) => {
    const [file] = await Promise.all([page.waitForEvent('download'), exportButton(page).click()])
    const bytes = await readFile(await file.path())
    return { name: file.suggestedFilename(), bytes, rows: parse(bytes, { bom: true }) as string[][] }
  }

  test('saves all filtered rows in the order of the list, in a format that spreadsheets read (2.6.3, 9.27)', async ({
    owner,
    page,
  }) => {
    const { rivonia, kloof } = await trade(owner, page)
    await sql(`update employee set firstname = '=1+1;"Lerato"' where businessid = $1 and firstname = 'Lerato'`, [
      owner.businessid,
    ])
    await openOn(page, '/sales')
    await pager(page, 'Page 1 / 2 • 12 results')
    const all = await saved(page)
    expect(all.name).toMatch(/^sales_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv$/)
    expect([...all.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(all.rows).toHaveLength(13)
    expect(all.rows.slice(0, 4)).toEqual([
      ['Sale ID', 'Sale date/time', 'Employee', 'Site', 'Amount', 'Payment method', 'Close time', 'Reference'],
      [
        String(rivonia[0]),
        `${dateBefore(0)}T09:42:00+02:00`,
        `'=1+1;"Lerato" Mokoena`,
        'Sandton Rivonia',
        '450.00',
        '',
        '',
        expect.any(String),
      ],
      [
        String(kloof[0]),
        `${dateBefore(0)}T09:40:00+02:00`,
        'Sipho Ndlovu',
        'Cape Town Kloof',
        '89.00',
        '',
        '',
        expect.any(String),
      ],
      [
        String(rivonia[1]),
        `${dateBefore(0)}T08:15:00+02:00`,
        'Johan van der Merwe',
        'Sandton Rivonia',
        '-129.99',
        '',
        '',
        expect.any(String),
      ],
    ])
    await expect(page.getByRole('status').filter({ hasText: 'Export finished.' })).toBeAttached()
    await expect(exportButton(page)).toHaveText('Export CSV')

    await page.goto('/sales?q=kloof&small=true&sort=finalamount&dir=asc&range=7D')
    await pager(page, 'Page 1 / 1 • 3 results')
    expect((await saved(page)).rows.slice(1).map((row) => row[4])).toEqual(['10.00', '20.00', '89.00'])
  })
})
