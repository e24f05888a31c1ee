import type { Page } from '@playwright/test'
import { call, expect, expectAccessible, foundBusiness, plain, row, saveUnanswered, sql, test } from './fixtures.ts'

const table = (page: Page) => page.getByRole('table', { name: 'Locations' })
/** The first cells of the rows, top down. */
const names = (page: Page) => table(page).locator('tbody tr td:first-child')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by name or location…' })
const dialog = (page: Page) => page.getByRole('dialog')

test('an owner adds a site, and is told what is missing first (1.7, 2.8.1, 2.8.3, 2.8.4, 2.8.9, 2.8.10, 3.10, 4.19, 4.22, 5.5.1, 5.5.2, 5.5.3)', async ({
  owner: _owner,
  page,
}) => {
  await page.goto('/sites')
  await expect(page.getByRole('heading', { level: 1, name: 'Sites' })).toBeVisible()
  await expect(page.getByText('Locations and coverage')).toBeVisible()
  await expect(row(page, 'Sandton Rivonia').getByRole('cell')).toHaveText(['Sandton Rivonia', /Rivonia Road/, '1', ''])

  await page.getByRole('button', { name: 'Add site' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Add site')
  await expect(dialog(page)).toHaveAccessibleDescription('Maintain site name and location')
  await expect(dialog(page).getByLabel('Site name')).toBeFocused()
  await expect(dialog(page).getByLabel('Site name')).toHaveValue('')
  await expect(dialog(page).getByLabel('Location')).toHaveValue('')
  await expect(dialog(page).getByLabel('Location')).toHaveAttribute('placeholder', '84 Kloof Street, Gardens, Cape Town 8001')
  await expect(dialog(page).getByRole('button', { name: /Cancel|Save/ })).toHaveText(['Cancel', 'Save'])
  await dialog(page).getByLabel('Site name').fill('   ')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toContainText('Site name is required.')
  await expect(dialog(page)).toContainText('Location is required.')
  await expectAccessible(page)

  await dialog(page).getByLabel('Site name').fill('  Durban Florida ')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).not.toContainText('Site name is required.')
  await expect(dialog(page)).toContainText('Location is required.')
  await dialog(page).getByLabel('Location').fill(' 178 Florida Road, Durban 4001 ')
  await dialog(page).getByLabel('Location').press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(names(page)).toHaveText(['Durban Florida', 'Sandton Rivonia'])
  await expect(row(page, 'Durban Florida').getByRole('cell')).toHaveText([
    'Durban Florida',
    '178 Florida Road, Durban 4001',
    '0',
    '',
  ])
  await expectAccessible(page)
})

test('an owner edits a site; Cancel and Escape change nothing (2.8.9, 2.8.10, 4.20)', async ({ owner: _owner, page }) => {
  await page.goto('/sites')
  const edit = page.getByRole('button', { name: 'Edit Sandton Rivonia' })
  await edit.click()
  await expect(dialog(page)).toHaveAccessibleName('Edit site')
  await expect(dialog(page).getByLabel('Site name')).toHaveValue('Sandton Rivonia')
  await expect(dialog(page).getByLabel('Location')).toHaveValue('112 Rivonia Road, Sandton 2196')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(edit).toBeFocused()

  await edit.click()
  await dialog(page).getByLabel('Site name').fill('Sandton City')
  await page.keyboard.press('Escape')
  await expect(dialog(page).getByLabel('Site name')).toHaveValue('Sandton City')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(names(page)).toHaveText(['Sandton Rivonia'])

  await edit.click()
  await dialog(page).getByLabel('Site name').fill('Sandton City')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(names(page)).toHaveText(['Sandton City'])
})

test('a site with employees cannot be deleted, one without can (2.8.11, 4.24, 7.3.22, 8.2.7)', async ({ owner, page }) => {
  await owner.addSite('Zeerust')
  await page.goto('/sites')
  await page.getByRole('button', { name: 'Delete Sandton Rivonia' }).click()
  await expect(dialog(page)).toContainText('Delete site Sandton Rivonia?')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Cannot delete this site because it has related records.')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Delete Zeerust' }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(names(page)).toHaveText(['Sandton Rivonia'])
})

