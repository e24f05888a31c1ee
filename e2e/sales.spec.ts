import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import {
  cells,
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
  expect,
  expectAccessible,
  expectAccessibleByDayAndNight,
  type Owner,
  plain,
  push,
  searchesOf,
  sql,
  test,
} from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search sale ID, employee, or site…' })
const small = (page: Page) => page.getByRole('button', { name: 'Only below R100', exact: true })
const chips = (page: Page) => group(page, 'Active filters')
const header = (page: Page, name: string) => table(page, 'Sales').getByRole('columnheader', { name })
const cards = (page: Page) => page.getByRole('list', { name: 'Sales', exact: true }).getByRole('listitem')
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
  return { rivonia, kloof: other, ids: [...rivonia, ...other] }
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

const expectRows = (page: Page, isMobile: boolean, rows: string[][]) =>
  isMobile
    ? expect
        .poll(async () => (await cards(page).allInnerTexts()).map(plain))
        .toEqual(rows.map(([date, employee, site, amount]) => `${date} ${employee} • ${site} ${amount}`))
    : expectCells(
        page,
        'Sales',
        rows.map((row) => [...row, '']),
      )

const expectCards = async (page: Page, revenue: string, sales: string, average: string) => {
  await expectCard(page, 'Total Revenue', revenue)
  await expectCard(page, 'Number of Sales', sales)
  await expectCard(page, 'Avg. per Sale', average)
}

test.describe('what tills pushed', () => {
  test('is what cards, charts and list show (1.5, 2.6.1, 2.6.2, 2.6.6, 2.6.7, 2.6.8, 7.3.4, 9.16) @phone', async ({
    owner,
    page,
    isMobile,
  }) => {
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

    if (!isMobile)
      await expect(table(page, 'Sales').getByRole('columnheader')).toHaveText([
        'SALE DATE/TIME',
        'EMPLOYEE',
        'SITE',
        'AMOUNT',
        'Actions',
      ])
    await expectRows(page, isMobile, FIRST_PAGE)
    await pager(page, 'Page 1 / 2 • 12 results')
    await expect(page).toHaveURL(/\/sales$/)
    await expectNoOverflow(page)
    await expectAccessibleByDayAndNight(page)
  })

  test('can be read day by day under the pointer', async ({ owner, page }) => {
    await trade(owner, page)
    await openOn(page, '/sales?range=7D')
    await expect(page.getByRole('slider', { name: 'Revenue Over Time, day by day' })).toHaveAttribute(
      'aria-valuetext',
      /Thu, 18 Jun 2026: R\s409,01/,
    )
    await expect(page.getByRole('slider', { name: 'Sales Count Per Day, day by day' })).toHaveAttribute(
      'aria-valuetext',
      'Thu, 18 Jun 2026: 3 sales',
    )
  })

  test.describe('in a browser of Los Angeles', () => {
    test.use({ timezoneId: 'America/Los_Angeles' })
    test('is shown by the clock of the business', async ({ owner, page }) => {
      await send(owner, page, [{ saledate: '2026-06-17T22:30:00Z', finalamount: 20 }]) // 00:30 of the 18th
      await openOn(page, '/sales?from=2026-06-18&to=2026-06-18', '2026-06-18T00:45:00+02:00')
      await expect.poll(async () => (await cells(page, 'Sales'))[0]?.[0]).toBe('18 Jun 2026, 00:30')
      await expectCells(page, 'Revenue Over Time', [['18 Jun 2026', 'R 20,00']])
    })
  })
})

