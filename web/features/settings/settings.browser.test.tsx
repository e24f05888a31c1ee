import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { ACCOUNT, APP_KEY, CLOSING, CORNER, MALL, PHONE_SESSION, RECOVERY_CODES, serveAccount } from '../../testing/account.ts'
import { answerWith, getInputs, hold, loseConnection } from '../../testing/fake-server.ts'
import { toPage } from '../../testing/pages.ts'
import { createProduct } from '../../testing/products.ts'
import { closePage, DESK, PHONE, renderScreen, SESSION } from '../../testing/render-screen.tsx'
import {
  alert,
  button,
  choose,
  dialog,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTexts,
  expectUrl,
  field,
  heading,
  save,
} from '../../testing/screen.ts'

const card = (name: string) => page.getByRole('region', { name })
const devices = () => page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
const inDialog = (name: string) => dialog().getByRole('button', { name })

describe('settings', () => {
  test('open from the menu, with a tab for each part, and show person, devices, business and plan', async () => {
    await renderScreen('/sites', serveAccount())
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect.element(heading('You')).toBeVisible()
    await expectUrl('/settings')
    await expect.poll(() => document.title).toBe('Settings · Winkel')
    const tabs = page.getByRole('list', { name: 'Screens' })
    await expectTexts(tabs.getByRole('listitem'), [
      'You',
      'Business',
      'Stock & VAT',
      'Notices',
      'Connections',
      'Activity',
      'Data',
    ])
    await expectContains(card('You'), 'Naledi Dlamini')
    await expectContains(card('You'), ACCOUNT.email)
    await expectContains(devices().nth(0), 'Chrome on Windows This device')
    await expectContains(devices().nth(1), 'Chrome on Android')
    await expectContains(devices().nth(1), 'Last used 15 Jun 2026, 18:05')

    await tabs.getByRole('link', { name: 'Business' }).click()
    await expectUrl('/settings/business')
    await expectContains(card('Business'), '2019/123456/07')
    await expectContains(card('Plan'), 'Corner')
    await expectContains(card('Plan'), '20 Jun 2026')
    await tabs.getByRole('link', { name: 'Notices' }).click()
    await expectContains(card('Notices by e-mail'), 'Weekly summary')
  })

  test.each([
    ['/account', '/settings'],
    ['/account/changes?action=deleted', '/settings/activity?action=deleted'],
    ['/account/webhooks', '/settings/connections'],
    ['/account/webhooks/7', '/settings/connections/7'],
    ['/account/read-keys', '/settings/connections'],
    ['/account/other', '/settings'],
  ])('are found at their earlier URL %s', async (earlier, url) => {
    await renderScreen(earlier, {
      ...serveAccount(),
      changes: { list: loseConnection, options: loseConnection },
      webhooks: { list: loseConnection },
      readKeys: { list: loseConnection },
    })
    await expectUrl(url)
  })

  test('keep the chosen theme for the next visit', async () => {
    await renderScreen('/settings', serveAccount())
    await button('Dark').click()
    await expect.poll(() => getComputedStyle(document.documentElement).colorScheme).toBe('dark')
    await closePage()
    await renderScreen('/settings', serveAccount())
    await expect.element(button('Dark')).toHaveAttribute('aria-pressed', 'true')
    await button('Same as device').click()
    await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe('light')
  })

  test.for([[320, 640] as const, [1024, 768] as const])('fit a screen of %j', async (size) => {
    await renderScreen('/settings', serveAccount({ ...ACCOUNT, email: `${'a-long-name'.repeat(8)}@karoopantry.co.za` }), size)
    await expect.element(devices().nth(1)).toBeVisible()
    expectNoOverflow()
    await expectAccessible()
  })

  test('show an error with a button to try again when they cannot be loaded', async () => {
    await renderScreen('/settings', { ...serveAccount(), account: { get: loseConnection, sessions: loseConnection } })
    await expect.element(alert()).toHaveTextContent('Error: Your settings could not be loaded.')
    answerWith(serveAccount())
    await button('Try again').click()
    await expectContains(card('You'), 'Naledi Dlamini')
  })

  test('let an admin read the business and the plan only', async () => {
    await renderScreen('/settings/business', serveAccount({ ...ACCOUNT, is_owner: false }))
    await expectContains(card('Business'), 'Only the owner can change the business and its plan.')
    await expect.element(card('Plan')).toBeVisible()
    await expectGone(button('Edit business'))
    await expectGone(button('Change plan'))
    await page.getByRole('link', { name: 'Stock & VAT' }).click()
    await expect.element(card('Stock')).toBeVisible()
    await expectGone(button('Change the VAT rate'))
    await page.getByRole('link', { name: 'Data' }).click()
    await expect.element(page.getByText('Only the owner can download the data or close the business.')).toBeVisible()
  })
})

