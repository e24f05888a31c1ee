import { writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { cells, expectNoOverflow } from './figures.ts'
import { call, expect, expectAccessibleByDayAndNight, row, sql, test } from './fixtures.ts'
import { AMASI, add, dialog, field, save } from './products-page.ts'

test.describe('product picture', () => {
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
  const edit = async (page: Page, isMobile = false) => {
    if (isMobile) await page.getByRole('button', { name: 'Actions for Amasi' }).click()
    await page.getByRole(isMobile ? 'menuitem' : 'button', { name: 'Edit Amasi' }).click()
  }

  const drop = async (page: Page, path: string, on: Locator) => {
    const box = await on.boundingBox()
    const at = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10 }
    const devtools = await page.context().newCDPSession(page)
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', {
        type,
        ...at,
        data: { items: [], files: [path], dragOperationsMask: 1 },
      })
  }

  test('is saved with a new product, replaced and removed @phone', async ({ owner, page, isMobile }) => {
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

    await edit(page, isMobile)
    await expect(shown(page)).toBeVisible()
    await input(page).setInputFiles({ name: 'a.webp', mimeType: 'image/webp', buffer: await image('webp', 'orange') })
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(thumbnails(page)).not.toHaveAttribute('src', first ?? '')

    await edit(page, isMobile)
    await dialog(page).getByRole('button', { name: 'Remove picture' }).click()
    await expect(shown(page)).toBeHidden()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(thumbnails(page)).toHaveCount(1)
    await edit(page, isMobile)
    await dialog(page).getByRole('button', { name: 'Remove picture' }).click()
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(thumbnails(page)).toHaveCount(0)
    expect(await sql('select picture from product where businessid = $1', [owner.businessid])).toEqual([{ picture: null }])
  })

  test('is refused with the reason: type, size or content; the product is created once', async ({ owner, page }) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill('Milk')
    const refused = (words: string) => expect(input(page)).toHaveAccessibleDescription(words)
    await input(page).setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await refused('Use a JPEG, PNG or WebP picture.')
    await expectAccessibleByDayAndNight(page)
    const large = Buffer.concat([await image('png', 'red'), Buffer.alloc(5 * 1024 * 1024)])
    await input(page).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: large })
    await refused('A picture is at most 5 MB.')
    await input(page).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await refused('This picture cannot be read. Use another one.')
    await expect(shown(page)).toBeHidden()

    // A browser draws what is there of a picture; the server wants all of it.
    const whole = await jpeg()
    await input(page).setInputFiles({ ...whole, buffer: whole.buffer.subarray(0, whole.buffer.length - 200) })
    await expect(shown(page)).toBeVisible()
    await save(page).click()
    await refused('The product is saved, its picture is not. This picture cannot be read. Use another one.')
    await expect(field(page, 'Product name')).toHaveValue('Milk')
    await input(page).setInputFiles(whole)
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(thumbnails(page)).toHaveCount(1)
    expect(await sql('select 1 from product where businessid = $1', [owner.businessid])).toHaveLength(1)
  })

  test('stays when an invalid file is chosen, and Save waits for a decision', async ({ owner: _owner, page }) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill(AMASI.productname)
    await input(page).setInputFiles(await jpeg())
    await save(page).click()
    await expect(thumbnails(page)).toHaveCount(1)
    const picture = await thumbnails(page).getAttribute('src')

    await edit(page)
    for (const [file, words] of [
      [{ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }, 'Use a JPEG, PNG or WebP picture.'],
      [
        { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') },
        'This picture cannot be read. Use another one.',
      ],
      [{ name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) }, 'This picture cannot be read. Use another one.'],
    ] as const) {
      await input(page).setInputFiles(file)
      await expect(input(page)).toHaveAccessibleDescription(words)
      await expect(shown(page)).toHaveAttribute('src', /^\/api\//)
      await field(page, 'Description').fill(words)
      await save(page).click()
      await expect(input(page)).toBeFocused()
      await expect(input(page)).toHaveAccessibleDescription(words)
    }
    await expectAccessibleByDayAndNight(page)
    await dialog(page).getByRole('button', { name: 'Keep this picture' }).click()
    await expect(input(page)).toBeFocused()
    await expect(input(page)).toHaveAccessibleDescription('')
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(thumbnails(page)).toHaveAttribute('src', picture ?? '')

    await edit(page)
    await dialog(page).getByRole('button', { name: 'Remove picture' }).focus()
    await page.keyboard.press('Enter')
    await expect(input(page)).toBeFocused()
    await input(page).setInputFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
    await expect(shown(page)).toBeHidden()
    await dialog(page).getByRole('button', { name: 'Skip' }).click()
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(thumbnails(page)).toHaveCount(0)
  })

  test('is uploaded again after a failed upload; the product is saved already', async ({ owner, page }) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill(AMASI.productname)
    await input(page).setInputFiles(await jpeg())
    await page.route('**/api/v1/products/*/picture', (route) => route.abort())
    await save(page).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('The product is saved, its picture is not. Please try again.')
    await expect(dialog(page)).toHaveAccessibleName('Edit product')
    await expect(shown(page)).toBeVisible()
    await page.unroute('**/api/v1/products/*/picture')
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(thumbnails(page)).toHaveCount(1)
    expect(await sql('select 1 from product where businessid = $1', [owner.businessid])).toHaveLength(1)
  })

  test('failed to upload: the save of the product counts, and a later change by someone else is a conflict', async ({
    owner,
    page,
  }) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill(AMASI.productname)
    await field(page, 'Price (ZAR)').fill('42.9')
    await input(page).setInputFiles(await jpeg())
    await page.route('**/api/v1/products/*/picture', (route) => route.abort())
    const alert = dialog(page).getByRole('alert')
    const showChanges = alert.getByRole('button', { name: 'Show changes' })
    const changes = () => cells(page, 'Changed by someone else')
    await save(page).click()
    await expect(alert).toContainText('The product is saved, its picture is not.')

    const [made] = await sql<{ productid: string }>('select productid from product where businessid = $1', [owner.businessid])
    const { siteid } = owner
    const theirs = { ...AMASI, siteid, category: 'Milk', price: 44, stock: 0, description: '', barcode: '', purchaseprice: 0 }
    await call(page.request, 'PUT', `/api/v1/products/${made?.productid}`, { ...theirs, opened: { version: 1, stock: 0 } })
    await save(page).click()
    await expect(alert).toContainText('Someone else changed this product.')
    await showChanges.click()
    expect(await changes()).toEqual([
      ['Category', 'Milk', 'Not changed'],
      ['Supplier', 'Umgeni Dairy', 'Not changed'],
      ['Price', '44,00', 'Not changed'],
    ])
    await expect(field(page, 'Price (ZAR)')).toHaveValue('44,00')

    await field(page, 'Price (ZAR)').fill('45')
    await save(page).click()
    await expect(alert).toContainText('The product is saved, its picture is not.')
    await call(page.request, 'PUT', `/api/v1/products/${made?.productid}`, {
      ...{ ...theirs, category: 'Dairy', price: 45 },
      opened: { version: 3, stock: 0 },
    })
    await save(page).click()
    await showChanges.click()
    expect(await changes()).toEqual([['Category', 'Dairy', 'Not changed']])
    await page.unroute('**/api/v1/products/*/picture')
    await save(page).click()
    await expect(dialog(page)).toBeHidden()
    await expect(thumbnails(page)).toHaveCount(1)
    await expect(row(page, 'Amasi')).toContainText('45,00')
  })

  test('appears in the list although its answer was lost', async ({ owner, page }) => {
    await add(owner, page, AMASI)
    await page.goto('/products')
    await edit(page)
    await input(page).setInputFiles(await jpeg())
    await page.route('**/api/v1/products/*/picture', async (route) => {
      expect((await route.fetch()).ok()).toBe(true)
      await route.abort('connectionreset')
    })
    await save(page).click()
    await expect(dialog(page).getByRole('alert')).toContainText('The product is saved, its picture is not.')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(thumbnails(page)).toHaveCount(1)
  })

  test('does not replace the page when it is dropped beside its field', async ({ owner: _owner, page }, info) => {
    const path = info.outputPath('milk.jpg')
    await writeFile(path, (await jpeg()).buffer)
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await field(page, 'Product name').fill('Milk')
    for (const beside of [field(page, 'Product name'), dialog(page).getByRole('heading')]) await drop(page, path, beside)
    await drop(page, path, input(page))
    await expect(shown(page)).toBeVisible()
    await expect(field(page, 'Product name')).toHaveValue('Milk')
    expect(page.context().pages()).toHaveLength(1)
  })

  test('can be dropped on its field', async ({ owner: _owner, page }, info) => {
    const path = info.outputPath('milk.jpg')
    await writeFile(path, (await jpeg()).buffer)
    await page.goto('/products')
    await page.getByRole('button', { name: 'Add product' }).click()
    await drop(page, path, input(page))
    await expect(shown(page)).toBeVisible()
  })
})
