import type { Page } from '@playwright/test'
import {
  cells,
  dateBefore,
  expectCard,
  expectCells,
  expectDays,
  figure,
  openOn,
  picker,
  quick,
  table,
  written,
} from './figures.ts'
import { expect, type Owner, plain, push, test } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search sale ID, employee, or site…' })
const pager = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: text })).toHaveText(text)

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

test('sales: cards, charts, list, search and dialog show what the tills sent (1.5, 2.6.1, 2.6.2, 2.6.4, 2.6.6, 2.6.7, 2.6.8, 2.6.12, 2.6.13, 2.6.14, 2.6.15, 7.3.4, 9.16)', async ({
  owner,
  page,
}) => {
  const { rivonia, kloof } = await trade(owner, page)
  await openOn(page, '/sales')
  await expect(page).toHaveTitle('Sales · Winkel')
  await expect(page.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible()
  await expect(page.getByText('Transactions overview')).toBeVisible()
  await expect(quick(page, '30D')).toHaveAttribute('aria-pressed', 'true')
  await expect(picker(page)).toHaveText('20 May 2026 – 18 Jun 2026')

  await expectCards(page, 'R 2 553', '12', 'R 212,78')
  const sold = new Map<number, [string, string]>([
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
  await expect(figure(page, 'Revenue Over Time')).toBeVisible()
  await expect(figure(page, 'Sales Count Per Day')).toBeVisible()
  await expectDays(page, ['Revenue Over Time', 'Sales Count Per Day'], sold, '0 sales')

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

  const [found = 0] = kloof
  await search(page).fill(String(found))
  await expectAmounts(page, ['R 89,00'])
  await search(page).fill(`${found}0000`)
  await pager(page, 'Page 1 / 1 • 0 results')

  await search(page).fill('_')
  await pager(page, 'Page 1 / 1 • 0 results')

  const [first, refund, rusks, plainSale, , , , older] = rivonia
  await search(page).fill('')
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
  await expect(dialog(page)).toContainText('This sale has no items.')
  await expect(dialog(page)).toContainText('No other sales with these items.')
  await expect(dialog(page)).not.toContainText('Items total')
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(dialog(page)).toBeHidden()
})

test('sales: follow the tills on the first page, and count new sales in a pill on other pages, which shows them', async ({
  owner,
  page,
}) => {
  const now = () => new Date().toISOString()
  const sales = Array.from({ length: 12 }, (_, index) => ({
    saledate: new Date(Date.now() - 3_600_000 - index * 60_000).toISOString(),
    finalamount: index + 1,
  }))
  const pill = page.getByRole('button', { name: /^\S+ new sales?$/ })
  const rows = () => table(page, 'Sales').locator('tbody tr').allInnerTexts()
  await send(owner, page, sales)
  await Promise.all([page.waitForResponse('**/api/rpc/live/changes'), page.goto('/sales?q=rivonia')])
  await expectCards(page, 'R 78', '12', 'R 6,50')
  await send(owner, page, [{ saledate: now(), finalamount: 1_000 }])
  await expect.poll(async () => (await amounts(page))[0]).toBe('R 1 000,00')
  await expectCards(page, 'R 1 078', '13', 'R 82,92')
  await pager(page, 'Page 1 / 2 • 13 results')
  await expect(pill).toBeHidden()

  await page.getByRole('button', { name: 'Next' }).click()
  await pager(page, 'Page 2 / 2 • 13 results')
  await expect.poll(async () => (await rows()).length).toBe(3)
  const read = await rows()
  await send(owner, page, [{ saledate: now(), finalamount: 2_000 }])
  await expect(pill).toHaveText('1 new sale')
  await send(owner, page, [
    { saledate: now(), finalamount: 3_000 },
    { saledate: now(), finalamount: 4_000 },
  ])
  await expect(pill).toHaveText('3 new sales')
  await expectCard(page, 'Number of Sales', '16')
  expect(await rows()).toEqual(read)

  await pill.click()
  await expect(page).toHaveURL(/\/sales\?q=rivonia$/)
  await pager(page, 'Page 1 / 2 • 16 results')
  expect((await rows()).slice(0, 3).join()).toMatch(/2\s000,00/)
  await expect(pill).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})
