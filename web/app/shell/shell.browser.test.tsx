import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Right } from '../../../contract/rights.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerWith, getInputs, hold, loseConnection } from '../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen, SESSION, SITE, serveRight } from '../../testing/render-screen.tsx'
import {
  alert,
  box,
  button,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTexts,
  expectUrl,
  goBack,
  heading,
  tabTo,
} from '../../testing/screen.ts'
import { serveStock } from '../../testing/stock.ts'

const ENTRIES = [
  ['Dashboard', '/dashboard'],
  ['Sales', '/sales'],
  ['Products', '/products'],
  ['Employees', '/employees'],
  ['Sites', '/sites'],
] as const
const NAMES = ENTRIES.map(([name]) => name)

const menu = () => page.getByRole('navigation', { name: 'Main' })
const entry = (name: string) => menu().getByRole('link', { name })
const topBar = () => page.getByRole('banner')
const badge = () => page.getByRole('button', { name: /^Account menu/ })
const accountMenu = () => page.getByRole('menu', { name: /^Account menu/ })
const signOut = () => page.getByRole('menuitem', { name: 'Sign out' })
const settings = () => page.getByRole('link', { name: 'Settings' })
const tabs = () => page.getByRole('list', { name: 'Screens' })
const openMenu = () => button('Open menu')
const drawer = () => page.getByRole('dialog', { name: 'Menu' })
const withEmail = (email: string) => ({ session: { get: () => ({ ...SESSION, user: { ...SESSION.user, email } }) } })

const withRight = (name: Right) => serveRight({ name, siteids: [SITE.siteid], sees_costs: false })

