import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { createChange } from '../../testing/changes.ts'
import { type Answers, answerWith, getInputs, hold, loseConnection } from '../../testing/fake-server.ts'
import { toPage } from '../../testing/pages.ts'
import { createProduct } from '../../testing/products.ts'
import { closePage, DESK, PHONE, renderScreen, SESSION } from '../../testing/render-screen.tsx'
import {
  alert,
  button,
  choose,
  dialog,
  expectCells,
  expectColumn,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTapTargets,
  expectTexts,
  expectUrl,
  field,
  heading,
  plain,
  row,
} from '../../testing/screen.ts'
import { BREAD, BUNS, createCount, createCountProduct, ROLLS, SIPHO } from '../../testing/stock-counts.ts'

const URL = '/stock/count/3'
const main = () => page.getByRole('main')
const scanField = () => page.getByLabelText('Scan a barcode, or type a name')
const unitsField = () => page.getByLabelText('Units')
const confirmation = () => page.getByRole('region', { name: 'Enter what you counted' })
const expectConfirmed = (text: string) => expectContains(confirmation(), text)
const expectSaved = () => expectContains(confirmation(), 'All saved')
const expectCounted = (values: string[]) => expectColumn('Products', 2, values)

type Count = ReturnType<typeof createCount>
const open = async (count: Count, more: Answers = {}, size: readonly [number, number] = DESK, url = URL) => {
  await renderScreen(url, count.answers, size)
  answerWith(more)
  await expect.element(heading('Count 3')).toBeVisible()
}
/** As a hand scanner types: wherever the focus is. */
const scan = (barcode: string) => userEvent.keyboard(`${barcode}{Enter}`)
const openToScan = async (...options: Parameters<typeof open>) => {
  await open(...options)
  await expect.element(scanField()).toHaveFocus()
  await expect.element(row('Bread').first()).toBeVisible()
  // Before its products are there, each barcode is an unknown one.
  await expect.element(confirmation()).not.toHaveAttribute('aria-busy')
}

test('count: its history says who began it, when and from where', async () => {
  await open(createCount(), {
    changes: {
      history: () => ({
        rows: [
          createChange({
            ...{ noun: 'stock document', rowid: '3', name: 'count 3', action: 'created', undo: null },
            ...{ before: null, after: { state: 'counting' } },
          }),
        ],
        next: null,
      }),
    },
  })
  await button('Full history').click()
  await expectContains(page.getByRole('list', { name: 'History' }), 'Count 3 started')
  await expectContains(page.getByRole('list', { name: 'History' }), 'Thandi Nkosi24 Nov 2026, 14:05')
  expect(getInputs('changes.history')).toEqual([{ noun: 'stock document', rowid: '3' }])
  await expectAccessible()
})

/** An entry that was left on the device. */
const store = (documentid: number, name: string, text: string) =>
  localStorage.setItem(`count-entry ${SESSION.user.user_id} ${documentid} ${name}`, text)
const storeEntry = (documentid: number, place: number, barcode: string, quantity = 1) => {
  const request_id = crypto.randomUUID()
  const entry = { request_id, productid: null, productname: '', barcode, isScan: true, quantity, refusal: null, place }
  store(documentid, request_id, JSON.stringify({ ...entry, counted_at: '2026-06-15T08:00:00.000Z' }))
}

describe('new count', () => {
  test('begins with a site and a scope, once however often it is sent', async () => {
    const count = createCount()
    await renderScreen('/stock/count/new', {
      ...count.answers,
      products: { options: () => ({ categories: ['Bakery'], suppliers: ['Sasko'], vat_rates: [15] }) },
    })
    await expect.element(heading('New count')).toBeVisible()
    await expectAccessible()
    await button('Begin count').click()
    await expectContains(main(), 'Select a site.')
    await choose(page.getByRole('combobox', { name: 'Site' }), 'Sandton Rivonia')
    await page.getByRole('radio', { name: /^A category/ }).click()
    await button('Begin count').click()
    await expectContains(main(), 'Select a category.')
    await choose(page.getByRole('combobox', { name: 'Category' }), 'Bakery')
    await page.getByRole('checkbox', { name: /^Blind/ }).click()
    await page.getByLabelText('Note (optional)').fill('Month-end')
    answerWith({ stock: { counts: { begin: loseConnection } } })
    await button('Begin count').click()
    await expectContains(alert(), 'Something went wrong')
    answerWith(count.answers)
    await button('Begin count').click()
    await expectUrl(URL)
    const inputs = getInputs('stock.counts.begin') as { request_id: string }[]
    expect(inputs).toMatchObject(
      Array(2).fill({ siteid: 1, scope: { of: 'category', name: 'Bakery' }, is_blind: true, note: 'Month-end' }),
    )
    expect(inputs[0]?.request_id).toBe(inputs[1]?.request_id)
  })

  test('fits a phone', async () => {
    await renderScreen('/stock/count/new', createCount().answers, PHONE)
    await expect.element(heading('New count')).toBeVisible()
    await expect.element(button('Begin count')).toBeVisible()
    expectNoOverflow()
  })
})

