import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ImportAnswer } from '../../../../contract/imports.ts'
import type { SalesImport, SalesImportPreview } from '../../../../contract/sales-imports.ts'
import { expectAccessible } from '../../../testing/accessibility.ts'
import { answerRoute, answerWith, ConnectionLost, getInputs, hold } from '../../../testing/fake-server.ts'
import { createProduct, serveProducts } from '../../../testing/products.ts'
import { PHONE, renderScreen } from '../../../testing/render-screen.tsx'
import {
  button,
  choose,
  dialog,
  expectCells,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectUrl,
  plain,
} from '../../../testing/screen.ts'

const PREVIEW = 'POST /api/v1/sales/imports'
const uploadid = '7c3d1e52-9a0b-4c1f-8e6d-2b5a4f3c1d00'

const COLUMNS = [
  { title: 'Wanneer', field: null, cells: ['3/4/2026'] },
  { title: 'Total', field: 'finalamount', cells: ['12,50'] },
]

type Answer = ImportAnswer<SalesImportPreview>

const SALES: SalesImportPreview = {
  ...{
    importid: 7,
    new: 3,
    existing: 1,
    rejected: 1,
    undecided: 0,
    repeated: 1,
    ...{ rejected_lines: 1, amount: -20, refunds: 1, sites: 1 },
    first_day: '2026-03-31',
    last_day: '2026-04-03',
  },
  months: [
    { month: '2026-03', sales: 1, amount: 1200.5, new: 0 },
    { month: '2026-04', sales: 3, amount: -20, new: 3 },
  ],
  present: [{ month: '2026-03', amount: 1200.5 }],
  date_order: 'dmy',
  is_date_ambiguous: true,
  samples: [
    ...[
      { line: 2, saledate: '2026-04-03T14:05:00', sitename: 'Sandton Rivonia', employee: 'Pieter', payment_method: 'Cash' },
    ].map((sample) => ({ ...sample, amount: 12.5, items: 2 })),
  ],
  ...{ items: 2, unknown_items: 1, unknown_products_total: 1, unknown_sites: [], other_sales: 5, is_from_today: false },
  unknown_products: [
    {
      ...{ siteid: 1, sitename: 'Sandton Rivonia', barcode: '', productname: 'Kettle', similar: null },
      ...{ lines: 1, quantity: 1, amount: 249, price: 249 },
    },
  ],
  extras: { tips: 15, gift_cards: 500, in_total: true, is_unclear: true },
  ...{ charges: 60, split_sales: 2, unclear_splits: 1 },
  sums: { agreeing: 2, total: 1180.5, different: [] },
  amount_of: null,
  ...{ same_number: null, over_midnight: 0, statuses: [], rates: [] },
  no_sales: [{ reason: 'This sale was not paid.', rows: 2 }],
  left_out: [{ field: 'Time', count: 3, cell: 'Night' }],
  vat: { column: null, is_added: false, stated: null, assumed: [{ vat_rate: 15, amount: 249 }] },
  unknown_employees: [{ name: 'Pieter', sales: 3, employeeid: null, siteid: 1 }],
  employees: [{ employeeid: 4, name: 'Lerato Mokoena' }],
  lines: [{ line: 5, receipt: '1043', reason: '“five” is not a number.' }],
}

const PAST: SalesImport = {
  ...{ importid: 6, file_name: 'march.csv', created_at: new Date('2026-04-01T07:00:00Z'), imported_by: 'Naledi Dlamini' },
  ...{ state: 'imported', is_running: false, new_sales: 2, stored_sales: 2, amount: 99.5, moves_stock: false },
  ...{ first_day: '2026-03-31', last_day: '2026-03-31' },
}

const file = () => dialog().getByLabelText('File with sales')
const upload = () => userEvent.upload(file(), new File(['Wanneer;Total\n'], 'april.csv', { type: 'text/csv' }))

/** Answers uploads with the preview of all columns. */
const servePreview = () =>
  answerRoute(PREVIEW, () => Response.json({ uploadid, columns: COLUMNS, preview: SALES } satisfies Answer))

