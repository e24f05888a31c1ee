import { call, createOwner, expect, expectAccessibleByDayAndNight, push, row, sql, test } from './fixtures.ts'
import { add, dialog, field, option, save, saved } from './products-page.ts'

const DAY_MS = 86_400_000

test('stock reports: suggest what to order from levels and sales, as email and file, and show stock that does not sell, to the own business', async ({
  owner,
  page,
}) => {
  const bread = await add(owner, page, {
    ...{ productname: 'Brown bread', supplier: 'Overberg Bakery', price: 20, purchaseprice: 15, stock: 30 },
  })
  await add(owner, page, { productname: 'Candles', price: 60, purchaseprice: 40, stock: 5 })
  const { key } = await owner.addTill()
  const saledate = new Date(Date.now() - 5 * DAY_MS).toISOString()
  await push(page.request, key, [{ reference: 'S-1', saledate, items: [{ productid: bread, quantity: 10 }] }])

  await page.goto(`/products?product=${bread}`)
  await field(page, 'Reorder level (optional)').fill('24')
  await field(page, 'Order quantity (optional)').fill('12')
  await save(page).click()
  await expect(dialog(page)).toBeHidden()

  await page.goto('/reports')
  await page.getByRole('link', { name: 'Reorder list' }).click()
  await expect(page).toHaveTitle('Reorder list · Winkel')
  // 2 a day: 24 and 14 days of sales less a stock of 20 are 32 units.
  await expect(row(page, 'Brown bread')).toContainText('R\u00a0540,00')
  await page.getByRole('combobox', { name: 'Order for' }).click()
  await option(page, '28 days').click()
  await expect(row(page, 'Brown bread')).toContainText('R\u00a0900,00')
  await page.getByRole('button', { name: 'Copy order for Overberg Bakery' }).click()
  await expect(dialog(page)).toContainText('60 x Brown bread')
  await dialog(page).getByRole('button', { name: 'Copy as e-mail text' }).click()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  const { name, rows } = await saved(page, 'Export CSV')
  expect(name).toBe('reorder-list.csv')
  expect(rows.slice(1)).toEqual([
    ['Overberg Bakery', 'Brown bread', '', 'Sandton Rivonia', '20', '24', '12', '2', '10', '60', '15.00', '900.00'],
  ])

  await page.goto('/reports')
  await page.getByRole('link', { name: 'Slow sellers' }).click()
  await expect(row(page, 'Candles')).toContainText('R\u00a0200,00')
  await expect(row(page, 'Brown bread')).toBeHidden()
  await page.goto('/reports')
  await page.getByRole('link', { name: 'Stock value by site' }).click()
  await expect(row(page, 'Sandton Rivonia')).toContainText('R\u00a0500,00')

  await createOwner(page)
  await page.goto('/reports/reorder')
  await expect(page.getByText('Nothing to order.')).toBeVisible()
  await page.goto('/reports')
  await page.getByRole('link', { name: 'Slow sellers' }).click()
  await expect(page.getByText('Every product in stock has sold.')).toBeVisible()
})

test('stock reports: follow stock that moves, from a past day over a transfer to what is stolen on the way', async ({
  owner,
  page,
}) => {
  const rosebank = (await owner.addSite('Rosebank')).siteid
  const loaf = { productname: 'Brown bread', barcode: '6001', price: 23, purchaseprice: 13 }
  const bread = await add(owner, page, { ...loaf, stock: 20 })
  const there = await add(owner, page, { ...loaf, siteid: rosebank })
  await sql(`update product set created_at = now() - interval '3 days' where productid = any($1)`, [[bread, there]])
  await sql(`update stock_movements set moved_at = now() - interval '3 days' where productid = $1`, [bread])
  const { key } = await owner.addTill()
  await push(page.request, key, [
    { reference: 'S-1', saledate: new Date().toISOString(), items: [{ productid: bread, quantity: 6 }] },
  ])

  await page.goto('/reports/stock-value')
  await expect(row(page, 'Sandton Rivonia').last()).toContainText('R\u00a0182,00')
  await page.getByRole('combobox', { name: 'Stock of' }).click()
  await option(page, 'A past day').click()
  const yesterday = await page.getByLabel('Day', { exact: true }).getAttribute('max')
  await page.getByLabel('Day', { exact: true }).fill(yesterday ?? '')
  await expect(page).toHaveURL(`/reports/stock-value?day=${yesterday}`)
  await expect(row(page, 'Sandton Rivonia').last()).toContainText('R\u00a0260,00')
  await expect(page.getByText('because past prices are not kept')).toBeVisible()

  const write = (kind: 'transfer' | 'adjustment', quantity: number, more: { to_siteid?: number; reason?: string }) => {
    const { reason, ...where } = more
    const document = { kind, siteid: owner.siteid, ...where, lines: [{ productid: bread, quantity, reason }], finish: true }
    return call<{ documentid: number }>(page.request, 'POST', '/api/v1/stock/documents', document)
  }
  const { documentid } = await write('transfer', 10, { to_siteid: rosebank })
  await page.goto('/reports/stock-value')
  await expect(row(page, 'In transit').last()).toContainText('R\u00a0130,00')
  await expect(row(page, 'Total').last()).toContainText('R\u00a0182,00')
  await row(page, 'In transit').last().getByRole('link').click()
  await expect(page).toHaveTitle('In transit · Winkel')
  const line = row(page, 'Brown bread').last()
  await expect(line).toContainText('Sandton Rivonia → Rosebank')
  await expect(line).toContainText('Today')
  await expectAccessibleByDayAndNight(page)
  await line.getByRole('link', { name: 'Transfer 1' }).click()
  await expect(page).toHaveURL(`/stock/${documentid}`)

  await call(page.request, 'POST', `/api/v1/stock/documents/${documentid}/receive`, {
    ...{ siteid: rosebank, opened: { version: 2 } },
    lines: [{ productid: bread, quantity: 8, missing: 2, reason: 'Stolen' }],
  })
  await write('adjustment', -1, { reason: 'Damaged' })
  await page.goto('/reports/in-transit')
  await expect(page.getByText('Nothing is in transit.')).toBeVisible()
  await page.goto('/reports')
  await page.getByRole('link', { name: 'Shrinkage' }).click()
  await expect(page).toHaveTitle('Shrinkage · Winkel')
  await expect(row(page, 'Missing in transfers: Stolen').last()).toContainText('R\u00a026,00')
  await expect(page.getByRole('group', { name: 'Difference' })).toContainText('-R\u00a039,00')
  await expect(page.getByRole('group', { name: 'Largest reason' })).toContainText('Stolen')
  await expectAccessibleByDayAndNight(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  const { name, rows } = await saved(page, 'Export CSV')
  expect(name).toMatch(/^shrinkage_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/)
  expect(rows.slice(1)).toEqual([
    ['Rosebank', 'Missing in a transfer', 'Stolen', '2', '0', '26.00', '0.00', '0'],
    ['Sandton Rivonia', 'Adjustment', 'Damaged', '1', '0', '13.00', '0.00', '0'],
  ])
  await row(page, 'Damaged').last().getByRole('link').click()
  await expect(page).toHaveURL(`/stock?kind=adjustment&siteid=${owner.siteid}`)
})
