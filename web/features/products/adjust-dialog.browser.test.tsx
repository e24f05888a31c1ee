import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerWith, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { createProduct, serveProducts } from '../../testing/products.ts'
import { DESK, PHONE, renderScreen } from '../../testing/render-screen.tsx'
import { button, choose, dialog, expectContains, expectGone, expectNoOverflow, field } from '../../testing/screen.ts'

const book = () => dialog().getByRole('button', { name: 'Book adjustment' })
const choice = (name: string) => dialog().getByRole('combobox', { name })

const serve = () => ({
  ...serveProducts(createProduct('Amasi', { productid: 7, stock: 10 })),
  stock: {
    settings: () => ({ stock_reasons: ['Damaged', 'Found'], purchase_price_rule: 'keep' as const }),
    create: () => ({ documentid: 1 }),
  },
})

test('adjust dialog: takes units away for a reason, and says what is left', async () => {
  await renderScreen('/products', serve(), DESK)
  await button('Adjust stock Amasi').click()
  await expectContains(dialog(), '10 in stock')
  await book().click()
  await expectContains(dialog(), 'Select a reason.')
  await field('Units').fill('0')
  await book().click()
  await expectContains(dialog(), 'Enter how many.')
  await field('Units').fill('2,5')
  await expectContains(dialog(), 'Then 7,5 in stock')
  await choose(choice('Reason'), 'Damaged')
  await expectAccessible()
  await book().click()
  await expectGone(dialog())
  expect(getInputs('stock.create')).toMatchObject([
    { kind: 'adjustment', finish: true, lines: [{ productid: 7, quantity: -2.5, reason: 'Damaged' }] },
  ])
})

test('adjust dialog: a reason of loss takes away and Found adds, whatever was chosen or typed', async () => {
  await renderScreen('/products', serve(), DESK)
  await button('Adjust stock Amasi').click()
  await dialog().getByRole('radio', { name: 'Add' }).click()
  await field('Units').fill('3')
  await expectContains(dialog(), 'Then 13 in stock')
  await choose(choice('Reason'), 'Damaged')
  await expectContains(dialog(), 'Then 7 in stock')
  await expect.element(dialog().getByRole('radio', { name: 'Take away' })).toBeChecked()
  await expect.element(dialog().getByRole('radio', { name: 'Add' })).toBeDisabled()
  await choose(choice('Reason'), 'Found')
  await field('Units').fill('-4')
  await expect.element(field('Units')).toHaveValue('4')
  await expectContains(dialog(), 'Then 14 in stock')
  await book().click()
  await expectGone(dialog())
  expect(getInputs('stock.create')).toMatchObject([{ lines: [{ quantity: 4, reason: 'Found' }] }])
})

test('adjust dialog: keeps what was typed when it cannot be saved, and sends the same key again', async () => {
  await renderScreen('/products', serve(), PHONE)
  await button('Actions for Amasi').click()
  await page.getByRole('menuitem', { name: 'Adjust stock Amasi' }).click()
  await dialog().getByRole('radio', { name: 'Add' }).click()
  await field('Units').fill('3')
  await choose(choice('Reason'), 'Found')
  expectNoOverflow()
  answerWith({ stock: { create: loseConnection } })
  await book().click()
  await expectContains(dialog(), 'Something went wrong. Please try again.')
  answerWith({ stock: { create: () => ({ documentid: 1 }) } })
  await book().click()
  await expectGone(dialog())
  const [first, second] = getInputs('stock.create')
  expect(second).toEqual(first)
  expect(second).toMatchObject({ lines: [{ quantity: 3, reason: 'Found' }] })
})