test('sales import: matches columns, shows how the file was read, and reads it again as chosen', async () => {
  const sent: URLSearchParams[] = []
  answerRoute(PREVIEW, (request) => {
    const search = new URL(request.url).searchParams
    sent.push(search)
    expect(request.headers.get('content-encoding'), 'the file is sent once').toBe(sent.length === 1 ? 'gzip' : null)
    const preview = search.has('columns') ? SALES : null
    return Response.json({ uploadid, columns: COLUMNS, preview } satisfies Answer)
  })
  await renderScreen('/sales?import=true', { salesImports: { list: () => [PAST] } })
  await expectContains(dialog(), 'march.csv')
  await expectContains(dialog(), '2 sales • R 99,50 • 31 Mar 2026')
  await expectAccessible()

  await upload()
  await expectContains(dialog(), 'Choose the column with the date.')
  await expect.element(button('Continue')).toBeDisabled()
  await userEvent.selectOptions(dialog().getByRole('combobox', { name: 'Column Wanneer' }), 'Date')
  await button('Continue').click()

  await expectContains(dialog(), 'Adds 3 sales of -R 20,00 (net of 1 refund) at 1 site. 1 line is rejected.')
  await expectContains(dialog(), '3 new, 1 already here, 1 not imported')
  expect(sent.at(-1)?.get('columns')).toBe('saledate,finalamount')
  await expectContains(dialog(), 'april.csv • 31 Mar – 3 Apr 2026 • 1 repeated row left out')
  await expectContains(dialog(), 'Winkel has 5 other sales of 31 Mar – 3 Apr 2026.')
  await expectContains(dialog(), 'The file’s own totals agree: R 1 180,50.')
  await expectContains(
    dialog(),
    'R 60,00 of this is shipping, counted as a charge. 2 sales were paid in several ways. 1 sale names several payment methods without amounts. They count under that text. 2 rows not imported: this sale was not paid. Time left out in 3 rows, unreadable, such as “Night”. The file has no VAT: 15 % is assumed for R 249,00 of products missing from your product list.1 line of 1 product missing from your products: R 249,00. They are kept under their own name.',
  )
  await expectContains(dialog(), '3 Apr 2026, 14:05R 12,50Sandton Rivonia • Pieter • Cash • 2 items • line 2')
  await expectCells('Sum per month', [
    ['Mar 2026', '1', '0', 'R 1 200,50', 'R 1 200,50'],
    ['Apr 2026', '3', '3', '-R 20,00', 'R 0,00'],
  ])
  await expectContains(dialog(), '1043“five” is not a number.')
  await expectAccessible()

  await choose(dialog().getByRole('combobox', { name: 'Dates in the file' }), 'Month first: 3/4/2026 is 4 March')
  await expect.poll(() => sent.at(-1)?.get('date_order')).toBe('mdy')
  await expectContains(dialog(), 'Besides these amounts: tips of R 15,00 and R 500,00 for gift cards that were sold.')
  await expectContains(dialog(), 'Do the totals include tips?')
  await choose(dialog().getByRole('combobox', { name: 'Tips and gift cards sold' }), 'Not in the totals')
  await expect.poll(() => sent.at(-1)?.get('extras_in_total')).toBe('false')
  await choose(dialog().getByRole('combobox', { name: '“Pieter” in the file (3)' }), 'Lerato Mokoena')
  await expect.poll(() => sent.at(-1)?.get('employees')).toBe('{"Pieter":4}')
  expect(sent.at(-1)?.get('columns'), 'keeps what was chosen before').toBe('saledate,finalamount')
})