describe('menu', () => {
  test('has five entries on every screen and marks the current one (2.3.1, 2.3.2, 2.3.3, 2.3.5, 6.5, 9.25)', async () => {
    await renderScreen('/dashboard')
    for (const [name, path] of ENTRIES) {
      await entry(name).click()
      await expect.element(heading(name)).toBeVisible()
      await expect.poll(() => location.pathname).toBe(path)
      await expect.poll(() => document.title).toBe(`${name} · Winkel`)
      await expectTexts(menu().getByRole('link'), NAMES)
      await expect.element(entry(name)).toHaveAttribute('aria-current', 'page')
      expect(menu().element().querySelectorAll('[aria-current]')).toHaveLength(1)
    }
    await expectContains(page.getByRole('complementary'), SESSION.business.name)
    await expect.element(openMenu()).not.toBeInTheDocument()
    await expectAccessible()

    // The accent of the entry, the size of the menu and of the bar.
    expect(getComputedStyle(entry('Sites').element()).backgroundColor).toBe('rgb(24, 59, 115)')
    expect(box(page.getByRole('complementary')).width).toBe(256)
    expect(box(topBar()).height).toBe(56)
  })

  test('has the same five entries for an admin (2.3.3, 6.5)', async () => {
    await renderScreen('/sites', { session: { get: () => ({ ...SESSION, role: 'admin' }) } })
    await expectTexts(menu().getByRole('link'), NAMES)
  })

  test('follows a right that changed: the first refused call reads the session again', async () => {
    await renderScreen('/products', withRight('manager'))
    await expectTexts(menu().getByRole('link'), ['Dashboard', 'Sales', 'Products'])
    answerWith({
      ...withRight('stock'),
      sales: {
        list: ({ errors }) => {
          throw errors.RIGHT_REFUSED()
        },
      },
    })
    await entry('Sales').click()
    await expectTexts(menu().getByRole('link'), ['Products'])
    await expect.element(heading('You may not open this page')).toBeVisible()
  })

  test('stays in view with the top bar while the screen scrolls (2.3.5, 2.3.6, 2.3.13)', async () => {
    await renderScreen('/dashboard', {}, [1440, 500])
    await expect.element(page.getByText('Low Stock Items')).toBeInTheDocument()
    page.getByText('Low Stock Items').element().scrollIntoView()
    await expect.poll(() => scrollY + (document.querySelector('main')?.scrollTop ?? 0)).toBeGreaterThan(200)
    expect(box(topBar())).toMatchObject({ y: 0, height: 56 })
    await expect.element(menu()).toBeInViewport({ ratio: 1 })
    await entry('Sites').click()
    await expect.element(heading('Sites')).toBeInViewport()
  })

  test.each([
    ['/reports', 'Dashboard', 'Reports'],
    ['/reports?by=site', 'Dashboard', 'Reports'],
    ['/reports/slow-sellers', 'Dashboard', 'Reports'],
    ['/cash-ups', 'Sales', 'Cash-ups'],
    ['/reports/accounting', 'Sales', 'Accounting'],
    ['/sales/refused', 'Sales', 'Sales'],
    ['/stock', 'Products', 'Stock'],
    ['/stock/new?kind=order', 'Products', 'Stock'],
    ['/stock/suppliers', 'Products', 'Suppliers'],
    ['/reports/reorder', 'Products', 'Reorder list'],
  ])('marks for %s the entry %s and the tab %s', async (url, section, tab) => {
    await renderScreen(url, {
      ...serveStock(),
      stockReports: { reorder: loseConnection, slowSellers: loseConnection },
      cashUps: { list: loseConnection, month: loseConnection },
      accounting: { preview: loseConnection, settings: loseConnection },
      refusedSales: { list: loseConnection },
      suppliers: { list: loseConnection, options: () => [] },
    })
    await expect.element(entry(section)).toHaveAttribute('aria-current', 'true')
    expect(menu().element().querySelectorAll('[aria-current]')).toHaveLength(1)
    expect(getComputedStyle(entry(section).element()).backgroundColor).toBe('rgb(24, 59, 115)')
    const marked = tabs().element().querySelectorAll('[aria-current]')
    expect([...marked].map(({ textContent }) => textContent)).toEqual([tab])
    await entry('Sites').click()
    await expect.element(entry('Sites')).toHaveAttribute('aria-current', 'page')
    await expect.element(entry(section)).not.toHaveAttribute('aria-current')
    await expectGone(tabs())
  })

  test('leads from tab to tab, and leaves out those that a person may not open', async () => {
    await renderScreen('/sales?range=7D&sites=1', {
      ...withRight('manager'),
      cashUps: { list: loseConnection, month: loseConnection },
      sales: { options: () => ({ sites: [SITE], payment_methods: [], vat_rates: [15, 0] }) },
    })
    await expectTexts(tabs().getByRole('listitem'), ['Sales', 'Cash-ups'])
    await tabs().getByRole('link', { name: 'Cash-ups' }).click()
    await expectUrl('/cash-ups?siteid=1')
    await tabs().getByRole('link', { name: 'Sales' }).click()
    await expectUrl('/sales?range=7D&sites=1')
  })

  test('keeps the range between dashboard and sales, also by way of another screen', async () => {
    await renderScreen('/dashboard?range=7D')
    await entry('Sales').click()
    await expectUrl('/sales?range=7D')
    await page.getByRole('button', { name: 'MTD' }).click()
    await expectUrl('/sales?range=MTD')
    await entry('Products').click()
    await expectUrl('/products')
    await entry('Dashboard').click()
    await expectUrl('/dashboard?range=MTD')
    await page.getByRole('button', { name: '30D' }).click()
    await expectUrl('/dashboard')
    await entry('Sales').click()
    await expectUrl('/sales')
  })

  test('takes the last range to a report and from it to the dashboard, but not the filters of the report', async () => {
    await renderScreen('/dashboard?range=7D&sites=1&compare=year', {
      sales: { options: () => ({ sites: [SITE], payment_methods: [], vat_rates: [15, 0] }) },
    })
    await page.getByRole('link', { name: 'Reports', exact: true }).click()
    await expectUrl('/reports?range=7D&compare=year&sites=1')
    await page.getByRole('link', { name: 'Sales by day' }).click()
    await expectUrl('/reports?by=day&range=7D&compare=year&sites=1')
    await page.getByRole('button', { name: 'MTD' }).click()
    await page.getByRole('button', { name: /^Remove filter/ }).click()
    await expectUrl('/reports?by=day&range=MTD&compare=year')
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Reports' }).click()
    await page.getByRole('link', { name: 'Margin by category' }).click()
    await expect.poll(() => new URLSearchParams(location.search).get('range')).toBe('MTD')
    await entry('Dashboard').click()
    await expectUrl('/dashboard?range=MTD&sites=1')
  })

  test('works by keyboard alone', async () => {
    await renderScreen('/sites')
    await expect.element(heading('Sites')).toBeVisible()
    await userEvent.tab()
    await expect.element(button('Skip to content')).toHaveFocus()
    for (const name of NAMES) {
      await userEvent.tab()
      await expect.element(entry(name)).toHaveFocus()
    }
    await userEvent.tab()
    await expect.element(settings()).toHaveFocus()
    await userEvent.tab()
    await expect.element(badge()).toHaveFocus()
    await userEvent.tab({ shift: true })
    await userEvent.tab({ shift: true })
    await userEvent.tab({ shift: true })
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Employees')).toBeVisible()
  })
})

