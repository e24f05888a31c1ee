import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RefusedSale, RefusedSaleDetails } from '../../../contract/refused-sales.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { type Answers, answerWith, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { toPage } from '../../testing/pages.ts'
import { createProduct } from '../../testing/products.ts'
import { PHONE, renderScreen, serveRight } from '../../testing/render-screen.tsx'
import { alert, button, dialog, expectContains, expectGone, expectNoOverflow, expectUrl } from '../../testing/screen.ts'
import { RIVONIA } from '../../testing/sites.ts'

const NO_PRODUCT = 'There is no such product at this site.'
const MILK: RefusedSale = {
  ...{ refusedid: 1, siteid: RIVONIA.siteid, sitename: RIVONIA.sitename, till: 'Front counter', reference: 'TILL1-000042' },
  ...{ amount: 41.98, reason: NO_PRODUCT, field: 'items[0].barcode', is_set_aside: false, times_sent: 3 },
  ...{ first_refused_at: new Date('2026-06-15T08:00:00Z'), refused_at: new Date('2026-06-15T10:00:00Z') },
}
const TIP: RefusedSale = {
  ...MILK,
  ...{ refusedid: 2, reference: null, amount: null, reason: 'There is no such field: tip.', field: '', times_sent: 1 },
}
const details = (sale: RefusedSale, lines: RefusedSaleDetails['lines']): RefusedSaleDetails => ({
  ...{ ...sale, saledate: '2026-06-15T09:59:00+02:00', payment_method: 'card', lines },
  ...{ is_employee_unknown: false, other_saleid: null },
})
const LINES: RefusedSaleDetails['lines'] = [
  { line: 0, text: '6001', barcode: '6001', quantity: 2, price: null, product: null },
  { line: 1, text: '6002', barcode: '6002', quantity: 1, price: 20, product: { productid: 9, productname: 'Bread', price: 21 } },
]
const bread = createProduct('Long life milk', { productid: 9, siteid: RIVONIA.siteid })
const serve = (sales: RefusedSale[] = [MILK, TIP]): Answers => ({
  sites: { options: () => [{ siteid: RIVONIA.siteid, sitename: RIVONIA.sitename }] },
  products: { list: () => toPage([bread]) },
  refusedSales: {
    sums: () => [],
    list: ({ input }) => toPage(input.state === 'open' ? sales : []),
    get: ({ input }) => (input.refusedid === 1 ? details(MILK, LINES) : details(TIP, null)),
    store: () => ({ saleid: 77 }),
    setAside: () => undefined,
  },
})
const rows = () => page.getByRole('list', { name: 'Refused sales' }).getByRole('listitem')
const inDialog = (name: string) => dialog().getByRole('button', { name })

test('refused sales: say what was refused, where, when and why, and are set aside', async () => {
  await renderScreen('/sales/refused', { refusedSales: { sums: () => [], list: loseConnection } })
  await expectContains(alert(), 'Failed to load refused sales')
  answerWith(serve())
  await button('Try again').click()
  for (const text of ['TILL1-000042 · R 41,98', NO_PRODUCT, 'Sandton Rivonia · Front counter', 'sent 3 times'])
    await expectContains(rows().nth(0), text)
  await expectContains(rows().nth(1), 'Sale without a reference · no amount')
  await expectAccessible()
  await button('Set aside TILL1-000042').click()
  await expect.poll(() => getInputs('refusedSales.setAside')).toEqual([{ refusedid: 1, is_set_aside: true }])
  await page.getByRole('button', { name: 'Show set aside' }).click()
  await expectUrl('/sales/refused?state=set+aside')
  await expectContains(page.getByRole('main'), 'Nothing is set aside.')
})

