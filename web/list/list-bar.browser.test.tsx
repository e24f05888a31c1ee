import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/accessibility.ts'
import { createEmployee, serveEmployees } from '../testing/employees.ts'
import { createProduct, serveProducts } from '../testing/products.ts'
import { PHONE, renderScreen } from '../testing/render-screen.tsx'
import { serveSales } from '../testing/sales.ts'
import { box, button, choose, dialog, expectGone, expectNoOverflow, expectUrl, goBack } from '../testing/screen.ts'
import { serveStockReports } from '../testing/stock-reports.ts'

const filters = () => page.getByRole('button', { name: /^Filters/ })
const inSheet = (name: string) => dialog().getByRole('button', { name })
const open = (url: string) => renderScreen(url, serveEmployees(createEmployee('Aisha', 'Adams')), PHONE)

describe('list bar on a phone', () => {
  test('has the search and one button, which counts the filters of its sheet; the URL holds them', async () => {
    await open('/employees?q=a')
    await expect.element(filters()).toHaveTextContent('Filters')
    await expect.element(page.getByRole('combobox', { name: 'Status' })).not.toBeInTheDocument()
    await filters().click()
    await expectAccessible()
    await choose(dialog().getByRole('combobox', { name: 'Status' }), 'Disabled')
    await expectUrl('/employees?q=a&status=disabled')
    await inSheet('Clear filters').click()
    await expectUrl('/employees?q=a')
    await choose(dialog().getByRole('combobox', { name: 'Status' }), 'Enabled')
    await inSheet('Show 1 result').click()
    await expectGone(dialog())
    await expect.element(filters()).toHaveTextContent('Filters · 1')
    await expect.element(filters()).toHaveFocus()
    expectNoOverflow()
  })

  test('Escape and Back close the sheet and stay on the list', async () => {
    await open('/employees?status=enabled')
    await filters().click()
    await expect.element(dialog()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expectGone(dialog())
    await expect.element(filters()).toHaveFocus()
    await filters().click()
    await expect.element(dialog()).toBeVisible()
    await goBack()
    await expectGone(dialog())
    await expectUrl('/employees?status=enabled')
  })

  test('has the other actions behind one button, which gets the focus back', async () => {
    await open('/employees')
    await expect.element(button('Add employee')).toBeVisible()
    await expectGone(page.getByRole('button', { name: 'Import' }))
    await button('More actions').click()
    await button('Import').click()
    await expect.element(dialog()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expectGone(dialog())
    await expect.element(button('More actions')).toHaveFocus()
  })

  test.for([
    ['/employees', serveEmployees(createEmployee('Aisha', 'Adams'))],
    ['/products', serveProducts(createProduct('Apricot jam'))],
    ['/sales', serveSales()],
    ['/reports/stock-value', serveStockReports()],
    ['/reports/shrinkage', serveStockReports()],
  ] as const)('the first row begins within 260 px, of which 100 are above the screen: %s', async ([url, answers]) => {
    await renderScreen(url, answers, PHONE)
    await expect.element(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await expect.poll(() => document.querySelector('[data-list] li:not([aria-hidden])')).not.toBeNull()
    const row = document.querySelector('[data-list] li')
    expect((row?.getBoundingClientRect().top ?? 999) - box(page.getByRole('main')).top).toBeLessThanOrEqual(160)
  })
})
