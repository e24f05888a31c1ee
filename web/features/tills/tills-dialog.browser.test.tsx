import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Till } from '../../../contract/tills.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { type Answers, answerWith, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { PHONE, renderScreen } from '../../testing/render-screen.tsx'
import {
  button,
  choose,
  dialog,
  expectCells,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectUrl,
  row,
} from '../../testing/screen.ts'
import { createActivity, RIVONIA, serveSites, ZEERUST } from '../../testing/sites.ts'

const createTill = (more: Partial<Till> = {}): Till => ({
  ...{ tillid: 1, name: 'Front counter', key_start: 'wk_abcdef' },
  ...{ created_at: new Date('2026-06-18T07:42:00Z'), last_used_at: null, first_sale: null },
  ...more,
})
const FIRST_SALE = { saleid: 42, finalamount: 49.9 }

const serveTills = (tills: Till[] = [], sites = [RIVONIA]): Answers => ({
  sites: { ...serveSites(...sites).sites, options: () => sites.map(({ siteid, sitename }) => ({ siteid, sitename })) },
  tills: {
    list: () => tills,
    create: ({ input: { name } }) => ({ till: createTill({ name }), key: 'wk_abcdefghijklmnop' }),
  },
})

describe('tills dialog', () => {
  test('is opened by a button with its word in the row of a site', async () => {
    await renderScreen('/sites', serveTills())
    await expectCells('Locations', [
      ['Sandton Rivonia', '112 Rivonia Road, Sandton 2196', '1', 'R 0,00 No sales yet', 'No till', 'Tills'],
    ])
    await button('Tills Sandton Rivonia').click()
    await expect.element(dialog()).toHaveAccessibleDescription('Keys for tills to send sales of Sandton Rivonia')
    await expectGone(dialog().getByRole('combobox'))
    // A till was added while the dialog was open.
    answerWith({ sites: { activity: () => [createActivity(RIVONIA.siteid, { tills: 1, till_state: 'unused' })] } })
    await dialog().getByRole('button', { name: 'Done' }).click()
    await expectContains(row('Sandton Rivonia'), 'Nothing sent yet')
  })

  test('opens from a link for the first site, and another site can be chosen, on a phone', async () => {
    await renderScreen('/sites?tills=connect', serveTills([], [ZEERUST, RIVONIA]), PHONE)
    await expect.element(dialog()).toHaveAccessibleDescription('Keys for tills to send sales of Sandton Rivonia')
    await choose(dialog().getByLabelText('Site').first(), 'Zeerust')
    await expect.element(dialog()).toHaveAccessibleDescription('Keys for tills to send sales of Zeerust')
    await expect.poll(() => getInputs('tills.list').at(-1)).toEqual({ siteid: ZEERUST.siteid })
    expectNoOverflow()
    await dialog().getByRole('button', { name: 'Done' }).click()
    await expectGone(dialog())
    await expectUrl('/sites')
  })

  test('asks for a site when the business has none', async () => {
    await renderScreen('/sites?tills=connect', serveTills([], []))
    await expectContains(dialog(), 'Add a site first.')
    await dialog().getByRole('button', { name: 'Close' }).click()
    await expectUrl('/sites')
  })

  test('waits for the first sale of a key, and shows it when it arrives', async () => {
    await renderScreen('/sites?tills=connect', serveTills([createTill()]))
    await expectContains(dialog().getByRole('listitem'), 'Waiting for the first sale …')
    answerWith(serveTills([createTill({ first_sale: FIRST_SALE })]))
    window.dispatchEvent(new Event('online')) // reopens the stream, which counts as a change
    await expectContains(dialog().getByRole('listitem'), 'First sale received: R 49,90 Sale #42')
    await expectAccessible()
    expect(page.getByRole('link', { name: 'Sale #42' }).element().getAttribute('href')).toBe('/sales?sale=42')
  })

  test('names a clock that is ahead at its key, and the screen of sites at its site', async () => {
    const clock = { tillid: 2, name: 'Till 2', siteid: RIVONIA.siteid, sitename: RIVONIA.sitename, seconds: 400 * 86_400 }
    const served = serveTills([createTill(), createTill({ tillid: 2, name: 'Till 2' })], [RIVONIA, ZEERUST])
    await renderScreen('/sites', { ...served, tills: { ...served.tills, clocksAhead: () => [clock] } })
    const text = "Till 2's clock is 1 year and 1 month ahead"
    await expectContains(row('Sandton Rivonia'), text)
    await expect.element(row('Zeerust')).not.toHaveTextContent('clock')
    await button('Tills Sandton Rivonia').click()
    const keys = dialog().getByRole('region', { name: 'Till keys' }).getByRole('listitem')
    await expectContains(keys.nth(1), text)
    await expect.element(keys.nth(0)).not.toHaveTextContent('clock')
    await expectAccessible()
  })

  test('hides the command for developers, and sends the key by e-mail only when it is ticked, on a phone', async () => {
    await renderScreen('/sites?tills=connect', serveTills(), PHONE)
    await dialog().getByLabelText('Till name').fill('Front counter')
    await userEvent.keyboard('{Escape}')
    await expectContains(page.getByRole('alertdialog'), 'Your changes are not saved.')
    await button('Keep editing').click()
    await expect.element(dialog().getByLabelText('Till name')).toHaveFocus()
    await button('Create key').click()
    await expect.element(dialog().getByRole('region', { name: 'Key', exact: true })).toHaveTextContent('wk_abcdefghijklmnop')
    await expectGone(dialog().getByRole('region', { name: 'Command' }))
    const email = () =>
      dialog().getByRole('link', { name: 'E-mail instructions to my till supplier' }).element().getAttribute('href')
    expect(email()).not.toContain('wk_abcdefghijklmnop')
    await dialog().getByLabelText('Include the key').click()
    expect(email()).toContain('wk_abcdefghijklmnop')
    await dialog().getByText('For developers').click()
    await expect.element(dialog().getByRole('region', { name: 'Command' })).toBeVisible()
    await expectAccessible()
    expectNoOverflow()
    await button('Done').click()
    await expectContains(page.getByRole('alertdialog'), 'The new key will not be shown again.')
    await button('Keep editing').click()
    await button("I've saved the key").click()
    expect(document.body.innerHTML).not.toContain('wk_abcdefghijklmnop')
    expect(email()).not.toContain('wk_abcdefghijklmnop')
  })

  test('keep the name of a key without an answer; a retry has the same idempotency key', async () => {
    await renderScreen('/sites?tills=connect', serveTills())
    answerWith({ tills: { create: loseConnection } })
    await dialog().getByLabelText('Till name').fill('Front counter')
    await button('Create key').click()
    await expectContains(dialog().getByRole('alert'), 'Could not create the key. Please try again.')
    answerWith(serveTills())
    await button('Create key').click()
    await expect.element(dialog().getByRole('region', { name: 'Key', exact: true })).toHaveTextContent('wk_abcdefghijklmnop')
    const [first, second] = getInputs('tills.create')
    expect(second).toEqual(first)
  })
})