test('the search finds names and locations, waits for the typing to end, and lives in the address (2.8.2, 2.8.6)', async ({
  owner,
  page,
}) => {
  await owner.addSite('Durban Florida', '178 Florida Road')
  await owner.addSite('100% Kloof', '84 Kloof Street')
  await page.goto('/sites')
  await expect(names(page)).toHaveCount(3)

  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/sites/list') && asked.push(decodeURIComponent(request.url())))
  await search(page).pressSequentially('FLORIDA r', { delay: 20 })
  await expect(names(page)).toHaveText(['Durban Florida'])
  await expect(page.getByText('Page 1 / 1 • 1 results')).toBeVisible()
  expect(asked).toHaveLength(1)
  await expect(page).toHaveURL(/\?q=FLORIDA\+r$/)

  await page.reload()
  await expect(search(page)).toHaveValue('FLORIDA r')
  await expect(names(page)).toHaveText(['Durban Florida'])

  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(search(page)).toBeFocused()
  await expect(names(page)).toHaveCount(3)
  await expect(page).toHaveURL(/\/sites$/)

  await search(page).pressSequentially(' durban ', { delay: 20 })
  await expect(names(page), 'with the blank that a telephone adds').toHaveText(['Durban Florida'])
  await expect(search(page)).toHaveValue(' durban ')
  await search(page).pressSequentially('flo', { delay: 20 })
  await expect(page).toHaveURL(/\?q=durban\+flo$/)
  await expect(search(page)).toHaveValue(' durban flo')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL(/\/sites$/)

  await search(page).fill('%')
  await expect(names(page)).toHaveText(['100% Kloof'])
  await page.goBack()
  await expect(search(page)).toHaveValue('')
  await expect(names(page)).toHaveCount(3)
  await page.goForward()
  await expect(search(page)).toHaveValue('%')
  await expect(names(page)).toHaveText(['100% Kloof'])

  await search(page).fill('nowhere')
  await expect(table(page)).toContainText('No sites found.')
  await expect(page.getByText('Page 1 / 1 • 0 results')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all sites' }).click()
  await expect(names(page)).toHaveCount(3)
})

test('a search is asked for 220 ms after the last letter (4.18, 9.21)', async ({ owner: _owner, page }) => {
  await page.clock.install()
  await page.goto('/sites')
  await expect(names(page)).toHaveCount(1)
  let asked = 0
  page.on('request', (request) => request.url().includes('/sites/list') && asked++)
  await page.clock.pauseAt(Date.now() + 60_000)
  await search(page).fill('sand')
  await page.clock.runFor(150)
  await search(page).fill('sandt')
  await page.clock.runFor(219)
  expect(asked).toBe(0)
  await page.clock.runFor(1)
  await page.clock.resume()
  await expect.poll(() => asked).toBe(1)
})

test('every column sorts both ways, and a changed order starts at page 1 (2.8.5, 4.15, 4.16)', async ({ owner, page }) => {
  await owner.addSite('alpha', 'Zeerust')
  await owner.addSite('Beta', 'Aliwal North')
  for (let one = 1; one <= 9; one++) await owner.addSite(`Depot ${one}`, 'Midrand')
  const header = (name: string) => table(page).getByRole('columnheader', { name })

  await page.goto('/sites?page=2')
  await expect(header('Site')).toHaveAttribute('aria-sort', 'ascending')
  await expect(names(page)).toHaveText(['Depot 9', 'Sandton Rivonia'])

  await header('Location').getByRole('button').click()
  await expect(header('Location')).toHaveAttribute('aria-sort', 'ascending')
  await expect(header('Site')).not.toHaveAttribute('aria-sort')
  await expect(page.getByText('Page 1 / 2 • 12 results')).toBeVisible()
  await expect(names(page).first()).toHaveText('Sandton Rivonia')

  await header('Location').getByRole('button').click()
  await expect(header('Location')).toHaveAttribute('aria-sort', 'descending')
  await expect(names(page).first()).toHaveText('alpha')

  await header('Employees').getByRole('button').click()
  await header('Employees').getByRole('button').click()
  await expect(names(page).first()).toHaveText('Sandton Rivonia')

  await header('Site').getByRole('button').click()
  await expect(page).toHaveURL(/\/sites$/)
  await expect(names(page).first()).toHaveText('alpha')
  await expect(names(page).nth(1)).toHaveText('Beta')
})

test('ten sites a page; the ends of the pager are closed; nonsense in the address is ignored (1.7, 2.8.8, 9.18)', async ({
  owner,
  page,
}) => {
  for (let one = 1; one <= 10; one++) await owner.addSite(`Depot ${one}`)
  const previous = page.getByRole('button', { name: 'Previous' })
  const next = page.getByRole('button', { name: 'Next' })

  await page.goto('/sites')
  await expect(names(page)).toHaveCount(10)
  await expect(page.getByText('Page 1 / 2 • 11 results')).toBeVisible()
  await expect(previous).toBeDisabled()
  await next.click()
  await expect(page.getByText('Page 2 / 2 • 11 results')).toBeVisible()
  await expect(names(page)).toHaveText(['Sandton Rivonia'])
  await expect(next).toBeDisabled()
  await previous.click()
  await expect(names(page)).toHaveCount(10)

  await page.goto('/sites?page=999')
  await expect(page.getByText('Page 2 / 2 • 11 results')).toBeVisible()
  await page.goto('/sites?page=-1&sort=colour&dir=up&utm_source=mail&constructor=x')
  await expect(page.getByText('Page 1 / 2 • 11 results')).toBeVisible()
})

test('while the list is on its way its shape stands there; when it does not come, a second try does (2.8.7, 8.2.5, 9.23)', async ({
  owner: _owner,
  page,
}) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/rpc/sites/list*', async (route) => {
    await held
    await route.abort()
  })
  await page.goto('/sites')
  await expect(table(page)).toHaveAttribute('aria-busy', 'true')
  await expect(table(page).locator('tbody tr')).toHaveCount(6)
  answer()
  await expect(table(page).getByRole('alert')).toHaveText('Error: Failed to load sites')
  await expectAccessible(page)
  await page.unroute('**/api/rpc/sites/list*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(names(page)).toHaveText(['Sandton Rivonia'])
})

