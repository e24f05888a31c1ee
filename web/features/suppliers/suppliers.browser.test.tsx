import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../lib/api/api.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerWith, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen, serveRight } from '../../testing/render-screen.tsx'
import {
  alert,
  button,
  choose,
  column,
  dialog,
  expectCells,
  expectColumn,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTapTargets,
  expectUrl,
  field,
  heading,
  row,
  save,
} from '../../testing/screen.ts'
import { BOLAND, createSupplier, OVERBERG, serveSuppliers } from '../../testing/suppliers.ts'

const URL = '/stock/suppliers'
const open = (...rows: Parameters<typeof serveSuppliers>) => renderScreen(URL, serveSuppliers(...rows.map((row) => ({ ...row }))))
const expectNames = (names: string[]) => expectColumn('Suppliers', 0, names)

describe('suppliers page', () => {
  test('shows how to reach each supplier and what an order needs, is sorted and searched', async () => {
    await open(OVERBERG, BOLAND)
    await expect.element(heading('Suppliers').first()).toBeVisible()
    await expect.poll(() => document.title).toBe('Suppliers · Winkel')
    await expectContains(page.getByRole('main'), 'Who you buy from')
    await expectCells('Suppliers', [
      ['Boland Kitchen', '0', '–', '–', '–', '–', ''],
      ['Overberg Bakery Account number KP-77', '12', '3 days', 'R 1 000,00', 'orders@overberg.example', '028 555 0101', ''],
    ])
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    await expect.element(link('12 products of Overberg Bakery')).toHaveAttribute('href', '/products?supplier=Overberg+Bakery')
    await expect.element(link('orders@overberg.example')).toHaveAttribute('href', 'mailto:orders@overberg.example')
    await expect.element(link('028 555 0101')).toHaveAttribute('href', 'tel:0285550101')
    await column('Lead time').getByRole('button').click()
    await expectUrl(`${URL}?sort=lead_time_days`)
    await page.getByRole('searchbox').fill('overberg')
    await expectNames(['Overberg Bakery Account number KP-77'])
    await page.getByRole('searchbox').fill('nobody')
    await expectContains(page.getByRole('main'), 'No suppliers match “nobody”.')
    await button('Clear filters').click()
    await expectNames(['Boland Kitchen', 'Overberg Bakery Account number KP-77'])
  })

  test('has nothing that changes them for a right that does not include it', async () => {
    await renderScreen(URL, {
      ...serveSuppliers(OVERBERG),
      ...serveRight({ name: 'bookkeeper', siteids: null, sees_costs: true }),
    })
    await expectContains(row('Overberg Bakery'), '028 555 0101')
    expect(
      page
        .getByRole('main')
        .getByRole('button', { name: /^(Add|Edit|Merge|Delete|Actions)/ })
        .elements(),
    ).toEqual([])
  })

  test('says why it could not be loaded', async () => {
    await renderScreen(URL, { suppliers: { list: loseConnection } })
    await expectContains(alert(), 'Failed to load suppliers')
  })

  test.for([DESK, PHONE])('fits the screen and is accessible: %j', async (size) => {
    await renderScreen(URL, serveSuppliers({ ...OVERBERG, name: `${OVERBERG.name} of the very long valley road` }, BOLAND), size)
    await expectContains(row('Overberg Bakery').last(), '3 days')
    await expectNoOverflow()
    if (size === PHONE) expectTapTargets(page.getByRole('main'))
    await expectAccessible()
  })
})

