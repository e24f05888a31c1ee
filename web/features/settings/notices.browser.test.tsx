import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { serveAccount } from '../../testing/account.ts'
import { answerWith, getInputs } from '../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen, SESSION, SITE } from '../../testing/render-screen.tsx'
import {
  button,
  choose,
  dialog,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTapTargets,
  save,
} from '../../testing/screen.ts'

const card = () => page.getByRole('region', { name: 'Notices by e-mail' })
const select = (name: string) => dialog().getByRole('combobox', { name })

describe('notices on the account page', () => {
  test('are off, are turned on with an hour, a weekday and sites, and are turned off', async () => {
    await renderScreen('/settings/notices', serveAccount())
    await expectContains(card(), 'Weekly summaryOff')
    await button('Turn on: Weekly summary').click()
    await choose(select('Weekday'), 'Friday')
    await choose(select('Hour'), '18:00')
    await expectAccessible()
    await save().click()
    await expectGone(dialog())
    await expectContains(card(), 'Each Friday at 18:00 · All sites')
    const chosen = { kind: 'weekly', is_on: true, hour: 18, weekday: 5, sites: [] }
    expect(getInputs('account.notices.save')).toEqual([chosen])
    await button('Change: Weekly summary').click()
    await choose(select('By e-mail'), 'Off')
    await save().click()
    await expectContains(card(), 'Weekly summaryOff')
    expect(getInputs('account.notices.save').at(-1)).toEqual({ ...chosen, is_on: false })
  })

  test('have no hour where it is not used', async () => {
    await renderScreen('/settings/notices', serveAccount())
    await button('Turn on: Tills that stopped sending').click()
    await expect.element(select('By e-mail')).toBeVisible()
    await expectGone(select('Hour'))
    await expectGone(select('Weekday'))
  })

  test('are mailed at once to see one, and the page says what came of it', async () => {
    await renderScreen('/settings/notices', serveAccount())
    await button('Send a test: Low stock').click()
    await expect.element(page.getByText('Sent to naledi.dlamini@karoopantry.co.za')).toBeVisible()
    expect(getInputs('account.notices.sendNow')).toEqual([{ kind: 'low_stock' }])
    answerWith({
      account: {
        notices: {
          sendNow: ({ errors }) => {
            throw errors.MAIL_FAILED()
          },
        },
      },
    })
    await button('Send a test: Tills that stopped sending').click()
    await expect.element(page.getByText('Could not send the e-mail. Try again later.')).toBeVisible()
  })

  test('of a stock keeper are those about low stock, of the own sites', async () => {
    const right = { name: 'stock' as const, siteids: [SITE.siteid], sees_costs: true }
    const session = { ...SESSION, role: 'employee' as const, right }
    await renderScreen('/settings/notices', { ...serveAccount(), session: { get: () => session, signOut: () => {} } })
    await expectContains(card(), 'Low stockOff')
    for (const name of ['Daily summary', 'Weekly summary', 'Tills that stopped sending'])
      await expectGone(button(`Turn on: ${name}`))
    await button('Turn on: Low stock').click()
    await choose(select('Sites: All sites'), SITE.sitename)
    await save().click()
    await expectContains(card(), 'From 07:00 on · 1 site')
    expect(getInputs('account.notices.save')).toMatchObject([{ kind: 'low_stock', sites: [SITE.siteid] }])
  })

  test('fit a phone', async () => {
    await renderScreen('/settings/notices', serveAccount(), PHONE)
    await expectContains(card(), 'Daily summaryOff')
    expectNoOverflow()
    expectTapTargets(card())
    await page.viewport(...DESK)
  })
})