describe('count page', () => {
  test('says what is counted and how far it is, and adds one for each scan wherever the focus is', async () => {
    const count = createCount([BREAD, ROLLS, BUNS], { count_scope: 'category', count_scope_name: 'Bakery' })
    await openToScan(count)
    await expectContains(main(), 'Sandton Rivonia · Category Bakery')
    await expectContains(main(), 'Counting')
    await expectContains(main(), '0 of 3 products counted')
    await expect.poll(() => document.title).toBe('Count · Winkel')
    await scan('6001')
    await expectConfirmed('Bread — 1 counted')
    await heading('Count 3').click()
    await scan('6001')
    await expectConfirmed('Bread — 2 counted')
    await expectSaved()
    await expectContains(main(), '1 of 3 products counted')
    await expectContains(main(), 'Naledi Dlamini 2 entries')
    await expectCells('Products', [
      ['Bread', '6001', '2', '10', '-8', '-R 32,00', ''],
      ['Buns', '6003', 'Not counted', '–', '–', '–', ''],
      ['Rolls', '6002', 'Not counted', '–', '–', '–', ''],
    ])
    await expectAccessible()
    await button(/^Undo/).click()
    await expectConfirmed('Bread — 1 counted')
    await expectConfirmed('1 taken back')
    await expectSaved()
    expect(count.entries.map(({ quantity }) => quantity)).toEqual([1, 1, -1])
    expect(new Set(count.entries.map(({ request_id }) => request_id)).size).toBe(3)
  })

  test('takes many units at once, with a decimal comma, and a scan that was typed as units', async () => {
    const count = createCount()
    await openToScan(count)
    await unitsField().fill('+24')
    await userEvent.keyboard('{Enter}')
    await expect.element(scanField()).toHaveFocus()
    await scan('6001')
    await expectConfirmed('Bread — 24 counted')
    await expect.element(unitsField()).toHaveValue('1')
    await button('One unit more').click()
    await unitsField().fill('2,5')
    await scanField().fill('rol')
    await page.getByRole('option', { name: /^Rolls/ }).click()
    await expectConfirmed('Rolls — 2,5 counted')
    // Two products have 'b': Enter marks the first one, and another Enter adds it.
    await scanField().fill('b')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('option', { name: /^Bread/ })).toHaveAttribute('data-combobox-selected')
    expect(count.sum(1)).toBe(24)
    await userEvent.keyboard('{Enter}')
    await expectConfirmed('Bread — 25 counted')
    await unitsField().fill('1,2345')
    await scanField().click()
    await scan('6001')
    await expectContains(confirmation(), 'At most three decimals.')
    await unitsField().fill('60010000')
    await userEvent.keyboard('{Enter}')
    await expectContains(confirmation(), 'No product at Sandton Rivonia has the barcode 60010000.')
    expect([count.sum(1), count.sum(2)]).toEqual([25, 2.5])
  })

  test('keeps an unknown barcode until it is found or dismissed', async () => {
    const products = [BREAD]
    const count = createCount(products)
    await openToScan(count)
    await scan('7001')
    await expectContains(alert(), 'No product at Sandton Rivonia has the barcode 7001.')
    await scan('7002')
    await expectContains(alert(), 'has the barcode 7002.')
    await scan('7001')
    await scan('6001')
    await expectConfirmed('Bread — 1 counted')
    const unknown = page.getByRole('list', { name: 'Not counted' })
    await expectContains(unknown, 'No product at Sandton Rivonia has the barcode 7001.')
    await expectContains(unknown, '2 units in 2 entries, saved on this device')
    await closePage()
    await open(count)
    await expectContains(unknown, 'has the barcode 7002.')
    products.push(createCountProduct(7, 'Jam', { barcode: '7001' }))
    await unknown.getByRole('button', { name: 'Try again' }).first().click()
    await expect.poll(() => count.sum(7)).toBe(2)
    await unknown.getByRole('button', { name: 'Dismiss' }).click()
    await expectGone(unknown)
  })

  describe('of a category', () => {
    const COLA = createCountProduct(9, 'Cola', { barcode: '6009', category: 'Beverages', stock: 90 })
    const outside = () => page.getByRole('alert').filter({ hasText: 'Count it too?' })

    /** Cola is at the site, and not in the count until it is counted. */
    const createBakery = () => {
      const products = [BREAD, ROLLS]
      const count = createCount(products, { count_scope: 'category', count_scope_name: 'Bakery' })
      const { enter } = count.answers.stock?.counts ?? {}
      if (!enter) throw new Error('the count takes no entries')
      const counts: NonNullable<Answers['stock']>['counts'] = {
        enter: (options) => {
          if (options.input.entries.some(({ barcode }) => barcode === '6009') && !products.includes(COLA)) products.push(COLA)
          return enter(options)
        },
      }
      const list: NonNullable<Answers['products']>['list'] = ({ input: { barcode } }) =>
        toPage(barcode === '6009' ? [createProduct('Cola', { productid: 9, barcode: '6009' })] : [])
      return { count, answers: { products: { list }, stock: { counts } } satisfies Answers }
    }

    test('asks before it takes a product of another one, and marks it in the review', async () => {
      const { count, answers } = createBakery()
      await openToScan(count, answers)
      await scan('6009')
      await scan('6009')
      await expectContains(outside(), 'Cola6009 · 2 unitsThis product is not in Bakery. Count it too?')
      await expectAccessible()
      await scan('6001')
      await expectConfirmed('Bread — 1 counted')
      expect(count.sum(9)).toBe(0)
      await button('Leave it out').click()
      await expectGone(outside())
      await unitsField().fill('3')
      await scanField().fill('6009')
      await userEvent.keyboard('{Enter}')
      await button('Count it too').click()
      await expectConfirmed('Cola — 3 counted')
      await scan('6009')
      await expectConfirmed('Cola — 4 counted')
      await expectSaved()
      await expectContains(main(), '1 of 2 products counted, and 1 not in Bakery')
      await button('Review').click()
      await expectContains(row('Cola').last(), 'Not in Bakery')
      const differences = page.getByRole('region', { name: 'Differences' })
      await expectContains(differences, '1 counted product is not in Bakery. Approving changes its stock too.')
    })

    test('asks while its own products are not loaded, and only about those of another category', async () => {
      const { count, answers } = createBakery()
      const found = [
        createProduct('Bread', { productid: BREAD.productid, barcode: '6001', category: 'Bakery' }),
        createProduct('Cola', { productid: 9, barcode: '6009', category: 'Beverages' }),
      ]
      const products: Answers['products'] = {
        list: ({ input }) => toPage(found.filter(({ barcode }) => barcode === input.barcode)),
      }
      const sheet = hold(() => [])
      await open(count, { ...answers, products, stock: { counts: { ...answers.stock.counts, sheet: sheet.handler } } })
      await expect.element(scanField()).toHaveFocus()
      await scan('6001')
      await expectConfirmed('Bread — 1 counted')
      await scan('6009')
      await expectContains(outside(), 'This product is not in Bakery. Count it too?')
      expect(count.sum(9)).toBe(0)
      sheet.release()
    })

    test('asks without a network too, and takes a barcode that nobody has as an unknown one', async () => {
      const { count, answers } = createBakery()
      await openToScan(count, { products: { list: loseConnection }, stock: { counts: { enter: loseConnection } } })
      await scan('6009')
      await expectContains(
        outside(),
        '60091 unitYou are offline, so Winkel cannot check if this product is in Bakery. Count it too?',
      )
      // The question stays while the differences are reviewed.
      await button('Review').click()
      await button('Count it too').click()
      await button('Back to counting').click()
      await expectConfirmed('6009 — 1 kept')
      answerWith({
        ...count.answers,
        ...answers,
        stock: { ...count.answers.stock, counts: { ...count.answers.stock?.counts, ...answers.stock.counts } },
      })
      dispatchEvent(new Event('online'))
      await expect.poll(() => count.sum(9)).toBe(1)
      await scan('7001')
      await expectContains(alert(), 'No product at Sandton Rivonia has the barcode 7001.')
    })
  })

  test('adds a product of an unknown barcode, and its entries are counted', async () => {
    const products = [BREAD]
    const count = createCount(products)
    await openToScan(count, {
      products: {
        list: ({ input: { barcode } }) =>
          toPage(products.flatMap((row) => (row.barcode === barcode ? [createProduct('Jam', { barcode })] : []))),
        options: () => ({ categories: [], suppliers: [], vat_rates: [15] }),
        create: ({ input: { productname, barcode } }) => {
          products.push(createCountProduct(7, productname, { barcode }))
          return { productid: 7 }
        },
      },
    })
    await scan('7001')
    await expectContains(alert(), 'No product at Sandton Rivonia has the barcode 7001.')
    await scan('7001')
    await expect.poll(() => getInputs('stock.counts.enter').length).toBe(2)
    await button('Add it').click()
    await dialog().getByRole('textbox', { name: 'Product name' }).fill('Jam')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expectGone(dialog())
    await expectConfirmed('Jam — 2 counted')
    expect(count.sum(7)).toBe(2)
    await expectGone(page.getByRole('list', { name: 'Not counted' }))
  })

  test('counts the product of an Enter that came before the list of products', async () => {
    const count = createCount()
    const slow = hold(count.answers.stock?.counts?.sheet ?? loseConnection)
    await open(count, { stock: { counts: { sheet: slow.handler } } })
    await scanField().click()
    await userEvent.keyboard('bread{Enter}')
    slow.release()
    await expectConfirmed('Bread — 1 counted')
  })

  test('shows entries at once without a network, keeps them over a reload and sends each once', async () => {
    const count = createCount()
    await openToScan(count, { stock: { counts: { enter: loseConnection } } })
    await scan('6001')
    await scan('6001')
    await scan('6002')
    await expectConfirmed('Rolls — 1 counted')
    await expectConfirmed('3 entries wait for a connection')
    await expectCounted(['2', 'Not counted', '1'])
    await closePage()
    expect(count.entries).toEqual([])
    count.lostAnswers = 1
    await open(count)
    await expectSaved()
    expect(getInputs('stock.counts.enter')).toHaveLength(2)
    expect(count.entries.map(({ productid, quantity }) => [productid, quantity])).toEqual([
      [1, 1],
      [1, 1],
      [2, 1],
    ])
    expect(Object.keys(localStorage).filter((key) => key.startsWith('count-entry'))).toEqual([])
  })

  test('counts the pieces of a scanned carton, also without a network, and takes them back', async () => {
    const bread = { ...BREAD, further_barcodes: [{ barcode: '16001', units: 24 }] }
    const count = createCount([bread, ROLLS])
    await openToScan(count, { stock: { counts: { enter: loseConnection } } })
    await scan('16001')
    await expectConfirmed('Bread — 24 counted')
    await scan('6001')
    await expectConfirmed('Bread — 25 counted')
    await closePage()
    await openToScan(count)
    await expectSaved()
    await scan('16001')
    await expectConfirmed('Bread — 49 counted')
    await expectSaved()
    await button('Undo +24 Bread').click()
    await expectConfirmed('Bread — 25 counted')
    await expectSaved()
    expect(count.entries.map(({ productid, quantity }) => [productid, quantity])).toEqual([
      [1, 24],
      [1, 1],
      [1, 24],
      [1, -24],
    ])
  })

  test('shows no cost of a difference that has entries without an answer', async () => {
    const count = createCount([BREAD])
    count.enterAs('Sipho Zulu', 1, 2)
    await openToScan(count, { stock: { counts: { enter: loseConnection } } })
    await expectColumn('Products', 5, ['-R 32,00'])
    await unitsField().fill('6')
    await scanField().click()
    await scan('6001')
    await expectConfirmed('Bread — 8 counted')
    await expectCells('Products', [['Bread', '6001', '8', '10', '-2', '–', '']])
    answerWith(count.answers)
    dispatchEvent(new Event('online'))
    await expectColumn('Products', 5, ['-R 8,00'])
  })

  test('keeps an unknown barcode without a network, says that it is not known, and shows it after the approval', async () => {
    const count = createCount()
    await openToScan(count, { stock: { counts: { enter: loseConnection } } })
    await scan('7001')
    await expectConfirmed('7001 — 1 kept')
    await expectConfirmed('Unknown on this device. Looked up when you are online again.')
    expect(confirmation().element().querySelector('.tabler-icon-circle-check')).toBeNull()
    answerWith(count.answers)
    dispatchEvent(new Event('online'))
    await expectContains(alert(), 'No product at Sandton Rivonia has the barcode 7001.')
    await closePage()
    count.document = { ...count.document, state: 'approved' }
    await open(count)
    const refused = page.getByRole('region', { name: 'Entries not saved', exact: true }).first()
    await expectContains(refused, 'No product at Sandton Rivonia has the barcode 7001. 1 entry of this device was not taken:')
    await expectGone(button('Try again'))
    await button('Dismiss').click()
    await expectGone(refused)
  })

  test('sends at most a hundred entries at a time, in their order', async () => {
    for (let place = 0; place < 120; place++) storeEntry(3, place, place === 119 ? '6003' : '6001')
    const count = createCount()
    await open(count)
    await expectSaved()
    const sizes = getInputs('stock.counts.enter').map((input) => (input as { entries: unknown[] }).entries.length)
    expect(sizes).toEqual([100, 20])
    expect(count.entries.at(-1)?.productid).toBe(3)
    expect(count.entries).toHaveLength(120)
  })

  test('finds a wrong entry in few calls, and sends the others together', async () => {
    const count = createCount()
    const { enter } = count.answers.stock?.counts ?? {}
    if (!enter) throw new Error('the count takes no entries')
    await openToScan(count, { stock: { counts: { enter: loseConnection } } })
    for (let scans = 0; scans < 12; scans++) {
      await scanField().fill(scans === 4 ? '6003' : '6001')
      await userEvent.keyboard('{Enter}')
    }
    await expectConfirmed('12 entries wait for a connection')
    const before = getInputs('stock.counts.enter').length
    answerWith({
      stock: {
        counts: {
          enter: (options) => {
            if (options.input.entries.some(({ barcode, productid }) => barcode === '6003' || productid === 3))
              throw options.errors.ALREADY_USED()
            return enter(options)
          },
        },
      },
    })
    dispatchEvent(new Event('online'))
    await expect.poll(() => count.entries.length).toBe(11)
    const sizes = getInputs('stock.counts.enter').map((input) => (input as { entries: unknown[] }).entries.length)
    expect(sizes.slice(before)).toEqual([12, 6, 3, 3, 2, 1, 1, 1, 6])
  })

  test('sends what was left on the device from any screen, of the same person only', async () => {
    const count = createCount()
    await openToScan(count, { stock: { counts: { enter: loseConnection } } })
    await scan('6001')
    await scan('6001')
    await expectConfirmed('2 entries wait for a connection')
    answerWith(count.answers)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click()
    await expect.poll(() => count.sum(1)).toBe(2)
    await expect.poll(() => localStorage.length).toBe(0)
    await closePage()
    await openToScan(count, { stock: { counts: { enter: loseConnection } } })
    await scan('6002')
    await expectConfirmed('1 entry waits for a connection')
    await closePage()
    await renderScreen('/sites', { ...count.answers, session: { get: () => SIPHO } })
    await expect.element(heading('Sites')).toBeVisible()
    await closePage()
    expect(count.sum(2)).toBe(0)
    await renderScreen('/sites', count.answers)
    await expect.poll(() => count.sum(2)).toBe(1)
  })

  test('sends what was left of a count when another one was cancelled and an entry is damaged', async () => {
    // The order of the storage's keys is not known: what is wrong stands on both sides of the count that takes entries.
    for (const cancelled of [2, 4]) storeEntry(cancelled, 0, '6001')
    for (const [place, barcode] of ['6001', '6002', '6003'].entries()) storeEntry(3, place, barcode)
    storeEntry(3, 3, '6001', 1e9)
    for (const damaged of ['{"request_id":', '', 'null', '{}']) store(3, damaged, damaged)
    const count = createCount()
    const { enter } = count.answers.stock?.counts ?? {}
    if (!enter) throw new Error('the count takes no entries')
    await renderScreen('/sites', {
      ...count.answers,
      stock: {
        counts: {
          enter: (options) => {
            if (options.input.documentid !== 3) throw options.errors.WRONG_STATE({ message: 'This count was cancelled.' })
            if (options.input.entries.some(({ quantity }) => quantity === 1e9)) throw options.errors.ALREADY_USED()
            return enter(options)
          },
        },
      },
    })
    await expect.poll(() => [count.sum(1), count.sum(2), count.sum(3)]).toEqual([1, 1, 1])
    const getCounts = () => (getInputs('stock.counts.enter') as { documentid: number }[]).map(({ documentid }) => documentid)
    await expect.poll(() => [...new Set(getCounts())].sort()).toEqual([2, 3, 4])
  })

  test('neither shows nor sends the entries of another person at the same device', async () => {
    const count = createCount()
    await openToScan(count, { stock: { counts: { enter: loseConnection } } })
    await scan('6001')
    await expectConfirmed('1 entry waits for a connection')
    await closePage()
    await open(count, { session: { get: () => SIPHO } })
    await expectSaved()
    await expectCounted(['Not counted', 'Not counted', 'Not counted'])
    expect(getInputs('stock.counts.enter')).toEqual([])
    await closePage()
    await open(count)
    await expect.poll(() => count.sum(1)).toBe(1)
  })

  test('shows what others count, and keeps the field that has the focus', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'] })
    const count = createCount()
    await openToScan(count)
    await scanField().fill('bu')
    count.enterAs('Sipho Zulu', 1, 7)
    await vi.advanceTimersByTimeAsync(5_000)
    await expectContains(main(), 'Sipho Zulu 1 entry')
    await expectCounted(['7', 'Not counted', 'Not counted'])
    await expect.element(scanField()).toHaveValue('bu')
    await expect.element(scanField()).toHaveFocus()
    await scanField().fill('')
    await scan('6001')
    await expectConfirmed('Bread — 8 counted')
  })

  test('keeps entries that came after the approval, with the reason and a text to copy', async () => {
    const count = createCount()
    await openToScan(count, { stock: { counts: { enter: loseConnection } } })
    await unitsField().fill('12')
    await scanField().click()
    await scan('6001')
    await expectConfirmed('1 entry waits for a connection')
    count.document = { ...count.document, state: 'approved' }
    answerWith(count.answers)
    dispatchEvent(new Event('online'))
    const refused = page.getByRole('region', { name: 'Entries not saved', exact: true }).first()
    await expectContains(refused, 'This count was already approved.')
    await expectContains(refused, 'Bread +12')
    await expect.element(button('Copy')).toBeVisible()
    await expectContains(main(), 'Approved')
    await expectGone(scanField())
    await closePage()
    await open(count)
    await expectContains(refused, 'Bread +12')
    await button('Dismiss').click()
    await expectGone(refused)
  })

  test('is searched and filtered in the address, and enters units of a line beside its entries', async () => {
    const count = createCount()
    count.enterAs('Sipho Zulu', 1, 8)
    await openToScan(count)
    await button('Not counted').click()
    await expectUrl(`${URL}?show=uncounted`)
    await expectColumn('Products', 0, ['Buns', 'Rolls'])
    await page.getByRole('button', { name: 'Counted', exact: true }).click()
    await expectColumn('Products', 0, ['Bread'])
    await button('Count Bread').click()
    await expectContains(dialog(), '8 counted')
    await expectContains(dialog(), 'Sipho Zulu')
    await expectContains(dialog(), '+8')
    await expectAccessible()
    await dialog().getByRole('button', { name: 'Enter' }).click()
    await expectContains(dialog(), 'Enter how many to add, or -3 to take back.')
    await field('Add or take back').fill('-2,5')
    await expectContains(dialog(), '→ 5,5 counted')
    await userEvent.keyboard('{Enter}')
    await expectGone(dialog())
    await expectConfirmed('Bread — 5,5 counted')
    await button('All').click()
    await button('Count Rolls').click()
    await dialog().getByRole('button', { name: 'None in stock' }).click()
    await expectConfirmed('Rolls — 0 counted')
    await expectSaved()
    expect([count.sum(1), count.sum(2)]).toEqual([5.5, 0])
    expect(count.entries).toHaveLength(3)
  })

  test('that is blind hides the stock until the review', async () => {
    const count = createCount([BREAD], { is_blind: true })
    count.enterAs('Sipho Zulu', 1, 8)
    await openToScan(count)
    await expectCells('Products', [['Bread', '6001', '8', '']])
    await expectGone(button('Different'))
    await button('Review').click()
    await expectCells('Products', [['Bread', '6001', '8', '10', '-2', '-R 8,00', '']])
    await button('Back to counting').click()
    await expectCells('Products', [['Bread', '6001', '8', '']])
  })
})

