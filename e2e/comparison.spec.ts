import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { dateBefore, expectCard, expectCells, group, openOn, table, written } from './figures.ts'
import { createOwner, expect, PASSWORD, push, test } from './fixtures.ts'

test('comparison and filters: everything on the sales screen and the dashboard follows them, and the next sign-in keeps the comparison', async ({
  owner,
  page,
}) => {
  const kloof = (await owner.addSite('Cape Town Kloof')).siteid
  const zeerust = (await owner.addSite('Zeerust')).siteid
  const lerato = await owner.addEmployee('Lerato', 'Mokoena')
  const sipho = await owner.addEmployee('Sipho', 'Ndlovu')
  const sell = async (siteid: number, sales: [days: number, employeeid: number, finalamount: number][]) => {
    const { key } = await owner.addTill(siteid)
    await push(
      page.request,
      key,
      sales.map(([days, employeeid, finalamount]) => ({
        reference: `${siteid}-${days}-${employeeid}`,
        saledate: `${dateBefore(days)}T09:00:00+02:00`,
        employeeid,
        finalamount,
      })),
    )
  }
  // Within 7 days, 7 days before, and 364 days before.
  await sell(kloof, [
    [0, lerato, 200],
    [1, lerato, 100],
    [1, sipho, 50],
    [7, lerato, 250],
    [364, lerato, 610],
  ])
  await sell(zeerust, [[2, lerato, 5]])
  // The first sale is before the ranges: a range is compared only when the business sold from its first day on.
  await sell(owner.siteid, [
    [400, lerato, 1],
    [0, lerato, 1_000],
    [7, lerato, 5_000],
    [364, lerato, 9_000],
  ])

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const combobox = (name: string) => page.getByRole('combobox', { name, exact: true })
  const card = (name: string) => group(page, name)
  const compared = (name: string) => group(page, 'Compare').getByRole('button', { name, pressed: true })
  const choose = async (filter: string, options: string[], chosen: string) => {
    await combobox(`${filter}: All ${filter.toLowerCase()}`).click()
    for (const option of options) await page.getByRole('option', { name: option }).click()
    await page.keyboard.press('Escape')
    await expect(combobox(`${filter}: ${chosen}`)).toBeFocused()
  }
  const expectSearch = (search: object) => expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(search)
  const follow = async (entry: 'Dashboard' | 'Sales') => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry }).click()
    await expect(page.getByRole('heading', { level: 1, name: entry })).toBeVisible()
  }

  await openOn(page, '/sales?range=7D')
  await expectCard(page, 'Total Revenue', 'R 1 355')
  await choose('Sites', ['Cape Town Kloof', 'Zeerust'], '2 sites')
  await choose('Employees', ['Lerato Mokoena'], 'Lerato Mokoena')
  await expectCard(page, 'Total Revenue', 'R 305')
  await expect(card('Total Revenue')).toContainText('22,0 % more than 5 Jun – 11 Jun')
  await expect(compared('Previous period')).toBeVisible()

  await Promise.all([page.waitForResponse('**/api/rpc/account/saveComparison'), button('Last year').click()])
  await expect(card('Total Revenue')).toContainText('50,0 % less than 13 Jun – 19 Jun 2025')
  const filters = { range: '7D', sites: `${kloof},${zeerust}`, employees: `${lerato}` }
  await expectSearch({ ...filters, compare: 'year' })
  const day = (days: number, revenue: string) => [written(dateBefore(days)), revenue]
  const none = [6, 5, 4, 3].map((days) => day(days, 'R 0,00'))
  await expectCells(page, 'Revenue Over Time', [...none, day(2, 'R 5,00'), day(1, 'R 100,00'), day(0, 'R 200,00')])
  await expectCells(page, 'Earlier revenue', [
    ...[370, 369, 368, 367, 366, 365].map((days) => day(days, 'R 0,00')),
    day(364, 'R 610,00'),
  ])
  await expect(table(page, 'Sales').locator('tbody tr')).toContainText(['R 200,00', 'R 100,00', 'R 5,00'])
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^Export/ }).click()])
  const lines: string[][] = parse(await readFile(await file.path()), { bom: true })
  expect(lines.slice(1).map((line) => line.slice(2, 5))).toEqual([
    ['Lerato Mokoena', 'Cape Town Kloof', '200.00'],
    ['Lerato Mokoena', 'Cape Town Kloof', '100.00'],
    ['Lerato Mokoena', 'Zeerust', '5.00'],
  ])

  await follow('Dashboard')
  await expectCard(page, 'Revenue', 'R 305', '3 orders')
  await expect(card('Revenue')).toContainText('50,0 % less than 13 Jun – 19 Jun 2025')
  await expect(page.getByRole('region', { name: 'Top Sites' }).getByText('Sandton Rivonia')).toHaveCount(0)
  await follow('Sales')
  await expectSearch(filters)
  await expectCard(page, 'Total Revenue', 'R 305')

  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button('Sign In').click()
  await expect(compared('Last year')).toBeVisible()
  await expect(combobox('Sites: All sites')).toBeVisible()

  // Another business has neither the names nor the sales of the address, nor the choice of another person.
  await createOwner(page)
  await page.goto(`/sales?${new URLSearchParams(filters)}`)
  await expect(combobox('Employees: unknown')).toBeVisible()
  await expectCard(page, 'Number of Sales', '0')
  await expect(compared('Previous period')).toBeVisible()
})
