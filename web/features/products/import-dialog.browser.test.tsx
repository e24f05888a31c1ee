import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { FileColumn } from '../../../contract/columns/file-column.ts'
import type { ImportAnswer } from '../../../contract/imports.ts'
import type { ImportPreview } from '../../../contract/product-imports.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerRoute, hold, loseConnection } from '../../testing/fake-server.ts'
import { createProduct, serveProducts } from '../../testing/products.ts'
import { DESK, PHONE, renderScreen } from '../../testing/render-screen.tsx'
import { alert, button, choose, dialog, expectContains, expectGone, expectNoOverflow, tabTo } from '../../testing/screen.ts'

const COLUMNS: FileColumn[] = [
  { title: 'Ding', field: null, cells: ['Amasi 2 L', 'Droëwors'] },
  { title: 'Geld', field: null, cells: ['R 26,49', 'R 89,90'] },
  { title: 'Rak', field: null, cells: ['', ''] },
]

const PREVIEW: ImportPreview = {
  importid: '018f4c1e-7d2b-7c3a-9c1d-0123456789ab',
  ...{ stock_differs: 0, new: 1, changed: 0, unchanged: 0, rejected: 1 },
  stock_cost: { products: 1, known_costs: 0, cost: 0 },
  kept_stock_cost: { products: 1, known_costs: 0, cost: 0 },
  lines: [
    { line: 2, productname: 'Amasi 2 L', outcome: 'new', price: 26.49, stock: 0 },
    { line: 3, productname: 'Droëwors', outcome: 'rejected', reason: 'Price is required.' },
  ],
}

const uploadid = '7c3d1e52-9a0b-4c1f-8e6d-2b5a4f3c1d00'
const MATCHED = COLUMNS.map((column, index) => ({ ...column, field: ['productname', 'price', null][index] ?? null }))

/** Answers a file without chosen columns as unmatched, and keeps what was sent. */
function serveImport() {
  answerRoute('DELETE /api/v1/imports/uploads/', () => new Response(null, { status: 204 }))
  const sent: string[] = []
  answerRoute('POST /api/v1/products/imports', (request) => {
    const { searchParams } = new URL(request.url)
    sent.push(searchParams.get('columns') ?? 'by title')
    const isMatched = searchParams.has('columns')
    expect(request.headers.get('content-encoding'), 'the file is sent once').toBe(searchParams.has('uploadid') ? null : 'gzip')
    const columns = isMatched ? MATCHED : COLUMNS
    return Response.json({ uploadid, columns, preview: isMatched ? PREVIEW : null } satisfies ImportAnswer<ImportPreview>)
  })
  return sent
}

/** The field of a column, above its first rows. */
const choice = (title: string) => dialog().getByRole('combobox', { name: `Column ${title}`, exact: true })
const pick = (title: string, field: string) => userEvent.selectOptions(choice(title), field)
const file = () => new File(['Ding;Geld;Rak\n'], 'mine.csv', { type: 'text/csv' })

async function openFile(size: typeof DESK | typeof PHONE) {
  await renderScreen('/products', serveProducts(createProduct('Chutney')), size)
  const sent = serveImport()
  if (size === PHONE) await button('More actions').click()
  await button('Import CSV').click()
  await userEvent.upload(dialog().getByLabelText('CSV or Excel file'), file())
  await expectContains(dialog(), 'Choose the column with the product name, or the one with the barcode.')
  return sent
}

test('product import: starts at the file, also when the sites are known later than the dialog opens', async () => {
  const sites = hold(() => [{ siteid: 1, sitename: 'Sandton Rivonia' }])
  await renderScreen('/products', { ...serveProducts(createProduct('Chutney')), sites: { options: sites.handler } })
  await button('Import CSV').click()
  await expect.element(dialog()).toBeVisible()
  await expect.element(dialog().getByLabelText('CSV or Excel file')).not.toBeInTheDocument()
  sites.release()
  await expect.element(dialog().getByLabelText('CSV or Excel file')).toHaveFocus()
})

test('product import: unknown columns are matched by the person on a phone', async () => {
  const sent = await openFile(PHONE)
  await expectContains(dialog().getByRole('region', { name: 'First rows of the file' }), 'Amasi 2 L · Droëwors')
  await expect.element(button('Continue')).toBeDisabled()
  expectNoOverflow()

  await pick('Ding', 'Product name')
  await expectContains(dialog(), 'Match the columns of your file')
  await expectContains(dialog(), 'No column is the price. Without it, no product can be added.')
  await pick('Rak', 'Price')
  await pick('Geld', 'Price')
  await expect.element(choice('Rak'), { message: 'a field is one column' }).toHaveValue('')
  await expectAccessible()
  await button('Continue').click()

  await expectContains(dialog(), 'Adds 1 product. The cost of its stock is not known. 1 line is rejected.')
  await expectContains(dialog(), '1 new, 0 changed, 1 not imported')
  await expectContains(dialog(), 'Columns: Ding → Product name, Geld → Price. Ignored columns: Rak.')
  expect(sent).toEqual(['by title', 'productname,price,'])
  await expectAccessible()
  expectNoOverflow()

  await button('Match columns').click()
  await expect.element(choice('Geld')).toHaveValue('price')
  await pick('Geld', 'Not used')
  await button('Continue').click()
  await expectContains(dialog(), '1 new')
  expect(sent.at(-1)).toBe('productname,,')
})

