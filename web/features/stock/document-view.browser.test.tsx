import { describe, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { type Answers, answerWith, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { closePage, closeScreen, DESK, PHONE, renderScreen, SESSION, SITE } from '../../testing/render-screen.tsx'
import {
  button,
  dialog,
  expectCells,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTapTargets,
  expectTexts,
  expectUrl,
  heading,
} from '../../testing/screen.ts'
import { BREAD, createDocument, createDocumentRow, MILK, ROSEBANK, SASKO, serveStock } from '../../testing/stock.ts'

const from = { supplierid: SASKO.supplierid, supplier: SASKO.name }
const EVENT = { happened_at: new Date('2026-06-15T08:00:00Z'), user: 'Naledi Dlamini', note: '' }

const ORDER = createDocument({
  ...{ documentid: 1, kind: 'order', number: 12, state: 'part_received', expected_on: '2026-06-20', reference: 'PO 8', ...from },
  ...{ supplier_email: 'orders@sasko.co.za', supplier_account: 'K-77' },
  lines: [
    { ...BREAD, received: 20 },
    { ...MILK, received: 0 },
  ],
  children: [createDocumentRow({ documentid: 2, number: 5, state: 'received', units: 20 })],
  events: [
    { ...EVENT, event: 'created' },
    { ...EVENT, event: 'sent' },
    { ...EVENT, event: 'received', user: null },
  ],
})
const DELIVERY = createDocument({
  ...{ documentid: 2, number: 5, state: 'received', version: 3, ...from, reference: 'INV 77' },
  lines: [{ ...BREAD, rejected: 2, reason: 'Torn bags' }, MILK],
  parent: { documentid: 1, kind: 'order', number: 12 },
})
const TRANSFER = createDocument({
  ...{ documentid: 3, kind: 'transfer', number: 4, state: 'sent', version: 2 },
  ...{ to_siteid: ROSEBANK.siteid, to_sitename: ROSEBANK.sitename },
  lines: [BREAD, { ...MILK, quantity: 2.5 }],
})

/** With calls that change nothing but are recorded. */
const serveDocuments = (...documents: StockDocument[]): Answers => {
  const served = serveStock(...documents)
  const answer = ({ input }: { input: { documentid: number } }) => ({ documentid: input.documentid })
  return { ...served, stock: { ...served.stock, receive: answer, correct: answer, close: answer } }
}
const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const field = (name: string) => dialog().getByRole('textbox', { name, exact: true })
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()

describe('stock document', () => {
  test('of an order shows ordered, received and outstanding, its deliveries and its history', async () => {
    await renderScreen('/stock/1', serveDocuments(ORDER))
    await expect.element(heading('Order 12')).toBeVisible()
    await expectCells('Products', [
      ['Bread 6001', 'R 11,50', '24', '20', '4', 'R 276,00'],
      ['Milk 6002', '–', '12', '0', '12', '–'],
    ])
    const main = page.getByRole('main')
    await expectContains(main, '2 products · 36 units · 16 to come · R 276,00 (1 price not known) excl. VAT')
    await expectContains(main, 'ReferencePO 8')
    await expectContains(main, 'ExpectedSat, 20 Jun 2026')
    await expect.element(link('Delivery 5')).toHaveAttribute('href', '/stock/2')
    await expectContains(main, 'Delivery received15 Jun 2026, 10:00A former employee')
    await expect.element(link('Receive')).toHaveAttribute('href', '/stock/new?kind=delivery&siteid=1&order=1')
  })

  test('of an order has its text to copy, and a link that opens it as an email', async () => {
    await renderScreen('/stock/1', serveDocuments(ORDER))
    await button('Copy order').click()
    await expectContains(dialog(), 'Order 12, PO 8')
    await expectContains(dialog(), 'Our account number: K-77')
    await expectContains(dialog(), '4 x Bread (6001)')
    await expectContains(dialog(), '12 x Milk (6002)')
    const mail = dialog().getByRole('link', { name: 'Open in e-mail' })
    await expect
      .poll(() => mail.element().getAttribute('href'))
      .toMatch(/^mailto:orders@sasko\.co\.za\?subject=Order%2012%2C%20Karoo%20Pantry&body=Good%20day/)
    await expectAccessible()
  })

  test('of an order is closed with a note', async () => {
    await renderScreen('/stock/1', serveDocuments(ORDER))
    await button('More actions').click()
    await page.getByRole('menuitem').click()
    await expectContains(dialog(), '16 units will not come')
    await dialog().getByLabelText('Note (optional)').fill('Out of stock')
    await press('Close order')
    await expectGone(dialog())
    expect(getInputs('stock.close')).toMatchObject([{ documentid: 1, opened: { version: 1 }, note: 'Out of stock' }])
  })

  test('of an order with a delivery that is a draft continues it', async () => {
    const draft = createDocumentRow({ documentid: 8, number: 6, state: 'draft' })
    await renderScreen('/stock/1', serveDocuments({ ...ORDER, children: [draft] }))
    await expect.element(link('Continue Delivery 6')).toHaveAttribute('href', '/stock/8')
  })

  test('of a delivery is corrected to the quantities that really came', async () => {
    await renderScreen('/stock/2', serveDocuments(DELIVERY))
    await expectCells('Products', [
      ['Bread 6001', 'R 11,50', '24', '2 Torn bags', 'R 276,00'],
      ['Milk 6002', '–', '12', '–', '–'],
    ])
    await expect.element(link('Order 12')).toHaveAttribute('href', '/stock/1')
    await button('Correct').click()
    await expectContains(dialog(), 'The difference is saved as a new document')
    await expect.element(field('Received of Bread')).toHaveValue('24')
    await field('Received of Bread').fill('21,5')
    await expectContains(dialog(), '24 before · stock -2,5')
    await field('Received of Milk').fill('')
    await press('Save correction')
    await expectContains(dialog(), 'Enter what arrived, or 0.')
    await field('Received of Milk').fill('12')
    await expectAccessible()
    await dialog().getByRole('button', { name: 'Save correction' }).dblClick()
    await expectGone(dialog())
    expect(getInputs('stock.correct')).toMatchObject([
      {
        ...{ documentid: 2, opened: { version: 3 } },
        lines: [
          { productid: 11, quantity: 21.5 },
          { productid: 12, quantity: 12 },
        ],
      },
    ])
  })

  test('of a delivery that somebody else corrected after it was opened loads theirs', async () => {
    const theirs = { ...DELIVERY, version: 5, lines: [{ ...BREAD, corrected: 20 }, MILK] }
    await renderScreen('/stock/2', serveDocuments(DELIVERY))
    answerWith({
      stock: {
        correct: ({ input, errors }) => {
          if (input.opened.version === 3) throw errors.VERSION_CONFLICT({ data: theirs })
          return { documentid: 2 }
        },
      },
    })
    await button('Correct').click()
    await field('Received of Bread').fill('22')
    await press('Save correction')
    await expectContains(dialog().getByRole('alert'), 'Someone else changed this document. Load theirs, or save yours.')
    await press('Load theirs')
    await expect.element(field('Received of Bread')).toHaveValue('20')
    await field('Received of Bread').fill('22')
    await press('Save correction')
    await expectGone(dialog())
    expect(getInputs('stock.correct').at(-1)).toMatchObject({ opened: { version: 5 } })
  })

  test('of a transfer is received in parts, with a reason for what is missing', async () => {
    await renderScreen('/stock/3', serveDocuments(TRANSFER))
    await button('Receive').click()
    await expectUrl('/stock/3?receive=true')
    await press('Receive')
    await expectContains(dialog(), 'Enter what arrived.')
    await press('All received')
    await expect.element(field('Received of Milk')).toHaveValue('2,5')
    await field('Received of Bread').fill('20')
    await field('Missing of Bread').fill('5')
    await press('Receive')
    await expectContains(dialog(), 'Only 24 in transit.')
    await field('Missing of Bread').fill('3')
    await expectContains(dialog(), '24 in transit · 1 stays in transit')
    await press('Receive')
    await expectContains(dialog(), 'Select a reason.')
    const why = (name: string) => dialog().getByRole('combobox', { name })
    await why('Why Bread is missing').selectOptions('Stolen')
    await expectGone(dialog().getByText('Only 24 in transit.'))
    await expectTexts(why('Why Bread is missing').getByRole('option'), [
      'Why is it missing?',
      'Damaged',
      'Stolen',
      'Lost',
      'Not known',
    ])
    await press('Another reason for Bread')
    await press('Remove reason 2 of Bread')
    await expectGone(field('Missing of Bread, reason 2'))
    await press('Another reason for Bread')
    await expect.element(field('Missing of Bread, reason 2')).toHaveFocus()
    await field('Missing of Bread, reason 2').fill('2')
    await press('Receive')
    await expectContains(dialog(), 'Only 24 in transit.')
    await field('Missing of Bread, reason 2').fill('1')
    await press('Receive')
    await expectContains(dialog(), 'Select a reason.')
    await why('Why Bread, reason 2, is missing').selectOptions('Not known')
    await expectAccessible()
    await expectNoOverflow()
    await press('Receive')
    await expectUrl('/stock/3')
    expect(getInputs('stock.receive')).toMatchObject([
      {
        ...{ documentid: 3, opened: { version: 2 }, siteid: ROSEBANK.siteid },
        lines: [
          { productid: 11, quantity: 20, missing: 3, reason: 'Stolen', also_missing: [{ missing: 1, reason: 'Not known' }] },
          { productid: 12, quantity: 2.5, missing: 0, reason: '', also_missing: [] },
        ],
      },
    ])
  })

  test('of a transfer is received by scans, each one more of its product', async () => {
    await renderScreen('/stock/3?receive=true', serveDocuments(TRANSFER))
    const scan = async (barcode: string) => {
      await field('Scan what arrived (optional)').fill(barcode)
      await userEvent.keyboard('{Enter}')
    }
    await scan('6001')
    await expect.element(field('Scan what arrived (optional)')).toHaveValue('')
    await scan('6001')
    await expectContains(dialog(), 'Bread: 2')
    await scan('7001')
    await expectContains(dialog(), 'No product of this transfer has the barcode 7001.')
    await expect.element(field('Received of Bread')).toHaveValue('2')
    await expectAccessible()
    // Enter and scans from other places receive nothing by chance.
    await field('Received of Milk').click()
    await userEvent.keyboard('{Enter}')
    await expect.element(field('Scan what arrived (optional)')).toHaveFocus()
    await field('Missing of Milk').click()
    await userEvent.keyboard('60090001{Enter}')
    await expectContains(dialog(), 'No product of this transfer has the barcode 60090001.')
    await expect.element(field('Missing of Milk')).toHaveValue('')
    dialog().getByRole('button', { name: 'All received' }).element().focus()
    await userEvent.keyboard('6001{Enter}')
    await expect.element(field('Received of Bread')).toHaveValue('3')
    await press('Receive')
    await expectGone(dialog())
    expect(getInputs('stock.receive')).toMatchObject([{ lines: [{ productid: BREAD.productid, quantity: 3 }, { quantity: 0 }] }])
  })

  test('of a transfer that somebody else has received in part keeps the lines that are typed, and says what is in transit', async () => {
    const theirs = { ...TRANSFER, version: 4, lines: TRANSFER.lines.map((line) => ({ ...line, received: line.quantity })) }
    const [bread] = theirs.lines
    await renderScreen('/stock/3?receive=true', serveDocuments(TRANSFER))
    answerWith({
      stock: {
        receive: ({ input, errors }) => {
          if (input.opened.version < 4) throw errors.VERSION_CONFLICT({ data: theirs })
          return { documentid: 3 }
        },
      },
    })
    await press('All received')
    await press('Receive')
    await expectContains(dialog().getByRole('alert'), 'Someone else changed this document. Load theirs, or save yours.')
    await expectContains(dialog(), `${bread?.productname}0 in transit`)
    await press('Receive')
    await expectContains(dialog(), 'Only 0 in transit.')
    expect(getInputs('stock.receive')).toHaveLength(1)
  })

  test('of a transfer that is received already opens no dialog for it', async () => {
    await renderScreen('/stock/3?receive=true', serveDocuments({ ...TRANSFER, state: 'received' }))
    await expectUrl('/stock/3')
    await expectGone(dialog())
  })

  test('of a transfer that is cancelled asks where the goods are, and has them back', async () => {
    await renderScreen('/stock/3', serveDocuments(TRANSFER))
    await button('More actions').click()
    await page.getByRole('menuitem').click()
    await expect.element(dialog().getByRole('radio', { name: 'Back at Sandton Rivonia' })).toBeChecked()
    await expect.element(field('Received of Bread')).toHaveValue('24')
    await press('Take back')
    await expectGone(dialog())
    expect(getInputs('stock.receive')).toMatchObject([{ siteid: 1, lines: [{ quantity: 24 }, { quantity: 2.5 }] }])
  })

  test('of a transfer is received by who has the site that it goes to, and taken back by who has the other', async () => {
    const open = (siteid: number) => {
      const right = { name: 'manager' as const, siteids: [siteid], sees_costs: false }
      const session = { get: () => ({ ...SESSION, role: 'employee' as const, right }) }
      return renderScreen('/stock/3', { ...serveDocuments(TRANSFER), session })
    }
    await open(ROSEBANK.siteid)
    await button('Receive').click()
    await expect.element(dialog().getByRole('radio', { name: 'At Rosebank' })).toBeChecked()
    expect(dialog().getByRole('radio').all()).toHaveLength(1)
    await press('Cancel')
    await expectGone(dialog())
    expect(button('More actions').query()).toBeNull()
    expect(page.getByText('No price known').query()).toBeNull()

    await closeScreen()
    await open(SITE.siteid)
    await expect.element(button('More actions')).toBeVisible()
    expect(button('Receive').query()).toBeNull()
  })

  test('that is received without an answer keeps what was typed, and a retry is the same request', async () => {
    await renderScreen('/stock/3?receive=true', { ...serveDocuments(TRANSFER), ...{} })
    answerWith({ stock: { receive: loseConnection } })
    await press('All received')
    await press('Receive')
    await expectContains(dialog().getByRole('alert'), 'Something went wrong. Please try again.')
    await expect.element(field('Received of Bread')).toHaveValue('24')
    answerWith(serveDocuments(TRANSFER))
    await press('Receive')
    await expectGone(dialog())
    const [first, second] = getInputs('stock.receive')
    expect(second).toEqual(first)
  })

  test('of a transfer shows what is missing of it, with each reason', async () => {
    const lost = [
      { units: 2, reason: 'Damaged' },
      { units: 1, reason: 'Lost' },
    ]
    await renderScreen(
      '/stock/3',
      serveDocuments({ ...TRANSFER, state: 'part_received', lines: [{ ...BREAD, received: 20, lost }, MILK] }),
    )
    await expectCells('Products', [
      ['Bread 6001', 'R 11,50', '24', '17', '3 2 Damaged 1 Lost', '4', 'R 276,00'],
      ['Milk 6002', '–', '12', '0', '–', '12', '–'],
    ])
    await expectContains(page.getByRole('main'), '3 missing')
  })

  test('of a delivery shows its prices on a phone too, and not to who sees no costs', async () => {
    await renderScreen('/stock/2', serveDocuments(DELIVERY), PHONE)
    await expect.element(page.getByText('R 11,50 each, R 276,00')).toBeVisible()
    await expectNoOverflow()
    await closeScreen()
    const right = { name: 'manager' as const, siteids: [SITE.siteid], sees_costs: false }
    const session = { get: () => ({ ...SESSION, role: 'employee' as const, right }) }
    await renderScreen('/stock/2', { ...serveDocuments(DELIVERY), session }, PHONE)
    await expect.element(heading('Delivery 5')).toBeVisible()
    expect(page.getByText('each, R').query()).toBeNull()
  })

  test('of a receipt shows what is missing and why, and opens its transfer', async () => {
    const receipt = createDocument({
      ...{ documentid: 4, kind: 'receipt', number: 1, state: 'received', sitename: 'Rosebank' },
      lines: [{ ...BREAD, quantity: 20, missing: 3, reason: 'Stolen' }],
      parent: { documentid: 3, kind: 'transfer', number: 4 },
    })
    await renderScreen('/stock/4', serveDocuments(receipt))
    await expectCells('Products', [['Bread 6001', '20', '3', 'Stolen']])
    await expect.element(link('Transfer 4')).toHaveAttribute('href', '/stock/3')
  })

  test('of an adjustment shows changes and reasons, and a product that was deleted', async () => {
    const adjustment = createDocument({
      ...{ documentid: 5, kind: 'adjustment', number: 2, state: 'booked' },
      lines: [
        { ...BREAD, quantity: -2, reason: 'Damaged', is_archived: true },
        { ...MILK, quantity: 1, reason: 'Found' },
      ],
    })
    await renderScreen('/stock/5', serveDocuments(adjustment))
    await expectCells('Products', [
      ['Bread Deleted 6001', '-2', 'Damaged', '-R 23,00'],
      ['Milk 6002', '+1', 'Found', '–'],
    ])
  })

  test('is printed with the business, its lines and room for a signature, and without controls', async () => {
    await renderScreen('/stock/2', serveDocuments(DELIVERY))
    await expect.element(heading('Delivery 5')).toBeVisible()
    await commands.emulateMedia({ media: 'print' })
    for (const text of [/^Karoo Pantry · /, 'Received by', 'Signature'])
      await expect.element(page.getByText(text).first()).toBeVisible()
    await expect.element(page.getByText('History')).not.toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Print' })).not.toBeInTheDocument()
    await commands.emulateMedia({ media: null })
  })

  test('that does not exist says so and leads back', async () => {
    await renderScreen('/stock/77', serveDocuments())
    await expect.element(page.getByRole('heading', { name: 'Document not found' })).toBeVisible()
    await link('All documents').click()
    await expectUrl('/stock')
    await closePage()
    await renderScreen('/stock/none', serveDocuments())
    await expect.element(page.getByText('This document was deleted or never existed.')).toBeVisible()
  })

  test.for([DESK, [1024, 768], PHONE] as const)('fits the screen: %j', async (size) => {
    await renderScreen('/stock/1', serveDocuments(ORDER, DELIVERY, TRANSFER), size)
    await expect.element(link('Delivery 5')).toBeVisible()
    expectNoOverflow()
    if (size === PHONE) expectTapTargets(page.getByRole('main'))
    if (size === DESK || size === PHONE) await expectAccessible()
    await link('Delivery 5').click()
    await button('Correct').click()
    await expect.element(field('Received of Bread')).toBeVisible()
    if (size === PHONE) expectTapTargets(dialog())
    if (size === DESK || size === PHONE) await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expectGone(dialog())
  })
})