test('sales import: asks what equal amounts are, and imports what differs from the sums of the file only if a person says so', async () => {
  const sent: URLSearchParams[] = []
  const different = [{ line: 9, label: 'Subtotal', stated: 20, read: 10 }]
  answerRoute(PREVIEW, (request) => {
    sent.push(new URL(request.url).searchParams)
    const preview = {
      ...SALES,
      importid: sent.length,
      sums: { agreeing: 0, total: null, different },
      amount_of: { is: 'sale' as const, is_unclear: true },
    }
    return Response.json({ uploadid, columns: COLUMNS, preview } satisfies Answer)
  })
  await renderScreen('/sales?import=true', { salesImports: { list: () => [PAST] } })
  await upload()
  await expectContains(dialog(), 'Line 9 “Subtotal”: the file says R 20,00, the rows above give R 10,00')
  await expectContains(dialog(), 'Is it the total of the whole sale?')
  await dialog().getByLabelText('Import the sales anyway').click()
  await expect.element(button('Import 3 sales')).toBeEnabled()
  await choose(dialog().getByRole('combobox', { name: 'Amount of a row' }), 'Amount of its own line')
  await expect.poll(() => sent.at(-1)?.get('amount_of')).toBe('line')
  await expect.element(button('Import 3 sales')).toBeDisabled()
  await dialog().getByLabelText('Import the sales anyway').click()
  await expect.element(button('Import 3 sales')).toBeEnabled()
  await expectAccessible()
})

test('sales import: asks for numbers without a known title, unknown states and rates, and equal receipt numbers', async () => {
  const sent: URLSearchParams[] = []
  answerRoute(PREVIEW, (request) => {
    const search = new URL(request.url).searchParams
    sent.push(search)
    const columns = [...COLUMNS, { title: 'Levy', field: null, cells: ['3.50', '0'], is_asked: !search.has('columns') }]
    const preview = {
      ...SALES,
      over_midnight: 1,
      same_number: { rows: 2, is: 'one' as const, is_unclear: true },
      statuses: [{ word: 'Kept', rows: 1, is: 'sale' as const, is_unclear: true }],
      rates: [{ vat_rate: 14, rows: 3, is: 'file' as const, is_unclear: true }],
    }
    const made_by = 'the export of a till'
    return Response.json({ uploadid, columns, made_by, preview: search.has('columns') ? preview : null } satisfies Answer)
  })
  await renderScreen('/sales?import=true')
  await upload()
  await userEvent.selectOptions(dialog().getByRole('combobox', { name: 'Column Wanneer' }), 'Date')
  await expectContains(dialog(), 'What is “Levy”?')
  await expectAccessible()
  await userEvent.selectOptions(dialog().getByRole('combobox', { name: 'Column Levy' }), 'Shipping or charge')
  await button('Continue').click()
  await expectContains(dialog(), 'This is the export of a till.')
  expect(sent.at(-1)?.get('columns')).toBe('saledate,finalamount,shipping')
  await expectContains(dialog(), '1 sale began before midnight and ended after. It counts on the first day.')
  await expectContains(dialog(), '2 rows have a receipt number used earlier that day.')
  await choose(dialog().getByRole('combobox', { name: 'The same receipt number at another time' }), 'Is a sale of another till')
  await expect.poll(() => sent.at(-1)?.get('same_number')).toBe('several')
  await choose(dialog().getByRole('combobox', { name: 'Sales with the status “Kept”' }), 'Do not count')
  await expect.poll(() => sent.at(-1)?.get('statuses')).toBe('{"Kept":"none"}')
  await choose(dialog().getByRole('combobox', { name: 'VAT of 14 %' }), 'Is wrong: use the rate of the day')
  await expect.poll(() => sent.at(-1)?.get('rates')).toBe('{"14":"standard"}')
  await expectAccessible()
})

test('sales import: shows its progress, takes the items off the stock if asked to, and is undone', async () => {
  servePreview()
  answerRoute('DELETE /api/v1/imports/uploads/', () => new Response(null, { status: 204 }))
  const first = hold(() => {})
  await renderScreen('/sales?import=true', {
    salesImports: {
      async *confirm(options) {
        yield { done: 1, of: 3 }
        await first.handler(options)
        yield { finished: { sales: 3, failed: 0 } }
      },
      async *undo() {
        yield { finished: { sales: 3, failed: 0 } }
      },
    },
  })
  await upload()
  const stock = dialog().getByRole('checkbox', { name: 'Take sold items off the stock' })
  await expect.element(stock).not.toBeChecked()
  await stock.click()
  await button('Import 3 sales').click()
  await expectContains(dialog(), 'Importing… 1 of 3 sales')
  first.release()
  await expectContains(dialog(), 'Imported: 3 sales.')
  expect(getInputs('salesImports.confirm')).toEqual([{ importid: 7, moves_stock: true }])
  await expectAccessible()
  await button('Undo this import').click()
  await expectContains(dialog(), 'Undone: 3 sales removed.')
  expect(getInputs('salesImports.undo')).toEqual([{ importid: 7 }])
})

