import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerWith, getInputs, hold } from '../../testing/fake-server.ts'
import { toPage } from '../../testing/pages.ts'
import { AMASI, createProduct, createShelf, serveProducts } from '../../testing/products.ts'
import { PHONE, renderScreen } from '../../testing/render-screen.tsx'
import { button, dialog, expectColumn, expectContains, expectGone, expectUrl, field } from '../../testing/screen.ts'

const UNKNOWN = '6009999999999'
const search = () => page.getByRole('searchbox', { name: 'Search by name, barcode, category, supplier…' })
const main = () => page.getByRole('main')
const addIt = () => button('Add product with this barcode')

/** Answers a search for a barcode as the server does. */
function serveShelf(rows = createShelf()) {
  const shelf = serveProducts(...rows)
  const has = (text: string, q: string) => text.toLowerCase().includes(q.toLowerCase())
  return {
    ...shelf,
    products: {
      ...shelf.products,
      list: ({ input: { q, barcode, category } }: { input: { q: string; barcode: string; category: string } }) =>
        toPage(
          rows
            .filter((row) => (barcode ? row.barcode === barcode : has(row.productname, q) || has(row.barcode, q)))
            .filter((row) => [row.category, ''].includes(category)),
        ),
    },
  }
}

describe('barcode', () => {
  test('of a hand scanner opens its product, and the next scan replaces the text', async () => {
    await renderScreen('/products?category=Bakery', serveShelf())
    await search().click()
    await userEvent.keyboard(`${AMASI.barcode}{Enter}`)
    await expect.element(page.getByRole('dialog', { name: 'Edit product' })).toBeVisible()
    await expect.element(field('Product name')).toHaveValue('Amasi, full cream 2 L')
    await userEvent.keyboard('{Escape}')
    await expectGone(dialog())
    await expect.element(search()).toHaveFocus()
    await userEvent.keyboard('600731{Enter}')
    await expect.element(field('Product name')).toHaveValue('beef biltong 250 g')
    await expect.element(search()).toHaveValue('600731')
  })

  test('that no product has says so and adds one with it', async () => {
    await renderScreen('/products', serveShelf())
    await search().click()
    await userEvent.keyboard(`${UNKNOWN}{Enter}`)
    await expectContains(main(), `No products found.No product has the barcode ${UNKNOWN}.`)
    await expectAccessible()
    await addIt().click()
    await expect.element(page.getByRole('dialog', { name: 'Add product' })).toBeVisible()
    await expect.element(field('Barcode (optional)')).toHaveValue(UNKNOWN)
    await expect.element(field('Product name')).toHaveValue('')
  })

  test('says that no product has it behind a filter only after it was looked for without the filter', async () => {
    await renderScreen(`/products?category=Bakery&q=${UNKNOWN}`, serveShelf())
    await expectContains(main(), 'No products found.')
    await expectGone(addIt())
    await search().click()
    await userEvent.keyboard('{Enter}')
    await expect.element(addIt()).toBeVisible()
    await expect.poll(() => getInputs('products.list').at(-1)).toMatchObject({ barcode: UNKNOWN, category: '' })
  })

  test('at several sites shows their products without other filters', async () => {
    const kloof = { siteid: 2, sitename: 'Cape Town Kloof' }
    const milk = { barcode: '600', category: 'Dairy' }
    await renderScreen(
      '/products?category=Bakery',
      serveShelf([createProduct('Milk', milk), createProduct('Milk', { ...milk, ...kloof })]),
    )
    await search().click()
    await userEvent.keyboard('600{Enter}')
    await expectUrl('/products?q=600')
    await expectColumn('Inventory', 2, ['600', '600'])
    await expectGone(dialog())
  })

  test('whose answer comes after another search opens nothing', async () => {
    const shelf = serveShelf()
    const slow = hold(() => toPage([createProduct('Amasi', AMASI)]))
    await renderScreen('/products', shelf)
    await expectContains(main(), 'Apricot jam')
    answerWith({ products: { list: slow.handler } })
    await search().click()
    await userEvent.keyboard(`${AMASI.barcode}{Enter}`)
    await expect.poll(() => getInputs('products.list').some((input) => (input as { barcode: string }).barcode !== '')).toBe(true)
    answerWith(shelf)
    await search().fill('chutney')
    await expectUrl('/products?q=chutney')
    slow.release()
    await expectColumn('Inventory', 1, ['Chutney'])
    await expectGone(dialog())
  })
})