test('a save that fails keeps the dialog and what was typed (4.23, 8.2.9)', async ({ owner: _owner, page }) => {
  await page.goto('/sites')
  await page.getByRole('button', { name: 'Add site' }).click()
  await dialog(page).getByLabel('Site name').fill('Zeerust')
  await dialog(page).getByLabel('Location').fill('1 Church Street')
  await page.route('**/api/rpc/sites/create', (route) => route.abort())
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await expect(dialog(page).getByLabel('Site name')).toHaveValue('Zeerust')
  await page.unroute('**/api/rpc/sites/create')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(names(page)).toHaveText(['Sandton Rivonia', 'Zeerust'])
})

test('a site that somebody else saved meanwhile is not written over, and nothing typed is lost', async ({ owner, page }) => {
  await page.goto('/sites')
  await page.getByRole('button', { name: 'Edit Sandton Rivonia' }).click()
  await dialog(page).getByLabel('Site name').fill('Sandton City')
  const theirs = { sitename: 'Sandton', location: '83 Rivonia Road', opened: { version: 1 } }
  await call(page.request, 'PUT', `/api/v1/sites/${owner.siteid}`, theirs)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  const alert = dialog(page).getByRole('alert')
  await expect(alert).toContainText('Somebody else changed this site. Reload to see the latest version.')
  await expect(dialog(page).getByLabel('Site name')).toHaveValue('Sandton City')
  await expect(names(page), 'the list behind knows already').toHaveText(['Sandton'])
  await expectAccessible(page)

  await alert.getByRole('button', { name: 'Reload' }).click()
  await expect(alert).toBeHidden()
  expect(plain(await dialog(page).getByRole('status').innerText())).toBe(
    'Changed by someone else: Site name Sandton Rivonia → Sandton (your change is kept) Location 112 Rivonia Road, Sandton 2196 → 83 Rivonia Road',
  )
  await expect(dialog(page).getByLabel('Site name')).toHaveValue('Sandton City')
  await expect(dialog(page).getByLabel('Location')).toHaveValue('83 Rivonia Road')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, 'Sandton City')).toContainText('83 Rivonia Road')
})

test('a new site whose answer is lost is the same one when it is saved again', async ({ owner, page }) => {
  await page.goto('/sites')
  await page.getByRole('button', { name: 'Add site' }).click()
  await dialog(page).getByLabel('Site name').fill('Zeerust')
  await dialog(page).getByLabel('Location').fill('1 Church Street')
  await saveUnanswered(page, 'sites/create')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(names(page)).toHaveText(['Sandton Rivonia', 'Zeerust'])
  expect(await sql('select from site where businessid = $1', [owner.businessid])).toHaveLength(2)
})