const LONG = 'Mrs Ball’s original recipe peach chutney, 470 g, case of 12'
/** 60 columns, of which the last three are matched. */
const WIDE: FileColumn[] = [
  ...Array.from({ length: 57 }, (_, index) => ({ title: `Extra ${index + 1}`, field: null, cells: ['x'] })),
  { title: 'Shop', field: 'site', cells: ['Rosebank'] },
  { title: 'Ding', field: 'productname', cells: [LONG] },
  { title: 'Geld', field: 'price', cells: ['R 26,49'] },
]

test('product import: required columns come first, and those without a match are folded', async () => {
  await renderScreen('/products', serveProducts(createProduct('Chutney')))
  answerRoute('DELETE /api/v1/imports/uploads/', () => new Response(null, { status: 204 }))
  answerRoute('POST /api/v1/products/imports', () => Response.json({ uploadid, columns: WIDE, preview: PREVIEW }))
  await button('Import CSV').click()
  await userEvent.upload(dialog().getByLabelText('CSV or Excel file'), file())
  await expectContains(
    dialog(),
    'Ignored columns: Extra 1, Extra 2, Extra 3, Extra 4, Extra 5, Extra 6, Extra 7, Extra 8 and 49 more.',
  )
  await button('Match columns').click()
  const titles = () =>
    dialog()
      .getByRole('columnheader')
      .elements()
      .map((head) => head.querySelector('span.ellipsis')?.textContent)
  await expect.poll(titles).toEqual(['Ding', 'Geld', 'Shop'])
  await expect.element(dialog().getByRole('cell', { name: LONG })).toHaveAttribute('title', LONG)
  await expectAccessible()
  await button('57 more columns').click()
  await expect.poll(titles).toHaveLength(60)
  await pick('Extra 2', 'Barcode')
  expect(titles().slice(0, 5), 'no column moves while its field is chosen').toEqual([
    'Ding',
    'Geld',
    'Shop',
    'Extra 1',
    'Extra 2',
  ])
  expectNoOverflow()
  await button('Fewer columns').click()
  expect(titles(), 'what was chosen stays').toEqual(['Ding', 'Geld', 'Shop', 'Extra 2'])
  await expect.element(button('56 more columns')).toHaveFocus()
})

test('product import: without a match, the first columns of a wide file can be chosen, also of one without rows or titles', async () => {
  await renderScreen('/products', serveProducts(createProduct('Chutney')), PHONE)
  const columns = WIDE.map((column, index) => ({ ...column, ...(index === 0 && { title: 'R 12,50' }), field: null, cells: [] }))
  answerRoute('POST /api/v1/products/imports', () => Response.json({ uploadid, columns, preview: null }))
  await button('More actions').click()
  await button('Import CSV').click()
  await userEvent.upload(dialog().getByLabelText('CSV or Excel file'), file())
  await expectContains(dialog(), 'The file has no rows below its titles.')
  await expectContains(dialog(), 'The first line is read as column titles.')
  expect(dialog().getByRole('listitem').elements()).toHaveLength(12)
  await expect.element(button('48 more columns')).toHaveAttribute('aria-expanded', 'false')
  expectNoOverflow()
})

test('product import: columns are matched by keyboard alone', async () => {
  const sent = await openFile(DESK)
  await tabTo(choice('Ding'))
  await userEvent.keyboard('Product n')
  await expect.element(choice('Ding')).toHaveValue('productname')
  await tabTo(button('Continue'))
  await userEvent.keyboard('{Enter}')
  await expectContains(dialog(), '1 new')
  expect(sent.at(-1)).toBe('productname,,')
})

test('product import: what was chosen for the columns stays when the file cannot be sent', async () => {
  await openFile(DESK)
  await pick('Ding', 'Product name')
  answerRoute('POST /api/v1/products/imports', () => new Response('{}', { status: 500 }))
  await button('Continue').click()
  await expectContains(alert(), 'Could not upload the file. Your choices are still here.')
  await expect.element(choice('Ding')).toHaveValue('productname')

  serveImport()
  await button('Try again').click()
  await expectContains(dialog(), '1 new')
  expect(alert().elements()).toEqual([])
})

test('product import: Back from the columns leads to another file', async () => {
  await openFile(DESK)
  await button('Back').click()
  await expect.element(dialog().getByLabelText('CSV or Excel file')).toBeInTheDocument()
})