describe('supplier dialog', () => {
  test('adds a supplier, and first shows what is wrong', async () => {
    await open(BOLAND)
    await button('Add supplier').click()
    await expect.element(dialog()).toHaveAccessibleName('Add supplier')
    await expect.element(field('Supplier name')).toHaveFocus()
    await field('E-mail (optional)').fill('overberg')
    await field('Lead time (days, optional)').fill('soon')
    await field('Minimum order (ZAR, optional)').fill('-1')
    await save().click()
    for (const reason of [
      'Supplier name is required.',
      'Please enter a valid e-mail address.',
      'Enter a lead time from 0 to 365 days.',
      'The minimum order cannot be negative.',
    ])
      await expectContains(dialog(), reason)
    await expectAccessible()
    await field('Supplier name').fill(' Overberg Bakery ')
    await field('E-mail (optional)').fill('Orders@Overberg.example')
    await field('Lead time (days, optional)').fill('3')
    await field('Minimum order (ZAR, optional)').fill('R 1 250,50')
    await userEvent.keyboard('{Enter}')
    await expectGone(dialog())
    await expectCells('Suppliers', [
      ['Boland Kitchen', '0', '–', '–', '–', '–', ''],
      ['Overberg Bakery', '0', '3 days', 'R 1 250,50', 'orders@overberg.example', '–', ''],
    ])
    await expect.element(row('Overberg Bakery')).toHaveAttribute('data-saved')
  })

  test('makes everything old that shows the name of a saved supplier', async () => {
    await open(OVERBERG)
    const nouns = ['dashboard', 'products', 'reports', 'stock', 'stockReports']
    for (const noun of nouns) queryClient.setQueryData([[noun, 'kept'], {}], 'old')
    const findOld = () => nouns.filter((noun) => queryClient.getQueryState([[noun, 'kept'], {}])?.isInvalidated)
    await button('Edit Overberg Bakery').click()
    await field('Supplier name').fill('Overberg Mill')
    await save().click()
    await expectGone(dialog())
    expect(findOld()).toEqual(nouns)
  })

  test('says in how many products a name is changed, and keeps what was typed when somebody else changed the supplier', async () => {
    const changed = { ...OVERBERG, phone: '028 555 0999', version: 2 }
    await open(OVERBERG)
    await button('Edit Overberg Bakery').click()
    await expect.element(dialog()).toHaveAccessibleName('Edit supplier')
    await expectContains(dialog(), 'Renaming also changes 12 products.')
    await expect.element(field('Minimum order (ZAR, optional)')).toHaveValue('1000,00')
    await field('Supplier name').fill('Overberg Ovens')
    answerWith(serveSuppliers(changed))
    await save().click()
    await expectContains(alert(), 'Someone else changed this supplier. Load theirs, or save yours.')
    await expect.element(field('Phone (optional)')).toHaveValue('028 555 0999')
    await save().click()
    await expectNames(['Overberg Ovens Account number KP-77'])
  })

  test('offers to merge with the supplier that has the name', async () => {
    await open(OVERBERG, createSupplier('Overberg', { supplierid: 2, products: 3 }), createSupplier('Boland', { supplierid: 3 }))
    await button('Edit Overberg').click()
    await field('Supplier name').fill('overberg bakery')
    await save().click()
    await expectContains(alert(), 'You already have a supplier named Overberg Bakery. Merge the two, or choose another name.')
    await alert().getByRole('button', { name: 'Merge' }).click()
    await expect.element(dialog()).toHaveAccessibleName('Merge suppliers')
    await expect.element(page.getByRole('combobox', { name: 'Merge Overberg into' })).toHaveValue('Overberg Bakery')
    await expectContains(
      dialog(),
      'All products, orders and deliveries of Overberg move to Overberg Bakery, and Overberg is deleted.',
    )
    await dialog().getByRole('button', { name: 'Merge' }).click()
    await expectGone(dialog())
    expect(getInputs('suppliers.merge')).toEqual([{ supplierid: 2, into: 1 }])
    await expectNames(['Boland', 'Overberg Bakery Account number KP-77'])
  })

  test('merges a supplier into one that is selected', async () => {
    await open(OVERBERG, BOLAND)
    await button('Merge Boland Kitchen').click()
    await dialog().getByRole('button', { name: 'Merge' }).click()
    await expectContains(dialog(), 'Select a supplier.')
    await choose(page.getByRole('combobox', { name: 'Merge Boland Kitchen into' }), 'Overberg Bakery')
    await expectAccessible()
    await dialog().getByRole('button', { name: 'Merge' }).click()
    await expectNames(['Overberg Bakery Account number KP-77'])
  })
})

test('supplier removal: asks, and shows why a supplier stays', async () => {
  await open(OVERBERG, BOLAND)
  await button('Delete Boland Kitchen').click()
  await expectContains(dialog(), 'Delete supplier Boland Kitchen?')
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await expectNames(['Overberg Bakery Account number KP-77'])
  await button('Delete Overberg Bakery').click()
  await expectContains(dialog(), 'Change or merge')
  await dialog().getByRole('button', { name: 'Merge…' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Merge Overberg Bakery into' })).toBeVisible()
})
