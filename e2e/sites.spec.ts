import type { Page } from '@playwright/test'
import { expect, row, saveUnanswered, sql, test } from './fixtures.ts'

const names = (page: Page) => page.getByRole('table', { name: 'Locations' }).locator('tbody tr td:first-child')
const dialog = (page: Page) => page.getByRole('dialog')
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })

test('sites: an owner adds, finds, edits and deletes a site (1.7, 4.22, 7.3.22)', async ({ owner: _owner, page }) => {
  await page.goto('/sites')
  await page.getByRole('button', { name: 'Add site' }).click()
  await dialog(page).getByLabel('Site name').fill('Durban Florida')
  await dialog(page).getByLabel('Location').fill('178 Florida Road, Durban 4001')
  await save(page).click()
  await expect(names(page)).toHaveText(['Durban Florida', 'Sandton Rivonia'])
  await page.getByRole('searchbox').fill('FLORIDA r')
  await expect(names(page)).toHaveText(['Durban Florida'])
  await page.getByRole('button', { name: 'Edit Durban Florida' }).click()
  await dialog(page).getByLabel('Site name').fill('Florida North')
  await save(page).click()
  await expect(names(page)).toHaveText(['Florida North'])
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('columnheader', { name: 'Employees' }).getByRole('button').click()
  await expect(names(page)).toHaveText(['Florida North', 'Sandton Rivonia'])
  await page.getByRole('button', { name: 'Delete Florida North' }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(names(page)).toHaveText(['Sandton Rivonia'])
  await page.getByRole('button', { name: 'Delete Sandton Rivonia' }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Cannot delete this site because it has related records.')
})

test('sites: the list has ten a page (2.8.8, 9.18)', async ({ owner, page }) => {
  await sql(
    `insert into site (businessid, sitename, location) select $1, 'Depot ' || n, 'Midrand' from generate_series(1, 10) n`,
    [owner.businessid],
  )
  await page.goto('/sites')
  await expect(names(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 / 2 • 11 results')).toBeVisible()
  await expect(names(page)).toHaveText(['Sandton Rivonia'])
})

test('sites: saves once when it is saved again after a lost answer', async ({ owner, page }) => {
  await page.goto('/sites')
  await page.getByRole('button', { name: 'Add site' }).click()
  await dialog(page).getByLabel('Site name').fill('Zeerust')
  await dialog(page).getByLabel('Location').fill('1 Church Street')
  await saveUnanswered(page, 'sites/create')
  await save(page).click()
  await expect(dialog(page)).toBeHidden()
  await expect(names(page)).toHaveText(['Sandton Rivonia', 'Zeerust'])
  expect(await sql('select from site where businessid = $1', [owner.businessid])).toHaveLength(2)

  await page.getByRole('button', { name: 'Edit Zeerust' }).click()
  await dialog(page).getByLabel('Site name').fill(' Zeerust Mall ')
  await saveUnanswered(page, 'sites/update')
  await save(page).click()
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, 'Zeerust Mall')).toBeVisible()
})
