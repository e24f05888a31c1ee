import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerRoute, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { AMASI, createProduct, serveProducts } from '../../testing/products.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { alert, button, dialog, expectGone, field, save } from '../../testing/screen.ts'

const input = () => dialog().getByLabelText('Picture (optional)')
const shown = () => dialog().getByRole('img', { name: 'Product preview' })
const expectReason = (words: string) => expect.element(input()).toHaveAccessibleDescription(words)
const BROKEN = 'Could not read this picture. Use another one.'

async function createJpeg() {
  const canvas = new OffscreenCanvas(40, 30)
  canvas.getContext('2d')?.fillRect(0, 0, 40, 30)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'milk.jpg', { type: 'image/jpeg' })
}

/** Keeps what is sent. The answer is lost while `isLost` is set. */
function servePictures() {
  const state = { isLost: false, sent: [] as string[] }
  for (const method of ['PUT', 'DELETE'])
    answerRoute(`${method} /api/v1/products/`, (request) => {
      state.sent.push(`${method} ${new URL(request.url).pathname}`)
      if (state.isLost) loseConnection()
      return new Response(null, { status: 204 })
    })
  return state
}

async function openAdd() {
  await renderScreen('/products', serveProducts())
  await button('Add product').click()
  await field('Product name').fill('Milk')
}

describe('product picture', () => {
  test('is refused at once with the reason: its type or its content', async () => {
    await openAdd()
    await userEvent.upload(input(), new File(['GIF89a'], 'a.gif', { type: 'image/gif' }))
    await expectReason('Use a JPEG, PNG or WebP picture.')
    await expectAccessible()
    for (const content of ['no picture', '']) {
      await userEvent.upload(input(), await createJpeg())
      await expectReason('')
      await expect.element(shown()).toBeVisible()
      await userEvent.upload(input(), new File([content], 'a.png', { type: 'image/png' }))
      await expectReason(BROKEN)
    }
  })

  test('stays when an invalid file is chosen, and Save waits for a decision', async () => {
    await renderScreen('/products', serveProducts(createProduct('Amasi', { ...AMASI, picture: 'ab12' })))
    const pictures = servePictures()
    await button('Edit Amasi').click()
    await userEvent.upload(input(), new File(['no picture'], 'broken.jpg', { type: 'image/jpeg' }))
    await expectReason(BROKEN)
    await expect.element(shown()).toHaveAttribute('src', expect.stringMatching(/^\/api\//))
    await field('Description').fill('Sour')
    await save().click()
    await expect.element(input()).toHaveFocus()
    await expectReason(BROKEN)
    await expectAccessible()
    await dialog().getByRole('button', { name: 'Keep this picture' }).click()
    await expect.element(input()).toHaveFocus()
    await expectReason('')
    await save().click()
    await expectGone(dialog())
    expect(pictures.sent).toEqual([])

    await button('Edit Amasi').click()
    await dialog().getByRole('button', { name: 'Remove picture' }).click()
    await expect.element(input()).toHaveFocus()
    await userEvent.upload(input(), new File(['no picture'], 'broken.jpg', { type: 'image/jpeg' }))
    await expectReason(BROKEN)
    await expectGone(shown())
    await dialog().getByRole('button', { name: 'Skip' }).click()
    await save().click()
    await expectGone(dialog())
    expect(pictures.sent).toEqual([expect.stringMatching(/^DELETE \/api\/v1\/products\/\d+\/picture$/)])
  })

  test('is uploaded again after a failure; the product is saved already, and a later change is an edit of it', async () => {
    await openAdd()
    const pictures = servePictures()
    pictures.isLost = true
    await userEvent.upload(input(), await createJpeg())
    const failure = 'Saved the product, but not its picture. Please try again.'
    await save().click()
    await expect.element(alert()).toHaveTextContent(failure)
    await expect.element(dialog()).toHaveAccessibleName('Edit product')
    await expect.element(shown()).toBeVisible()
    for (const price of ['42,90', '45']) {
      await field('Price (ZAR)').fill(price)
      await save().click()
      await expect
        .poll(() => (getInputs('products.update').at(-1) as { price?: number })?.price)
        .toBe(Number(price.replace(',', '.')))
      await expect.element(alert()).toHaveTextContent(failure)
    }
    pictures.isLost = false
    await save().click()
    await expectGone(dialog())
    expect(getInputs('products.create')).toHaveLength(1)
    expect(getInputs('products.update').slice(0, 2)).toMatchObject([{ opened: { version: 1 } }, { opened: { version: 2 } }])
    expect(new Set(pictures.sent).size).toBe(1)
    expect(pictures.sent).toHaveLength(4)
  })

  test('that is dropped beside its field does not replace the page', async () => {
    await openAdd()
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(await createJpeg())
    const isTaken = (element: Element, type: 'dragover' | 'drop') =>
      !element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
    for (const beside of [field('Product name'), dialog().getByRole('heading')])
      for (const type of ['dragover', 'drop'] as const) expect(isTaken(beside.element(), type), type).toBe(true)
    expect(isTaken(input().element(), 'drop'), 'the browser gives it to the field').toBe(false)
    await expect.element(page.getByRole('dialog')).toBeVisible()
  })
})
