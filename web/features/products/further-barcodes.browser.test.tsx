import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { type Answers, getInputs } from '../../testing/fake-server.ts'
import { createProduct, serveProducts } from '../../testing/products.ts'
import { DESK, PHONE, renderScreen } from '../../testing/render-screen.tsx'
import { button, dialog, expectContains, expectGone, field } from '../../testing/screen.ts'

const MILK = createProduct('Milk', { barcode: '6001', further_barcodes: [{ barcode: '16001', units: 24 }] })
const open = (answers: Answers = serveProducts(MILK), size: readonly [number, number] = DESK) =>
  renderScreen(`/products?product=${MILK.productid}`, answers, size)
const addRow = () => button('Add another code').click()

test('further barcodes: a scan fills a new row, Enter leads to its units, and the form is saved with them', async () => {
  await open()
  await expect.element(field('Further barcode 1')).toHaveValue('16001')
  await expect.element(field('Units per scan of further barcode 1')).toHaveValue('24')
  await addRow()
  await expect.element(field('Further barcode 2')).toHaveFocus()
  await userEvent.keyboard('26001{Enter}6')
  await expect.element(field('Units per scan of further barcode 2')).toHaveValue('6')
  await expectAccessible()
  await button('Save').click()
  await expectGone(dialog())
  expect(getInputs('products.update')).toMatchObject([
    {
      further_barcodes: [
        { barcode: '16001', units: 24 },
        { barcode: '26001', units: 6 },
      ],
    },
  ])
})

test('further barcodes: one is removed on a phone', async () => {
  await open(serveProducts(MILK), PHONE)
  await button('Remove further barcode 1').click()
  await expectGone(field('Further barcode 1'))
  await button('Save').click()
  await expectGone(dialog())
  expect(getInputs('products.update')).toMatchObject([{ further_barcodes: [] }])
})

test('further barcodes: what is wrong is said at its row, and so is the product that has a code already', async () => {
  const shelf = serveProducts(MILK)
  const message = 'Bread already has the barcode 36001.'
  await open({
    ...shelf,
    products: {
      ...shelf.products,
      update: ({ errors }: { errors: { FURTHER_BARCODE_TAKEN: (options: object) => Error } }) => {
        throw errors.FURTHER_BARCODE_TAKEN({ message, data: { barcode: '36001' } })
      },
    },
  })
  await addRow()
  await field('Units per scan of further barcode 2').fill('1,5')
  await button('Save').click()
  await expectContains(dialog(), 'Enter a barcode, or remove the row.')
  await expectContains(dialog(), 'Units per scan is a whole number from 1 to 10,000.')
  await field('Further barcode 2').fill('36001')
  await field('Units per scan of further barcode 2').fill('6')
  await button('Save').click()
  await expectContains(dialog(), message)
  await expect.element(field('Further barcode 2')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Barcode (optional)')).not.toHaveAttribute('aria-invalid', 'true')
})