test.describe('a search', () => {
  test('finds sites, employees and the beginnings of sale ids, and counts in cards and charts too (2.6.4, 2.6.7)', async ({
    owner,
    page,
  }) => {
    const { ids, kloof, rivonia } = await trade(owner, page)
    await openOn(page, '/sales')
    await pager(page, 'Page 1 / 2 • 12 results')

    const asked = searchesOf(page, 'sales')
    await search(page).pressSequentially('KLOOF', { delay: 20 })
    await expectAmounts(page, ['R 89,00', 'R 1 284,35', 'R 10,00', 'R 20,00', 'R 500,00'])
    expect(asked).toHaveLength(1)
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
    const beginning = String(first).slice(0, -1) || String(first)
    const matching = ids.filter((id) => id !== rivonia.at(-1) && String(id).startsWith(beginning)).length
    await search(page).fill(beginning)
    await pager(page, `Page 1 / ${Math.ceil(matching / 10)} • ${matching} results`)

    await search(page).fill('_')
    await pager(page, 'Page 1 / 1 • 0 results')
  })

  test('and the toggle show as chips, each with a button that takes it away (2.6.5, 2.6.10, 4.14, 9.19) @phone', async ({
    owner,
    page,
  }) => {
    await trade(owner, page)
    await openOn(page, '/sales?page=2')
    await pager(page, 'Page 2 / 2 • 12 results')
    await expect(small(page)).toHaveAttribute('aria-pressed', 'false')
    await expect(chips(page)).toBeHidden()

    await small(page).click()
    await expect(small(page)).toHaveAttribute('aria-pressed', 'true')
    await pager(page, 'Page 1 / 1 • 8 results')
    await expectCards(page, 'R 219', '8', 'R 27,38')
    await expect(chips(page)).toHaveText('< R100')
    await expect(page).toHaveURL(/\/sales\?small=true$/)

    await search(page).fill('rivonia')
    await pager(page, 'Page 1 / 1 • 5 results')
    await expect(chips(page)).toHaveText('rivonia< R100')
    await expectAccessibleByDayAndNight(page)
    await expectNoOverflow(page)

    await page.getByRole('button', { name: 'Remove filter rivonia' }).click()
    await expect(search(page)).toHaveValue('')
    await expect(small(page)).toBeFocused()
    await pager(page, 'Page 1 / 1 • 8 results')
    await page.getByRole('button', { name: 'Remove filter < R100' }).click()
    await expect(chips(page)).toBeHidden()
    await expect(small(page)).toHaveAttribute('aria-pressed', 'false')
    await pager(page, 'Page 1 / 2 • 12 results')

    await page.goBack()
    await pager(page, 'Page 1 / 1 • 8 results')
    await small(page).click()
    await pager(page, 'Page 1 / 2 • 12 results')
  })
})

test.describe('the order', () => {
  test('is by any column, both ways, and starts at page 1 (2.6.9, 4.14, 4.17)', async ({ owner, page }) => {
    await trade(owner, page)
    await openOn(page, '/sales?page=2')
    await expectAmounts(page, ['R 500,00', 'R 60,00'])
    await expect(header(page, 'SALE DATE/TIME')).toHaveAttribute('aria-sort', 'descending')

    const sortBy = (name: string) => header(page, name).getByRole('button').click()
    const first = async (count: number) => (await amounts(page)).slice(0, count)
    await sortBy('SALE DATE/TIME')
    await expect(header(page, 'SALE DATE/TIME')).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => first(3)).toEqual(['R 60,00', 'R 500,00', 'R 40,00'])
    await pager(page, 'Page 1 / 2 • 12 results')

    await sortBy('AMOUNT')
    await expect(header(page, 'AMOUNT')).toHaveAttribute('aria-sort', 'ascending')
    await expect(header(page, 'SALE DATE/TIME')).not.toHaveAttribute('aria-sort')
    await expect.poll(() => first(3)).toEqual(['Refund -R 129,99', 'R 10,00', 'R 20,00'])
    await sortBy('AMOUNT')
    await expect.poll(() => first(3)).toEqual(['R 1 284,35', 'R 500,00', 'R 450,00'])
    await expect(page).toHaveURL(/\?sort=finalamount$/)

    const column = async (index: number) => [...new Set((await cells(page, 'Sales')).map((row) => row[index]))]
    await sortBy('EMPLOYEE')
    await expect.poll(() => column(1)).toEqual(['Johan van der Merwe', 'Lerato Mokoena', 'Sipho Ndlovu'])
    await sortBy('EMPLOYEE')
    await expect.poll(() => column(1)).toEqual(['Sipho Ndlovu', 'Lerato Mokoena', 'Johan van der Merwe'])
    await sortBy('SITE')
    await expect.poll(() => column(2)).toEqual(['Cape Town Kloof', 'Sandton Rivonia'])
    await sortBy('SITE')
    await expect.poll(() => first(1)).toEqual(['R 450,00'])
    await expect(header(page, 'SITE')).toHaveAttribute('aria-sort', 'descending')

    await sortBy('SALE DATE/TIME')
    await expect(header(page, 'SALE DATE/TIME'), 'the newest first').toHaveAttribute('aria-sort', 'descending')
    await expectRows(page, false, FIRST_PAGE)
    await expect(page).toHaveURL(/\/sales$/)
  })

  test('is chosen from a menu on a phone @phone', async ({ owner, page, isMobile }) => {
    test.skip(!isMobile, 'the desk has its headers')
    await trade(owner, page)
    await openOn(page, '/sales')
    await page.getByRole('button', { name: 'Sort: SALE DATE/TIME, descending' }).click()
    await page.getByRole('menuitemradio', { name: 'AMOUNT' }).click()
    await expect(cards(page).first()).toContainText('Refund')
    await expect(page.getByRole('button', { name: 'Sort: AMOUNT, ascending' })).toBeVisible()
  })
})