describe('review of a count', () => {
  test('shows differences by units and money, and what moved, and approves with one sentence', async () => {
    const count = createCount()
    count.enterAs('Sipho Zulu', 1, 8)
    count.enterAs('Sipho Zulu', 2, 9)
    count.sold.set(1, 2)
    await openToScan(count)
    await button('Review').click()
    await expectUrl(`${URL}?sort=difference&show=different&review=true`)
    const differences = page.getByRole('region', { name: 'Differences' })
    const figures = ['2 units R 8,00', '3 units R 0,00', '+1 -R 8,00', '2 of 2 counted']
    await expectTexts(differences.getByRole('definition'), figures)
    await expectContains(differences, '1 cost unknown, left out of the amounts.')
    await expectContains(differences, '1 product moved during the count. Count it again if you can.')
    await expectContains(row('Bread').last(), 'sold during the count: 2')
    await expectAccessible()
    await page.getByRole('radio', { name: 'Set their stock to 0' }).click()
    await button('Approve count').click()
    await expectContains(
      dialog(),
      'Stock of 2 products changes: 3 units over and 2 units short; stock of 1 product not counted is set to 0.',
    )
    await expectAccessible()
    await dialog().getByRole('button', { name: 'Approve count' }).click()
    await expectGone(dialog())
    expect(getInputs('stock.counts.approve')).toMatchObject([
      { documentid: 3, entries: 2, uncounted: 'zero', opened: { version: 1 } },
    ])
    await expectContains(main(), 'Approved')
    await expect.element(button('Export CSV')).toBeVisible()
    await expect.element(button('Print')).toBeVisible()
    await expectGone(scanField())
    await expectGone(button('Approve count'))
    await expectAccessible()
  })

  test('says what was sold since, and asks before the stock is below zero', async () => {
    const count = createCount()
    count.enterAs('Thandi Nkosi', 1, 1)
    count.soldSince.set(1, 3)
    await open(count, {}, DESK, `${URL}?review=true`)
    await expectContains(page.getByRole('table', { name: 'Products' }), '3 sold since, which would leave -2')
    await button('Approve count').click()
    await dialog().getByRole('button', { name: 'Approve count' }).click()
    await expectContains(dialog(), 'More was sold since than was counted.')
    await expectContains(dialog(), 'Bread: -2and 11 other products')
    await dialog().getByRole('button', { name: 'Approve anyway' }).click()
    await expectGone(dialog())
    expect(getInputs('stock.counts.approve')).toMatchObject([{ accepts_below_zero: false }, { accepts_below_zero: true }])
  })

  test('does not approve what was counted since, and shows the fresh numbers first', async () => {
    const count = createCount([BREAD])
    count.enterAs('Sipho Zulu', 1, 8)
    await openToScan(count)
    await button('Review').click()
    await button('Approve count').click()
    await expectContains(dialog(), '2 units short.')
    count.enterAs('Sipho Zulu', 1, 1)
    await dialog().getByRole('button', { name: 'Approve count' }).click()
    await expectContains(dialog(), 'Somebody counted more since you looked. Check the differences, then approve again.')
    await expectContains(dialog(), '1 unit short.')
    count.document = { ...count.document, version: 2 }
    await dialog().getByRole('button', { name: 'Approve count' }).click()
    await expectContains(dialog().getByRole('alert'), 'changed')
    await expect
      .poll(() => dialog().getByRole('button', { name: 'Approve count' }).query()?.getAttribute('data-loading'))
      .toBeNull()
    await dialog().getByRole('button', { name: 'Approve count' }).click()
    await expectGone(dialog())
    await expectContains(main(), 'Approved')
  })

  test('waits for the entries of this device', async () => {
    const count = createCount([BREAD])
    await openToScan(count, { stock: { counts: { enter: loseConnection } } })
    await scan('6001')
    await expectConfirmed('1 entry waits for a connection')
    await button('Review').click()
    await expect.element(button('Approve count')).toBeDisabled()
    await expectContains(main(), '1 entry of this device is not saved yet. Wait until they are, then approve.')
    answerWith(count.answers)
    dispatchEvent(new Event('online'))
    await expect.element(button('Approve count')).toBeEnabled()
  })

  test('is cancelled with a note, and then says so', async () => {
    const count = createCount([BREAD])
    await openToScan(count)
    await button('More actions').click()
    await page.getByRole('menuitem', { name: /^Cancel count/ }).click()
    await field('Note (optional)').fill('Begun twice')
    await dialog().getByRole('button', { name: 'Cancel count' }).click()
    await expectContains(main(), 'Count cancelled. Stock stayed the same.')
    await expectContains(main(), 'Begun twice')
  })
})