test('sales import: opens from the Sales screen on a phone, has the lines not imported as a file, and says why an undo was refused', async () => {
  servePreview()
  const released: string[] = []
  answerRoute('DELETE /api/v1/imports/uploads/', (request) => {
    released.push(new URL(request.url).pathname.split('/').at(-1) ?? '')
    return new Response(null, { status: 204 })
  })
  await renderScreen(
    '/sales?q=lerato',
    {
      salesImports: {
        async *confirm() {
          yield { finished: { sales: 3, failed: 1 } }
        },
        undo: ({ errors }) => {
          throw errors.UNDO_REFUSED({ message: 'The stock of Tea was changed by hand after this import.' })
        },
      },
    },
    PHONE,
  )
  await button('More actions').click()
  await button('Import sales').click()
  await expectUrl('/sales?q=lerato&import=true')
  await upload()
  await expectContains(dialog(), '3 new')
  await expectNoOverflow()
  const requests: Request[] = []
  answerRoute('POST /api/v1/sales/imports/rejected.csv', (request) => {
    requests.push(request)
    return new Response('Total\n', { headers: { 'content-disposition': 'attachment; filename="sales-not-imported.csv"' } })
  })
  await button('Download the lines not imported').click()
  await expect.poll(() => requests.length).toBe(1)
  expect(new URL(requests[0]?.url ?? '').searchParams.get('file_name')).toBe('april.csv')
  expect(new URL(requests[0]?.url ?? '').searchParams.get('uploadid'), 'the server has the file').toBe(uploadid)
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await expectContains(question, 'The file is not imported.')
  await button('Keep editing').click()
  await expect.element(button('Download the lines not imported')).toHaveFocus()
  await button('Import 3 sales').click()
  await expectContains(dialog(), '2 were not imported.')
  await expect.poll(() => released).toEqual([uploadid])
  await expect.element(button('Download the lines not imported')).toBeVisible()
  await button('Undo this import').click()
  await expect
    .poll(() => plain(page.getByRole('alert').query()?.textContent ?? ''))
    .toBe('The stock of Tea was changed by hand after this import.')
})

test('sales import: leads to the days of the imported sales', async () => {
  servePreview()
  answerRoute('DELETE /api/v1/imports/uploads/', () => new Response(null, { status: 204 }))
  await renderScreen('/sales?q=lerato&import=true', {
    salesImports: {
      async *confirm() {
        yield { finished: { sales: 3, failed: 0 } }
      },
    },
  })
  await upload()
  await button('Import 3 sales').click()
  await button('Show these sales').click()
  await expectGone(dialog())
  await expectUrl('/sales?from=2026-03-31&to=2026-04-03')

  await button('7D').click()
  await button('Import sales').click()
  await upload()
  await button('Import 3 sales').click()
  await expectContains(dialog(), 'Imported: 3 sales. Their days: 31 Mar – 3 Apr 2026.')
  await button('Done').click()
  await expectUrl('/sales?from=2026-03-31&to=2026-04-03')
})

