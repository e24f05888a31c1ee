import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ReorderRow } from '../../../contract/stock-reports.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { type Answers, ConnectionLost, getInputs, hold } from '../../testing/fake-server.ts'
import { toPage } from '../../testing/pages.ts'
import { DESK, PHONE, renderScreen, SITE, serveRight } from '../../testing/render-screen.tsx'
import {
  alert,
  button,
  dialog,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTapTargets,
  expectUrl,
  row,
} from '../../testing/screen.ts'
import { createReorderRow, ROSEBANK } from '../../testing/stock-reports.ts'

const BREAD = createReorderRow('Bread')
const BREAD_AT_ROSEBANK = createReorderRow('Bread', { ...ROSEBANK, productid: 2, suggested: 6, purchaseprice: null, cost: null })

type Create = NonNullable<NonNullable<Answers['stock']>['create']>

/** Documents 12, 13 … in the order in which they are created. */
function serveOrders(rows: ReorderRow[], create?: Create): Answers {
  let documents = 11
  return {
    stockReports: {
      reorder: () => ({
        ...toPage(rows),
        total: { suggested: 48, cost: 420, unknown_costs: 0 },
        suppliers: [{ supplier: 'Overberg Bakery', products: rows.length, units: 48, cost: 420, unknown_costs: 0 }],
      }),
    },
    suppliers: { options: () => [{ supplierid: 5, name: 'overberg bakery' }] },
    stock: {
      create: create ?? (() => ({ documentid: ++documents })),
      list: () => toPage([]),
      destinations: () => [SITE],
      waiting: () => ({ rows: [], counts: { drafts: 0, orders: 0, transfers: 0, counts: 0 } }),
      get: ({ errors }) => {
        throw errors.NOT_FOUND()
      },
    },
  }
}

const createOrder = () => button('Create order for Overberg Bakery')
const getKeys = () => getInputs('stock.create').map((input) => (input as { request_id: string }).request_id)

describe('create order', () => {
  test('opens the draft of the only site, with the suggested units at the purchase price', async () => {
    await renderScreen('/reports/reorder', serveOrders([BREAD]))
    await createOrder().click()
    await expectUrl('/stock/12')
    expect(getInputs('stock.create')).toEqual([
      expect.objectContaining({
        ...{ kind: 'order', siteid: 1, supplierid: 5, request_id: expect.any(String) },
        lines: [expect.objectContaining({ productid: 1, quantity: 42, purchaseprice: 10 })],
      }),
    ])
  })

  test('is not offered to a bookkeeper, who copies the text', async () => {
    const bookkeeper = serveRight({ name: 'bookkeeper', siteids: null, sees_costs: true })
    await renderScreen('/reports/reorder', { ...serveOrders([BREAD]), ...bookkeeper })
    await expect.element(button('Copy order for Overberg Bakery')).toBeVisible()
    expect(createOrder().elements()).toEqual([])
  })

  test('writes a draft for each site, and opens the list of orders that wait', async () => {
    await renderScreen('/reports/reorder', serveOrders([BREAD, BREAD_AT_ROSEBANK]))
    await createOrder().click()
    await expectUrl('/stock?kind=order&status=draft')
    expect(getInputs('stock.create')).toMatchObject([{ siteid: 1 }, { siteid: 2, lines: [{ quantity: 6, purchaseprice: null }] }])
    expect(new Set(getKeys()).size).toBe(2)
  })

  test('says that it failed, and creates nothing twice when it is tried again', async () => {
    let calls = 0
    const failSecond: Create = () => {
      if (++calls === 2) throw new ConnectionLost()
      return { documentid: 10 + calls }
    }
    await renderScreen('/reports/reorder', serveOrders([BREAD, BREAD_AT_ROSEBANK], failSecond))
    await createOrder().click()
    await expectContains(alert(), 'Something went wrong. Please try again.')
    await expectAccessible()
    await createOrder().click()
    await expectUrl('/stock?kind=order&status=draft')
    const [first, second, ...again] = getKeys()
    expect(again).toEqual([first, second])
  })

  test('asks before it writes what is in drafts already', async () => {
    await renderScreen('/reports/reorder', serveOrders([{ ...BREAD, in_drafts: 42 }]))
    await createOrder().click()
    await expectContains(dialog(), 'Draft orders already have 42 units.')
    await expectAccessible()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await expectGone(dialog())
    expect(getKeys()).toEqual([])
    await createOrder().click()
    await dialog().getByRole('button', { name: 'Create another order' }).click()
    await expectUrl('/stock/12')
    expect(getKeys()).toHaveLength(1)
  })

  test('shows the sentence of the server', async () => {
    const refuse: Create = ({ errors }) => {
      throw errors.INVALID({ message: 'Bread is at another site now.' })
    }
    await renderScreen('/reports/reorder', serveOrders([BREAD], refuse))
    await createOrder().click()
    await expectContains(alert(), 'Bread is at another site now.')
    await expectUrl('/reports/reorder')
  })

  test('a double click creates one', async () => {
    const { handler, release } = hold(() => ({ documentid: 12 }))
    await renderScreen('/reports/reorder', serveOrders([BREAD], handler))
    await userEvent.dblClick(createOrder())
    await expect.element(createOrder()).toBeDisabled()
    release()
    await expectUrl('/stock/12')
    expect(getKeys()).toHaveLength(1)
  })

  test.for([DESK, PHONE])('the list says what comes and leads from drafts to the orders that wait: %j', async (size) => {
    const coming = { ...BREAD, on_order: 6, in_transit: 2, in_drafts: 5 }
    await renderScreen('/reports/reorder', serveOrders([coming]), size)
    for (const text of ['6 on order', '2 in transit']) await expectContains(row('Bread').last(), text)
    const drafts = page.getByRole('link', { name: '5 in drafts' })
    await expect.element(drafts).toHaveAttribute('href', '/stock?kind=order&status=draft')
    await expectNoOverflow()
    if (size === PHONE) expectTapTargets(page.getByRole('main'))
  })
})
