import type { Browser, Page } from '@playwright/test'
import { call, expect, expectAccessible, type Owner, openOtherBrowser, PASSWORD, push, test, uniqueEmail } from './fixtures.ts'
import { button, choose, confirm, dialog, field, main, newDocument, scan } from './stock-page.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')

/** An employee with a login, a second site, a product and a sale at each site. */
async function prepare(owner: Owner, page: Page) {
  const { request } = page
  const email = uniqueEmail()
  await call(request, 'POST', '/api/v1/employees', {
    ...{ firstname: 'Lerato', lastname: 'Mokoena', position: 'Manager', siteid: owner.siteid, isenabled: true, hiredate: null },
    ...{ email, password: PASSWORD, request_id: crypto.randomUUID() },
  })
  const { siteid } = (await call(request, 'POST', '/api/v1/sites', { sitename: 'Rosebank', location: 'x' })) as { siteid: number }
  for (const [at, name, price] of [
    [owner.siteid, 'Bread', 20],
    [siteid, 'Coffee', 70],
  ] as const) {
    await call(request, 'POST', '/api/v1/products', {
      ...{ siteid: at, productname: name, barcode: `600${at}`, price, purchaseprice: 10, stock: 100 },
    })
    const { key } = await owner.addTill(at)
    const finalamount = price
    await push(request, key, [
      { reference: `${name} 1`, saledate: new Date().toISOString(), finalamount, payment_method: 'card' },
    ])
  }
  return email
}

async function giveRight(page: Page, name: string) {
  await page.goto('/employees')
  await page.getByRole('button', { name: 'Edit Lerato Mokoena' }).click()
  await dialog(page).getByRole('button', { name: 'Permissions' }).click()
  await dialog(page).getByRole('radio', { name }).check()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toBeHidden()
}

/** Signs in as another person. */
async function signIn(browser: Browser, page: Page, email: string) {
  const person = await openOtherBrowser(browser, page)
  await person.page.goto('/login')
  await person.page.getByLabel('Email').fill(email)
  await person.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await person.page.keyboard.press('Enter')
  return person
}

/** A transfer to a site that the person does not have otherwise. */
async function sendGoods(page: Page, { siteid }: Owner) {
  await newDocument(page, 'Transfer')
  await choose(page, 'To', 'Rosebank')
  await scan(page, `600${siteid}`)
  await field(page, 'Quantity of Bread').fill('30')
  await expect(page.getByText('Price (R)')).toBeHidden()
  await expectAccessible(page)
  await button(page, 'Send transfer').click()
  await expect(dialog(page)).toContainText('1 product, 30 units leave Sandton Rivonia now')
  await confirm(page, 'Send transfer')
  await expect(main(page)).toContainText('In transit')
  await expect(button(page, 'Receive')).toBeHidden()
}

/** A delivery, a price, and a product that is new. */
async function keepShelf(page: Page, { siteid }: Owner) {
  await newDocument(page, 'Delivery')
  await scan(page, `600${siteid}`)
  await field(page, 'Accepted of Bread').fill('20')
  await field(page, 'Price of Bread').fill('11')
  await button(page, 'Receive delivery').click()
  await confirm(page, 'Receive delivery')
  await expect(main(page)).toContainText('Received')
  await page.goto('/products')
  await button(page, 'Add product').click()
  await dialog(page).getByLabel('Product name').fill('Rusks')
  await dialog(page).getByLabel('Price (ZAR)', { exact: true }).fill('45')
  await dialog(page).getByLabel('Purchase price (ZAR)').fill('30')
  await dialog(page).getByLabel('Stock', { exact: true }).fill('6')
  await expectAccessible(page)
  await confirm(page, 'Save')
  await expect(dialog(page)).toBeHidden()
  await expect(main(page)).toContainText('Rusks')
}

for (const { right, screens, home, closed, revenue, work } of [
  {
    right: 'Shop manager',
    screens: ['Dashboard', 'Sales', 'Products'],
    home: '/dashboard',
    closed: '/sites',
    revenue: 'R 20',
    work: sendGoods,
  },
  { right: 'Stock keeper', screens: ['Products'], home: '/products', closed: '/dashboard', revenue: '', work: keepShelf },
])
  test(`rights: a ${right} signs in, and finds what the right includes`, async ({ owner, page, browser }) => {
    const email = await prepare(owner, page)
    await giveRight(page, right)
    const person = await signIn(browser, page, email)
    await expect(person.page).toHaveURL(new RegExp(`${home}$`))
    await expect(menu(person.page)).toHaveText(screens)
    if (revenue) await expect(person.page.getByRole('group', { name: 'Revenue' })).toContainText(revenue)
    await person.page.goto('/products')
    await expect(person.page.getByText('Bread')).toBeVisible()
    await expect(person.page.getByText('Coffee')).toBeHidden()
    await expect(person.page.getByRole('button', { name: 'Add product' })).toBeVisible({ visible: right === 'Stock keeper' })
    await expectAccessible(person.page)
    await person.page.goto('/stock')
    await expect(person.page.getByRole('heading', { name: 'Stock' })).toBeVisible()
    await work(person.page, owner)
    await person.page.goto('/settings')
    await expect(person.page.getByRole('main').getByText(email)).toBeVisible()
    await person.page.goto(closed)
    await expect(person.page.getByRole('heading', { name: 'You may not open this page' })).toBeVisible()
    await expectAccessible(person.page)
    expect(person.faults).toEqual([])

    await giveRight(page, 'No sign-in')
    await person.page.goto('/products')
    await expect(person.page).toHaveURL(/\/login/)
    await person.context.close()
  })
