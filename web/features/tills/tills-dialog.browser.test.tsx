import { describe, expect, onTestFinished, test } from 'vitest'
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

/** The page that a script opens, which this document does not leave. */
function catchOpened() {
  const opened: string[] = []
  const listen = (event: NavigateEvent) => {
    const { pathname, origin } = new URL(event.destination.url)
    if (origin !== location.origin || pathname !== '/till') return
    event.preventDefault()
    opened.push(pathname)
  }
  navigation.addEventListener('navigate', listen)
  onTestFinished(() => navigation.removeEventListener('navigate', listen))
  return opened
}
const readPairing = () => JSON.parse(localStorage.getItem('winkel-till-pairing') ?? 'null')

describe('this device as a till', () => {
  const openDevice = async (answers: Answers = {}) => {
    await renderScreen('/sites?tills=connect', { ...serveTills(), ...answers } as Answers)
    await button('Use this device as a till').click()
    await expect.element(dialog()).toHaveAccessibleName('Use this device as a till')
  }

  test('gets a key that is not shown, signs the person out and opens the till', async () => {
    const opened = catchOpened()
    await openDevice({ session: { signOut: () => undefined } } as Answers)
    await expect.element(dialog().getByLabelText('Name of this till')).toHaveValue('Sandton Rivonia till')
    await expect.element(dialog().getByLabelText('Sign me out on this device')).toBeChecked()
    await expectAccessible()
    await dialog().getByLabelText('Name of this till').fill(' Bar ')
    await button('Start the till').click()
    await expect.poll(() => opened).toEqual(['/till'])
    expect(getInputs('tills.create')).toEqual([{ siteid: RIVONIA.siteid, name: 'Bar', request_id: expect.any(String) }])
    expect(readPairing()).toEqual({ key: 'wk_abcdefghijklmnop', tillid: 1, name: 'Bar' })
    expect(getInputs('session.signOut')).toHaveLength(1)
    expect(document.body.innerHTML).not.toContain('wk_abcdefghijklmnop')
  })

  test('leaves the person signed in when that is chosen, on a phone', async () => {
    const opened = catchOpened()
    await renderScreen('/sites?tills=connect', serveTills(), PHONE)
    await button('Use this device as a till').click()
    await dialog().getByLabelText('Sign me out on this device').click()
    expectNoOverflow()
    await button('Start the till').click()
    await expect.poll(() => opened).toEqual(['/till'])
    expect(getInputs('session.signOut')).toEqual([])
  })

  test('makes one key when the answer is lost, or the sign-out fails', async () => {
    const opened = catchOpened()
    let signOuts = 0
    await openDevice({
      session: {
        signOut: () => {
          if (++signOuts === 1) throw new Error('lost')
        },
      },
    } as Answers)
    answerWith({ tills: { create: loseConnection } })
    await button('Start the till').click()
    await expectContains(dialog(), 'Could not start the till. Please try again.')
    answerWith({ tills: { create: serveTills().tills?.create } } as Answers)
    await button('Start the till').click()
    await expect.poll(() => signOuts).toBe(1)
    await expectContains(dialog(), 'Could not start the till. Please try again.')
    expect(opened).toEqual([])
    await button('Start the till').click()
    await expect.poll(() => opened).toEqual(['/till'])
    expect(new Set(getInputs('tills.create').map((input) => (input as { request_id: string }).request_id)).size).toBe(1)
  })

  test('says which till it is, and opens it', async () => {
    await renderScreen('/sites', serveTills())
    localStorage.setItem('winkel-till', 'Front counter')
    await button('Tills Sandton Rivonia').click()
    await expectContains(dialog(), 'This device is the till “Front counter”.')
    expect(dialog().getByRole('link', { name: 'Open it' }).element().getAttribute('href')).toBe('/till')
    await expectGone(button('Use this device as a till'))
    await expectAccessible()
  })

  test('leads back to the keys when it is cancelled', async () => {
    await openDevice()
    await button('Cancel').click()
    await expect.element(dialog()).toHaveAccessibleName('Tills')
    expect(getInputs('tills.create')).toEqual([])
    expect(readPairing()).toBeNull()
  })
})
