import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Product } from '../../../../contract/products.ts'
import type { StockDocument } from '../../../../contract/stock-documents.ts'
import { expectAccessible } from '../../../testing/accessibility.ts'
import { createChange } from '../../../testing/changes.ts'
import { type Answers, answerWith, getInputs, hold, loseConnection } from '../../../testing/fake-server.ts'
import { toPage } from '../../../testing/pages.ts'
import { createProduct } from '../../../testing/products.ts'
import { closePage, DESK, PHONE, renderScreen, SITE, serveRight } from '../../../testing/render-screen.tsx'
import {
  alert,
  button,
  choose,
  dialog,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTapTargets,
  expectUrl,
  heading,
} from '../../../testing/screen.ts'
import { BREAD, createDocument, MILK, ROSEBANK, SASKO, serveStock } from '../../../testing/stock.ts'

const SHELF = [
  createProduct('Bread', { productid: 11, barcode: '6001', purchaseprice: 11.5, stock: 10, category: 'Bakery' }),
  createProduct('Milk', { productid: 12, barcode: '6002', stock: -3 }),
  createProduct('Rusks', { productid: 13, barcode: '6003', stock: 2.5, purchaseprice: 40 }),
]

/** The shelf of every site, and documents that are created with the ids 100, 101 … */
function serveShop(...documents: StockDocument[]): Answers {
  const all = [...documents]
  const stock = serveStock(...all)
  return {
    ...stock,
    products: {
      list: ({ input: { q, barcode } }) =>
        toPage(
          SHELF.filter((product: Product) =>
            barcode
              ? product.barcode === barcode
              : `${product.productname} ${product.category}`.toLowerCase().includes(q.toLowerCase()),
          ),
        ),
    },
    stock: {
      ...stock.stock,
      get: ({ input: { documentid }, errors }) => {
        const found = all.find((document) => document.documentid === documentid)
        if (!found) throw errors.NOT_FOUND()
        return found
      },
      create: ({ input: { finish, kind, note, reference } }) => {
        const documentid = 100 + getInputs('stock.create').length - 1
        all.push(createDocument({ documentid, kind, note, reference, state: finish ? 'received' : 'draft', lines: [BREAD] }))
        return { documentid }
      },
      update: ({ input: { documentid, opened, note } }) => {
        const index = all.findIndex((document) => document.documentid === documentid)
        const before = all[index]
        if (before) all[index] = { ...before, note, version: opened.version + 1 }
        return { documentid }
      },
      finish: ({ input: { documentid } }) => {
        const index = all.findIndex((document) => document.documentid === documentid)
        const before = all[index]
        if (before) all[index] = { ...before, state: 'received', version: before.version + 1 }
        return { documentid }
      },
    },
  }
}

const add = () => page.getByRole('textbox', { name: 'Add a product' })
const quantity = (name: string) => page.getByRole('textbox', { name: new RegExp(`^(Quantity|Accepted|Units) of ${name}$`) })
const price = (name: string) => page.getByRole('textbox', { name: `Price of ${name}` })
const direction = (of: string, name: string) =>
  page.getByRole('radiogroup', { name: `What happened to ${of}` }).getByRole('radio', { name })
const saveDraft = () => button('Save draft')
const finish = (name: string) => page.getByRole('main').getByRole('button', { name })
const confirm = (name: string) => dialog().getByRole('button', { name })
const scan = async (barcode: string) => {
  await add().click()
  await userEvent.keyboard(`${barcode}{Enter}`)
}
const DELIVERY = '/stock/new?kind=delivery&siteid=1'
const DRAFT = createDocument({ documentid: 1, number: 4, lines: [BREAD, MILK] })

