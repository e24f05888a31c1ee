import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MISSING_ROW, serveCashUps } from '../testing/cash-ups.ts'
import { getInputs } from '../testing/fake-server.ts'
import { DESK, PHONE, renderScreen } from '../testing/render-screen.tsx'
import { createReportRow, serveReport } from '../testing/reports.ts'
import { createSale, serveSales } from '../testing/sales.ts'
import { button, dialog, expectContains, expectGone, expectUrl, row } from '../testing/screen.ts'
import { setToday } from '../testing/today.ts'

const list = () =>
  page.getByRole('table', { name: 'Report', exact: true }).or(page.getByRole('list', { name: 'Report', exact: true }))
const reportRow = (name: string) => list().getByRole('row').or(list().getByRole('listitem')).filter({ hasText: name })
const rivonia = () => reportRow('Sandton Rivonia')
const amount = () =>
  rivonia()
    .getByText(/R\u00a0450/)
    .first()

async function openBySite(size: typeof DESK | typeof PHONE = DESK) {
  setToday()
  await renderScreen('/reports?by=site', serveReport([createReportRow('1', 450, { name: 'Sandton Rivonia' })]), size)
}

describe.each([{ size: DESK }, { size: PHONE }])('a click on a row opens: $size', ({ size }) => {
  test('a sale, and leads back to its button', async () => {
    setToday()
    await renderScreen('/sales', serveSales([createSale(45)]), size)
    await row('Lerato Mokoena')
      .getByText(/450,00/)
      .click()
    await expect.element(dialog()).toHaveAccessibleName('Sale #45')
    await dialog().getByRole('button', { name: 'Close' }).first().click()
    await expectGone(dialog())
    await expect.element(button('View sale 45')).toHaveFocus()
  })

  test('a day of the cash-ups', async () => {
    await renderScreen('/cash-ups', serveCashUps([MISSING_ROW]), size)
    await row('Sandton Rivonia').getByText('Not cashed up').click()
    await expect.element(dialog()).toBeVisible()
    await expect.poll(() => getInputs('cashUps.day')).toEqual([{ siteid: 1, day: MISSING_ROW.day }])
  })
})

test('a click on a row: opens the link of a row of a report, and the total has none', async () => {
  await openBySite()
  await expect.element(rivonia()).toHaveStyle({ cursor: 'pointer' })
  await expect.element(reportRow('Total')).not.toHaveStyle({ cursor: 'pointer' })
  await amount().click()
  await expectUrl('/reports?by=product&sites=1')
})

test('a press on a row of a report on a phone: shows all of its figures, and its name is the link', async () => {
  await openBySite(PHONE)
  await amount().click()
  await expect.element(dialog()).toHaveAccessibleName('Sandton Rivonia')
  await expectContains(dialog(), 'Number of sales')
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expectGone(dialog())
  await rivonia().getByRole('link', { name: 'Sandton Rivonia' }).click()
  await expectUrl('/reports?by=product&sites=1')
})

test('a click on a row: the keys that are held are those of a click on its link', async () => {
  await openBySite()
  await expect.element(amount()).toBeVisible()
  const clicks: boolean[] = []
  const onClick = (event: MouseEvent) => {
    if (!(event.target as Element).closest('a')) return
    clicks.push(event.ctrlKey)
    event.preventDefault()
  }
  document.addEventListener('click', onClick, true)
  await amount().click({ modifiers: ['Control'] })
  document.removeEventListener('click', onClick, true)
  expect(clicks).toEqual([true])
})

test('a click on a row: nothing opens at the end of a text selection', async () => {
  setToday()
  await renderScreen('/sales', serveSales([createSale(45), createSale(46)]))
  const [first, second] = ['450,00', '460,00'].map((text) => row(text))
  if (!first || !second) throw new Error('A row is missing.')
  await expect.element(first).toBeVisible()
  getSelection()?.selectAllChildren(first.element())
  first.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  getSelection()?.removeAllRanges()
  second.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(dialog()).toHaveAccessibleName('Sale #46')
  await expect.poll(() => getInputs('sales.get')).toEqual([{ saleid: 46 }])
})
