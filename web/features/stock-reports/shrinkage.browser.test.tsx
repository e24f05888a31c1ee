import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { getInputs } from '../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen, SITE } from '../../testing/render-screen.tsx'
import {
  button,
  choose,
  dialog,
  expectCells,
  expectContains,
  expectNoOverflow,
  expectTapTargets,
  expectUrl,
  row,
} from '../../testing/screen.ts'
import { createShrinkageRow, ROSEBANK, serveShrinkage, serveStockReports } from '../../testing/stock-reports.ts'
import { setToday } from '../../testing/today.ts'

const tile = (name: string) => page.getByRole('group', { name, exact: true })

describe('shrinkage', () => {
  test('has what was lost and found by site and reason, with the sums of a site, in the last 30 days', async () => {
    setToday()
    await renderScreen('/reports/shrinkage', serveStockReports())
    await expectCells('By site and reason', [
      ['Rosebank', 'Missing in transfers: Stolen', '2', '0', 'R 12,50', 'R 0,00', '-R 12,50'],
      ['Sandton Rivonia', 'Damaged', '3', '0', 'R 30,00', 'R 0,00', '-R 30,00'],
      ['Sandton Rivonia', 'Expired 2 lines without a purchase price', '4', '0', 'R 20,00', 'R 0,00', '-R 20,00'],
      ['Sandton Rivonia', 'Count', '1', '2,5', 'R 10,00', 'R 25,00', 'R 15,00'],
      ['Sandton Rivonia', 'All reasons', '8', '2,5', 'R 60,00', 'R 25,00', '-R 35,00'],
    ])
    await expectContains(row('Total').last(), '2 lines without a purchase price, left out of the cost')
    await expectContains(row('Total').last(), '-R 47,50')
    await expectContains(tile('Lost at purchase price'), 'R 72,5010 units')
    await expectContains(tile('Found'), 'R 25,00')
    await expectContains(tile('Difference'), '-R 47,502 lines without a price')
    await expectContains(tile('Largest reason'), 'DamagedR 30,00, 41 % of the loss')
    expect(getInputs('stockReports.shrinkage')).toEqual([{ from: '2026-05-20', to: '2026-06-18' }])
    const exported = page.getByRole('button', { name: 'Export CSV' }).or(page.getByRole('link', { name: 'Export CSV' }))
    await expect.element(exported).toBeVisible()
    await button('About these figures').click()
    await expectContains(dialog(), 'Units missing from a transfer are lost at the receiving site.')
  })

  test('a row leads to its documents', async () => {
    await renderScreen('/reports/shrinkage', serveStockReports())
    for (const [name, url] of [
      ['Damaged', '/stock?kind=adjustment&siteid=1'],
      ['Count', '/stock?kind=count&siteid=1'],
      ['Missing in transfers: Stolen', '/stock?kind=transfer&siteid=2'],
    ] as const)
      await expect.element(page.getByRole('main').getByRole('link', { name, exact: true })).toHaveAttribute('href', url)
  })

  test('follows the range and the site, which the URL has', async () => {
    setToday()
    await renderScreen('/reports/shrinkage?siteid=nowhere&range=MTD', serveStockReports())
    await expect.poll(() => getInputs('stockReports.shrinkage').at(-1)).toEqual({ from: '2026-06-01', to: '2026-06-18' })
    await choose(page.getByRole('combobox', { name: 'Site' }), 'Rosebank')
    await expectUrl('/reports/shrinkage?range=MTD&siteid=2')
    await page.getByRole('button', { name: '7D', exact: true }).click()
    await expectUrl('/reports/shrinkage?range=7D&siteid=2')
    await expect
      .poll(() => getInputs('stockReports.shrinkage').at(-1))
      .toEqual({ from: '2026-06-12', to: '2026-06-18', siteid: 2 })
  })

  test('says when no price is known, and sums no site that has one reason', async () => {
    const unknown = { lost_cost: 0, unknown_costs: 1 }
    await renderScreen(
      '/reports/shrinkage',
      serveShrinkage([createShrinkageRow(unknown), createShrinkageRow({ ...ROSEBANK, ...unknown })]),
    )
    await expectCells('By site and reason', [
      [SITE.sitename, 'Damaged 1 line without a purchase price', '3', '0', '–', 'R 0,00', '–'],
      ['Rosebank', 'Damaged 1 line without a purchase price', '3', '0', '–', 'R 0,00', '–'],
    ])
    await expectContains(tile('Lost at purchase price'), '–6 units')
    await expectContains(tile('Largest reason'), '–')
  })

  test('says that nothing was lost or found', async () => {
    await renderScreen('/reports/shrinkage', serveShrinkage([]))
    await expect.element(page.getByText('Nothing lost or found in these days.')).toBeVisible()
  })

  test.for([DESK, PHONE])('fits the screen and is accessible: %j', async (size) => {
    setToday()
    await renderScreen('/reports/shrinkage', serveStockReports(), size)
    await expectContains(row('Missing in transfers: Stolen').last(), 'R 12,50')
    await expectNoOverflow()
    await expectAccessible()
    if (size !== PHONE) return
    expectTapTargets(page.getByRole('main'))
    await button('Range and filters: 30D, All sites').click()
    await dialog().getByRole('button', { name: 'YTD', exact: true }).click()
    await dialog().getByRole('button', { name: 'Done' }).click()
    await expectUrl('/reports/shrinkage?range=YTD')
  })
})
