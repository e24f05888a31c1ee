import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../lib/api/api.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { type Answers, answerWith, getInputs, hold, loseConnection } from '../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen } from '../../testing/render-screen.tsx'
import { createSale, createSaleDetails, createSaleItem, serveSales } from '../../testing/sales.ts'
import {
  alert,
  box,
  button,
  dialog,
  expectCells,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectPager,
  expectTexts,
  expectUrl,
  goBack,
} from '../../testing/screen.ts'
import { setToday } from '../../testing/today.ts'

const MORE = { closetime: null, payment_method: 'card', reference: 'S-000042' }
const table = () => page.getByRole('table', { name: 'Sales' })

async function open(url = '/sales', answers = serveSales(), size: typeof DESK | typeof PHONE = DESK) {
  setToday()
  await renderScreen(url, answers, size)
}

describe('sale dialog', () => {
  const ITEMS = {
    items: [
      createSaleItem({ productname: 'Boerewors, traditional 1 kg', barcode: '6001', quantity: 2, price: 120, total: 240 }),
      createSaleItem({ line: 2, productid: 2, productname: 'Braai wood, blue gum', quantity: 1.25, price: 89, total: 111.25 }),
    ],
    items_total: 351.25,
    vat: 14.51,
    vat_rates: [
      { vat_rate: 15, amount: 111.25 },
      { vat_rate: 0, amount: 240 },
    ],
    related: [{ saleid: 2, saledate: new Date('2026-06-17T08:00:00Z') }],
  }
  const related = () => dialog().getByRole('list', { name: 'Other Sales With These Items' }).getByRole('button')
  const serveItems = (): Answers => {
    const { sales } = serveSales()
    return {
      sales: {
        ...sales,
        get: ({ input: { saleid } }) => {
          const sale = createSale(saleid)
          return { ...sale, ...createSaleDetails(sale), ...MORE, ...(saleid === 1 && ITEMS) }
        },
      },
    }
  }

  test.for([DESK, PHONE])(
    'shows details, items and other sales that have them (2.6.12, 2.6.13, 2.6.14, 2.6.15)',
    async (size) => {
      await open('/sales', serveItems(), size)
      await button('View sale 1').click()
      await expect.element(dialog()).toHaveAccessibleName('Sale #1')
      await expect.element(dialog()).toHaveAccessibleDescription('Detailed breakdown of this transaction')
      await expectTexts(dialog().getByRole('term'), ['Date', 'Site', 'Employee', 'Amount'])
      await expectTexts(dialog().getByRole('definition'), ['18 Jun 2026, 09:42', 'Sandton Rivonia', 'Lerato Mokoena', 'R 10,00'])
      await expectContains(dialog(), 'Payment method Card')
      await expectContains(dialog(), 'Reference S-000042')
      await expectContains(dialog(), 'VAT included R 14,51 R 111,25 at 15 % R 240,00 at 0 %')
      await expectCells(
        'Items',
        size === DESK
          ? [
              ['Boerewors, traditional 1 kg', '2', 'R 120,00', 'R 240,00'],
              ['Braai wood, blue gum', '1,25', 'R 89,00', 'R 111,25'],
            ]
          : [
              ['Boerewors, traditional 1 kg R 120,00', '2', 'R 240,00'],
              ['Braai wood, blue gum R 89,00', '1,25', 'R 111,25'],
            ],
      )
      await expectContains(dialog(), 'R 351,25')
      expectNoOverflow()
      await expectAccessible()
      if (size === PHONE) expect(box(dialog())).toMatchObject({ x: 0, y: 0, width: 390 })

      await dialog().getByRole('list', { name: 'Other Sales With These Items' }).getByRole('button').click()
      await expect.element(dialog()).toHaveAccessibleName('Sale #2')
      await expect.element(dialog()).toHaveFocus()
      await expectContains(dialog(), 'VAT included R 2,61')
      expect(dialog().element().textContent).not.toContain(' at 15')
      await expectContains(dialog(), 'This sale has no items.')
      await expectContains(dialog(), 'No other sales with these items.')
      expect(dialog().element().textContent).not.toContain('Items total')
      await dialog().getByRole('button', { name: 'Close' }).click()
      await expectGone(dialog())
    },
  )

  test('shows how the till named the seller where no employee was', async () => {
    const { sales } = serveItems()
    const sale = createSale(1)
    const seller = { code: 'K7', name: 'Zanele' }
    await open('/sales', { sales: { ...sales, get: () => ({ ...sale, ...createSaleDetails(sale), seller }) } })
    await button('View sale 1').click()
    await expectContains(dialog(), 'Seller as sent K7 · Zanele')
  })

  test('opens by a click anywhere on its row, and returns the focus to its button', async () => {
    await open('/sales', serveSales([createSale(7)]))
    await page.getByRole('cell', { name: 'Sandton Rivonia' }).click()
    await expect.element(dialog()).toHaveAccessibleName('Sale #7')
    await goBack()
    await expectGone(dialog())
    await expect.element(button('View sale 7')).toHaveFocus()
  })

  test('stays open at the second click of a double click, and closes at a click beside it', async () => {
    await open('/sales', serveSales([createSale(7)]))
    await page.getByRole('cell', { name: 'Sandton Rivonia' }).click()
    await expect.element(dialog()).toHaveAccessibleName('Sale #7')
    const clickBeside = (detail: number) =>
      document.querySelector('.mantine-Modal-overlay')?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
    clickBeside(2)
    await expectUrl('/sales?sale=7')
    await expect.element(dialog()).toBeVisible()
    clickBeside(1)
    await expectGone(dialog())
  })

  test('shows the discount of a sale, and nothing where the amount is that of the items', async () => {
    const sale = createSale(1, { finalamount: 316.13 })
    const details = { ...sale, ...createSaleDetails(sale), ...MORE, ...ITEMS }
    await open('/sales?sale=1', { sales: { ...serveSales([sale]).sales, get: () => details } })
    await expectContains(dialog(), 'Discount -R 35,12')
    answerWith({ sales: { get: () => ({ ...details, finalamount: 351.25 }) } })
    await queryClient.invalidateQueries()
    await expectGone(dialog().getByText('Discount'))
  })

  test.for([DESK, PHONE])(
    'shows how a sale was paid in parts, what is beside its amount, discounts and refunds',
    async (size) => {
      const sale = createSale(1, { finalamount: 100 })
      const details = {
        ...{ ...sale, ...createSaleDetails(sale), reference: 'T-1', payment_method: 'cash' },
        payments: [
          { method: 'cash', amount: 65, tendered: 70, number: null },
          { method: 'gift card', amount: 50, tendered: null, number: 'G-17' },
        ],
        extras: [{ kind: 'tip' as const, amount: 15, number: null }],
        items: [
          createSaleItem({
            productname: 'Fuel 95',
            quantity: 2,
            price: 23.459,
            total: 46.92,
            discount: 6.92,
            discount_reason: 'Fleet',
          }),
          createSaleItem({ line: 2, kind: 'charge', productid: null, productname: 'Delivery', total: 60 }),
        ],
        ...{ items_total: 100, refund_of: 'T-0', refunded_by: [{ saleid: 9, saledate: sale.saledate, finalamount: -60 }] },
      }
      const serve = { sales: { ...serveSales([sale, createSale(9)]).sales, get: () => details } }
      await open('/sales?sale=1', serve, size)
      await expectContains(dialog(), 'Tip R 15,00')
      await expectContains(dialog(), 'Paid in 2 parts R 115,00 Cash R 65,00, given R 70,00, change R 5,00 Gift card G-17 R 50,00')
      await expectContains(dialog(), 'Refund of T-0, not found in your sales')
      await expectContains(dialog(), 'Refunded by Sale #9 -R 60,00')
      await expectContains(dialog(), 'R 23,459Discount -R 6,92 (Fleet)')
      await expectContains(dialog(), 'R 40,00')
      await expectTexts(dialog().getByRole('term'), ['Date', 'Site', 'Employee', 'Amount'])
      expectNoOverflow()
      await expectAccessible()
      answerWith({ sales: { get: ({ input }) => ({ ...details, saleid: input.saleid, refunded_by: [] }) } })
      await dialog()
        .getByRole('button', { name: /^Sale #9/ })
        .click()
      await expect.element(dialog()).toHaveAccessibleName('Sale #9')
    },
  )

  test('opens by a tap anywhere on its card on a phone', async () => {
    await open('/sales', serveSales([createSale(7)]), PHONE)
    await page.getByRole('list', { name: 'Sales' }).getByRole('listitem').click()
    await expectContains(dialog(), 'R 70,00')
    expect(box(dialog()).height).toBeGreaterThanOrEqual(844)
  })

  test.for([1440, 390, 320])('has room for the largest amounts and the longest names, also in the list: %d px', async (width) => {
    const words = 'Wholewheat sourdough of the old mill baked in the stone oven at Stellenbosch with seeds and honey 2,5'
    const names = { sitename: words.slice(0, 100), firstname: words.slice(0, 50), lastname: words.slice(50, 100) }
    const sale = createSale(1, { ...names, finalamount: -9_999_999_999.99 })
    const item = { productname: words.slice(0, 100), quantity: -1, price: 9_999_999_999.99 }
    const { sales } = serveSales([sale])
    await open('/sales', {
      sales: {
        ...sales,
        get: () => ({
          ...sale,
          ...createSaleDetails(sale),
          ...MORE,
          items: [createSaleItem({ ...item, total: sale.finalamount })],
          items_total: sale.finalamount,
        }),
      },
    })
    await page.viewport(width, 844)
    const isDesk = width === 1440
    const shown = isDesk ? table().getByRole('row').nth(1) : page.getByRole('list', { name: 'Sales' }).getByRole('listitem')
    await expectContains(shown, 'Refund')
    if (width !== 320) expect(box(shown).height, 'two lines of each name').toBeLessThan(isDesk ? 60 : 150)
    await button('View sale 1').click()
    await expectContains(dialog(), 'Items total')
    const cut = [dialog().element(), ...dialog().element().querySelectorAll('table, td, th, dd')].filter(
      (part) => part.scrollWidth > part.clientWidth + 1 || part.getBoundingClientRect().right > innerWidth,
    )
    expect(cut.map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual([])
  })

  test('has a skeleton while loading, shows an error, and loads at the next try', async () => {
    const get = hold(loseConnection)
    await open('/sales', { sales: { ...serveSales().sales, get: get.handler } })
    await button('View sale 1').click()
    await expectContains(dialog(), 'Items total')
    await expectAccessible()
    get.release()
    await expect.element(alert()).toHaveTextContent('Error: Could not load this sale.')
    answerWith(serveSales())
    await dialog().getByRole('button', { name: 'Try again' }).click()
    await expectContains(dialog(), 'Sandton Rivonia')
  })

  test('shows that a sale does not exist any more', async () => {
    const { sales } = serveSales()
    await open('/sales', {
      sales: {
        ...sales,
        get: ({ errors }) => {
          throw errors.NOT_FOUND()
        },
      },
    })
    await button('View sale 1').click()
    await expectUrl('/sales?sale=1')
    await expect.element(alert()).toHaveTextContent('There is no sale #1 in your business. Check the number or the link.')
    await expectGone(dialog().getByRole('button', { name: 'Try again' }))
  })

  test('has a URL, and Back steps through the sales that were opened from each other', async () => {
    // The first message of the live stream would read the list again.
    await open('/sales?q=lerato', { ...serveItems(), live: { changes: hold(loseConnection).handler } })
    await button('View sale 1').click()
    await expectUrl('/sales?q=lerato&sale=1')
    const lists = getInputs('sales.list').length
    await related().click()
    await expectUrl('/sales?q=lerato&sale=2')
    await expect.element(dialog()).toHaveAccessibleName('Sale #2')
    await goBack()
    await expect.element(dialog()).toHaveAccessibleName('Sale #1')
    await goBack()
    await expectGone(dialog())
    await expectUrl('/sales?q=lerato')
    expect(getInputs('sales.list')).toHaveLength(lists)
    await goBack(1)
    await expect.element(dialog()).toHaveAccessibleName('Sale #1')
  })

  test('closes at once to the list, however many sales were opened', async () => {
    await open('/sales?page=2', serveItems())
    await button('View sale 11').click()
    await expect.element(dialog()).toHaveAccessibleName('Sale #11')
    await dialog().getByRole('button', { name: 'Close' }).click()
    await expectUrl('/sales?page=2')
    await expect.element(button('View sale 11')).toHaveFocus()
    await button('View sale 12').click()
    await expect.element(dialog()).toHaveAccessibleName('Sale #12')
    await userEvent.keyboard('{Escape}')
    await expectGone(dialog())
    await expectUrl('/sales?page=2')
    await expectPager('Page 2 / 2 • 12 results')
  })

  test('opens from its shared URL, and Back or closing shows the list', async () => {
    await open('/sales?sale=1', serveItems())
    await expect.element(dialog()).toHaveAccessibleName('Sale #1')
    await expectContains(dialog(), 'R 351,25')
    await related().click()
    await expect.element(dialog()).toHaveAccessibleName('Sale #2')
    await goBack()
    await expect.element(dialog()).toHaveAccessibleName('Sale #1')
    await goBack()
    await expectGone(dialog())
    await expectUrl('/sales')
    await goBack(1)
    await dialog().getByRole('button', { name: 'Close' }).click()
    await expectUrl('/sales')
    await expectPager('Page 1 / 2 • 12 results')
  })

  test('stays open while a page past the end is corrected', async () => {
    await open('/sales?page=9&sale=1', serveItems())
    await expectUrl('/sales?page=2&sale=1')
    await expect.element(dialog()).toHaveAccessibleName('Sale #1')
  })
})