/** As the supermarket file of a course has them: 17 columns, three branches. */
const BRANCHES = {
  uploadid,
  columns: [
    ['Invoice ID', 'reference'],
    ['Branch', 'site'],
    ['City', null],
    ['Tax 5%', 'vat'],
    ['Total', 'finalamount'],
    ['Date', 'saledate'],
  ].map(([title, field]) => ({ title: title ?? '', field: field ?? null, cells: ['x'] })),
  preview: {
    ...SALES,
    ...{ new: 0, existing: 0, rejected: 30, undecided: 30, lines: [], months: [], samples: [], other_sales: 0 },
    ...{ rejected_lines: 0, amount: 0, refunds: 0, sites: 0 },
    ...{ is_date_ambiguous: false, unknown_employees: [], unknown_items: 0, unknown_products_total: 0, unknown_products: [] },
    unknown_sites: ['A', 'B', 'C'].map((name) => ({ name, sales: 10, siteid: null })),
    vat: { column: 'Tax 5%', is_added: false, stated: 15_379.37, assumed: [] },
  },
}

test('sales import: asks which site each branch is, keeps the choices when a call fails, and adds the sites once', async () => {
  const searches: URLSearchParams[] = []
  let fails = false
  const added: { sitename: string; request_id?: string | undefined }[] = []
  answerRoute(PREVIEW, (request) => {
    const { searchParams } = new URL(request.url)
    searches.push(searchParams)
    if (fails) return Response.json({ code: 'INTERNAL_SERVER_ERROR', message: '' }, { status: 500 })
    const chosen = JSON.parse(searchParams.get('sites') ?? '{}') as Record<string, number>
    const isAdded = (name: string) => added.some(({ sitename }) => sitename === name)
    const unknown_sites = BRANCHES.preview.unknown_sites
      .filter(({ name }) => !isAdded(name))
      .map((unknown) => ({ ...unknown, siteid: chosen[unknown.name] ?? null }))
    const undecided = unknown_sites.filter(({ siteid }) => siteid === null).length * 10
    const count = 30 - undecided
    const preview = {
      ...BRANCHES.preview,
      new: count,
      rejected: undecided,
      undecided,
      unknown_sites,
      amount: count * 10,
      sites: 1,
    }
    return Response.json({ ...BRANCHES, preview } satisfies Answer)
  })
  let isFirst = true
  await renderScreen('/sales?import=true', {
    sites: {
      create: ({ input: { sitename, request_id } }) => {
        if (!added.some((site) => site.request_id === request_id)) added.push({ sitename, request_id })
        if (sitename === 'C' && isFirst) {
          isFirst = false
          throw new ConnectionLost()
        }
        return { siteid: 10 + added.length }
      },
    },
  })
  await upload()
  await expectContains(dialog(), 'Choose a site for Branch A, B and C')
  await expectContains(dialog(), 'VAT from the column “Tax 5%”: R 15 379,37, included in the totals.')
  expect(plain(dialog().element().textContent), 'what is missing, not what is lost').not.toContain('30 not imported')
  await expect.element(button('Import')).toBeDisabled()
  await expectAccessible()

  fails = true
  await choose(dialog().getByRole('combobox', { name: 'Branch “A” (10 rows)' }), 'Sandton Rivonia')
  await expectContains(dialog(), 'Could not upload the file. Your choices are still here.')
  await expect.element(dialog().getByRole('combobox', { name: 'Branch “A” (10 rows)' })).toHaveValue('Sandton Rivonia')
  fails = false
  await button('Try again').click()
  await expectContains(dialog(), 'Choose a site for Branch B and C')
  await expectContains(dialog(), 'Without them, the import adds 10 sales of R 100,00 at 1 site.')
  expect(searches.at(-1)?.get('sites')).toBe('{"A":1}')

  await button('Add 2 sites').click()
  await expectContains(dialog(), 'Could not add the sites. Please try again.')
  await button('Add 2 sites').click()
  await expectContains(dialog(), 'Adds 30 sales of R 300,00 at 1 site.30 new, 0 already here, 0 not imported')
  expect(
    added.map(({ sitename }) => sitename),
    'a retry adds nothing twice',
  ).toEqual(['B', 'C'])
  await expect
    .element(dialog().getByRole('combobox', { name: 'Branch “A” (10 rows)' }), { message: 'can be changed' })
    .toBeVisible()
  expect(searches.map((search) => search.get('uploadid'))).toEqual([null, ...searches.slice(1).map(() => uploadid)])
})

