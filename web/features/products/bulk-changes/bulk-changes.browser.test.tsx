import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/accessibility.ts'
import { answerWith, getInputs, hold, loseConnection } from '../../../testing/fake-server.ts'
import { createProduct, createShelf, serveProducts } from '../../../testing/products.ts'
import { DESK, PHONE, renderScreen } from '../../../testing/render-screen.tsx'
import {
  alert,
  button,
  choose,
  dialog,
  expectCells,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectPager,
  expectUrl,
  field,
  row,
} from '../../../testing/screen.ts'

const CHANGEID = '7d0c1d5c-8f0e-4c3a-9b1e-2f3a4b5c6d7e'
const bread = createProduct('Bread', { price: 12, stock: 20 })
const milk = createProduct('Milk', { price: 20, stock: 5 })
const lines = [
  { productid: bread.productid, productname: 'Bread', before: 12, after: 13.2 },
  { productid: milk.productid, productname: 'Milk', before: 20, after: 22 },
]

const serveBulkChanges = () => ({
  preview: () => ({
    ...{ changeid: CHANGEID, changed: 37, unchanged: 2, refused: 1, lines },
    stock_value: { products: 2, difference: 34 },
  }),
  async *apply() {
    yield { done: 20, of: 37 }
    yield { applied: 37 }
  },
  async *undo() {
    yield { undone: 35, kept: 2 }
  },
})

const openProducts = (size: typeof DESK | typeof PHONE = DESK, rows = [bread, milk]) => {
  const { products } = serveProducts(...rows)
  return renderScreen('/products?low=true', { products: { ...products, changes: serveBulkChanges() } }, size)
}

const what = () => dialog().getByRole('combobox', { name: 'What to change' })
const inDialog = (name: string) => dialog().getByRole('button', { name })

