import type { Page } from '@playwright/test'
import { expectNoOverflow } from './figures.ts'
import { expect, expectAccessibleByDayAndNight, plain, sql, test } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import sales' })

/** The export of an older till: another word for the date, and a receipt of two items. */
const FILE = `Wanneer;Receipt no;Item;Qty;Line total;Paid with
3/4/2026 14:05;1001;Rooibos tea;2;"79,98";Cash
3/4/2026 14:05;1001;Kettle;1;"499,00";Cash
13/4/2026 09:30;1002;Rooibos tea;1;"39,99";Card
13/4/2026 09:45;1003;Rooibos tea;one;"39,99";Card
`

test.describe('sales import', () => {
  test('brings the sales of an older till in, adds nothing twice, and is undone with one click @phone', async ({
    owner,
    page,
  }) => {
    const productid = await owner.addProduct({ productname: 'Rooibos tea', price: 39.99, stock: 100 })
    const readStock = async () => Number((await sql('select stock from product where productid = $1', [productid]))[0]?.['stock'])
    const upload = () =>
      dialog(page)
        .getByLabel('File with sales')
        .setInputFiles({ name: 'old-till.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
    await page.goto('/sales')
    await page.getByRole('button', { name: 'Import sales' }).click()
    await expect(dialog(page).getByLabel('File with sales')).toBeFocused()
    await expectAccessibleByDayAndNight(page)

    await upload()
    await expect(dialog(page)).toContainText('Choose the column with the date of the sale.')
    await dialog(page).getByRole('combobox', { name: 'Date', exact: true }).click()
    await page.getByRole('option', { name: 'Wanneer' }).click()
    await expectAccessibleByDayAndNight(page)
    await expectNoOverflow(page)
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    await expect(dialog(page)).toContainText('2 new, 0 already here, 1 not imported')
    const text = async () => plain(await dialog(page).innerText())
    expect(await text()).toContain('3 Apr 2026, 14:05 R 578,98')
    expect(await text()).toContain('Apr 2026 2')
    expect(await text()).toContain('R 618,97')
    expect(await text()).toContain('Quantity: “one” is not a number.')
    await expectAccessibleByDayAndNight(page)
    await expectNoOverflow(page)

    await dialog(page).getByRole('checkbox', { name: 'Take the sold items off the stock' }).check()
    await dialog(page).getByRole('button', { name: 'Import 2 sales' }).click()
    await expect(dialog(page).getByRole('status')).toContainText('Imported: 2 sales.')
    expect(await readStock()).toBe(97)
    await dialog(page).getByRole('button', { name: 'Show these sales' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect.poll(async () => plain(await page.getByRole('main').innerText())).toContain('Page 1 / 1 • 2 results')

    await page.getByRole('button', { name: 'Import sales' }).click()
    await upload()
    await expect(dialog(page), 'the matching of the columns is remembered').toContainText('0 new, 2 already here, 1 not imported')
    await expect(dialog(page).getByRole('button', { name: 'Nothing to import' })).toBeDisabled()
    await dialog(page).getByRole('button', { name: 'Back' }).click()
    await dialog(page).getByRole('button', { name: 'Undo the import of old-till.csv' }).click()
    await expect(dialog(page).getByRole('status')).toContainText('Undone: 2 sales removed.')
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('No sales found.')).toBeVisible()
    expect(await readStock()).toBe(100)
  })
})
