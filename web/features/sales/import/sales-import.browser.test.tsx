import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SalesImport, SalesImportPreview } from '../../../../contract/sales-imports.ts'
import { expectAccessible } from '../../../testing/accessibility.ts'
import { answerRoute, getInputs, hold } from '../../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen } from '../../../testing/render-screen.tsx'
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

const COLUMNS = [
  { title: 'Wanneer', field: null, samples: ['3/4/2026'] },
  { title: 'Total', field: 'finalamount', samples: ['12,50'] },
]

const SALES: NonNullable<SalesImportPreview['sales']> = {
  ...{ importid: 7, new: 3, existing: 1, rejected: 1, repeated: 1, first_day: '2026-03-31', last_day: '2026-04-03' },
  months: [
    { month: '2026-03', sales: 1, amount: 1200.5, new: 0 },
    { month: '2026-04', sales: 3, amount: -20, new: 3 },
  ],
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
  vat: { column: null, is_added: false, stated: null, assumed: [{ vat_rate: 15, amount: 249 }] },
  unknown_employees: [{ name: 'Pieter', sales: 3, employeeid: null }],
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

test('sales import: matches columns, shows how the file was read, imports it and undoes it', async () => {
  const sent: URLSearchParams[] = []
  answerRoute(PREVIEW, (request) => {
    const search = new URL(request.url).searchParams
    sent.push(search)
    expect(request.headers.get('content-encoding')).toBe('gzip')
    const body: SalesImportPreview = search.has('columns')
      ? { columns: COLUMNS, missing: [], sales: SALES }
      : { columns: COLUMNS, missing: ['saledate'], sales: null }
    return Response.json(body)
  })
  const first = hold(() => {})
  await renderScreen('/sales?import=true', {
    salesImports: {
      list: () => [PAST],
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
  await expectContains(dialog(), 'march.csv')
  await expectContains(dialog(), '2 sales • R 99,50 • 31 Mar 2026')
  await expectAccessible()

  await upload()
  await expectContains(dialog(), 'Choose the column with the date of the sale.')
  await expect.element(button('Continue')).toBeDisabled()
  await dialog().getByRole('combobox', { name: 'Date', exact: true }).click()
  await page.getByRole('option', { name: /^Wanneer/ }).click()
  await expectAccessible()
  await button('Continue').click()

  await expectContains(dialog(), '3 new, 1 already here, 1 not imported')
  expect(sent.at(-1)?.get('columns')).toBe('saledate,finalamount')
  await expectContains(dialog(), 'april.csv • 31 Mar – 3 Apr 2026 • 1 repeated row left out')
  await expectContains(dialog(), 'Winkel has 5 other sales of 31 Mar – 3 Apr 2026.')
  await expectContains(dialog(), '1 item has no product in Winkel (Kettle)')
  await expectContains(dialog(), '3 Apr 2026, 14:05R 12,50Sandton Rivonia • Pieter • Cash • 2 items • line 2')
  await expectCells('Sum per month', [
    ['Mar 2026', '1', '0', 'R 1 200,50'],
    ['Apr 2026', '3', '3', '-R 20,00'],
  ])
  await expectContains(dialog(), '1043“five” is not a number.')
  const stock = dialog().getByRole('checkbox', { name: 'Take the sold items off the stock' })
  await expect.element(stock).not.toBeChecked()
  await expectAccessible()

  await choose(dialog().getByRole('combobox', { name: 'Dates in the file' }), 'Month first: 3/4/2026 is 4 March')
  await expect.poll(() => sent.at(-1)?.get('date_order')).toBe('mdy')
  await choose(dialog().getByRole('combobox', { name: '“Pieter” in the file (3)' }), 'Lerato Mokoena')
  await expect.poll(() => sent.at(-1)?.get('employees')).toBe('{"Pieter":4}')
  expect(sent.at(-1)?.get('columns'), 'keeps what was chosen before').toBe('saledate,finalamount')

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

test('sales import: opens from the Sales screen on a phone, shows the days of the imported sales, and says why it failed', async () => {
  const sales = { ...SALES, unknown_sites: [{ name: 'Hatfield', sales: 2 }] }
  answerRoute(PREVIEW, () => Response.json({ columns: COLUMNS, missing: [], sales } satisfies SalesImportPreview))
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
  await button('Import sales').click()
  await expectUrl('/sales?q=lerato&import=true')
  await upload()
  await expectContains(dialog(), '3 new')
  await expectContains(dialog(), 'The file names sites that you do not have.')
  await expect.element(dialog().getByRole('combobox', { name: 'Site called “Hatfield” in the file (2)' })).toBeVisible()
  await expectNoOverflow()
  const requests: Request[] = []
  answerRoute('POST /api/v1/sales/imports/rejected.csv', (request) => {
    requests.push(request)
    return new Response('Total\n', { headers: { 'content-disposition': 'attachment; filename="sales-not-imported.csv"' } })
  })
  await button('Download the lines not imported').click()
  await expect.poll(() => requests.length).toBe(1)
  expect(new URL(requests[0]?.url ?? '').searchParams.get('file_name')).toBe('april.csv')
  expect(requests[0]?.headers.get('content-encoding')).toBe('gzip')
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' })
  await expectContains(question, 'The file is not imported.')
  await button('Keep editing').click()
  await expect.element(button('Download the lines not imported')).toHaveFocus()
  await button('Import 3 sales').click()
  await expectContains(dialog(), '2 were not imported.')
  await expect.element(button('Download the lines not imported')).toBeVisible()
  await button('Undo this import').click()
  await expect
    .poll(() => plain(page.getByRole('alert').query()?.textContent ?? ''))
    .toBe('The stock of Tea was changed by hand after this import.')

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
  await page.viewport(...DESK)
})
