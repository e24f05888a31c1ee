import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoOverflow } from './figures.ts'
import { expect, expectAccessibleByDayAndNight, sql, test } from './fixtures.ts'
import { AMASI, dialog, field, save } from './products-page.ts'

const input = (page: Page) => dialog(page).getByLabel('Picture (optional)')
const shown = (page: Page) => dialog(page).getByRole('img', { name: 'Product preview' })
const image = (kind: 'jpeg' | 'png' | 'webp', background: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .toFormat(kind)
    .toBuffer()
const jpeg = async (background = 'teal') => ({
  name: 'milk.jpg',
  mimeType: 'image/jpeg',
  buffer: await image('jpeg', background),
})
const thumbnails = (page: Page) => page.getByRole('main').locator('img')
const edit = (page: Page) => page.getByRole('button', { name: 'Edit Amasi' }).click()

test('product picture: is saved with a new product, replaced and removed', async ({ owner, page }) => {
  await page.goto('/products')
  await page.getByRole('button', { name: 'Add product' }).click()
  await field(page, 'Product name').fill(AMASI.productname)
  await input(page).setInputFiles(await jpeg())
  await expect(shown(page)).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await save(page).click()
  await expect(dialog(page)).toBeHidden()
  await expect(thumbnails(page)).toHaveCount(1)
  await expect.poll(() => thumbnails(page).evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(160)
  await expectAccessibleByDayAndNight(page)
  await expectNoOverflow(page)
  const first = await thumbnails(page).getAttribute('src')

  await edit(page)
  await expect(shown(page)).toBeVisible()
  await input(page).setInputFiles({ name: 'a.webp', mimeType: 'image/webp', buffer: await image('webp', 'orange') })
  await save(page).click()
  await expect(dialog(page)).toBeHidden()
  await expect(thumbnails(page)).not.toHaveAttribute('src', first ?? '')

  await edit(page)
  await dialog(page).getByRole('button', { name: 'Remove picture' }).click()
  await expect(shown(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(thumbnails(page)).toHaveCount(1)
  await edit(page)
  await dialog(page).getByRole('button', { name: 'Remove picture' }).click()
  await save(page).click()
  await expect(dialog(page)).toBeHidden()
  await expect(thumbnails(page)).toHaveCount(0)
  expect(await sql('select picture from product where businessid = $1', [owner.businessid])).toEqual([{ picture: null }])
})

test('product picture: one that the server refuses or whose answer is lost leaves a product that is saved once', async ({
  owner,
  page,
}) => {
  await page.goto('/products')
  await page.getByRole('button', { name: 'Add product' }).click()
  await field(page, 'Product name').fill(AMASI.productname)
  // A browser draws what is there of a picture; the server wants all of it.
  const whole = await jpeg()
  await input(page).setInputFiles({ ...whole, buffer: whole.buffer.subarray(0, whole.buffer.length - 200) })
  await expect(shown(page)).toBeVisible()
  await save(page).click()
  await expect(input(page)).toHaveAccessibleDescription(
    'Saved the product, but not its picture. Could not read this picture. Use another one.',
  )
  await expect(field(page, 'Product name')).toHaveValue(AMASI.productname)

  await input(page).setInputFiles(whole)
  const address = '**/api/v1/products/*/picture'
  await page.route(address, async (route) => {
    expect((await route.fetch()).ok()).toBe(true)
    await route.abort('connectionreset')
  })
  await save(page).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Saved the product, but not its picture. Please try again.')
  await page.unroute(address)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(thumbnails(page)).toHaveCount(1)
  expect(await sql('select 1 from product where businessid = $1', [owner.businessid])).toHaveLength(1)
})