describe('focus', () => {
  test('skips the menu, goes to the title when its link is gone, and back to the link', async () => {
    await renderScreen('/dashboard')
    const reports = page.getByRole('link', { name: 'Reports', exact: true })
    await expect.element(reports).toBeVisible()
    await userEvent.tab()
    await expect.element(button('Skip to content')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('main')).toHaveFocus()
    await tabTo(reports)
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Reports')).toHaveFocus()
    await goBack()
    await expect.element(reports).toHaveFocus()
  })
})

describe('menu on a phone', () => {
  async function openDrawer() {
    await openMenu().click()
    await expect.element(drawer()).toBeVisible()
  }

  test('slides in from the left with the five entries and their tabs (2.3.4, 4.25)', async () => {
    await renderScreen('/sites', {}, PHONE)
    await expect.element(openMenu()).toBeVisible()
    await expectGone(menu())
    expect(box(topBar())).toMatchObject({ x: 0, y: 0, width: 390, height: 56 })
    await openDrawer()
    await expectTexts(menu().getByRole('link'), [
      'Dashboard',
      'Reports',
      'Sales',
      'Cash-ups',
      'Accounting',
      'Products',
      'Stock',
      'Suppliers',
      'Reorder list',
      'Employees',
      'Sites',
    ])
    await expect.element(entry('Sites')).toHaveAttribute('aria-current', 'page')
    await expectContains(drawer(), SESSION.business.name)
    await expect.poll(() => box(drawer())).toMatchObject({ x: 0, y: 0, width: 256, height: 844 })
    await expectAccessible()
  })

  test('closes by its button, Escape and a click outside (2.3.4, 4.25)', async () => {
    await renderScreen('/sites', {}, PHONE)
    await openDrawer()
    await button('Close menu').click()
    await expectGone(drawer())
    await expect.element(openMenu()).toHaveFocus()

    await openDrawer()
    await userEvent.keyboard('{Escape}')
    await expectGone(drawer())

    await openDrawer()
    await userEvent.click(document.elementFromPoint(360, 500) ?? document.body, { position: { x: 360, y: 500 } })
    await expectGone(drawer())
  })

  test('closes by an entry, which opens its screen, and by Back, which keeps the screen (2.3.4, 4.25)', async () => {
    await renderScreen('/sites', {}, PHONE)
    await openDrawer()
    await entry('Sales').click()
    await expectGone(drawer())
    await expect.element(heading('Sales')).toBeVisible()

    await openDrawer()
    await goBack()
    await expectGone(drawer())
    await expect.element(heading('Sales')).toBeVisible()
  })

  test('closes when the window becomes wide enough for the side menu', async () => {
    await renderScreen('/sites', {}, PHONE)
    await openDrawer()
    await page.viewport(1024, 844)
    await expectGone(drawer())
    await expect.element(menu()).toBeVisible()
  })

  test('closes by Back on the first page of a visit, which stays open', async () => {
    await renderScreen('/sites', {}, PHONE)
    await openDrawer()
    await goBack()
    await expectGone(drawer())
    await expectUrl('/sites')
  })
})

