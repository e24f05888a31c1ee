import type { Page } from '@playwright/test'
import { createBusiness, expect, expectAccessible, expectAccessibleByDayAndNight, PASSWORD, test, unique } from './fixtures.ts'

const ENTRIES = [
  ['Dashboard', '/dashboard'],
  ['Sales', '/sales'],
  ['Products', '/products'],
  ['Employees', '/employees'],
  ['Sites', '/sites'],
] as const

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const topBar = (page: Page) => page.getByRole('banner')
const badge = (page: Page) => page.getByRole('button', { name: /^Account menu/ })
const accountMenu = (page: Page) => page.getByRole('menu', { name: 'Account' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('the menu has five entries on every screen, the current one marked (2.3.1, 2.3.2, 2.3.3, 2.3.5, 6.5, 9.25)', async ({
  owner,
  page,
}) => {
  await page.goto('/dashboard')
  for (const [name, path] of ENTRIES) {
    await menu(page).getByRole('link', { name }).click()
    await expect(heading(page, name)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`))
    await expect(page).toHaveTitle(`${name} · Winkel`)
    await expect(menu(page).getByRole('link')).toHaveText(ENTRIES.map(([entry]) => entry))
    await expect(menu(page).locator('[aria-current]')).toHaveText([name])
    await expect(menu(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  }
  await expect(page.getByRole('complementary')).toContainText(owner.name)
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
  await expectAccessibleByDayAndNight(page)

  // The accent of the entry, the size of the menu and of the bar.
  const current = menu(page).getByRole('link', { name: 'Sites' })
  await expect(current).toHaveCSS('background-color', 'rgb(24, 59, 115)')
  expect((await page.getByRole('complementary').boundingBox())?.width).toBe(256)
  expect((await topBar(page).boundingBox())?.height).toBe(56)
})

test('menu and top bar stay while the screen scrolls (2.3.5, 2.3.6, 2.3.13)', async ({ owner: _owner, page }) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.goto('/dashboard')
  await expect(page.getByText('Low Stock Items')).toBeVisible()
  await page.mouse.move(900, 300)
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(() => scrollY + (document.querySelector('main')?.scrollTop ?? 0))).toBeGreaterThan(200)
  expect(await topBar(page).boundingBox()).toMatchObject({ y: 0, height: 56 })
  await expect(menu(page)).toBeInViewport({ ratio: 1 })
  await menu(page).getByRole('link', { name: 'Sites' }).click()
  await expect(heading(page, 'Sites')).toBeInViewport()
})

test('on a phone the menu slides in from the left, and is closed in every way there is (2.3.4, 4.25) @phone', async ({
  owner,
  page,
}, { project }) => {
  test.skip(project.name !== 'phone', 'a desk shows its menu always')
  await page.goto('/sites')
  const open = page.getByRole('button', { name: 'Open menu' })
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu(page)).toBeHidden()
  expect(await topBar(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 56 })

  await open.click()
  await expect(menu(page).getByRole('link')).toHaveText(ENTRIES.map(([entry]) => entry))
  await expect(menu(page).locator('[aria-current]')).toHaveText(['Sites'])
  await expect(drawer).toContainText(owner.name)
  expect(await drawer.boundingBox()).toMatchObject({ x: 0, y: 0, width: 256, height: 844 })
  await expectAccessibleByDayAndNight(page)
  await drawer.getByRole('button', { name: 'Close menu' }).click()
  await expect(drawer).toBeHidden()
  await expect(open).toBeFocused()

  await open.click()
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  await open.click()
  await expect(drawer).toBeVisible()
  await page.mouse.click(360, 500)
  await expect(drawer).toBeHidden()

  await open.click()
  await menu(page).getByRole('link', { name: 'Sales' }).click()
  await expect(drawer).toBeHidden()
  await expect(heading(page, 'Sales')).toBeVisible()

  await open.click()
  await expect(drawer).toBeVisible()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(heading(page, 'Sales')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Sites')).toBeVisible()

  await open.click()
  await page.setViewportSize({ width: 1024, height: 844 })
  await expect(drawer).toBeHidden()
  await expect(menu(page)).toBeVisible()
})

test('Back closes what is open also for whoever came by a bookmark, and nothing moves below it @phone', async ({
  owner: _owner,
  page,
  isMobile,
}) => {
  await page.goto('/sites')
  await page.getByRole('button', { name: 'Add site' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/sites$/)
  await expect(heading(page, 'Sites')).toBeVisible()
  if (!isMobile) return
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(menu(page)).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(menu(page)).toBeHidden()
  await expect(page).toHaveURL(/\/sites$/)
})

test('a screen whose style sheet did not come in time gets it afterwards', async ({ owner: _owner, page }) => {
  await page.goto('/sites')
  await expect(heading(page, 'Sites')).toBeVisible()
  await page.route('**/assets/*.css', (route) => route.abort())
  await menu(page).getByRole('link', { name: 'Products' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  await page.unroute('**/assets/*.css')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Products')).toBeVisible()
  const missing = () =>
    page.evaluate(
      () => [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet }) => !sheet).length,
    )
  await expect.poll(missing).toBe(0)
})

test('the top bar says who is signed in, cut at 40 characters, with their initials (2.3.6, 2.3.8, 9.26) @phone', async ({
  page,
}) => {
  const email = `${unique('naledi-nomvula.dlamini')}@a-rather-long-name-for-a-shop.co.za`
  await createBusiness(page, { email })
  await page.goto('/sites')
  await expect(topBar(page).getByText(`${email.slice(0, 39)}…`, { exact: true })).toBeVisible()
  await expect(topBar(page).getByTitle(email)).toBeVisible()
  await expect(badge(page)).toBeInViewport({ ratio: 1 })
  await expect(badge(page)).toHaveText('ND')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

for (const [name, initials] of [
  ['thandi', 'T'],
  ['o_brien', 'OB'],
  ['0123', '?'],
] as const)
  test(`${name}@… has the badge ${initials} (2.3.9)`, async ({ page }) => {
    await createBusiness(page, { email: `${name}${initials === '?' ? process.pid : ''}@${unique('shop')}.co.za` })
    await page.goto('/sites')
    await expect(badge(page)).toHaveText(initials)
  })

test('the badge opens a menu with one entry, which closes outside and with Escape (2.3.10, 2.3.11, 4.26)', async ({
  owner: _owner,
  page,
}) => {
  await page.goto('/sites')
  await expect(accountMenu(page)).toBeHidden()
  await badge(page).click()
  await expect(accountMenu(page).getByRole('menuitem')).toHaveText(['Sign out'])
  await expectAccessibleByDayAndNight(page)
  await page.keyboard.press('Escape')
  await expect(accountMenu(page)).toBeHidden()
  await expect(badge(page)).toBeFocused()

  await badge(page).click()
  await expect(accountMenu(page)).toBeVisible()
  await heading(page, 'Sites').click({ force: true })
  await expect(accountMenu(page)).toBeHidden()
})

test('signing out goes to /login in place of the screen, and other windows follow (2.3.12, 7.1.4)', async ({
  owner: _owner,
  page,
  context,
}) => {
  const other = await context.newPage()
  await other.goto('/sites')
  await expect(heading(other, 'Sites')).toBeVisible()
  await page.goto('/healthz')
  await page.goto('/dashboard')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await badge(page).focus()
  await page.keyboard.press('Enter')
  await expect(accountMenu(page).getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Welcome back')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(heading(other, 'Welcome back')).toBeVisible()
  await expect(other).toHaveURL(/\/login$/)
  expect(await context.cookies()).toEqual([])

  await page.goBack()
  await expect(page).toHaveURL(/\/healthz$/)
  await page.goto('/dashboard')
  await expect(heading(page, 'Welcome back')).toBeVisible()
})

test('a sign-out that nobody answers says so, and goes at the next try', async ({ owner: _owner, page, context }) => {
  await page.goto('/sites')
  await expect(heading(page, 'Sites')).toBeVisible()
  await context.setOffline(true)
  await badge(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(topBar(page).getByRole('alert')).toHaveText('Could not sign out. Please try again.')
  await expectAccessible(page)
  await topBar(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(topBar(page).getByRole('alert')).toBeHidden()

  await context.setOffline(false)
  await page.route('**/api/rpc/session/signOut', (route) => route.abort())
  const leaveInVain = async () => {
    await badge(page).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(topBar(page).getByRole('alert')).toBeVisible()
  }
  await leaveInVain()
  await menu(page).getByRole('link', { name: 'Products' }).click()
  await expect(topBar(page).getByRole('alert')).toBeHidden()
  await leaveInVain()
  await badge(page).click()
  await expect(topBar(page).getByRole('alert')).toBeHidden()
  await page.unroute('**/api/rpc/session/signOut')
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(heading(page, 'Welcome back')).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('the account text follows whoever signs in from another window (2.3.7, 2.3.9, 2.3.14, 4.27, 7.1.4)', async ({
  page,
  context,
}) => {
  const first = await createBusiness(page, { email: `${unique('pieter.botha')}@karoopantry.co.za` })
  const second = await createBusiness(page, { email: `${unique('ayanda.zulu')}@overbergpantry.co.za` })
  const login = async (window: Page, email: string) => {
    await window.goto('/login')
    await window.getByLabel('Email').fill(email)
    await window.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await window.getByRole('button', { name: 'Sign In' }).click()
    await expect(heading(window, 'Dashboard')).toBeVisible()
  }
  await login(page, first.email)
  await page.goto('/sites')
  await expect(topBar(page)).toContainText('pieter.botha')
  await expect(badge(page)).toHaveText('PB')

  // While the new name is on its way there is a placeholder, not the old name.
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/rpc/session/get*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await login(await context.newPage(), second.email)
  await expect(topBar(page)).not.toContainText('pieter.botha')
  await expect(page.getByRole('button', { name: 'Account menu', exact: true })).toHaveText('')
  await expect(topBar(page)).toHaveText('')
  answer.resolve()
  await expect(topBar(page)).toContainText('ayanda.zulu')
  await expect(badge(page)).toHaveText('AZ')
  await expect(page.getByRole('complementary')).toContainText(second.name)
  await expect(page.getByText(first.name)).toHaveCount(0)
})

test('the shell goes by keyboard alone', async ({ owner: _owner, page }) => {
  await page.goto('/sites')
  await expect(heading(page, 'Sites')).toBeVisible()
  for (const [name] of ENTRIES) {
    await page.keyboard.press('Tab')
    await expect(menu(page).getByRole('link', { name })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(badge(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Employees')).toBeVisible()
})