describe('settings dialogs', () => {
  test('change the name', async () => {
    await renderScreen('/settings', serveAccount())
    await button('Edit name').click()
    await expect.element(field('First name')).toHaveFocus()
    await field('Last name').fill(' ')
    await save().click()
    await expectContains(dialog(), 'Last name is required.')
    await field('Last name').fill('Mokoena')
    await save().click()
    await expectContains(card('You'), 'Naledi Mokoena')
    expect(getInputs('account.rename')).toEqual([{ firstname: 'Naledi', lastname: 'Mokoena', opened: { version: 1 } }])
  })

  test('change the business, and the menu shows its new name', async () => {
    await renderScreen('/settings/business', serveAccount())
    await button('Edit business').click()
    await field('Business name').fill('Karoo Farm Stalls')
    await field('Difference allowed without a note').fill('fifty')
    await save().click()
    await expectContains(dialog(), 'Enter rand and cents, such as 50,00.')
    await field('Difference allowed without a note').fill('R 25,50')
    const business = { ...SESSION.business, name: 'Karoo Farm Stalls' }
    answerWith({ session: { get: () => ({ ...SESSION, business }) } })
    await save().click()
    await expectContains(card('Business'), 'Karoo Farm Stalls')
    expect(getInputs('account.updateBusiness').at(-1)).toMatchObject({ closing_hour: 0, difference_limit: 25.5 })
    await expectContains(page.getByRole('complementary'), 'Karoo Farm Stalls')
  })

  test('change what tills print on receipts, and what a seller may take off', async () => {
    await renderScreen('/settings/business', serveAccount())
    await expectContains(card('Receipts and till'), 'VAT numberNone')
    await expectContains(card('Receipts and till'), 'Lines on the receiptNone')
    await expectContains(card('Receipts and till'), 'Up to 10 %')
    await button('Change receipts and till').click()
    await field('VAT number (optional)').fill(' 4123456789 ')
    await field('Discount without a manager’s PIN (%)').fill('101')
    await field('Lines on the receipt (optional)').fill('x'.repeat(49))
    await save().click()
    await expectContains(dialog(), 'Enter a number from 0 to 100.')
    await expectContains(dialog(), 'A line has at most 48 characters.')
    await field('Discount without a manager’s PIN (%)').fill('7,5 %')
    await field('Lines on the receipt (optional)').fill('Thank you\n\n Call again ')
    await expectAccessible()
    await save().click()
    await expectContains(card('Receipts and till'), '4123456789')
    await expectContains(card('Receipts and till'), 'Thank you Call again')
    await expectContains(card('Receipts and till'), 'Up to 7,5 %')
    expect(getInputs('account.receipts.save')).toEqual([
      {
        ...{ vat_number: '4123456789', receipt_lines: ['Thank you', 'Call again'], discount_limit: 7.5 },
        opened: { vat_number: null, receipt_lines: [], discount_limit: 10 },
      },
    ])
  })

  test('say when somebody else changed what is on receipts, and keep the text', async () => {
    await renderScreen('/settings/business', serveAccount())
    await button('Change receipts and till').click()
    await field('VAT number (optional)').fill('4123456789')
    answerWith({
      account: {
        receipts: {
          save: ({ errors }: { errors: { CHANGED: () => Error } }) => {
            throw errors.CHANGED()
          },
        },
      },
    } as never)
    await save().click()
    await expectContains(dialog(), 'Someone else changed these settings.')
    await expect.element(field('VAT number (optional)')).toHaveValue('4123456789')
  })

  test('change the reasons of adjustments and what a delivery does with purchase prices', async () => {
    await renderScreen('/settings/stock', serveAccount())
    await expectContains(card('Stock'), 'Keep purchase prices')
    await button('Change the stock settings').click()
    await choose(dialog().getByRole('combobox', { name: 'After a delivery' }), 'Use the average of stock and delivery')
    await field('Reasons for adjustments').fill('Damaged\n\n damaged ')
    await save().click()
    await expectContains(dialog(), 'Enter each reason once.')
    await field('Reasons for adjustments').fill('Damaged\n\n Tasting ')
    await expectAccessible()
    await save().click()
    await expectContains(card('Stock'), 'Use the average of stock and delivery')
    await expectContains(card('Stock'), 'Damaged, Tasting')
    expect(getInputs('stock.saveSettings').at(-1)).toEqual({
      ...{ stock_reasons: ['Damaged', 'Tasting'], purchase_price_rule: 'average', scale_patterns: [] },
      opened: { stock_reasons: ['Damaged', 'Stolen'], purchase_price_rule: 'keep' },
    })
  })

  test('tell what the barcodes of scales are, and try one before it is saved', async () => {
    await renderScreen('/settings/stock', serveAccount())
    await expectContains(card('Stock'), 'Barcodes of scalesNone')
    await button('Change the stock settings').click()
    await field('Barcodes of scales').fill('20PPPPPWWWWC')
    await save().click()
    await expectContains(dialog(), 'A pattern has 13 signs')
    await field('Barcodes of scales').fill('20pppppwwwwwc\n23PPPPPRRRRRC')
    const rows = [createProduct('Gouda', { barcode: '1234' })]
    answerWith({
      products: { list: ({ input }: { input: { barcode?: string } }) => toPage(input.barcode === '1234' ? rows : []) },
    })
    const barcode = field('Try a barcode (optional)')
    await barcode.fill('2 001234 003506')
    await expectContains(dialog(), 'Gouda: 0,35 kg')
    await barcode.fill('2399999059900')
    await expectContains(dialog(), 'The check digit of this barcode is wrong.')
    await barcode.fill('2399999059907')
    await expectContains(dialog(), 'R 59,90, counted as one. No product has the barcode 99999.')
    await barcode.fill('6009900000220')
    await expectContains(dialog(), 'Not a scale barcode.')
    await barcode.fill('2101234003503')
    await expectContains(dialog(), 'No pattern above fits this barcode.')
    await userEvent.keyboard('{Enter}')
    await expectAccessible()
    await save().click()
    await expectContains(card('Stock'), '20PPPPPWWWWWC, 23PPPPPRRRRRC')
    expect(getInputs('stock.saveSettings').at(-1)).toMatchObject({ scale_patterns: ['20PPPPPWWWWWC', '23PPPPPRRRRRC'] })
  })

  test('change the VAT rate from a day on, and remove one that has not begun', async () => {
    await renderScreen('/settings/stock', serveAccount())
    await expectContains(card('VAT rates'), 'Standard rate15 %AlwaysChange')
    await button('Change the VAT rate').click()
    await expectContains(dialog(), 'Earlier sales keep their rate')
    await field('Standard rate (%)').fill('15,555')
    await save().click()
    await expectContains(dialog(), 'A VAT rate is a percentage with at most two decimals')
    await field('Standard rate (%)').fill('15,5 %')
    await field('First day').fill('2099-05-01')
    await expectAccessible()
    await save().click()
    await expectContains(card('VAT rates'), '15 %Until 30 Apr 2099')
    await expectContains(card('VAT rates'), '15,5 %From 1 May 2099')
    expect(getInputs('vatRates.save')).toEqual([{ percent: 15.5, first_day: '2099-05-01' }])
    await button('Remove the rate from 1 May 2099').click()
    await expectContains(dialog(), 'Remove the rate of 15,5 % from 1 May 2099?')
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await expectContains(card('VAT rates'), 'Standard rate15 %AlwaysChange')
  })

  test('change the plan: starts at the chosen one, also when the plans load late, and returns to the button', async () => {
    const plans = hold(() => [CORNER, MALL])
    await renderScreen('/settings/business', { ...serveAccount(), signup: { plans: plans.handler } })
    await button('Change plan').click()
    await expect.element(inDialog('Close')).toHaveFocus()
    plans.release()
    await expect.element(dialog().getByRole('radio', { name: 'Corner' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expectGone(dialog())
    await expect.element(button('Change plan')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog().getByRole('radio', { name: 'Corner' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expectAccessible()
    await inDialog('Change plan').click()
    await expectContains(card('Plan'), 'Mall')
    await expectGone(dialog())
    expect(getInputs('account.choosePlan')).toEqual([{ subscriptionid: 3 }])
  })

  test('change the password: a wrong current one is marked on its field, and nothing typed is lost', async () => {
    await renderScreen('/settings', serveAccount(), DESK)
    await button('Change password').click()
    await expect.element(field('Current password')).toHaveFocus()
    await field('Current password').fill('wrong horse battery')
    await field('New password').fill('another horse battery')
    await inDialog('Change password').click()
    await expectContains(dialog(), 'This is not your current password.')
    await expect.element(field('Current password')).toHaveFocus()
    await expect.element(field('New password')).toHaveValue('another horse battery')
    await field('Current password').fill('correct horse battery')
    await inDialog('Change password').click()
    await expectGone(dialog())
    await expect.poll(() => devices().elements().length).toBe(1)
  })
})

describe('owner on the account page', () => {
  const owner = () => dialog().getByRole('combobox', { name: 'New owner' })

  test('hands the business over with the password, and can then only read it', async () => {
    await renderScreen('/settings/business', serveAccount(), DESK)
    await button('Hand over the business').click()
    await expect.element(owner()).toHaveFocus()
    await expectAccessible()
    await inDialog('Hand over').click()
    await expectContains(dialog(), 'Choose the new owner.')
    await expectContains(dialog(), 'Enter your current password.')
    await choose(owner(), 'Sipho Ndlovu')
    await field('Current password').fill('wrong horse battery')
    await inDialog('Hand over').click()
    await expectContains(dialog(), 'This is not your current password.')
    await expect.element(field('Current password')).toHaveFocus()
    await field('Current password').fill('correct horse battery')
    answerWith({ session: { get: () => ({ ...SESSION, role: 'admin' }) } })
    await inDialog('Hand over').click()
    await expectGone(dialog())
    await expectContains(card('Business'), 'Only the owner can change the business and its plan.')
    await expectGone(button('Hand over the business'))
    expect(getInputs('account.handOver').at(-1)).toEqual({ employeeid: 2, current: 'correct horse battery' })
  })

  test('reads what to do when there is nobody to hand the business over to', async () => {
    await renderScreen('/settings/business', serveAccount())
    answerWith({ account: { successors: () => [] } })
    await button('Hand over the business').click()
    await expect.element(owner()).toHaveAccessibleDescription(/Give another employee with a login the role Owner first\./)
  })
})

describe('closing the business', () => {
  const closed = { ...CLOSING, closed_at: new Date('2026-06-18T08:00:00Z') }
  const CLOSED_SESSION = { ...SESSION, closed }

  test('offers the data, says what happens when, and takes the password, on a phone', async () => {
    await renderScreen('/settings/data', serveAccount(), PHONE)
    await card('Close business').getByRole('button', { name: 'Close business' }).click()
    await expectContains(dialog(), 'About 1,3 MB')
    await expect.element(inDialog('Prepare file')).toBeVisible()
    await expectContains(dialog(), 'Until 18 Jul 2026You can download the data or reopen the business with')
    await expectContains(dialog(), '17 Aug 2026The last server backup with your data is deleted.')
    await expectAccessible()
    expectNoOverflow()
    await inDialog('Close business').click()
    await expectContains(dialog(), 'Enter your current password.')
    await field('Current password').fill('wrong horse battery')
    await inDialog('Close business').click()
    await expectContains(dialog(), 'This is not your current password.')
    await field('Current password').fill('correct horse battery')
    answerWith({ session: { get: () => CLOSED_SESSION }, account: { closing: { get: () => closed } } })
    await inDialog('Close business').click()
    await expect.element(heading('This business is closed')).toBeVisible()
    await expectGone(dialog())
    await expectContains(page.getByRole('main'), '18 Jun 2026The business is closed. Only you can sign in.')
    await expect.element(button('Prepare file')).toBeVisible()
    await expectAccessible()
    expectNoOverflow()
  })

  test('is not offered to an admin', async () => {
    await renderScreen('/settings/data', { ...serveAccount(), session: { get: () => ({ ...SESSION, role: 'admin' }) } })
    await expect.element(card('Download your data')).toBeVisible()
    await expectGone(card('Close business'))
  })

  test('leads every screen to the way back, and back to that screen', async () => {
    await renderScreen('/sites', {
      ...serveAccount(),
      session: { get: () => CLOSED_SESSION },
      account: { closing: { get: () => closed, reopen: loseConnection } },
    })
    await expect.element(heading('This business is closed')).toBeVisible()
    await button('Reopen').click()
    await expect.element(alert()).toHaveTextContent('Something went wrong. Please try again.')
    answerWith({ session: { get: () => SESSION }, account: { closing: { reopen: () => {} } } })
    await button('Reopen').click()
    await expect.element(heading('Sites')).toBeVisible()
    await expectUrl('/sites')
  })

  test('appears in a window where a call says that another one has closed it, and signs out', async () => {
    await renderScreen('/settings', serveAccount())
    await button('Edit name').click()
    answerWith({
      session: { get: () => CLOSED_SESSION },
      account: {
        closing: { get: () => ({ closed_at: closed.closed_at, erase_at: closed.erase_at }) },
        rename: ({ errors }) => {
          throw errors.BUSINESS_CLOSED()
        },
      },
    })
    await field('Last name').fill('Mokoena')
    await save().click()
    await expect.element(heading('This business is closed')).toBeVisible()
    await expectContains(page.getByRole('main'), 'Ask the people who run this server when backups are deleted.')
    answerWith({ session: { get: () => null } })
    await button('Sign out').click()
    await expect.element(heading('Welcome back')).toBeVisible()
  })

  test('says that the data is being erased once the days are over', async () => {
    const get = ({ errors }: { errors: { BUSINESS_CLOSED(): Error } }) => {
      throw errors.BUSINESS_CLOSED()
    }
    await renderScreen('/dashboard', {
      ...serveAccount(),
      session: { get: () => CLOSED_SESSION },
      account: { closing: { get } },
    })
    await expectContains(page.getByRole('main'), 'Its data is being erased.')
    await expectGone(button('Reopen'))
  })
})

describe('email on the account page', () => {
  test('says that a link was sent to the new address', async () => {
    await renderScreen('/settings', serveAccount())
    await button('Change e-mail').click()
    await field('New e-mail').fill('naledi')
    await field('Current password').fill('correct horse battery')
    await inDialog('Send link').click()
    await expectContains(dialog(), 'Please enter a valid e-mail address.')
    await field('New e-mail').fill(' Naledi@Karoo.example ')
    await inDialog('Send link').click()
    await expectGone(dialog())
    await expectContains(card('You'), 'We have sent a link to naledi@karoo.example. Open it to change your e-mail.')
    await expectContains(card('You'), ACCOUNT.email)
  })
})

describe('an email that nobody has confirmed', () => {
  test('is confirmed with a code that is mailed there, on a phone', async () => {
    await renderScreen('/settings', serveAccount({ ...ACCOUNT, needs_proof: true }), PHONE)
    await expectContains(card('You'), 'Not confirmed. Confirm it to get notices and warnings.')
    await button('Confirm e-mail').first().click()
    await inDialog('Send code').click()
    await expectContains(dialog(), 'We sent a code to')
    await expectAccessible()
    await expectNoOverflow()
    await field('Code').fill('00000000')
    await inDialog('Confirm').click()
    await expectContains(dialog(), 'Wrong or expired code. Send a new one.')
    await field('Code').fill('12345678')
    await inDialog('Confirm').click()
    await expectGone(dialog())
    await expect.element(card('You')).not.toHaveTextContent('Not confirmed')
    await expectGone(button('Confirm e-mail'))
  })

  test('says when too many codes were sent', async () => {
    await renderScreen('/settings', serveAccount({ ...ACCOUNT, needs_proof: true }))
    answerWith({
      account: {
        emailProof: {
          start: ({ errors }) => {
            throw errors.TOO_MANY_ATTEMPTS({ data: { retry_after: 80_000 } })
          },
        },
      },
    })
    await button('Confirm e-mail').first().click()
    await inDialog('Send code').click()
    await expectContains(dialog(), 'Too many attempts. Please try again in 23 hours.')
  })
})

describe('two-step sign-in on the account page', () => {
  test('is turned on with password, app and code on a phone, and shows the recovery codes once', async () => {
    await renderScreen('/settings', serveAccount(), PHONE)
    await button('Turn on two-step sign-in').click()
    await field('Current password').fill('wrong horse battery')
    await inDialog('Continue').click()
    await expectContains(dialog(), 'This is not your current password.')
    await field('Current password').fill('correct horse battery')
    await inDialog('Continue').click()
    await expect.element(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
    await expectContains(dialog(), APP_KEY.replace(/.{4}(?=.)/g, '$& '))
    expect(dialog().getByRole('link', { name: 'open the app' }).element().getAttribute('href')).toMatch(/^otpauth:/)
    await expect.element(field('Code')).toHaveFocus()
    await expectAccessible()
    expectNoOverflow()

    await field('Code').fill('000000')
    await userEvent.keyboard('{Enter}')
    await expectContains(dialog(), 'This code is wrong.')
    await field('Code').fill('123456')
    await userEvent.keyboard('{Enter}')
    for (const code of RECOVERY_CODES) await expectContains(dialog(), code)
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expectContains(page.getByRole('alertdialog'), 'The recovery codes will not be shown again.')
    await button('Keep editing').click()
    await inDialog("I've saved the codes").click()
    await expectGone(dialog())
    await expectContains(card('You'), '2 recovery codes left')
  })

  test('is turned off with the password, and its recovery codes can be replaced', async () => {
    await renderScreen('/settings', serveAccount({ ...ACCOUNT, two_step: { is_on: true, codes_left: 1 } }))
    await expectContains(card('You'), '1 recovery code left')
    await button('New codes').click()
    await field('Current password').fill('correct horse battery')
    await inDialog('Create codes').click()
    await expectContains(dialog(), RECOVERY_CODES[0] ?? '')
    await inDialog("I've saved the codes").click()
    await expectContains(card('You'), '2 recovery codes left')

    await button('Turn off two-step sign-in').click()
    await inDialog('Turn off').click()
    await expectContains(dialog(), 'Enter your current password.')
    await field('Current password').fill('correct horse battery')
    await inDialog('Turn off').click()
    await expectGone(dialog())
    await expect.element(button('Turn on two-step sign-in')).toBeVisible()
  })
})

describe('devices on the account page', () => {
  test('are signed out one by one', async () => {
    await renderScreen('/settings', serveAccount())
    answerWith({ account: { endSession: loseConnection } })
    await button('Sign out Chrome on Android').click()
    await expect.element(alert()).toHaveTextContent('Could not sign this device out. Please try again.')
    answerWith(serveAccount())
    await button('Sign out Chrome on Android').click()
    await expect.poll(() => devices().elements().length).toBe(1)
    expect(getInputs('account.endSession').at(-1)).toEqual({ id: PHONE_SESSION.id })
  })

  test('are all signed out, which leads to the login page', async () => {
    await renderScreen('/settings', serveAccount())
    await button('Sign out everywhere').click()
    await expectContains(dialog(), 'This signs you out on all devices, including this one.')
    answerWith({ session: { get: () => null } })
    await inDialog('Sign out everywhere').click()
    await expect.element(heading('Welcome back')).toBeVisible()
    expect(getInputs('account.endOtherSessions')).toHaveLength(1)
    expect(getInputs('session.signOut')).toHaveLength(1)
  })
})