test('Next, Previous, Back, a reload and a pasted link show the same list (2.6.2, 2.6.11, 4.14) @phone', async ({
  owner,
  page,
  isMobile,
}) => {
  await trade(owner, page)
  const secondPage = [
    [day(7), 'Sipho Ndlovu', 'Cape Town Kloof', 'R 500,00'],
    [day(29, '00:00'), 'Johan van der Merwe', 'Sandton Rivonia', 'R 60,00'],
  ]
  await openOn(page, '/sales')
  await expectRows(page, isMobile, FIRST_PAGE)
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).press('Enter')
  await expectRows(page, isMobile, secondPage)
  await pager(page, 'Page 2 / 2 • 12 results')
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Previous' }), 'the keyboard goes on from there').toBeFocused()
  await page.reload()
  await expectRows(page, isMobile, secondPage)
  await page.goBack()
  await expectRows(page, isMobile, FIRST_PAGE)
  await page.goForward()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expectRows(page, isMobile, FIRST_PAGE)

  const link = '/sales?q=mokoena&sort=finalamount&dir=asc&small=true&from=2026-06-12&to=2026-06-17'
  await page.goto(link)
  await expectRows(page, isMobile, [
    [day(3), 'Lerato Mokoena', 'Cape Town Kloof', 'R 10,00'],
    [day(6), 'Lerato Mokoena', 'Sandton Rivonia', 'R 40,00'],
    [day(1), 'Lerato Mokoena', 'Sandton Rivonia', 'R 99,99'],
  ])
  await expectCards(page, 'R 150', '3', 'R 50,00')
  await expect(search(page)).toHaveValue('mokoena')
  await expect(small(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(picker(page)).toHaveText('12 Jun 2026 – 17 Jun 2026')

  await quick(page, '7D').click()
  await expect(page, 'a range keeps the filters').toHaveURL(/q=mokoena/)
  await expect(page).not.toHaveURL(/from=/)
  await pager(page, 'Page 1 / 1 • 3 results')

  await page.goto('/sales?page=99')
  await pager(page, 'Page 2 / 2 • 12 results')
  await expectRows(page, isMobile, secondPage)
  await expect(page, 'the address says which page is shown').toHaveURL(/\/sales\?page=2$/)
  await quick(page, '7D').click()
  await expect(page, 'another range begins at page 1').toHaveURL(/\/sales\?range=7D$/)
  await pager(page, 'Page 1 / 1 • 10 results')
  await expectCards(page, 'R 1 993', '10', 'R 199,34')
  await page.goto('/sales?page=-1&sort=colour&dir=up&small=maybe&range=90D&from=x&utm_source=mail')
  await pager(page, 'Page 1 / 2 • 12 results')
  await expect(quick(page, '30D')).toHaveAttribute('aria-pressed', 'true')
})

test.describe('one sale', () => {
  test('is shown with its details, its items and other sales that have them (1.5, 2.6.12, 2.6.13, 2.6.14, 2.6.15) @phone', async ({
    owner,
    page,
    isMobile,
  }) => {
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
    // A phone has the price below the name.
    const items = (lines: [string, string, string, string][]) =>
      isMobile ? lines.map(([name, sold, price, total]) => [`${name} ${price}`, sold, total]) : lines
    await expect(table(page, 'Items').getByRole('columnheader')).toHaveText(
      isMobile ? ['Product', 'Qty', 'Total'] : ['Product', 'Qty', 'Price', 'Total'],
    )
    await expectCells(
      page,
      'Items',
      items([
        ['Boerewors, traditional 1 kg', '2', 'R 120,00', 'R 240,00'],
        ['Buttermilk rusks 500 g', '2', 'R 74,50', 'R 149,00'],
        ['Braai wood, blue gum', '1,25', 'R 89,00', 'R 111,25'],
      ]),
    )
    expect(plain(await table(page, 'Items').locator('tfoot').innerText())).toBe('Items total R 500,25')
    const others = dialog(page).getByRole('list', { name: 'Other Sales With These Items' }).getByRole('listitem')
    await expect(others).toHaveText([`#${refund}${day(0, '08:15')}`, `#${rusks}${day(1)}`, `#${older}${day(30, '23:59')}`])
    await expectNoOverflow(page)
    await expectAccessibleByDayAndNight(page)

    await others.first().getByRole('button').click()
    await expect(dialog(page)).toHaveAccessibleName(`Sale #${refund}`)
    await expect(dialog(page)).toBeFocused()
    await expect(dialog(page).getByRole('definition').last()).toHaveText(/Refund\s*-R\s129,99/)
    await expectCells(page, 'Items', items([['Boerewors, traditional 1 kg', '-1', 'R 129,99', '-R 129,99']]))
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(view).toBeFocused()

    await page.getByRole('button', { name: `View sale ${plainSale}`, exact: true }).click()
    await expect(dialog(page)).toContainText('The till sent no items with this sale.')
    await expect(dialog(page)).toContainText('No other sales with these items.')
    await expect(dialog(page)).not.toContainText('Items total')
    await expectAccessibleByDayAndNight(page)
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(dialog(page)).toBeHidden()
  })

  test('opens from anywhere on its row, and gives the focus back to its button', async ({ owner, page }) => {
    const [saleid] = await send(owner, page, [{ saledate: new Date().toISOString(), finalamount: 20 }])
    await page.goto('/sales')
    await table(page, 'Sales').getByRole('cell', { name: 'Sandton Rivonia', exact: true }).click()
    await expect(dialog(page)).toHaveAccessibleName(`Sale #${saleid}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: `View sale ${saleid}` })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeVisible()
  })

  test('fills a phone and opens under a thumb on its card @phone', async ({ owner, page, isMobile }) => {
    test.skip(!isMobile, 'the desk has rows')
    await send(owner, page, [{ saledate: new Date().toISOString(), finalamount: 20 }])
    await page.goto('/sales')
    await cards(page).first().tap()
    await expect(dialog(page)).toContainText('R 20,00'.replace(' ', '\u00a0'))
    const box = await dialog(page).boundingBox()
    expect(box).toMatchObject({ x: 0, y: 0, width: 390 })
    expect(box?.height).toBeGreaterThanOrEqual(844)
  })

  test('of the largest amounts and the longest names has room, in the list too @phone', async ({ owner, page, isMobile }) => {
    const words = 'Wholewheat sourdough of the old mill baked in the stone oven at Stellenbosch with seeds and honey 2,5'
    const site = (await owner.addSite(words.slice(0, 100))).siteid
    const employeeid = await owner.addEmployee(words.slice(0, 50), words.slice(50, 100))
    const price = 9_999_999_999.99
    const productid = await owner.addProduct({ productname: words.slice(0, 100), price, siteid: site })
    const sold = { saledate: new Date().toISOString(), employeeid, items: [{ productid, quantity: -1 }] }
    await send(owner, page, [sold], site)
    await page.goto('/sales')
    const sale = isMobile ? cards(page).first() : table(page, 'Sales').locator('tbody tr').first()
    await expect(sale).toContainText('Refund')
    expect((await sale.boundingBox())?.height, 'two lines of each name').toBeLessThan(isMobile ? 150 : 60)
    await page.getByRole('button', { name: /^View sale/ }).click()
    for (const width of isMobile ? [390, 320] : [1440]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(dialog(page).locator('tfoot')).toContainText(/-R\s9\s999/)
      const cut = await dialog(page).evaluate((box) =>
        [box, ...box.querySelectorAll('table, td, th, dd')]
          .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth)
          .map(({ tagName, textContent }) => `${tagName} ${textContent}`),
      )
      expect(cut, `${width} px`).toEqual([])
    }
  })

  test('shows its shape while it comes, says when it cannot, and comes with a second try', async ({ owner, page }) => {
    const [saleid] = await send(owner, page, [{ saledate: new Date().toISOString(), finalamount: 20 }])
    await page.goto('/sales')
    const letGo = await hold(page, 'sales/get*')
    await page.getByRole('button', { name: `View sale ${saleid}` }).click()
    await expect(dialog(page)).toContainText('Items total')
    await expect(dialog(page)).not.toContainText('Sandton Rivonia')
    await expectAccessible(page)
    letGo()
    await expect(dialog(page)).toContainText('Sandton Rivonia')
    await page.keyboard.press('Escape')
    await page.unroute('**/api/rpc/sales/get*')

    await page.reload()
    await page.route('**/api/rpc/sales/get*', (route) => route.abort())
    await page.getByRole('button', { name: `View sale ${saleid}` }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Error: This sale could not be loaded.')
    await expectAccessibleByDayAndNight(page)
    await page.unroute('**/api/rpc/sales/get*')
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect(dialog(page)).toContainText('Sandton Rivonia')
  })

  test('that is gone says so', async ({ owner, page }) => {
    const [saleid] = await send(owner, page, [{ saledate: new Date().toISOString(), finalamount: 20 }])
    await page.goto('/sales?sort=site') // Newest first, the list would notice by itself.
    await expect(page.getByRole('button', { name: `View sale ${saleid}` })).toBeVisible()
    await sql('delete from sales where businessid = $1', [owner.businessid])
    await page.getByRole('button', { name: `View sale ${saleid}` }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('This no longer exists.')
    await expect(dialog(page).getByRole('button', { name: 'Try again' })).toBeHidden()
  })
})

test.describe('nothing', () => {
  test('found says so and offers to clear the filters (2.6.16) @phone', async ({ owner, page }) => {
    await trade(owner, page)
    await openOn(page, '/sales?q=nowhere&small=true')
    await expect(page.getByText('No sales found.')).toBeVisible()
    await pager(page, 'Page 1 / 1 • 0 results')
    await expectCards(page, 'R 0', '0', 'R 0,00')
    await expect(figure(page, 'Revenue Over Time')).toContainText('No revenue for these filters.')
    await expect(figure(page, 'Sales Count Per Day')).toContainText('No sales for these filters.')
    await expectAccessibleByDayAndNight(page)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await pager(page, 'Page 1 / 2 • 12 results')
    await expect(page).toHaveURL(/\/sales$/)
  })

  test('in the range leads to the latest sales', async ({ owner, page }) => {
    await trade(owner, page)
    await openOn(page, '/sales', '2026-09-30T10:00:00+02:00')
    await expect(page.getByText('No sales found.')).toBeVisible()
    await expect(figure(page, 'Revenue Over Time')).toContainText('No revenue in this range.')
    await page.getByRole('button', { name: 'Show the latest sales' }).click()
    await expect(picker(page)).toHaveText('20 May 2026 – 18 Jun 2026')
    await pager(page, 'Page 1 / 2 • 12 results')
  })

  test('sold at all leads to where tills get connected @phone', async ({ owner: _owner, page }) => {
    await page.goto('/sales')
    await expect(page.getByText('No sales found.')).toBeVisible()
    await expect(page.getByText('Sales come from your tills: on Sites, open a site’s Tills and make a key for it.')).toBeVisible()
    await expectAccessibleByDayAndNight(page)
    await page.getByRole('link', { name: 'Connect a till' }).click()
    await expect(page).toHaveURL(/\/sites$/)
  })
})

test.describe('what does not come', () => {
  test('the list says so and comes with a second try; the figures stand without it (8.2.3)', async ({ owner, page }) => {
    await trade(owner, page)
    await page.route('**/api/rpc/sales/list*', (route) => route.abort())
    await openOn(page, '/sales')
    await expect(page.getByRole('alert')).toHaveText('Error: Failed to load sales')
    await expectCard(page, 'Number of Sales', '12')
    await expectAccessibleByDayAndNight(page)
    await page.unroute('**/api/rpc/sales/list*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectRows(page, false, FIRST_PAGE)
    await expect(page.getByRole('alert')).toBeHidden()
  })

  test('the figures say so too; the list stands without them @phone', async ({ owner, page, isMobile }) => {
    await trade(owner, page)
    await page.route('**/api/rpc/sales/figures*', (route) => route.abort())
    await openOn(page, '/sales')
    await expect(page.getByRole('alert')).toHaveText('Error: Failed to load figures')
    await expectRows(page, isMobile, FIRST_PAGE)
    await expectAccessible(page)
    // They try again by themselves too, so the call fails on until the button has been seen to work.
    await Promise.all([page.waitForRequest('**/api/rpc/sales/figures*'), page.getByRole('button', { name: 'Try again' }).click()])
    await page.unroute('**/api/rpc/sales/figures*')
    await expectCard(page, 'Number of Sales', '12')
  })

  for (const [what, sales] of [
    ['with sales', true],
    ['without', false],
  ] as const)
    test(`yet has its shape, and nothing jumps when it comes, ${what} @phone`, async ({ owner, page, isMobile }) => {
      if (sales) await trade(owner, page)
      await watchShifts(page)
      const letFigures = await hold(page, 'sales/figures*')
      const letList = await hold(page, 'sales/list*')
      await openOn(page, '/sales')
      for (const name of ['Total Revenue', 'Number of Sales', 'Avg. per Sale'])
        await expect(group(page, name)).toHaveAttribute('aria-busy', 'true')
      if (isMobile) await expect(page.getByRole('list', { name: 'Sales', exact: true })).toHaveAttribute('aria-busy', 'true')
      else await expect(table(page, 'Sales').locator('tbody tr')).toHaveCount(6)
      letFigures()
      await expectCard(page, 'Number of Sales', sales ? '12' : '0')
      letList()
      await pager(page, sales ? 'Page 1 / 2 • 12 results' : 'Page 1 / 1 • 0 results')
      await expect(page.getByRole('slider')).toHaveCount(sales ? 2 : 0)
      await expectNoShift(page)
    })

  test('yet leaves the old rows and figures there, dimmed', async ({ owner, page }) => {
    await trade(owner, page)
    await openOn(page, '/sales')
    await expectRows(page, false, FIRST_PAGE)
    const letGo = await hold(page, 'sales/*')
    await small(page).click()
    await expect(table(page, 'Sales')).toHaveAttribute('aria-busy', 'true')
    await expect(group(page, 'Total Revenue')).toHaveAttribute('aria-busy', 'true')
    expect(await amounts(page)).toHaveLength(10)
    letGo()
    await pager(page, 'Page 1 / 1 • 8 results')
    await expect(table(page, 'Sales')).toHaveAttribute('aria-busy', 'false')
  })
})

test.describe('live', () => {
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

  test('a sale is on the first page of the newest within a moment', async ({ owner, page }) => {
    await fill(owner, page, 12)
    await openLive(page, '/sales')
    await expectCards(page, 'R 78', '12', 'R 6,50')
    await send(owner, page, [{ saledate: now(), finalamount: 1_000 }])
    await expect.poll(async () => (await amounts(page))[0]).toBe('R 1 000,00')
    await expectCards(page, 'R 1 078', '13', 'R 82,92')
    await pager(page, 'Page 1 / 2 • 13 results')
    await expect(pill(page)).toBeHidden()
  })

  test('elsewhere nothing moves: a pill counts the new sales and shows them when pressed @phone', async ({
    owner,
    page,
    isMobile,
  }) => {
    await fill(owner, page, 12)
    const rows = () => (isMobile ? cards(page) : table(page, 'Sales').locator('tbody tr')).allInnerTexts()
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
    await expectAccessibleByDayAndNight(page)
    await expectNoOverflow(page)

    await pill(page).click()
    await expect(page).toHaveURL(/\/sales\?q=rivonia$/)
    await pager(page, 'Page 1 / 2 • 15 results')
    expect((await rows()).slice(0, 3).join()).toMatch(/1\s000,00/)
    await expect(pill(page)).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('a sale that the filters leave out is no news; in another order one that they let in is', async ({ owner, page }) => {
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

  test('without a connection all stays and says so; with it the list catches up @phone', async ({
    owner,
    page,
    context,
    isMobile,
  }) => {
    await fill(owner, page, 2)
    await openLive(page, '/sales')
    await expectCard(page, 'Number of Sales', '2')
    await context.setOffline(true)
    const news = page.getByRole('status').filter({ hasText: /^Connection lost\. These figures are as at \d\d:\d\d\.$/ })
    await expect(news).toBeVisible()
    await send(owner, page, [{ saledate: now(), finalamount: 1_000 }])
    await expect(isMobile ? cards(page) : table(page, 'Sales').locator('tbody tr')).toHaveCount(2)
    await expect(page.getByRole('alert')).toBeHidden()
    await expectAccessibleByDayAndNight(page)
    await expectNoOverflow(page)
    await context.setOffline(false)
    await expectCard(page, 'Number of Sales', '3')
    await expect(isMobile ? cards(page) : table(page, 'Sales').locator('tbody tr')).toHaveCount(3)
    await expect(news).toBeHidden()
  })

  test('opened without a connection each part says so, and comes with it', async ({ owner, page, context }) => {
    await fill(owner, page, 12)
    await openLive(page, '/sales?range=7D')
    await expectCard(page, 'Number of Sales', '12')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expectCard(page, 'Revenue', 'R 78', '12 orders')
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

test.describe('Export CSV', () => {
  const saved = async (page: Page) => {
    const [file] = await Promise.all([page.waitForEvent('download'), exportButton(page).click()])
    const bytes = await readFile(await file.path())
    return { name: file.suggestedFilename(), bytes, rows: parse(bytes, { bom: true }) as string[][] }
  }

  /** So many sales that a slow network takes its time with them. */
  async function sellMany(owner: Owner, count = 30_000) {
    await sql(
      `insert into sales (businessid, siteid, employeeid, saledate, finalamount)
       select $1, $2, (select min(employeeid) from employee where businessid = $1), now() - n * interval '30 seconds', n
         from generate_series(1, $3::int) n`,
      [owner.businessid, owner.siteid, count],
    )
  }
  async function slowDown(page: Page) {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    const limit = (bytes: number) =>
      devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: bytes,
        uploadThroughput: -1,
      })
    await limit(250_000)
    return () => limit(-1)
  }

  test('saves all filtered rows in the order of the list, as a spreadsheet reads them (2.6.3, 9.27) @phone', async ({
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
      ['Sale ID', 'Sale date/time', 'Employee', 'Site', 'Amount', 'Payment method', 'Close time'],
      [String(rivonia[0]), `${dateBefore(0)}T09:42:00+02:00`, `'=1+1;"Lerato" Mokoena`, 'Sandton Rivonia', '450.00', '', ''],
      [String(kloof[0]), `${dateBefore(0)}T09:40:00+02:00`, 'Sipho Ndlovu', 'Cape Town Kloof', '89.00', '', ''],
      [String(rivonia[1]), `${dateBefore(0)}T08:15:00+02:00`, 'Johan van der Merwe', 'Sandton Rivonia', '-129.99', '', ''],
    ])
    await expect(page.getByRole('status').filter({ hasText: 'Export finished.' })).toBeAttached()
    await expect(exportButton(page)).toHaveText('Export CSV')

    await page.goto('/sales?q=kloof&small=true&sort=finalamount&dir=asc&range=7D')
    await pager(page, 'Page 1 / 1 • 3 results')
    expect((await saved(page)).rows.slice(1).map((row) => row[4])).toEqual(['10.00', '20.00', '89.00'])
  })

  test('says how far it is, cannot be pressed twice, and can be cancelled @phone', async ({ owner, page }) => {
    await sellMany(owner)
    await page.goto('/sales')
    await expectCard(page, 'Number of Sales', '30 000')
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('sales.csv') && asked.push(request.url()))
    const fullSpeed = await slowDown(page)
    await exportButton(page).click()
    await expect(exportButton(page)).toHaveText(/^Exporting… [1-9]\d?\s%$/)
    await expect(page.getByRole('status').filter({ hasText: /^Exporting…/ })).toBeAttached()
    await expect(exportButton(page)).toBeDisabled()
    await exportButton(page).focus()
    await page.keyboard.press('Enter')
    expect(asked).toHaveLength(1)
    await expectAccessibleByDayAndNight(page)
    await expectNoOverflow(page)

    await page.getByRole('button', { name: 'Cancel export' }).click()
    await expect(exportButton(page)).toHaveText('Export CSV')
    await expect(page.getByRole('alert')).toBeHidden()
    await fullSpeed()
    expect((await saved(page)).rows).toHaveLength(30_001)
  })

  test('that breaks off says so, saves nothing, and comes with another try @phone', async ({ owner, page }) => {
    test.slow() // more sales than the buffers on the way would hold
    await sellMany(owner, 80_000)
    await page.route('**/api/rpc/live/changes', (route) => route.abort()) // or it would hear first of what happens below
    await page.goto('/sales')
    await expectCard(page, 'Number of Sales', '80 000')
    const downloads: unknown[] = []
    page.on('download', (download) => downloads.push(download))
    const fullSpeed = await slowDown(page)
    await exportButton(page).click()
    await expect(exportButton(page)).toHaveText(/^Exporting… [1-9]\d?\s%$/)
    await sql(`update business_users set role = 'employee' where businessid = $1`, [owner.businessid])
    await fullSpeed()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(
      'Export failed. The connection was lost before the file was complete, so nothing was saved.',
    )
    await sql(`update business_users set role = 'owner' where businessid = $1`, [owner.businessid])
    await expectAccessible(page)
    await expectNoOverflow(page)
    expect(downloads).toEqual([])

    const [file] = await Promise.all([page.waitForEvent('download'), alert.getByRole('button', { name: 'Try again' }).click()])
    expect(parse(await readFile(await file.path()), { bom: true })).toHaveLength(80_001)
    await expect(alert).toBeHidden()
  })

  test('beside another one of the same person is refused in words', async ({ owner, page, context }) => {
    await sellMany(owner, 80_000) // more than the buffers on the way would hold
    await page.goto('/sales')
    await expectCard(page, 'Number of Sales', '80 000')
    const second = await context.newPage()
    await second.goto('/sales')
    await expectCard(second, 'Number of Sales', '80 000')
    await slowDown(page)
    await exportButton(page).click()
    await expect(exportButton(page)).toHaveText(/^Exporting… [1-9]/)
    await exportButton(second).click()
    await expect(second.getByRole('alert')).toContainText('Export failed. An export is already running.')
    await second.getByRole('button', { name: 'Dismiss' }).click()
    await expect(second.getByRole('alert')).toBeHidden()
    await page.getByRole('button', { name: 'Cancel export' }).click()
    await expect(exportButton(page)).toHaveText('Export CSV')
  })

  test('of somebody whose session has ended leads to the login', async ({ owner: _owner, page }) => {
    await page.route('**/api/rpc/live/changes', (route) => route.abort()) // or it would hear of it first
    await page.goto('/sales')
    await expect(page.getByText('No sales found.')).toBeVisible()
    await page.context().clearCookies()
    await exportButton(page).click()
    await expect(page).toHaveURL(/\/login$/)
  })
})