describe('result of a count', () => {
  test('begins with what differs', async () => {
    const count = createCount([BREAD, ROLLS], { state: 'approved' })
    count.enterAs('Sipho Zulu', 1, 8)
    count.enterAs('Sipho Zulu', 2, 6)
    await open(count)
    await expectColumn('Products', 0, ['Bread'])
    await button('All').click()
    await expectColumn('Products', 0, ['Bread', 'Rolls'])
    await button('Entries of Bread').click()
    await expectContains(dialog(), 'Sipho Zulu')
    await expectGone(dialog().getByLabelText('Add or take back'))
  })
})

describe('sheet of a count', () => {
  test('has all products with a box, also of 5 000, and prints itself', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    const products = Array.from({ length: 5_000 }, (_, n) => createCountProduct(n + 1, `Product ${n + 1}`))
    const count = createCount(products)
    await open(count)
    await button('More actions').click()
    await page.getByRole('menuitem', { name: /^Print sheet/ }).click()
    await expect.poll(() => print.mock.calls.length, { timeout: 20_000 }).toBe(1)
    const table = document.querySelector('.print-only table')
    expect(table?.querySelectorAll('tbody tr')).toHaveLength(5_000)
    expect([...(table?.querySelectorAll('thead th') ?? [])].map((cell) => cell.textContent)).toEqual([
      ...['Product', 'Barcode', 'Category', 'Stock', 'Counted'],
    ])
    expect(plain(table?.querySelector('tbody tr')?.textContent ?? '')).toBe('Product 16001Bakery10')
    dispatchEvent(new Event('afterprint'))
    await expect.poll(() => document.querySelector('.print-only table')).toBeNull()
  })

  test('of a blind count has no stock', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    await open(createCount([BREAD], { is_blind: true }))
    await button('More actions').click()
    await page.getByRole('menuitem', { name: /^Print sheet/ }).click()
    await expect.poll(() => print.mock.calls.length).toBe(1)
    const titles = [...document.querySelectorAll('.print-only thead th')].map((cell) => cell.textContent)
    expect(titles).toEqual(['Product', 'Barcode', 'Category', 'Counted'])
    dispatchEvent(new Event('afterprint'))
  })
})

test.for([DESK, [1024, 768], PHONE] as const)('count page: fits the screen and is accessible: %j', async (size) => {
  const count = createCount()
  count.enterAs('Sipho Zulu', 1, 8)
  await open(count, {}, size)
  await expect.element(row('Bread').first()).toBeVisible()
  await scan('6001')
  await expectConfirmed('Bread — 9 counted')
  expectNoOverflow()
  await expectAccessible()
  if (size === PHONE) expectTapTargets(confirmation())
  await button('Review').click()
  await expect.element(button('Approve count')).toBeVisible()
  expectNoOverflow()
  await expectAccessible()
})