describe('bulk change', () => {
  test('of all products of a list is previewed, applied and undone on a phone', async () => {
    await openProducts(PHONE)
    await button('Bulk change').click()
    await page.getByRole('menuitem', { name: 'Change all 2 products' }).click()
    await expectContains(dialog(), 'All 2 products of the list')
    await expectAccessible()
    await field('By how much').fill('10')
    await userEvent.keyboard('{Enter}')
    await expectContains(
      dialog(),
      "Changes the price of 37 products: R 34,00 more in total at today's stock.Price raised by 10 %: 37 products will change. 2 have this value already. 1 keeps its price, because the new one would be below zero or too large.",
    )
    await expectCells('The first 2 of 37', [
      ['Bread', 'R 12,00', 'R 13,20'],
      ['Milk', 'R 20,00', 'R 22,00'],
    ])
    expect(getInputs('products.changes.preview')).toEqual([
      {
        search: expect.objectContaining({ low: true, q: '' }),
        change: { kind: 'change_price_by_percent', percent: 10 },
      },
    ])
    expectNoOverflow()
    await expectAccessible()
    await inDialog('Change 37 products').click()
    await expectContains(dialog(), 'Price raised by 10 % for 37 products.')
    await inDialog('Undo').click()
    await expectContains(dialog(), 'Undone for 35 products. 2 products were changed or deleted since and stay the same.')
    await inDialog('Done').click()
    await expectGone(dialog())
  })

  test('of the selected products sends their ids, and the form checks the value', async () => {
    await openProducts()
    await page.getByRole('checkbox', { name: 'Select Milk' }).click()
    await userEvent.keyboard('{Tab}{Enter}')
    await expect.element(button('Change selected')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expectContains(dialog(), '1 selected product')
    await inDialog('Preview').click()
    await expectContains(dialog(), 'Enter a percentage above zero.')
    await choose(what(), 'Lower the price')
    await field('By how much').fill('101')
    await inDialog('Preview').click()
    await expectContains(dialog(), 'Enter at most 100 %.')
    await choose(dialog().getByRole('combobox', { name: 'Unit' }), 'R')
    await choose(dialog().getByRole('combobox', { name: 'Prices end with' }), ',99')
    await field('By how much').fill('R 2,50')
    await inDialog('Preview').click()
    await expect.element(inDialog('Back')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expectContains(page.getByRole('alertdialog'), 'Nothing was changed.')
    await button('Keep editing').click()
    await inDialog('Close').click()
    await button('Keep editing').click()
    await inDialog('Back').click()
    await choose(what(), 'Set the category')
    await dialog().getByRole('combobox', { name: 'New category' }).fill('Dairy')
    await inDialog('Preview').click()
    await expect.element(inDialog('Back')).toBeVisible()
    const search = expect.objectContaining({ ids: [milk.productid], sort: 'productname', dir: 'asc' })
    await expect
      .poll(() => getInputs('products.changes.preview'))
      .toEqual([
        { search, change: { kind: 'add_to_price', amount: -2.5, ending: '0.99' } },
        { search, change: { kind: 'set_category', category: 'Dairy' } },
      ])
  })

  test('says why it failed, and keeps what was chosen', async () => {
    await openProducts()
    answerWith({
      products: {
        changes: {
          apply: ({ errors }) => {
            throw errors.CHANGE_STALE()
          },
        },
      },
    })
    await button('Bulk change').click()
    await page.getByRole('menuitem', { name: 'Change all 2 products' }).click()
    await field('By how much').fill('10')
    await inDialog('Preview').click()
    await inDialog('Change 37 products').click()
    await expect
      .element(alert())
      .toHaveTextContent('Products changed after this preview, so nothing was changed. Open a new preview.')
    await expect.element(field('By how much')).toHaveValue('10')
  })

  test('can be undone later', async () => {
    await openProducts()
    const made = {
      changeid: CHANGEID,
      change: { kind: 'set_supplier' as const, supplier: 'Overberg' },
      applied_at: new Date('2026-11-20T10:00:00Z'),
      changed_by: 'Thandi Nkosi',
      applied: 37,
    }
    let undone_at: Date | null = null
    answerWith({
      products: {
        changes: {
          list: () => [{ ...made, undone_at }],
          async *undo() {
            undone_at = new Date()
            yield { undone: 37, kept: 0 }
          },
        },
      },
    })
    await button('Bulk change').click()
    await page.getByRole('menuitem', { name: 'Recent bulk changes' }).click()
    await expectContains(dialog(), 'Supplier set to Overberg, 37 products20 Nov 2026, 12:00 • Thandi Nkosi')
    await expectAccessible()
    await button('Undo Supplier set to Overberg, 37 products').click()
    await expectContains(dialog(), 'Undone for 37 products.')
    await expectGone(button('Undo Supplier set to Overberg, 37 products'))
  })
})

describe('products list fields', () => {
  const stockOf = (name: string) => page.getByRole('textbox', { name: `Stock of ${name}` })
  const priceOf = (name: string) => page.getByRole('textbox', { name: `Price of ${name}` })

  async function typeInList(size: typeof DESK | typeof PHONE = DESK, rows = [bread, milk]) {
    await openProducts(size, rows)
    await button('Bulk change').click()
    await page.getByRole('menuitem', { name: 'Edit prices and stock in the list' }).click()
  }

  test.for([DESK, PHONE])('save by Enter, which leads to the next product, and are restored by Escape: %j', async (size) => {
    await typeInList(size)
    await expectAccessible()
    expectNoOverflow()
    await expect.element(priceOf('Bread')).toHaveFocus()
    await userEvent.keyboard('R 26,49{Enter}')
    await expect.element(priceOf('Milk')).toHaveFocus()
    await expect.poll(() => getInputs('products.update')).toMatchObject([{ price: 26.49, opened: { version: 1, stock: 20 } }])
    const saved = page.getByText('Saved', { exact: true })
    await expect.element(saved).toBeVisible()
    expect(saved.element().closest('[aria-live=polite]'), 'a screen reader hears it').not.toBeNull()
    await expect.element(priceOf('Bread')).toHaveValue('26,49')
    await userEvent.keyboard('1{Escape}')
    await expect.element(priceOf('Milk')).toHaveValue('20,00')
    await userEvent.keyboard('x{Enter}')
    await expectContains(row('Milk'), 'Price is required.')
    await expectGone(dialog())
    await userEvent.keyboard('{Escape}')
    await button('Done').click()
    await expectPager('Page 1 / 1 • 2 results')
    await expectContains(row('Bread'), 'R 26,49')
    expect(getInputs('products.update')).toHaveLength(1)
  })

  test('say that they are saved, and are taken back with Undo unless somebody else changed them since', async () => {
    await typeInList()
    await priceOf('Bread').fill('26,49')
    await stockOf('Milk').click()
    const undo = button('Undo price of Bread')
    await undo.click()
    await expect
      .poll(() => getInputs('products.update'))
      .toMatchObject([{ price: 26.49 }, { price: bread.price, opened: { version: 2 } }])
    await expect.element(priceOf('Bread')).toHaveFocus()
    await expect.element(undo).toBeVisible()
    const theirs = { ...bread, price: 30, version: 9 }
    answerWith({
      products: {
        update: ({ errors }) => {
          throw errors.VERSION_CONFLICT({ data: theirs })
        },
      },
    })
    await undo.click()
    await expectContains(row('Bread'), 'Someone else changed it to R 30,00. Press Enter to save yours, Escape to keep theirs.')
    await expectGone(undo)
  })

  test('keep a change of somebody else to another field, and ask about one of the same field', async () => {
    await typeInList()
    let current = { ...milk, description: 'Fresh', version: 2 }
    answerWith({
      products: {
        update: ({ input: { opened, ...product }, errors }) => {
          if (opened.version !== current.version) throw errors.VERSION_CONFLICT({ data: current })
          current = { ...current, ...product, version: current.version + 1 }
        },
      },
    })
    await stockOf('Milk').fill('7')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => current).toMatchObject({ description: 'Fresh', stock: 7, version: 3 })
    current = { ...current, stock: 9, version: 4 }
    await stockOf('Milk').fill('8')
    await userEvent.keyboard('{Enter}')
    await expectContains(row('Milk'), 'Someone else changed it to 9. Press Enter to save yours, Escape to keep theirs.')
    expect(current.stock).toBe(9)
    await stockOf('Milk').click()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => current).toMatchObject({ stock: 8, version: 5 })
  })

  test('keep what is typed during a save, and save it afterwards', async () => {
    await typeInList()
    const { products } = serveProducts(bread, milk)
    const update = hold(products?.update ?? loseConnection)
    answerWith({ products: { ...products, update: update.handler } })
    await priceOf('Bread').fill('13')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => getInputs('products.update')).toHaveLength(1)
    await priceOf('Bread').fill('14')
    await stockOf('Bread').click()
    update.release()
    await expect.poll(() => getInputs('products.update')).toMatchObject([{ price: 13 }, { price: 14, opened: { version: 2 } }])
    await expect.element(priceOf('Bread')).toHaveValue('14,00')
  })

  test('stay after Done while a change is not saved, which is shown with its message and can be tried again', async () => {
    await typeInList()
    answerWith({ products: { update: loseConnection } })
    await priceOf('Milk').fill('21')
    await button('Done').click()
    await expectContains(alert(), '1 change is not saved.Price of Milk: 21. Something went wrong. Please try again.')
    await expect.element(priceOf('Milk')).toHaveValue('21')
    answerWith({ products: { update: serveProducts(bread, milk).products?.update } })
    await alert().getByRole('button', { name: 'Try again' }).click()
    await expectGone(alert())
    const saves = getInputs('products.update')
    expect(saves.at(-1)).toMatchObject({ price: 21 })
    await button('Done').click()
    await expectGone(priceOf('Milk'))
    expect(getInputs('products.update')).toHaveLength(saves.length)
  })

  test.for([DESK, PHONE])('keep a failed change of another page until it is saved or discarded: %j', async (size) => {
    await typeInList(
      size,
      createShelf().map((product) => ({ ...product, stock: 1 })),
    )
    answerWith({ products: { update: loseConnection } })
    await priceOf('Amasi, full cream 2 L').fill('41')
    await button('Next').click()
    await expectContains(
      alert(),
      '1 change is not saved.Price of Amasi, full cream 2 L: 41. Something went wrong. Please try again.',
    )
    await expectGone(priceOf('Amasi, full cream 2 L'))
    expectNoOverflow()
    await button('Previous').click()
    await expect.element(priceOf('Amasi, full cream 2 L')).toHaveValue('41')
    await alert().getByRole('button', { name: 'Discard' }).click()
    await expectGone(alert())
    await expect.element(priceOf('Amasi, full cream 2 L')).toHaveValue('42,99')
  })

  test('show a failure when the press that left the field ends, so that nothing moves under the pointer', async () => {
    await typeInList()
    answerWith({ products: { update: loseConnection } })
    await priceOf('Bread').fill('13')
    const pressed = stockOf('Milk').element()
    pressed.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    const before = pressed.getBoundingClientRect().y
    const field = priceOf('Bread').element() as HTMLElement
    field.blur()
    await expect.poll(() => getInputs('products.update')).toHaveLength(1)
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame) // the failure is rendered
    expect(pressed.getBoundingClientRect().y).toBe(before)
    pressed.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
    await expectContains(alert(), 'Price of Bread: 13. Something went wrong. Please try again.')
    expect(pressed.getBoundingClientRect().y).toBeGreaterThan(before)
  })

  test('are left by a link when all is saved, and after a question when it is not', async () => {
    await typeInList()
    answerWith({ products: { update: loseConnection } })
    await stockOf('Milk').fill('6')
    await page.getByRole('link', { name: 'Sites' }).click()
    await expectContains(page.getByRole('alertdialog'), 'Your changes are not saved.')
    await button('Keep editing').click()
    await expect.element(stockOf('Milk')).toHaveValue('6')
    answerWith({ products: { update: serveProducts(bread, milk).products?.update } })
    await page.getByRole('link', { name: 'Sites' }).click()
    await expectUrl('/sites')
    expect(getInputs('products.update').at(-1)).toMatchObject({ stock: 6 })
  })
})
