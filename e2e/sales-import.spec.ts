import type { Page } from '@playwright/test'
import { expectNoOverflow } from './figures.ts'
import { expect, plain, sql, test } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import sales' })

/** The export of an older till: another word for the date, and a receipt of two items. */
const FILE = `Wanneer;Receipt no;Item;Qty;Line total;Paid with
3/4/2026 14:05;1001;Rooibos tea;2;"79,98";Cash
3/4/2026 14:05;1001;Kettle;1;"499,00";Cash
13/4/2026 09:30;1002;Rooibos tea;1;"39,99";Card
13/4/2026 09:45;1003;Rooibos tea;one;"39,99";Card
`

test.describe('sales import', () => {
  test('brings the sales of an older till in, adds nothing twice, and is undone with one click', async ({ owner, page }) => {
    const productid = await owner.addProduct({ productname: 'Rooibos tea', price: 39.99, stock: 100 })
    const readStock = async () => Number((await sql('select stock from product where productid = $1', [productid]))[0]?.['stock'])
    const upload = () =>
      dialog(page)
        .getByLabel('File with sales')
        .setInputFiles({ name: 'old-till.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
    await page.goto('/sales')
    await page.getByRole('button', { name: 'Import sales' }).click()
    await expect(dialog(page).getByLabel('File with sales')).toBeFocused()

    await upload()
    await expect(dialog(page)).toContainText('Choose the column with the date.')
    await dialog(page).getByRole('combobox', { name: 'Column Wanneer' }).selectOption('Date')
    await expectNoOverflow(page)
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    await expect(dialog(page)).toContainText('2 new, 0 already here, 1 not imported')
    const text = async () => plain(await dialog(page).innerText())
    expect(await text()).toContain('3 Apr 2026, 14:05 R 578,98')
    expect(await text()).toContain('Apr 2026 2')
    expect(await text()).toContain('R 618,97')
    expect(await text()).toContain('Quantity: “one” is not a number.')
    await expectNoOverflow(page)

    await dialog(page).getByRole('checkbox', { name: 'Take sold items off the stock' }).check()
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

/** As the file of a supermarket with three branches has them: 17 columns, VAT of 5 % in the total. */
function createSupermarketFile() {
  const titles =
    'Invoice ID,Branch,City,Customer type,Gender,Product line,Unit price,Quantity,Tax 5%,Total,Date,Time,Payment,cogs,gross margin percentage,gross income,Rating'
  const lines = [
    'Health and beauty',
    'Food and beverages',
    'Sports and travel',
    'Home and lifestyle',
    'Electronic accessories',
    'Fashion',
  ]
  const rows = Array.from({ length: 30 }, (_, index) => {
    const branch = 'ABC'[index % 3] ?? 'A'
    const [cents, quantity] = [1050 + 137 * index, 1 + (index % 9)]
    // In hundredths of a cent, which are whole.
    const [cogs, tax] = [cents * quantity * 100, cents * quantity * 5]
    const format = (value: number) => (value / 10_000).toFixed(4)
    const cells = [
      ...[`750-67-${8000 + index}`, branch, 'Yangon', 'Member', 'Female', lines[index % lines.length]],
      ...[(cents / 100).toFixed(2), quantity, format(tax), format(cogs + tax), `${1 + (index % 3)}/${13 + (index % 14)}/2026`],
      ...[
        `${10 + (index % 9)}:08`,
        ['Cash', 'Ewallet', 'Credit card'][index % 3],
        format(cogs),
        '4.761904762',
        format(tax),
        '9.1',
      ],
    ]
    return cells.join(',')
  })
  return [titles, ...rows].join('\n')
}

test.describe('sales import of branches and products that Winkel does not have', () => {
  test('asks for the branches, adds sites and products with one click each, and imports everything @phone-only', async ({
    owner,
    page,
  }) => {
    let uploads = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/sales/imports?') && request.headers()['content-encoding'] === 'gzip') uploads++
    })
    await page.goto('/sales?import=true')
    await dialog(page)
      .getByLabel('File with sales')
      .setInputFiles({ name: 'supermarket.csv', mimeType: 'text/csv', buffer: Buffer.from(createSupermarketFile()) })
    await expect(dialog(page)).toContainText('Choose a site for Branch A, B and C')
    await expectNoOverflow(page)
    await dialog(page).getByRole('button', { name: 'Match columns' }).click()
    await expect(dialog(page).getByRole('combobox', { name: 'Column Date' })).toHaveValue('saledate')
    await expectNoOverflow(page)
    await dialog(page).getByRole('button', { name: 'Continue' }).click()
    await dialog(page).getByRole('button', { name: 'Add 3 sites' }).click()
    await expect(dialog(page)).toContainText('30 new, 0 already here, 0 not imported')
    const text = async () => plain(await dialog(page).innerText())
    await expect.poll(text).toContain('VAT from the column “Tax 5%”: R ')
    expect(await text()).toContain('30 lines of ')
    expect(await text()).toContain('missing from your products: R ')
    await expectNoOverflow(page)
    await dialog(page)
      .getByRole('button', { name: /^Add these \d+ products$/ })
      .click()
    await expect.poll(text).not.toContain('missing from your products')
    await dialog(page).getByRole('button', { name: 'Import 30 sales' }).click()
    await expect(dialog(page).getByRole('status')).toContainText('Imported: 30 sales.')
    expect(uploads, 'the file is sent once').toBe(1)
    const found = await sql(
      `select (select count(*)::int from site where businessid = $1) as sites, count(distinct s.saleid)::int as sales,
              count(*) filter (where p.is_unknown)::int as unknown
         from sales s join saleitems l using (businessid, saleid) join product p on p.businessid = l.businessid and p.productid = l.productid
        where s.businessid = $1`,
      [owner.businessid],
    )
    expect(found).toEqual([{ sites: 4, sales: 30, unknown: 0 }])
  })
})

test.describe('sales import of a new shop', () => {
  /** What each file comes to without tips and gift cards, worked out by hand. */
  const FILES = [
    ['square-transactions', 'Adds 4 sales of R 207,00 (net of 1 refund) at 2 sites.'],
    ['loyverse-receipts', 'Adds 4 sales of R 253,00 (net of 1 refund) at 2 sites.'],
    ['yoco-transactions', 'Adds 3 sales of R 115,00 (net of 1 refund) at 1 site.'],
  ] as const

  test('three tills are read with two answers, and the dashboard has the sum of their month @phone', async ({
    owner,
    page,
    isMobile,
  }) => {
    let asked = 0
    await page.goto('/sales')
    for (const [name, sum] of FILES) {
      if (isMobile) await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('button', { name: 'Import sales' }).click()
      await dialog(page).getByLabel('File with sales').setInputFiles(`server/testing/exports/${name}.csv`)
      await expect(dialog(page).getByRole('button', { name: /^Import( \d| *$)/ })).toBeVisible()
      const add = dialog(page).getByRole('button', { name: /^Add \d sites?$/ })
      if (await add.isVisible()) {
        await add.click()
        asked++
      }
      await expect.poll(async () => plain(await dialog(page).innerText())).toContain(sum)
      await expectNoOverflow(page)
      await dialog(page)
        .getByRole('button', { name: /^Import \d+ sales$/ })
        .click()
      await expect(dialog(page).getByRole('status')).toContainText('Imported:')
      await dialog(page).getByRole('button', { name: 'Done' }).click()
    }
    expect(asked).toBeLessThanOrEqual(2)
    expect(await sql('select sum(finalamount)::float as sum from sales where businessid = $1', [owner.businessid])).toEqual([
      { sum: 575 },
    ])
    await page.goto('/dashboard?from=2026-10-01&to=2026-10-31')
    await expect.poll(async () => plain(await page.getByRole('main').innerText())).toContain('R 575,00')
  })
})