describe('unknown barcode in a draft', () => {
  /** The products of all sites, as the server finds them. */
  const serveSites = (...products: Product[]): Answers => ({
    ...serveShop(),
    products: {
      list: ({ input: { siteid, barcode } }) =>
        toPage(products.filter((row) => (siteid === undefined || row.siteid === siteid) && row.barcode === barcode)),
      options: () => ({ categories: [], suppliers: [], vat_rates: [15] }),
      create: ({ input: { request_id: _, ...product } }) => {
        products.push(createProduct(product.productname, { ...product, productid: 77 }))
        return { productid: 77 }
      },
      addToSite: ({ input: { productid, siteid } }) => {
        const found = products.find((row) => row.productid === productid)
        if (found) products.push({ ...found, productid: 78, siteid, sitename: 'Sandton Rivonia', stock: 0 })
        return { productid: 78 }
      },
    },
  })

  test('of a carton adds its units to the line of its product, each time it is scanned', async () => {
    const milk = createProduct('Milk', { productid: 12, barcode: '6002', further_barcodes: [{ barcode: '16002', units: 24 }] })
    const shop = serveSites(milk)
    await renderScreen(DELIVERY, { ...shop, products: { ...shop.products, list: () => toPage([milk]) } }, PHONE)
    await scan('6002')
    await scan('16002')
    await expect.element(quantity('Milk')).toHaveValue('25')
    await scan('16002')
    await expect.element(quantity('Milk')).toHaveValue('49')
    await expectGone(alert())
  })

  test('is added from there, and the line goes on with all of its scans', async () => {
    await renderScreen(DELIVERY, serveSites())
    await scan('7001')
    await expectContains(alert(), 'No product at Sandton Rivonia has the barcode 7001.')
    // It is selected, so that the next scan replaces it.
    await userEvent.keyboard('7001{Enter}')
    const lookUps = () => getInputs('products.list').filter((input) => /"siteid":1.*"barcode":"7001"/.test(JSON.stringify(input)))
    await expect.poll(() => lookUps().length).toBe(2)
    await button('Add it').click()
    await expect.element(dialog().getByRole('textbox', { name: /^Barcode/ })).toHaveValue('7001')
    await dialog().getByRole('textbox', { name: 'Product name' }).fill('Jam')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expectGone(dialog())
    await expect.element(quantity('Jam')).toHaveValue('2')
    await expectGone(alert())
    expect(getInputs('products.create')).toMatchObject([{ barcode: '7001', siteid: 1 }])
    await expect.element(add()).toHaveFocus()
    await userEvent.keyboard('7001{Enter}')
    await expect.element(quantity('Jam')).toHaveValue('3')
  })

  test('of another site is stocked here too', async () => {
    await renderScreen(DELIVERY, serveSites(createProduct('Rusks', { productid: 40, barcode: '6003', ...ROSEBANK })), PHONE)
    await scan('6003')
    await expectContains(alert(), 'It is at Rosebank.')
    await expectAccessible()
    expectNoOverflow()
    answerWith({ products: { addToSite: loseConnection } })
    await button('Stock it here too').click()
    await expectContains(alert(), 'Something went wrong. Please try again.')
    // Somebody else has added it by then.
    answerWith({
      products: {
        addToSite: ({ errors }) => {
          throw errors.AT_SITE()
        },
        list: () => toPage([createProduct('Rusks', { productid: 78, barcode: '6003' })]),
      },
    })
    await button('Stock it here too').click()
    await expect.element(quantity('Rusks')).toHaveValue('1')
    const keys = getInputs('products.addToSite').map((input) => (input as { request_id: string }).request_id)
    expect(new Set(keys).size).toBe(1)
    expect(getInputs('products.addToSite')).toMatchObject(Array(2).fill({ productid: 40, siteid: 1 }))
  })

  test('says who adds it to a person who may not', async () => {
    const right = { name: 'manager' as const, siteids: [1], sees_costs: true }
    await renderScreen(DELIVERY, { ...serveSites(), ...serveRight(right) })
    await scan('7001')
    await expectContains(alert(), 'Ask an owner or a stock keeper to add it.')
    await expectGone(button('Add it'))
  })
})