test('an edit whose answer is lost is not taken for somebody else’s when it is saved again', async ({ owner: _owner, page }) => {
  await page.goto('/sites')
  await page.getByRole('button', { name: 'Edit Sandton Rivonia' }).click()
  await dialog(page).getByLabel('Site name').fill(' Sandton City ')
  await saveUnanswered(page, 'sites/update')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(names(page)).toHaveText(['Sandton City'])
})

test('a save is sent once, however often it is pressed, and so is a delete (4.21, 4.28)', async ({ owner, page }) => {
  await owner.addSite('Zeerust')
  const sent: string[] = []
  /** Presses a button twice before the answer comes. */
  const pressTwice = async (name: string, call: string) => {
    const answer = Promise.withResolvers<void>()
    await page.route(`**/api/rpc/sites/${call}`, async (route) => {
      sent.push(call)
      await answer.promise
      await route.continue()
    })
    const button = dialog(page).getByRole('button', { name })
    await button.click()
    await expect(button).toBeDisabled()
    await button.click({ force: true })
    answer.resolve()
    await expect(dialog(page)).toBeHidden()
  }
  await page.goto('/sites')
  await page.getByRole('button', { name: 'Edit Zeerust' }).click()
  await dialog(page).getByLabel('Site name').fill('Zeerust Mall')
  await pressTwice('Save', 'update')
  await expect(names(page)).toHaveText(['Sandton Rivonia', 'Zeerust Mall'])
  await page.getByRole('button', { name: 'Delete Zeerust Mall' }).click()
  await pressTwice('Delete', 'remove')
  await expect(names(page)).toHaveText(['Sandton Rivonia'])
  expect(sent).toEqual(['update', 'remove'])
})

test('a delete that nobody answers keeps its question, with a reason (8.2.7)', async ({ owner, page }) => {
  await owner.addSite('Zeerust')
  await page.goto('/sites')
  await page.getByRole('button', { name: 'Delete Zeerust' }).click()
  await page.route('**/api/rpc/sites/remove', (route) => route.abort())
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Cannot delete this site because it has related records.')
  await expect(dialog(page)).toContainText('Delete site Zeerust?')
  await page.unroute('**/api/rpc/sites/remove')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(names(page)).toHaveText(['Sandton Rivonia'])
})

test('on a phone each site is a card with a menu @phone', async ({ owner, page, isMobile }) => {
  test.skip(!isMobile, 'the desk has a table')
  await owner.addSite('Durban Florida', '178 Florida Road')
  await page.goto('/sites')
  const cards = page.getByRole('list', { name: 'Locations' }).getByRole('listitem')
  await expect(cards).toHaveText([/Durban Florida.*178 Florida Road.*0 employees/, /Sandton Rivonia.*1 employee$/])
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Sort: Site, ascending' }).click()
  await page.getByRole('menuitemradio', { name: 'Site' }).click()
  await expect(cards.first()).toContainText('Sandton Rivonia')

  await page.getByRole('button', { name: 'Actions for Durban Florida' }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Edit Durban Florida' }).click()
  await dialog(page).getByLabel('Site name').fill('Durban North')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(cards.last()).toContainText('Durban North')

  await page.getByRole('button', { name: 'Actions for Durban North' }).click()
  await page.getByRole('menuitem', { name: 'Delete Durban North' }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(cards).toHaveCount(1)
})

test('a long name without a break stays inside the lists that it is chosen from @phone', async ({ page }) => {
  const name = 'Sandton'.repeat(28)
  await foundBusiness(page, { site: name })
  await page.goto('/employees')
  const isInside = async () => {
    const option = page.getByRole('option', { name })
    await expect(option).toBeVisible()
    expect((await option.boundingBox())?.width).toBeLessThan(400)
    expect(await option.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
  }
  await page.getByRole('combobox', { name: 'Site' }).click()
  await isInside()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add employee' }).click()
  await dialog(page).getByRole('combobox', { name: 'Site' }).click()
  await isInside()
})

test('a site that was deleted elsewhere leaves the list when it is deleted here', async ({ owner, page }) => {
  const { siteid } = await owner.addSite('Zeerust')
  await page.goto('/sites')
  await page.getByRole('button', { name: 'Delete Zeerust' }).click()
  await sql('delete from site where siteid = $1', [siteid])
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('This no longer exists.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'Zeerust')).toHaveCount(0)
})