test('sales import: adds the products of a file and links one when it is imported, and sends the file again when the server lost it', async () => {
  const bodies: number[] = []
  const unknown_products = ['Kettle', 'Toaster'].map((productname) => ({
    ...{ siteid: 1, sitename: 'Sandton Rivonia', barcode: '', productname, lines: 2, quantity: 2, amount: 249, price: 124.5 },
    similar: productname === 'Toaster' ? { productid: 9, productname: 'Toaster', siteid: 2, sitename: 'Rosebank' } : null,
  }))
  const preview = { ...SALES, unknown_products, unknown_items: 4, unknown_products_total: 2, is_date_ambiguous: false }
  const searches: URLSearchParams[] = []
  answerRoute(PREVIEW, async (request) => {
    searches.push(new URL(request.url).searchParams)
    const isSent = (await request.arrayBuffer()).byteLength > 0
    bodies.push(isSent ? 1 : 0)
    if (!isSent && bodies.length === 2) return Response.json({ code: 'UPLOAD_GONE', message: 'Gone.' }, { status: 410 })
    return Response.json({ uploadid, columns: COLUMNS, preview } satisfies Answer)
  })
  answerRoute('DELETE /api/v1/imports/uploads/', () => new Response(null, { status: 204 }))
  await renderScreen('/sales?import=true', {
    ...serveProducts(createProduct('Whistling kettle', { productid: 77 })),
    salesImports: {
      async *confirm() {
        yield { finished: { sales: 3, failed: 0 } }
      },
    },
  })
  answerWith({ products: { unknown: { link: () => {}, add: () => ({ added: 1 }) } } })
  await upload()
  await expectContains(
    dialog(),
    '4 lines of 2 products missing from your products: R 498,00. They are kept under their own name.',
  )
  await expectContains(dialog(), 'Copied from Toaster, Rosebank')
  const linkKettle = async () => {
    await button('Kettle: it is…').click()
    await dialog().getByRole('combobox', { name: 'Product that Kettle is' }).fill('kettle')
    await page.getByRole('option', { name: 'Whistling kettle' }).click()
    await expectContains(dialog(), '2 lines of 1 product missing')
  }
  await linkKettle()
  await expectAccessible()
  await button('Change').click()
  await expectContains(dialog(), '4 lines of 2 products missing')
  await linkKettle()
  await choose(dialog().getByRole('combobox', { name: 'Sales without a payment method' }), 'Cash')
  await expect.poll(() => searches.at(-1)?.get('payment_method')).toBe('cash')
  await choose(dialog().getByRole('combobox', { name: 'Sales without an employee' }), 'Lerato Mokoena')
  await expect.poll(() => searches.at(-1)?.get('employeeid')).toBe('4')
  expect(bodies, 'sent, lost, sent again by itself, kept').toEqual([1, 0, 1, 0])
  await button('Add this product').click()
  await expectContains(dialog(), 'With the import, 1 product is added and Kettle is Whistling kettle.')
  await expectContains(dialog(), 'The file has no VAT: each product has its own rate.')
  expect([...getInputs('products.unknown.add'), ...getInputs('products.unknown.link')], 'nothing before the import').toEqual([])
  await button('Import 3 sales').click()
  await expectContains(dialog(), 'Imported: 3 sales.')
  expect(getInputs('products.unknown.link')).toEqual([{ siteid: 1, barcode: '', productname: 'Kettle', productid: 77 }])
  expect(getInputs('products.unknown.add')).toEqual([
    { products: [{ siteid: 1, barcode: '', productname: 'Toaster', price: 124.5, copy_from: 9 }] },
  ])
})

