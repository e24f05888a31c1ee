import { call, expect, openOtherBrowser, PASSWORD, push, test, uniqueEmail } from './fixtures.ts'
import { button, confirm, dialog, field, main, newDocument, scan } from './stock-page.ts'

test('cartons: an owner gives a carton its barcode, a till sells one, and a stock keeper receives two by scan @phone-only', async ({
  browser,
  owner,
  page,
}) => {
  await owner.addProduct({ productname: 'Milk 1 L', barcode: '6001', price: 20, stock: 100 })
  const email = uniqueEmail()
  const { employeeid } = await call<{ employeeid: number }>(page.request, 'POST', '/api/v1/employees', {
    ...{ firstname: 'Lerato', lastname: 'Mokoena', position: 'Manager', siteid: owner.siteid, isenabled: true, hiredate: null },
    ...{ email, password: PASSWORD, request_id: crypto.randomUUID() },
  })
  await call(page.request, 'PUT', `/api/v1/employees/${employeeid}/right`, {
    right: { name: 'stock', siteids: [owner.siteid] },
  })

  await page.goto('/products?q=Milk')
  await page.getByRole('button', { name: 'Actions for Milk 1 L' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog(page).getByRole('button', { name: 'Add another code' }).click()
  await dialog(page).getByLabel('Further barcode 1', { exact: true }).fill('16001')
  await dialog(page).getByLabel('Units per scan of further barcode 1').fill('24')
  await confirm(page, 'Save')
  await expect(dialog(page)).toBeHidden()

  const { key } = await owner.addTill()
  const saledate = new Date().toISOString()
  await push(page.request, key, [
    { reference: 'TILL1-1', saledate, payment_method: 'card', items: [{ barcode: '16001', quantity: 1, price: 440 }] },
  ])
  await page.goto('/products?q=16001')
  await expect(page.getByRole('listitem').filter({ hasText: 'Milk 1 L' })).toContainText('76')

  const lerato = await openOtherBrowser(browser, page)
  await lerato.page.goto('/login')
  await lerato.page.getByLabel('Email').fill(email)
  await lerato.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await lerato.page.keyboard.press('Enter')
  await lerato.page.waitForURL((url) => url.pathname !== '/login')
  await newDocument(lerato.page, 'Delivery')
  await scan(lerato.page, '16001')
  await scan(lerato.page, '16001')
  await expect(field(lerato.page, 'Accepted of Milk 1 L')).toHaveValue('48')
  await button(lerato.page, 'Receive delivery').click()
  await confirm(lerato.page, 'Receive delivery')
  await expect(main(lerato.page)).toContainText('Received')
  await page.goto('/products?q=16001')
  await expect(page.getByRole('listitem').filter({ hasText: 'Milk 1 L' })).toContainText('124')
  await lerato.context.close()
})

test('scales: an owner says how they write barcodes, a till sells a label, and an adjustment takes two by scan @phone-only', async ({
  owner,
  page,
}) => {
  await owner.addProduct({ productname: 'Gouda', barcode: '1234', price: 130, stock: 10 })
  await page.goto('/settings/stock')
  await page.getByRole('button', { name: 'Change the stock settings' }).click()
  await dialog(page).getByLabel('Barcodes of scales').fill('20PPPPPWWWWWC')
  await dialog(page).getByLabel('Try a barcode (optional)').fill('2001234003506')
  await expect(dialog(page)).toContainText('Gouda: 0,35 kg')
  await confirm(page, 'Save')
  await expect(page.getByRole('region', { name: 'Stock' })).toContainText('20PPPPPWWWWWC')

  const { key } = await owner.addTill()
  await push(page.request, key, [
    {
      ...{ reference: 'TILL1-1', saledate: new Date().toISOString(), payment_method: 'card' },
      items: [{ barcode: '2001234003506', quantity: 1, price: 45.5 }],
    },
  ])
  await page.goto('/products?q=2001234003506')
  await expect(page.getByRole('listitem').filter({ hasText: 'Gouda' })).toContainText('9,65')

  await newDocument(page, 'Adjustment')
  await scan(page, '2001234003506')
  await scan(page, '2001234003506')
  await expect(field(page, 'Units of Gouda')).toHaveValue('0,7')
})
