import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerWith, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen, SITE } from '../../testing/render-screen.tsx'
import {
  button,
  choose,
  expectCells,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTapTargets,
  expectUrl,
  heading,
  row,
} from '../../testing/screen.ts'
import { BREAD, createDocument, MILK, ROSEBANK, SASKO, serveStock } from '../../testing/stock.ts'

const from = { supplierid: SASKO.supplierid, supplier: SASKO.name }
const to = { to_siteid: ROSEBANK.siteid, to_sitename: ROSEBANK.sitename }

const serveDocuments = () =>
  serveStock(
    createDocument({ documentid: 3, kind: 'transfer', number: 1, state: 'sent', ...to, lines: [MILK] }),
    createDocument({ documentid: 2, number: 5, state: 'received', ...from, reference: 'INV 77', lines: [BREAD, MILK] }),
    createDocument({
      documentid: 1,
      kind: 'order',
      number: 12,
      state: 'sent',
      ...from,
      expected_on: '2026-06-01',
      lines: [BREAD],
    }),
    createDocument({ documentid: 4, kind: 'adjustment', number: 2 }),
  )

const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })

describe('stock', () => {
  test('is opened from products, which stay marked in the menu', async () => {
    await renderScreen('/products', serveDocuments())
    await page.getByRole('link', { name: 'Stock', exact: true }).click()
    await expect.element(heading('Stock')).toBeVisible()
    await expect.poll(() => document.title).toBe('Stock · Winkel')
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect.element(menu.getByRole('link', { name: 'Products' })).toHaveAttribute('aria-current', 'true')
  })

  test('shows what waits with the next thing to do, and marks a late order', async () => {
    await renderScreen('/stock', serveDocuments())
    await expect.element(link('Orders to receive 1')).toHaveAttribute('href', '/stock?kind=order&status=waiting#documents')
    await expect.element(link('In transit 1')).toBeVisible()
    await expect.element(link('Counts in progress 0')).toBeVisible()
    await expect.element(link('Drafts 1')).toBeVisible()
    const order = page.getByRole('listitem').filter({ hasText: 'Order 12' })
    await expectContains(order, 'SentLateSasko → Sandton Rivonia · 24 units to come · Expected 1 Jun 2026')
    await expect.element(link('Receive Order 12')).toHaveAttribute('href', '/stock/new?kind=delivery&siteid=1&order=1')
    await expect.element(link('Receive Transfer 1')).toHaveAttribute('href', '/stock/3?receive=true')
    await expect.element(link('Continue Adjustment 2')).toHaveAttribute('href', '/stock/4')
  })

  test('lists all documents, and a row opens its document', async () => {
    await renderScreen('/stock', serveDocuments())
    await expectCells('Documents', [
      ['Transfer 1 15 Jun 2026', 'Sandton Rivonia → Rosebank', 'In transit', '–', '12 12 to come', '–'],
      ['Delivery 5 15 Jun 2026', 'Sasko → Sandton Rivonia INV 77', 'Received', '–', '36', 'R 276,00 1 price not known'],
      ['Order 12 15 Jun 2026', 'Sasko → Sandton Rivonia', 'Sent Late', '1 Jun 2026', '24 24 to come', 'R 276,00'],
      ['Adjustment 2 15 Jun 2026', 'Sandton Rivonia', 'Draft', '–', '0', '–'],
    ])
    await row('INV 77').getByText('Sasko → Sandton Rivonia').click()
    await expectUrl('/stock/2')
    await expect.element(heading('Delivery 5')).toBeVisible()
  })

  test('keeps search and filters in the URL', async () => {
    await renderScreen('/stock', serveDocuments())
    await choose(page.getByRole('combobox', { name: 'Type' }), 'Deliveries')
    await expectUrl('/stock?kind=delivery')
    await choose(page.getByRole('combobox', { name: 'Site' }), 'Rosebank')
    await choose(page.getByRole('combobox', { name: 'Status' }), 'All open')
    await expectUrl('/stock?kind=delivery&siteid=2&status=open')
    await expectContains(page.getByRole('main'), 'No documents match these filters.')
    await button('Clear filters').click()
    await expectUrl('/stock')
    await page.getByRole('searchbox').fill('inv 7')
    await expectUrl('/stock?q=inv+7')
    await expect.poll(() => page.getByRole('table', { name: 'Documents' }).element().textContent).not.toContain('Adjustment 2')
    expect(getInputs('stock.list').at(-1)).toMatchObject({ q: 'inv 7', sort: 'documentid', dir: 'desc' })
  })

  test('says what documents are for where there are none, and offers those that can be written', async () => {
    const stock = serveStock()
    await renderScreen('/stock', {
      ...stock,
      stock: { ...stock.stock, destinations: () => [SITE] },
      sites: { options: () => [SITE] },
    })
    await expectContains(page.getByRole('main'), 'Order and receive goods')
    await expectGone(page.getByRole('searchbox'))
    await button('New').click()
    await expect.element(page.getByRole('menuitem').filter({ hasText: 'Transfer' })).toBeDisabled()
    await expectAccessible()
    await page.getByRole('menuitem').filter({ hasText: 'Order' }).click()
    await expectUrl('/stock/new?kind=order')
    await expect.element(heading('New order')).toBeVisible()
  })

  test('says that what waits could not be loaded, and tries again', async () => {
    await renderScreen('/stock', { ...serveDocuments(), stock: { ...serveDocuments().stock, waiting: loseConnection } })
    await expectContains(page.getByRole('alert'), 'Could not load open orders')
    answerWith(serveDocuments())
    await button('Try again').click()
    await expect.element(link('Receive Order 12')).toBeVisible()
  })

  test('is found in the palette, and g k opens it', async () => {
    await renderScreen('/sites', serveDocuments())
    await expect.element(heading('Sites')).toBeVisible()
    await userEvent.keyboard('gk')
    await expect.element(heading('Stock')).toBeVisible()
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(page.getByRole('combobox', { name: 'Find anything' })).toHaveFocus()
    await userEvent.keyboard('new tr')
    await page.getByRole('option').filter({ hasText: 'New transfer' }).click()
    await expectUrl('/stock/new?kind=transfer')
  })

  test.for([DESK, [1024, 768], PHONE] as const)('fits the screen: %j', async (size) => {
    await renderScreen('/stock', serveDocuments(), size)
    await expect.element(link('Receive Order 12')).toBeVisible()
    await expect.element(row('INV 77')).toBeVisible()
    expectNoOverflow()
    if (size === PHONE) expectTapTargets(page.getByRole('main'))
    if (size === DESK || size === PHONE) await expectAccessible()
  })
})