describe('top bar', () => {
  test.each([DESK, PHONE])('shortens the e-mail at 40 characters, in %s by %s pixels (2.3.6, 2.3.8, 9.26)', async (...size) => {
    const email = 'naledi-nomvula.dlamini@a-rather-long-name-for-a-shop.co.za'
    await renderScreen('/sites', withEmail(email), size)
    await expect.element(topBar().getByText(`${email.slice(0, 39)}…`, { exact: true })).toBeVisible()
    await expect.element(topBar().getByTitle(email)).toBeVisible()
    await expect.element(badge()).toBeInViewport({ ratio: 1 })
    await expect.poll(() => badge().element().textContent).toBe('ND')
    expectNoOverflow()
  })

  test.each([
    ['thandi', 'T'],
    ['o_brien', 'OB'],
    ['0123', '?'],
  ])('shows %s@… as the badge %s (2.3.9)', async (name, initials) => {
    await renderScreen('/sites', withEmail(`${name}@shop.co.za`))
    await expect.element(badge()).toBeVisible()
    await expect.poll(() => badge().element().textContent).toBe(initials)
  })

  test('opens a menu with one entry from the badge, which closes outside and with Escape (2.3.10, 2.3.11, 4.26)', async () => {
    await renderScreen('/sites')
    await expectGone(accountMenu())
    await badge().click()
    await expectTexts(accountMenu().getByRole('menuitem'), ['Sign out'])
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expectGone(accountMenu())
    await expect.element(badge()).toHaveFocus()

    await badge().click()
    await expect.element(accountMenu()).toBeVisible()
    await heading('Sites').click({ force: true })
    await expectGone(accountMenu())
  })

  test('shows a placeholder while the account of another window loads (2.3.7, 2.3.14)', async () => {
    await renderScreen('/products', withEmail('pieter.botha@karoopantry.co.za'))
    await expectContains(topBar(), 'pieter.botha')
    await expect.element(button('Add product')).toBeVisible()
    const answer = hold(withEmail('ayanda.zulu@overbergpantry.co.za').session.get)
    answerWith({ session: { get: answer.handler } })
    new BroadcastChannel('session').postMessage('signed in')
    await expect.poll(() => topBar().element().textContent).toBe('')
    // Nothing may be done for an account that is not known, and the screen stays.
    await expectGone(button('Add product'))
    await expect.element(heading('Products')).toBeVisible()
    await expect.poll(() => page.getByRole('button', { name: 'Account menu', exact: true }).element().textContent).toBe('')
    answer.release()
    await expectContains(topBar(), 'ayanda.zulu')
    await expect.element(button('Add product')).toBeVisible()
    await expect.poll(() => badge().element().textContent).toBe('AZ')
  })

  test('reads each query once after a sign-in in another window', async () => {
    await renderScreen('/products', withEmail('pieter.botha@karoopantry.co.za'))
    await expectContains(topBar(), 'pieter.botha')
    await expect.element(page.getByText('Page 1 / 1 • 0 results')).toBeVisible()
    const countCalls = () => [getInputs('session.get').length, getInputs('products.list').length]
    const before = countCalls()
    answerWith(withEmail('ayanda.zulu@overbergpantry.co.za'))
    new BroadcastChannel('session').postMessage('signed in')
    await expectContains(topBar(), 'ayanda.zulu')
    await expect.element(page.getByText('Page 1 / 1 • 0 results')).toBeVisible()
    expect(countCalls()).toEqual(before.map((calls) => calls + 1))
  })
})

describe('sign-out', () => {
  const banner = () => topBar().getByRole('alert')

  async function pressSignOut() {
    await badge().click()
    await signOut().click()
  }

  test('shows an error when the network fails, and works at the next try', async () => {
    await renderScreen('/sites', { session: { signOut: loseConnection } })
    await pressSignOut()
    await expectContains(banner(), 'Could not sign out. Please try again.')
    await topBar().getByRole('button', { name: 'Dismiss' }).click()
    await expectGone(banner())

    await pressSignOut()
    await expect.element(banner()).toBeVisible()
    await entry('Products').click()
    await expectGone(banner())

    await pressSignOut()
    await expect.element(banner()).toBeVisible()
    await badge().click()
    await expectGone(banner())
    answerWith({ session: { signOut: () => {}, get: () => null } })
    await signOut().click()
    await expect.element(heading('Welcome back')).toBeVisible()
    await expectGone(alert())
  })
})
