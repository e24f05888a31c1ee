import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { serveAccount } from '../../testing/account.ts'
import { serveCashUps } from '../../testing/cash-ups.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { button, dialog, expectContains, expectGone, expectUrl, heading, tabTo } from '../../testing/screen.ts'

const search = () => page.getByRole('searchbox')
const help = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const press = (keys: string) => userEvent.keyboard(keys)

describe('shortcuts', () => {
  test('go to each screen, with the last range', async () => {
    await renderScreen('/sales?range=7D', serveCashUps([]))
    await expect.element(heading('Sales')).toBeVisible() // no key is heard before
    for (const [key, name, url] of [
      ['p', 'Products', '/products'],
      ['e', 'Employees', '/employees'],
      ['i', 'Sites', '/sites'],
      ['c', 'Cash-ups', '/cash-ups'],
      ['d', 'Dashboard', '/dashboard?range=7D'],
      ['s', 'Sales', '/sales?range=7D'],
      ['r', 'Reports', '/reports?range=7D'],
    ] as const) {
      await press(`g${key}`)
      await expect.element(heading(name)).toBeVisible()
      await expectUrl(url)
    }
  })

  test('focus the search box with /, or open the palette where there is none', async () => {
    await renderScreen('/sites?q=clo')
    await expect.element(search()).toBeVisible()
    await press('/')
    await expect.element(search()).toHaveFocus()
    await press('kloof')
    await expect.element(search()).toHaveValue('kloof')
    await press('{Tab}')
    await expect.element(search()).not.toHaveFocus()
    await press('gd')
    await expect.element(heading('Dashboard')).toBeVisible()
    await press('/')
    await expect.element(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible()
  })

  test('do nothing in a field, behind a dialog, with a modifier, and after another key', async () => {
    await renderScreen('/sites')
    await search().click()
    await press('gd?')
    await expect.element(search()).toHaveValue('gd?')
    await button('Add site').click()
    await button('Cancel').click({ trial: true })
    await tabTo(button('Cancel'))
    await press('gd?{Control>}k{/Control}')
    expect(dialog().elements()).toHaveLength(1)
    await press('{Escape}')
    await expectGone(dialog())
    await press('{Control>}g{/Control}dgxd{Control>}?{/Control}')
    await page.getByRole('button', { name: /^Account menu/ }).click()
    await press('gd')
    await expectUrl('/sites?q=gd%3F')
    await press('{Escape}?')
    await expect.element(help()).toBeVisible()
  })

  test('are listed, and can be turned off, but for the one with a modifier', async () => {
    await renderScreen('/settings', serveAccount())
    await expect.element(heading('You')).toBeVisible()
    await press('?')
    await expectContains(help(), 'Go to Cash-ups')
    await expectAccessible()
    await page.getByRole('checkbox', { name: 'Shortcuts of single keys' }).click()
    expect(help().element().textContent).not.toContain('Go to')
    await press('{Escape}')
    await expectGone(help())
    await press('gd?/')
    await press('{Control>}k{/Control}')
    await expect.element(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible()
    await expectUrl('/settings')
    await press('{Escape}')

    await button('Show keyboard shortcuts').click()
    await page.getByRole('checkbox', { name: 'Shortcuts of single keys' }).click()
    await press('{Escape}')
    await expectGone(help())
    await press('gd')
    await expect.element(heading('Dashboard')).toBeVisible()
  })
})