test('product import: the lines that are not imported are saved as a file, and a failure can be tried again', async () => {
  await openFile(DESK)
  await pick('Ding', 'Product name')
  await button('Continue').click()
  await expectContains(dialog(), '1 not imported')
  answerRoute('POST /api/v1/products/imports/rejected.csv', () => new Response('{}', { status: 500 }))
  await button('Download 1 line to fix').click()
  await expectContains(alert(), 'Could not download the lines. Please try again.')

  const requests: Request[] = []
  answerRoute('POST /api/v1/products/imports/rejected.csv', (request) => {
    requests.push(request)
    return new Response('Ding\n', { headers: { 'content-disposition': 'attachment; filename="products-not-imported.csv"' } })
  })
  await button('Download 1 line to fix').click()
  await expectGone(alert())
  const [request] = requests
  expect(request?.url, 'the server has the file').toContain(`uploadid=${uploadid}`)
  expect(request?.url).toContain('columns=productname%2C%2C')
})

test('product import: pages through many lines, and says when the connection is lost while it imports', async () => {
  const lines = Array.from({ length: 60 }, (_, index) => ({
    ...{ line: index + 2, productname: `Product ${index}`, outcome: 'rejected' as const, reason: 'Price is required.' },
  }))
  const [added] = PREVIEW.lines
  if (!added) throw new Error('the preview has no line')
  const preview: ImportPreview = { ...PREVIEW, rejected: 60, lines: [...lines, { ...added, line: 62 }] }
  await renderScreen('/products', { products: { ...serveProducts().products, imports: { confirm: loseConnection } } })
  answerRoute('POST /api/v1/products/imports', () =>
    Response.json({ uploadid, columns: MATCHED, preview } satisfies ImportAnswer<ImportPreview>),
  )
  answerRoute('DELETE /api/v1/imports/uploads/', () => new Response(null, { status: 204 }))
  await button('Import CSV').click()
  await userEvent.upload(dialog().getByLabelText('CSV or Excel file'), file())
  await expectContains(dialog(), '1 new, 0 changed, 60 not imported')
  await expectContains(dialog().getByRole('status'), 'Page 1 / 2 • 60 lines')
  await button('Next lines').click()
  await expectContains(dialog().getByRole('row').nth(1), '52Product 50Not imported: Price is required.')

  await button('Import 1 product').click()
  await expectContains(alert(), 'Connection lost. Check the list to see if the file was imported.')
})

test('product import: asks for the site of a store, and says what is left out and archived', async () => {
  await renderScreen(
    '/products',
    {
      ...serveProducts(createProduct('Chutney')),
      sites: {
        options: () => [
          { siteid: 1, sitename: 'Sandton' },
          { siteid: 2, sitename: 'Rosebank' },
        ],
      },
    },
    PHONE,
  )
  answerRoute('DELETE /api/v1/imports/uploads/', () => new Response(null, { status: 204 }))
  const sent: (string | null)[] = []
  answerRoute('POST /api/v1/products/imports', (request) => {
    const sites = new URL(request.url).searchParams.get('sites')
    sent.push(sites)
    const preview: ImportPreview = {
      ...PREVIEW,
      ...{ inactive: 1, left_out: 2, archived: 1, further_barcodes: { kept: 3, taken: 1 } },
      unknown_sites: [{ name: 'Branch A', products: 2, siteid: sites ? 2 : null }],
      lines: [
        { line: 2, productname: 'Tea', sitename: 'Sandton', outcome: 'new', price: 20, stock: 5 },
        { line: 2, productname: 'Tea', sitename: 'Branch A', outcome: 'rejected', reason: 'There is no site called Branch A.' },
        { line: 3, productname: 'Old tin', sitename: 'Sandton', outcome: 'archived' },
      ],
    }
    return Response.json({ uploadid, columns: MATCHED, preview } satisfies ImportAnswer<ImportPreview>)
  })
  await button('More actions').click()
  await button('Import CSV').click()
  await userEvent.upload(dialog().getByLabelText('CSV or Excel file'), file())
  await expectContains(dialog(), 'Adds 1 product and archives 1')
  await expectContains(dialog(), '1 product in the file is inactive and left out.')
  await expectContains(dialog(), '2 rows left out')
  await expectContains(dialog(), '3 SKUs or second barcodes are kept as further barcodes.')
  await expectContains(dialog(), 'Tea • Branch A')
  await expectContains(dialog(), 'You have no site of this name.')
  await expectAccessible()
  expectNoOverflow()
  await choose(dialog().getByRole('combobox', { name: 'Site “Branch A” (2 rows)' }), 'Rosebank')
  await expect.poll(() => sent).toEqual([null, '{"Branch A":2}'])
  await expectGone(dialog().getByText('You have no site of this name.'))
})