describe('scan', () => {
  const scan = () => main().getByRole('button', { name: 'Scan barcode' })
  const camera = () => page.getByRole('dialog', { name: 'Scan barcode' })

  /** A camera that shows a canvas and a detector that sees `barcode` in it: this Chromium has neither. */
  function attachCamera(barcode: string | null, refusal?: string) {
    const stream = document.createElement('canvas').captureStream()
    const getUserMedia = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
      if (refusal) throw new DOMException('', refusal)
      return stream
    })
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        static getSupportedFormats = async () => ['ean_13']
        detect = async () => (barcode ? [{ rawValue: barcode }] : [])
      },
    )
    // A canvas that nobody draws on sends no picture.
    vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(HTMLMediaElement.HAVE_CURRENT_DATA)
    onTestFinished(() => {
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
    })
    return { getUserMedia, state: () => stream.getTracks()[0]?.readyState }
  }

  afterEach(() => vi.restoreAllMocks())

  test('finds the product, and the camera is off afterwards', async () => {
    const { getUserMedia, state } = attachCamera(AMASI.barcode)
    await renderScreen('/products', serveShelf(), PHONE)
    await scan().click()
    await expect.element(page.getByRole('dialog', { name: 'Edit product' })).toBeVisible()
    expect(getUserMedia).toHaveBeenCalledWith({ video: { facingMode: 'environment' } })
    expect(state()).toBe('ended')
    await expectUrl(`/products?q=${AMASI.barcode}`)
  })

  test('fills the field of the form', async () => {
    attachCamera(UNKNOWN)
    await renderScreen('/products', serveShelf())
    await button('Add product').click()
    await dialog().getByRole('button', { name: 'Scan barcode' }).click()
    await expect.element(field('Barcode (optional)')).toHaveValue(UNKNOWN)
    await expectGone(camera())
  })

  test('turns the camera off when its dialog is closed', async () => {
    const { state } = attachCamera(null)
    await renderScreen('/products', serveShelf())
    await scan().click()
    await expect.element(camera().getByLabelText('Picture of the camera')).toBeVisible()
    await expectAccessible()
    await expect.poll(() => document.querySelector('video')?.srcObject).not.toBeNull()
    expect(state()).toBe('live')
    await userEvent.keyboard('{Escape}')
    await expectGone(camera())
    await expect.poll(state).toBe('ended')
  })

  test.each([
    ['NotAllowedError', 'Camera blocked. Allow it in your browser settings for this page, then try again.'],
    ['NotFoundError', 'This device has no camera.'],
    ['NotReadableError', 'The camera is in use. Close the other app, then try again.'],
  ])('says in words that the camera failed with %s, and tries again', async (name, text) => {
    attachCamera(null, name)
    await renderScreen('/products', serveShelf())
    await scan().click()
    await expectContains(camera().getByRole('alert'), text)
    vi.restoreAllMocks()
    attachCamera(AMASI.barcode)
    await button('Try again').click()
    await expect.element(page.getByRole('dialog', { name: 'Edit product' })).toBeVisible()
  })

  test('is not offered at a desk whose browser reads no barcodes', async () => {
    await renderScreen('/products', serveShelf())
    await expect.element(search()).toBeVisible()
    expect('BarcodeDetector' in window).toBe(false)
    await expectGone(scan())
  })
})