describe('draft of a stock document', () => {
  test('is stored with the first save, with decimals as people write them', async () => {
    await renderScreen('/stock/new?kind=order', serveShop())
    await expect.element(heading('New order')).toBeVisible()
    await expect.element(add()).toBeDisabled()
    await choose(page.getByRole('combobox', { name: 'Site' }), 'Sandton Rivonia')
    await choose(page.getByRole('combobox', { name: 'Supplier' }), 'Sasko')
    await page.getByLabelText('Expected (optional)').fill('2026-12-01')
    await add().fill('bakery')
    await page.getByRole('listbox').getByRole('option').filter({ hasText: 'Bread' }).click()
    await expect.element(quantity('Bread')).toHaveFocus()
    await expect.element(price('Bread')).toHaveValue('11,50')
    await userEvent.keyboard('2,5{Enter}')
    await expect.element(add()).toHaveFocus()
    await userEvent.keyboard('rusks{Enter}')
    await expect.element(quantity('Rusks')).toHaveFocus()
    await price('Rusks').fill('')
    await expectContains(page.getByRole('main'), '2 products, 3,5 unitsR 28,75 (1 price not known) excl. VAT')
    expect(getInputs('stock.create')).toEqual([])
    await saveDraft().click()
    await expectUrl('/stock/100')
    expect(getInputs('stock.create')).toMatchObject([
      {
        ...{ kind: 'order', siteid: 1, supplierid: 7, expected_on: '2026-12-01', finish: false, parentid: null },
        lines: [
          { productid: 11, quantity: 2.5, purchaseprice: 11.5, rejected: 0, reason: '' },
          { productid: 13, quantity: 1, purchaseprice: null },
        ],
      },
    ])
  })

  test('is not saved while its date is unfinished', async () => {
    await renderScreen('/stock/new?kind=order', serveShop())
    await choose(page.getByRole('combobox', { name: 'Site' }), 'Sandton Rivonia')
    await choose(page.getByRole('combobox', { name: 'Supplier' }), 'Sasko')
    const expected = page.getByLabelText('Expected (optional)')
    await expected.fill('2026-12-01')
    ;(expected.element() as HTMLInputElement).focus()
    await userEvent.keyboard('{Backspace}')
    await saveDraft().click()
    await expect.element(expected).toHaveAccessibleDescription('Enter a full date, or clear it.')
    await expect.element(expected).toHaveFocus()
    expect(getInputs('stock.create')).toEqual([])
    await expected.fill('')
    await saveDraft().click()
    await expectUrl('/stock/100')
    expect(getInputs('stock.create')).toMatchObject([{ expected_on: null }])
  })

  test('names what is missing or is no number, and saves nothing', async () => {
    await renderScreen('/stock/new?kind=order', serveShop())
    await saveDraft().click()
    await expectContains(page.getByRole('main'), 'Select a site.')
    await expectContains(page.getByRole('main'), 'Select a supplier.')
    await expect.element(page.getByRole('combobox', { name: 'Site' })).toHaveFocus()
    await choose(page.getByRole('combobox', { name: 'Site' }), 'Sandton Rivonia')
    await choose(page.getByRole('combobox', { name: 'Supplier' }), 'Sasko')
    await finish('Send order').click()
    await expectContains(alert(), 'Enter at least one quantity.')
    await scan('6001')
    await quantity('Bread').fill('2.5555')
    await finish('Send order').click()
    await expectContains(page.getByRole('main'), 'At most three decimals.')
    await quantity('Bread').fill('many')
    await price('Bread').fill('-1')
    await expectContains(page.getByRole('main'), 'Enter a number.')
    await expectContains(page.getByRole('main'), 'Enter rand and cents.')
    await expectAccessible()
    expect(getInputs('stock.create')).toEqual([])
  })

  test('counts what is scanned: each scan adds 1, and an unknown barcode says so and loses nothing', async () => {
    await renderScreen(DELIVERY, serveShop())
    await scan('6001')
    await expect.element(quantity('Bread')).toHaveValue('1')
    await expect.element(add()).toHaveFocus()
    await expect.element(add()).toHaveValue('')
    await userEvent.keyboard('6001{Enter}6002{Enter}6001{Enter}')
    await expect.element(quantity('Bread')).toHaveValue('3')
    await expect.element(quantity('Milk')).toHaveValue('1')
    await userEvent.keyboard('999{Enter}')
    await expectContains(alert(), 'No product at Sandton Rivonia has the barcode 999.')
    await expectGone(page.getByText('Bread: 3'))
    await expect.element(quantity('Bread')).toHaveValue('3')
    await userEvent.keyboard('6003{Enter}')
    await expect.element(quantity('Rusks')).toHaveValue('1')
    await button('Dismiss').click()
    await expectGone(alert())
    // The barcode of a line needs no answer of the server.
    answerWith({ products: { list: loseConnection } })
    await scan('6003')
    await expect.element(quantity('Rusks')).toHaveValue('2')
  })

  test('takes a scan wherever the focus is: on a button it presses nothing, and in a number this stays', async () => {
    await renderScreen(DELIVERY, serveShop())
    await scan('6001')
    await scan('6002')
    await button('Remove Milk').click()
    await userEvent.keyboard('6001{Enter}')
    await expect.element(quantity('Bread')).toHaveValue('2')
    await expectGone(quantity('Milk'))
    for (const field of [quantity('Bread'), price('Bread'), page.getByRole('textbox', { name: 'Total of Bread' })]) {
      await field.click()
      await userEvent.keyboard('60090001{Enter}')
      await expectContains(alert(), 'No product at Sandton Rivonia has the barcode 60090001.')
      await expect.element(add()).toHaveFocus()
    }
    await expect.element(quantity('Bread')).toHaveValue('2')
    await expect.element(price('Bread')).toHaveValue('11,50')
    await quantity('Bread').fill('24')
    await userEvent.keyboard('{Enter}6001{Enter}')
    await expect.element(quantity('Bread')).toHaveValue('25')
  })

  test('Enter adds no product by chance: of several that a text finds, it marks the first', async () => {
    await renderScreen(DELIVERY, serveShop())
    await add().fill('r')
    await expect.element(page.getByRole('option', { name: /^Rusks/ })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('option', { name: /^Bread/ })).toHaveAttribute('data-combobox-selected')
    await expectGone(quantity('Bread'))
    await userEvent.keyboard('{Enter}')
    await expect.element(quantity('Bread')).toHaveValue('1')
  })

  test('adds the product of an Enter that came before the answer, unless the text was changed since', async () => {
    const shop = serveShop()
    const slow = hold(shop.products?.list ?? loseConnection)
    await renderScreen(DELIVERY, { ...shop, products: { list: slow.handler } })
    await add().click()
    await userEvent.keyboard('rusks{Enter}')
    await expect.element(page.getByText('Searching…')).toBeVisible()
    slow.release()
    await expect.element(quantity('Rusks')).toHaveValue('1')
    const slower = hold(shop.products?.list ?? loseConnection)
    answerWith({ products: { list: slower.handler } })
    await add().click()
    await userEvent.keyboard('mil{Enter}k')
    slower.release()
    await expect.element(page.getByRole('option', { name: /^Milk/ })).toBeVisible()
    await expectGone(quantity('Milk'))
  })

  test('keeps barcodes that could not be looked up, for another try', async () => {
    await renderScreen(DELIVERY, { ...serveShop(), products: { list: loseConnection } })
    await scan('6001')
    await expectContains(alert(), '6001 could not be looked up. There is no connection.')
    answerWith(serveShop())
    await button('Try again').click()
    await expect.element(quantity('Bread')).toHaveValue('1')
    await expectGone(alert())
  })

  test('adds up scans that are answered late', async () => {
    const slow = hold(({ input: { barcode } }: { input: { barcode: string } }) =>
      toPage(SHELF.filter((product) => product.barcode === barcode)),
    )
    await renderScreen(DELIVERY, { ...serveShop(), products: { list: slow.handler } })
    await scan('6001')
    await userEvent.keyboard('6001{Enter}6002{Enter}')
    slow.release()
    await expect.element(quantity('Bread')).toHaveValue('2')
    await expect.element(quantity('Milk')).toHaveValue('1')
  })

  test('is received after a question that says what happens, and once after a double click', async () => {
    await renderScreen(DELIVERY, serveShop())
    await scan('6001')
    await page.getByRole('textbox', { name: 'Rejected of Bread' }).fill('2')
    await page.getByRole('textbox', { name: 'Why units of Bread were rejected' }).fill('Torn bags')
    await finish('Receive delivery').click()
    await expectContains(
      dialog(),
      '1 product, 1 unit for R 11,50 go into the stock of Sandton Rivonia now.2 units rejected and left out. 3 units arrived.Purchase prices change to those of this delivery.',
    )
    await expectAccessible()
    await confirm('Receive delivery').dblClick()
    await expectUrl('/stock/100')
    expect(getInputs('stock.create')).toMatchObject([
      { finish: true, lines: [{ productid: 11, quantity: 1, rejected: 2, reason: 'Torn bags' }] },
    ])
  })

  test('takes the total of a line in place of its price, and says what four decimals come to', async () => {
    const total = page.getByRole('textbox', { name: 'Total of Bread' })
    await renderScreen(DELIVERY, serveShop())
    await scan('6001')
    await expect.element(total).toHaveValue('11,50')
    await quantity('Bread').fill('12')
    await expect.element(total).toHaveValue('138,00')
    await total.fill('240')
    await expect.element(price('Bread')).toHaveValue('20,00')
    await expect.element(total).toHaveValue('240')
    await total.fill('100')
    await expect.element(price('Bread')).toHaveValue('8,3333')
    await total.fill('100x')
    await expect.element(page.getByText('Enter rand and cents.')).toBeVisible()
    await expect.element(price('Bread')).toHaveValue('8,3333')
    await scan('6001')
    await expect.element(total).toHaveValue('108,33')
    await quantity('Bread').fill('3000')
    await total.fill('100')
    await expect.element(page.getByText('Total R 99,90')).toBeVisible()
    await total.fill('')
    await expect.element(price('Bread')).toHaveValue('')
    await quantity('Bread').fill('')
    await expect.element(total).toBeDisabled()
  })

  test('of a transfer says where the goods are', async () => {
    await renderScreen('/stock/new?kind=transfer&siteid=1', serveShop())
    await scan('6001')
    await quantity('Bread').fill('48')
    await choose(page.getByRole('combobox', { name: 'To' }), 'Rosebank')
    await finish('Send transfer').click()
    await expectContains(
      dialog(),
      '1 product, 48 units leave Sandton Rivonia now and stay in transit until Rosebank receives them.Stock goes below zero: Bread -38.',
    )
    await confirm('Send transfer').click()
    await expectUrl('/stock/100')
    expect(getInputs('stock.create')).toMatchObject([{ kind: 'transfer', to_siteid: ROSEBANK.siteid, supplierid: null }])
  })

  test('of an adjustment takes away or adds as its reason or the person says, and needs a reason', async () => {
    await renderScreen('/stock/new?kind=adjustment&siteid=1', serveShop())
    await scan('6001')
    await userEvent.keyboard('6001{Enter}6003{Enter}')
    await expect.element(quantity('Bread')).toHaveValue('2')
    await expectContains(page.getByRole('row').filter({ hasText: 'Bread' }), '10→ 8')
    await direction('Rusks', 'Add').click()
    await expectContains(page.getByRole('row').filter({ hasText: 'Rusks' }), '2,5→ 3,5')
    await quantity('Rusks').fill('-1')
    await expect.element(quantity('Rusks')).toHaveValue('1')
    await expect.element(direction('Rusks', 'Take away')).toBeChecked()
    await finish('Book adjustment').click()
    await expectContains(page.getByRole('main'), 'Select a reason.')
    await page.getByRole('combobox', { name: 'Reason for all lines' }).selectOptions('Damaged')
    await page.getByRole('combobox', { name: 'Reason of Rusks' }).selectOptions('Found')
    await expect.element(direction('Bread', 'Add')).toBeDisabled()
    await expect.element(direction('Rusks', 'Add')).toBeChecked()
    await expect.element(direction('Rusks', 'Take away')).toBeDisabled()
    await quantity('Bread').fill('2')
    await finish('Book adjustment').click()
    await expectContains(dialog(), '2 products at Sandton Rivonia: 2 units less and 1 unit more from now on.')
    await expectGone(dialog().getByText('below zero'))
    await confirm('Book adjustment').click()
    await expectUrl('/stock/100')
    expect(getInputs('stock.create')).toMatchObject([
      {
        lines: [
          { productid: 11, quantity: -2, reason: 'Damaged' },
          { productid: 13, quantity: 1, reason: 'Found' },
        ],
      },
    ])
  })

  test('of an adjustment that was saved with the wrong sign is shown as it will be booked', async () => {
    const lines = [
      { ...BREAD, quantity: 3, reason: 'Damaged' },
      { ...MILK, quantity: 3, reason: 'Tasting' },
    ]
    await renderScreen('/stock/1', serveShop(createDocument({ kind: 'adjustment', lines })))
    await expectContains(page.getByRole('row').filter({ hasText: 'Bread' }), '10→ 7')
    await expect.element(direction('Bread', 'Take away')).toBeChecked()
    await expectContains(page.getByRole('row').filter({ hasText: 'Milk' }), '-3→ 0')
    await expect.element(direction('Milk', 'Add')).toBeChecked()
    await finish('Book adjustment').click()
    await expectContains(page.getByRole('main'), 'Select a reason.')
    await page.getByRole('combobox', { name: 'Reason of Milk' }).selectOptions('Found')
    await finish('Book adjustment').click()
    await expectContains(dialog(), '2 products at Sandton Rivonia: 3 units less and 3 units more from now on.')
    await confirm('Book adjustment').click()
    await expect.poll(() => getInputs('stock.update')).toMatchObject([{ lines: [{ quantity: -3 }, { quantity: 3 }] }])
  })

  test('without an answer keeps what was typed, and a retry is the same request', async () => {
    await renderScreen(DELIVERY, { ...serveShop(), stock: { ...serveShop().stock, create: loseConnection } })
    await scan('6001')
    await finish('Receive delivery').click()
    await confirm('Receive delivery').click()
    await expectContains(dialog().getByRole('alert'), 'Something went wrong. Please try again.')
    answerWith(serveShop())
    await confirm('Receive delivery').click()
    await expect.poll(() => location.pathname).toMatch(/^\/stock\/10\d$/)
    const [first, second] = getInputs('stock.create') as { request_id: string }[]
    expect(second).toEqual(first)
  })

  test('whose answer was lost goes on with the document that was made, with what was typed since', async () => {
    const shop = serveShop()
    const made: string[] = []
    const create: NonNullable<NonNullable<Answers['stock']>['create']> = ({ input, errors }) => {
      const { request_id = '', ...values } = input
      const text = JSON.stringify(values)
      if (made.length === 0) {
        made.push(request_id, text)
        return loseConnection()
      }
      expect(request_id).toBe(made[0])
      if (text !== made[1]) throw errors.ALREADY_USED()
      return { documentid: 1 }
    }
    await renderScreen(DELIVERY, { ...shop, stock: { ...serveShop(DRAFT).stock, create } })
    await scan('6001')
    await saveDraft().click()
    await expectContains(alert(), 'Something went wrong. Please try again.')
    await quantity('Bread').fill('30')
    await saveDraft().click()
    await expectUrl('/stock/1')
    expect(getInputs('stock.update')).toMatchObject([
      { documentid: 1, opened: { version: 1 }, lines: [{ productid: 11, quantity: 30 }] },
    ])
  })

  test('whose change was stored without an answer takes what was typed since, and conflicts with nobody', async () => {
    let stored = DRAFT
    const update: NonNullable<NonNullable<Answers['stock']>['update']> = ({ input, errors }) => {
      if (input.opened.version !== stored.version) throw errors.VERSION_CONFLICT({ data: stored })
      stored = { ...stored, note: input.note ?? '', version: stored.version + 1 }
      if (stored.version === 2) return loseConnection()
      return { documentid: 1 }
    }
    const shop = serveShop(DRAFT)
    await renderScreen('/stock/1', { ...shop, stock: { ...shop.stock, get: () => DRAFT, update } })
    const note = page.getByLabelText('Note (optional)')
    await note.fill('By van')
    await saveDraft().click()
    await expectContains(alert(), 'Something went wrong. Please try again.')
    await note.fill('By van, at noon')
    await saveDraft().click()
    await expect.poll(() => stored).toMatchObject({ note: 'By van, at noon', version: 3 })
    await expectGone(alert())
  })

  test('is deleted as it was opened', async () => {
    const shop = serveShop(DRAFT)
    let refusals = 0
    await renderScreen('/stock/1', {
      ...shop,
      stock: {
        ...shop.stock,
        remove: ({ errors }) => {
          refusals += 1
          throw errors.VERSION_CONFLICT({ data: { ...DRAFT, version: 2 } })
        },
      },
    })
    await button('Delete draft').click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await expectContains(dialog(), 'Someone else changed this document.')
    expect(refusals).toBe(1)
    expect(getInputs('stock.remove')).toEqual([{ documentid: 1, opened: { version: DRAFT.version } }])
  })

  test('that was finished by an earlier try is shown, not made again', async () => {
    const received = { ...DRAFT, state: 'received' as const }
    const tries: string[] = []
    await renderScreen(DELIVERY, {
      ...serveShop(),
      stock: {
        ...serveShop(received).stock,
        create: ({ input, errors }) => {
          const text = JSON.stringify(input)
          if (tries.length === 0) {
            tries.push(text)
            return loseConnection()
          }
          if (text !== tries[0]) throw errors.ALREADY_USED()
          return { documentid: 1 }
        },
      },
    })
    await scan('6001')
    await finish('Receive delivery').click()
    await confirm('Receive delivery').click()
    await expectContains(dialog().getByRole('alert'), 'Something went wrong. Please try again.')
    await confirm('Cancel').click()
    await quantity('Bread').fill('30')
    await finish('Receive delivery').click()
    await confirm('Receive delivery').click()
    await expectUrl('/stock/1')
    await expect.element(page.getByText('Already saved by an earlier try.')).toBeVisible()
    await expect.element(button('Correct')).toBeVisible()
  })

  test('of another kind takes its place without losing it', async () => {
    await renderScreen('/stock/new?kind=adjustment&siteid=1', serveShop())
    await scan('6001')
    await expect.element(quantity('Bread')).toHaveValue('1')
    await expect.poll(() => JSON.stringify({ ...sessionStorage })).toContain('Bread')
    const open = async (name: string) => {
      await button('Find anything').click()
      await expect.element(page.getByRole('combobox', { name: 'Find anything' })).toHaveFocus()
      await userEvent.keyboard(name)
      await page.getByRole('option').filter({ hasText: name }).click()
      await expect.element(heading(name)).toBeVisible()
    }
    await open('New order')
    await open('New adjustment')
    await expect.element(quantity('Bread')).toHaveValue('1')
  })

  test('says that the reasons could not be loaded, and loads them again', async () => {
    const shop = serveShop()
    await renderScreen('/stock/new?kind=adjustment&siteid=1', { ...shop, stock: { ...shop.stock, settings: loseConnection } })
    await expectContains(alert(), 'Failed to load sites, suppliers and reasons')
    answerWith(shop)
    await button('Try again').click()
    await expectGone(alert())
  })

  test('that the server refuses stays, and says why', async () => {
    const shop = serveShop()
    await renderScreen(DELIVERY, {
      ...shop,
      stock: {
        ...shop.stock,
        create: ({ errors }) => {
          throw errors.INVALID({ message: 'Bread was deleted. Remove it from the lines.' })
        },
      },
    })
    await scan('6001')
    await finish('Receive delivery').click()
    await confirm('Receive delivery').click()
    await expectGone(dialog())
    await expectContains(alert(), 'Bread was deleted. Remove it from the lines.')
    await expect.element(quantity('Bread')).toHaveValue('1')
    const ids = () => getInputs('stock.create').map((input) => (input as { request_id: string }).request_id)
    await button('Remove Bread').click()
    await scan('6002')
    await saveDraft().click()
    await expect.poll(ids).toHaveLength(2)
    expect(new Set(ids()).size).toBe(2)
  })

  test('is changed and saved, then finished with the version of the save', async () => {
    await renderScreen('/stock/1', serveShop(DRAFT))
    await expect.element(heading('Delivery 4')).toBeVisible()
    await page.getByLabelText('Note (optional)').fill('By van')
    await saveDraft().click()
    await expect.poll(() => getInputs('stock.update')).toMatchObject([{ opened: { version: 1 }, note: 'By van' }])
    await expectContains(page.getByText('Draft saved'), 'Draft saved')
    await finish('Receive delivery').click()
    await confirm('Receive delivery').click()
    await expect.element(button('Correct')).toBeVisible()
    expect(getInputs('stock.update')).toHaveLength(1)
    expect(getInputs('stock.finish')).toMatchObject([{ documentid: 1, opened: { version: 2 } }])
  })

  test('that somebody else changed shows how, and takes theirs or keeps mine', async () => {
    const theirs = { ...DRAFT, version: 2, note: 'By van', lines: [{ ...BREAD, quantity: 20 }] }
    const shop = serveShop(DRAFT)
    const refuse: Answers = {
      stock: {
        update: ({ errors, input: { opened, documentid } }) => {
          if (opened.version === 1) throw errors.VERSION_CONFLICT({ data: theirs })
          return { documentid }
        },
      },
    }
    const change = async () => {
      await quantity('Milk').fill('9')
      await saveDraft().click()
      await expectContains(alert(), 'Someone else changed this document. Your text is kept.')
      await expectContains(alert(), 'Note: nothing → By vanBread: 24 → 20Milk: removed')
    }
    await renderScreen('/stock/1', shop)
    answerWith(refuse)
    await change()
    await expectAccessible()
    await expect.element(quantity('Milk')).toHaveValue('9')
    await button('Keep mine').click()
    await expectGone(alert())
    await saveDraft().click()
    // What only the other one changed is kept.
    await expect
      .poll(() => getInputs('stock.update').at(-1))
      .toMatchObject({ opened: { version: 2 }, note: 'By van', lines: [{ quantity: 20 }, { quantity: 9 }] })
    await closePage()
    await renderScreen('/stock/1', shop)
    answerWith(refuse)
    await change()
    await button('Load theirs').click()
    await expect.element(quantity('Bread')).toHaveValue('20')
    await expectGone(quantity('Milk'))
    await expect.element(page.getByLabelText('Note (optional)')).toHaveValue('By van')
  })

  test('of which somebody else changed other lines is saved with both, and finished only once they were seen', async () => {
    const theirs = { ...DRAFT, version: 2, note: 'By van', lines: [{ ...BREAD, quantity: 20 }, MILK] }
    const refuse: Answers = {
      stock: {
        get: () => theirs,
        update: ({ errors, input: { opened, documentid } }) => {
          if (opened.version === 1) throw errors.VERSION_CONFLICT({ data: theirs })
          return { documentid }
        },
        finish: ({ input: { documentid } }) => ({ documentid }),
      },
    }
    await renderScreen('/stock/1', serveShop(DRAFT))
    await expect.element(quantity('Bread')).toHaveValue('24')
    answerWith(refuse)
    await quantity('Milk').fill('9')
    await saveDraft().click()
    await expect.element(page.getByText('Draft saved, with the other person’s changes')).toBeVisible()
    expect(getInputs('stock.update').at(-1)).toMatchObject({
      ...{ opened: { version: 2 }, note: 'By van' },
      lines: [{ quantity: 20 }, { quantity: 9 }],
    })
    await closePage()

    await renderScreen('/stock/1', serveShop(DRAFT))
    await expect.element(quantity('Bread')).toHaveValue('24')
    answerWith(refuse)
    await quantity('Milk').fill('9')
    await finish('Receive delivery').click()
    await confirm('Receive delivery').click()
    await expect.element(page.getByText('Someone else changed other lines. Check them, then continue.')).toBeVisible()
    await expect.element(quantity('Bread')).toHaveValue('20')
    expect(getInputs('stock.finish')).toEqual([])
    await finish('Receive delivery').click()
    await confirm('Receive delivery').click()
    await expect.poll(() => getInputs('stock.finish')).toMatchObject([{ opened: { version: 3 } }])
  })

  test('whose save arrived without its answer is no conflict', async () => {
    const shop = serveShop(DRAFT)
    await renderScreen('/stock/1', shop)
    await quantity('Milk').fill('9')
    const saved = { ...DRAFT, version: 2, lines: [BREAD, { ...MILK, quantity: 9 }] }
    answerWith({
      stock: {
        update: ({ errors }) => {
          throw errors.VERSION_CONFLICT({ data: saved })
        },
      },
    })
    await saveDraft().click()
    await expectContains(page.getByText('Draft saved'), 'Draft saved')
    await expectGone(alert())
  })

  test('that somebody else finished keeps what was typed until it is shown', async () => {
    await renderScreen('/stock/1', serveShop(DRAFT))
    await quantity('Milk').fill('9')
    const received = { ...DRAFT, version: 2, state: 'received' as const }
    answerWith({
      stock: {
        get: () => received,
        update: ({ errors }) => {
          throw errors.WRONG_STATE({ message: 'This was already received.' })
        },
      },
    })
    await saveDraft().click()
    await expectContains(alert(), 'Someone else finished this document, without your text.')
    await expect.element(quantity('Milk')).toHaveValue('9')
    await button('Show it').click()
    await expect.element(button('Correct')).toBeVisible()
  })

  test('survives a reload with all lines, and can be discarded', async () => {
    await renderScreen('/stock/1', serveShop(DRAFT))
    await quantity('Milk').fill('9')
    await scan('6003')
    await expect.element(quantity('Rusks')).toHaveValue('1')
    await expect.poll(() => JSON.stringify({ ...sessionStorage })).toContain('Rusks')
    const kept = { ...sessionStorage }
    await closePage()
    for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value)
    await renderScreen('/stock/1', serveShop(DRAFT))
    await expect.element(quantity('Milk')).toHaveValue('9')
    await expect.element(quantity('Rusks')).toHaveValue('1')
    await expectContains(page.getByRole('main'), 'Your unsaved text is back. Save it to keep it.')
    await button('Discard it').click()
    await expect.element(quantity('Milk')).toHaveValue('12')
    await expectGone(quantity('Rusks'))
    await expect.poll(() => JSON.stringify({ ...sessionStorage })).not.toContain('Milk')
  })

  test('asks before it is left with something unsaved', async () => {
    await renderScreen('/stock/1', serveShop(DRAFT))
    await quantity('Milk').fill('9')
    await page.getByRole('link', { name: 'Employees' }).click()
    await expectContains(page.getByRole('alertdialog'), 'Your changes are not saved.')
    await button('Keep editing').click()
    await expect.element(quantity('Milk')).toHaveValue('9')
    await page.getByRole('link', { name: 'Employees' }).click()
    await button('Discard').click()
    await expect.element(heading('Employees')).toBeVisible()
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Milk')
  })

  test('is deleted after a question', async () => {
    const removed: number[] = []
    const shop = serveShop(DRAFT)
    await renderScreen('/stock/1', {
      ...shop,
      stock: { ...shop.stock, remove: ({ input }) => void removed.push(input.documentid) },
    })
    await button('Delete draft').click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await expectUrl('/stock')
    expect(removed).toEqual([1])
  })

  test('of a delivery of an order has what is outstanding at the prices of the order', async () => {
    const order = createDocument({
      ...{ documentid: 9, kind: 'order', number: 12, state: 'part_received', supplierid: SASKO.supplierid, supplier: 'Sasko' },
      lines: [{ ...BREAD, received: 20 }, MILK, { ...BREAD, productid: 14, productname: 'Rolls', received: 24 }],
    })
    await renderScreen('/stock/new?kind=delivery&order=9', serveShop(order))
    await expectContains(page.getByRole('main'), 'Order 12 · Sasko → Sandton Rivonia')
    await expect.element(quantity('Bread')).toHaveValue('4')
    await expect.element(quantity('Milk')).toHaveValue('12')
    await expectGone(quantity('Rolls'))
    await userEvent.keyboard('6001{Enter}')
    await expectContains(page.getByRole('main'), 'You receive only what you scan. Bread: 1')
    await expect.element(quantity('Milk')).toHaveValue('')
    await button('Scan from zero').click()
    await userEvent.keyboard('6001{Enter}')
    await expect.element(quantity('Bread')).toHaveValue('1')
    await button('Scan from zero').click()
    await button('All of it arrived').click()
    await expectGone(page.getByText('You receive only what you scan.'))
    await expect.element(quantity('Milk')).toHaveValue('12')
    await finish('Receive delivery').click()
    await confirm('Receive delivery').click()
    await expectUrl('/stock/100')
    expect(getInputs('stock.create')).toMatchObject([
      { parentid: 9, siteid: 1, supplierid: 7, lines: [{ productid: 11, quantity: 4, purchaseprice: 11.5 }, { productid: 12 }] },
    ])
  })

  test('of a delivery of an order says what is over when somebody else has received a part since', async () => {
    const order = createDocument({
      ...{ documentid: 9, kind: 'order', number: 12, state: 'sent', supplierid: SASKO.supplierid, supplier: 'Sasko' },
      lines: [BREAD, MILK],
    })
    await renderScreen('/stock/new?kind=delivery&order=9', serveShop(order))
    await expect.element(quantity('Bread')).toHaveValue('24')
    await finish('Receive delivery').click()
    await expectContains(dialog(), '2 products, 36 units')
    await expectGone(dialog().getByText('outstanding', { exact: false }))
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    answerWith({ stock: { get: () => ({ ...order, lines: [{ ...BREAD, received: 20 }, MILK] }) } })
    await finish('Receive delivery').click()
    await expectContains(dialog(), 'More than outstanding on Order 12: 20 units of Bread.')
    await expect.element(quantity('Bread')).toHaveValue('24')
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await quantity('Bread').fill('3')
    await page.getByRole('textbox', { name: 'Rejected of Bread' }).fill('2')
    await expect.element(page.getByText('5 arrived')).toBeVisible()
    await finish('Receive delivery').click()
    await expectContains(dialog(), 'More than outstanding on Order 12: 1 unit of Bread.')
  })

  test('of a delivery of an order that is closed says so', async () => {
    const order = createDocument({ documentid: 9, kind: 'order', number: 12, state: 'closed', lines: [BREAD] })
    await renderScreen('/stock/new?kind=delivery&order=9', serveShop(order))
    await expectContains(page.getByRole('main'), 'Nothing is outstanding on Order 12: it is closed.')
  })

  test('of a delivery without an order tells of an order of the supplier that is not received', async () => {
    const order = createDocument({ documentid: 9, kind: 'order', number: 12, state: 'sent', lines: [BREAD] })
    await renderScreen(DELIVERY, serveShop(order))
    await choose(page.getByRole('combobox', { name: 'Supplier (optional)' }), 'Sasko')
    await expectContains(page.getByRole('main'), 'Order 12 of Sasko is outstanding.')
    const link = page.getByRole('link', { name: 'Receive Order 12' })
    await expect.element(link).toHaveAttribute('href', '/stock/new?kind=delivery&siteid=1&order=9')
    expect(getInputs('stock.list').at(-1)).toMatchObject({ kind: 'order', status: 'waiting', siteid: 1, supplierid: 7 })
    await expectAccessible()
  })

  test('is there again after the session has ended and somebody signed in', async () => {
    await renderScreen('/stock/1', serveShop(DRAFT))
    await quantity('Milk').fill('9')
    await expect.poll(() => JSON.stringify({ ...sessionStorage })).toContain('Milk')
    answerWith({
      session: { get: () => null },
      stock: {
        update: ({ errors }) => {
          throw errors.UNAUTHORIZED()
        },
      },
    })
    await saveDraft().click()
    await expect.element(heading('Welcome back')).toBeVisible()
    expect(JSON.stringify({ ...sessionStorage })).toContain('Milk')
  })

  test('marks a product that was deleted', async () => {
    await renderScreen('/stock/1', serveShop(createDocument({ documentid: 1, lines: [{ ...BREAD, is_archived: true }] })))
    await expectContains(page.getByRole('row').filter({ hasText: 'Bread' }), 'Bread Deleted6001')
  })

  test.for([DESK, [1024, 768], PHONE] as const)('fits the screen: %j', async (size) => {
    await renderScreen('/stock/1', serveShop(DRAFT), size)
    await expect.element(quantity('Milk')).toBeVisible()
    expectNoOverflow()
    if (size === PHONE) expectTapTargets(page.getByRole('main'))
    if (size === DESK || size === PHONE) await expectAccessible()
    await closePage()
    await renderScreen('/stock/new?kind=adjustment&siteid=1', serveShop(), size)
    await scan('6001')
    await expect.element(quantity('Bread')).toBeVisible()
    expectNoOverflow()
    if (size === DESK || size === PHONE) await expectAccessible()
  })

  test('of a business with one site has it already', async () => {
    await renderScreen('/stock/new?kind=delivery', { ...serveShop(), sites: { options: () => [SITE] } })
    await scan('6001')
    await expect.element(quantity('Bread')).toHaveValue('1')
  })
})

test('draft: its history says who changed which lines', async () => {
  const document = createDocument({ documentid: 7, kind: 'delivery', state: 'draft', lines: [BREAD] })
  await renderScreen('/stock/7', {
    ...serveShop(document),
    changes: {
      history: () => ({
        rows: [
          createChange({
            ...{ noun: 'stock document', rowid: '7', name: 'delivery 7', undo: null },
            ...{ before: { lines: '3 × Bread' }, after: { lines: '4 × Bread, 2 × Milk' } },
          }),
        ],
        next: null,
      }),
    },
  })
  await button('Full history').click()
  await expectContains(page.getByRole('list', { name: 'History' }), 'Delivery 7 changedLines 3 × Bread → to 4 × Bread, 2 × Milk')
  await expectAccessible()
})