test('refused sales: a line is said to be a product of the site, and the sale is stored', async () => {
  await renderScreen('/sales/refused', serve(), PHONE)
  await button('Open TILL1-000042').click()
  await inDialog('Store sale').click()
  await expectContains(dialog(), 'Choose what each line is.')
  await dialog().getByRole('radio', { name: 'It is a product of this site' }).click()
  await dialog().getByRole('combobox', { name: 'Product that 6001 is' }).click()
  await page.getByRole('option', { name: 'Long life milk' }).click()
  await expectContains(dialog(), 'Long life milk')
  await expectAccessible()
  expectNoOverflow()
  await inDialog('Store sale').click()
  await expectGone(dialog())
  expect(getInputs('refusedSales.store')).toMatchObject([{ refusedid: 1, lines: [{ line: 0, productid: 9 }] }])
})

test('refused sales: a line is stored under its text with a price, and another refusal is shown', async () => {
  await renderScreen('/sales/refused', serve())
  answerWith({
    refusedSales: {
      store: ({ errors }) => {
        throw errors.STILL_REFUSED({ message: 'There is no such employee.' })
      },
    },
  })
  await button('Open TILL1-000042').click()
  await dialog().getByRole('radio', { name: 'Keep it as text' }).click()
  await dialog().getByLabelText('Text').fill('Milk')
  await inDialog('Store sale').click()
  await expectContains(dialog(), 'Choose what each line is.')
  await dialog().getByLabelText('Price of one (ZAR)').fill('10,99')
  await inDialog('Store sale').click()
  await expectContains(dialog(), 'There is no such employee.')
  expect(getInputs('refusedSales.store')).toMatchObject([
    { refusedid: 1, lines: [{ line: 0, productname: 'Milk', price: 10.99 }] },
  ])
})

test('refused sales: a sale of an unknown employee is stored for the till, at the price of today where it has none', async () => {
  const line = { line: 0, text: '6002', barcode: '6002', quantity: 1, price: null }
  const lines = [{ ...line, product: { productid: 9, productname: 'Bread', price: 21 } }]
  await renderScreen('/sales/refused', serve())
  answerWith({ refusedSales: { get: () => ({ ...details(MILK, lines), is_employee_unknown: true, other_saleid: 40 }) } })
  await button('Open TILL1-000042').click()
  await expectContains(dialog(), 'The sale counts for its site’s till.')
  await expectContains(dialog(), '1 × R 21,00Today’s price, because the till sent none.')
  await expect.element(dialog().getByRole('link', { name: 'sale 40' })).toHaveAttribute('href', '/sales?sale=40')
  await expectAccessible()
  await inDialog('Store sale').click()
  await expectGone(dialog())
  expect(getInputs('refusedSales.store')).toEqual([{ refusedid: 1, lines: [], leaves_out_employee: true }])
})

test('refused sales: one with a wrong field cannot be stored here, and a bookkeeper only looks', async () => {
  await renderScreen('/sales/refused', { ...serve(), ...serveRight({ name: 'bookkeeper', siteids: null, sees_costs: true }) })
  await expectGone(button('Set aside TILL1-000042'))
  await button('Open Sale without a reference').click()
  await expectContains(dialog(), 'Correct this sale on the till and send it again')
  await expectGone(inDialog('Store sale'))
  await inDialog('Close').last().click()
  await button('Open TILL1-000042').click()
  await expectContains(dialog(), 'No such product at this site')
  await expectGone(inDialog('Store sale'))
})

test('refused sales: the dashboard names how many and how much, and the site and the key lead there', async () => {
  const sums = () => [
    { siteid: RIVONIA.siteid, tillid: 1, sales: 2, amount: 41.98, without_amount: 1 },
    { siteid: 99, tillid: 2, sales: 1, amount: 8.02, without_amount: 0 },
  ]
  await renderScreen('/dashboard', { refusedSales: { sums } })
  const banner = page.getByRole('region', { name: 'Refused sales' })
  await expectContains(
    banner,
    '3 sales from your tills could not be stored: R 50,00, and 1 without an amount, are left out of all figures. Review them',
  )
  await expectAccessible()
})