test('sales import: adds sellers who are not on the team, with the last name that the file does not have', async () => {
  const searches: URLSearchParams[] = []
  const unknown_employees = ['Pieter', 'Zanele van Wyk'].map((name) => ({ name, sales: 3, employeeid: null, siteid: 1 }))
  answerRoute(PREVIEW, (request) => {
    searches.push(new URL(request.url).searchParams)
    const preview = { ...SALES, unknown_employees }
    return Response.json({ uploadid, columns: COLUMNS, preview } satisfies Answer)
  })
  let employeeid = 50
  await renderScreen('/sales?import=true', { employees: { create: () => ({ employeeid: employeeid++ }) } })
  await upload()
  await expect.element(button('Add 1 employee')).toBeEnabled()
  await dialog().getByRole('textbox', { name: 'Last name of Pieter' }).fill('Botha')
  await expectAccessible()
  await button('Add 2 employees').click()
  await expect.poll(() => searches.at(-1)?.get('employees')).toBe('{"Pieter":50,"Zanele van Wyk":51}')
  expect(getInputs('employees.create')).toMatchObject([
    { firstname: 'Pieter', lastname: 'Botha', siteid: 1, position: 'Employee', login: 'none' },
    { firstname: 'Zanele', lastname: 'van Wyk' },
  ])
  await expectGone(button('Add 2 employees'))
})

test('sales import: shows the sheets of a workbook and their hidden rows, and reads those that are chosen', async () => {
  const sent: (string | null)[] = []
  const list = [
    { name: 'Oct', rows: 120, hidden_rows: 12, shape: 0 },
    { name: 'Nov', rows: 1, hidden_rows: 0, shape: 0 },
    { name: 'Products', rows: 40, hidden_rows: 0, shape: 1 },
    { name: 'Archive', rows: 900, hidden_rows: 0, shape: 0 },
  ]
  answerRoute(PREVIEW, (request) => {
    const chosen = new URL(request.url).searchParams.get('sheets')
    sent.push(chosen)
    const names: string[] = chosen === null ? ['Oct', 'Nov'] : JSON.parse(chosen)
    const sheets = list.map((sheet) => ({
      ...sheet,
      is_hidden: sheet.name === 'Archive',
      is_chosen: names.includes(sheet.name),
    }))
    const preview = { ...SALES, lines: SALES.lines.map((line) => ({ ...line, sheet: 'Nov' })) }
    return Response.json({ uploadid, columns: COLUMNS, sheets, preview } satisfies Answer)
  })
  await renderScreen('/sales?import=true', { salesImports: { list: () => [] } })
  await upload()
  const group = dialog().getByRole('group', { name: 'Sheets to read' })
  await expectContains(group, 'Oct (120 rows)')
  await expectContains(group, 'Archive (900 rows, hidden)')
  await expectContains(dialog(), 'Includes 12 rows hidden by a filter.')
  await expectContains(dialog(), '5Nov1043')
  await expectAccessible()

  const sheet = (name: RegExp) => group.getByRole('checkbox', { name })
  await sheet(/^Archive/).click()
  await expect.element(sheet(/^Archive/)).toBeChecked()
  await sheet(/^Oct/).click()
  await expectGone(dialog().getByText('hidden by a filter'))
  // It has other titles.
  await sheet(/^Products/).click()
  await expect.element(sheet(/^Nov/)).not.toBeChecked()
  // At least one is read.
  await sheet(/^Products/).click()
  await expect.element(sheet(/^Products/)).toBeChecked()
  expect(sent).toEqual([null, '["Oct","Nov","Archive"]', '["Nov","Archive"]', '["Products"]'])
})

test('sales import: a file packed with gzip is unpacked, and a broken one is named', async () => {
  const names: (string | null)[] = []
  answerRoute(PREVIEW, (request) => {
    names.push(new URL(request.url).searchParams.get('file_name'))
    return Response.json({ uploadid, columns: COLUMNS, preview: SALES } satisfies Answer)
  })
  await renderScreen('/sales?import=true')
  await userEvent.upload(file(), new File([new Uint8Array([0x1f, 0x8b, 0, 0])], 'broken.csv.gz'))
  await expectContains(dialog(), 'This file is packed with gzip (.gz) and cannot be unpacked.')
  const packed = new Blob(['Wanneer;Total\n']).stream().pipeThrough(new CompressionStream('gzip'))
  await userEvent.upload(file(), new File([await new Response(packed).blob()], 'april.csv.gz'))
  await expectContains(dialog(), '3 new')
  expect(names).toEqual(['april.csv'])
})
