import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createProduct, serveProducts } from '../../testing/products.ts'
import { DESK, renderScreen } from '../../testing/render-screen.tsx'
import { button, dialog, expectGone } from '../../testing/screen.ts'

const REASONS = Array.from({ length: 10 }, (_, index) => `Reason ${index + 1}`)
/** The options open over the header of the dialog. */
const LOW = [1440, 460] as const

const list = () => page.getByRole('listbox').element()

/** What the mouse meets in the middle of the option, once the options alone were scrolled as far as it needs. */
function findUnderMouse(option: Element) {
  const [shown, before] = [list().getBoundingClientRect(), option.getBoundingClientRect()]
  list().scrollTop += Math.min(before.top - shown.top, 0) + Math.max(before.bottom - shown.bottom, 0)
  const { x, y, width, height } = option.getBoundingClientRect()
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[role=option]')
}

test.each([
  ['a desk', DESK, 300],
  ['a low window', LOW, 150],
])('select in a short dialog: each option is within reach of the mouse at %s', async (_, size, height) => {
  await renderScreen(
    '/products',
    {
      ...serveProducts(createProduct('Amasi', { productid: 7, stock: 10 })),
      stock: { settings: () => ({ stock_reasons: REASONS, purchase_price_rule: 'keep' as const }) },
    },
    size,
  )
  await button('Adjust stock Amasi').click()
  const field = dialog().getByRole('combobox', { name: 'Reason' })
  await expect.element(field).toBeVisible()
  const { scrollHeight } = dialog().element()
  for (const reason of REASONS) {
    await field.click()
    const option = dialog().getByRole('option', { name: reason, exact: true })
    await expect.poll(() => findUnderMouse(option.element())).toBe(option.element())
    await option.click()
    await expect.element(field).toHaveValue(reason)
  }
  await field.click()
  const { top, bottom } = list().getBoundingClientRect()
  expect(top).toBeGreaterThanOrEqual(0)
  expect(bottom).toBeLessThanOrEqual(innerHeight)
  expect(bottom - top, 'as high as the window has room for, not the dialog').toBeGreaterThan(height)
  expect(dialog().element().scrollHeight, 'the options do not lengthen the dialog').toBe(scrollHeight)
  // Escape closes the options first, and the dialog stays.
  await userEvent.keyboard('{Escape}')
  await expectGone(page.getByRole('listbox'))
  await expect.element(field).toHaveFocus()
})
