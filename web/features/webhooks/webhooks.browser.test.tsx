import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Webhook, WebhookDelivery } from '../../../contract/webhooks.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { createChange } from '../../testing/changes.ts'
import { type Answers, answerWith, getInputs, hold, loseConnection } from '../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen } from '../../testing/render-screen.tsx'
import {
  alert,
  button,
  dialog,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectUrl,
  field,
  heading,
  save,
} from '../../testing/screen.ts'
import { RIVONIA } from '../../testing/sites.ts'

const WEBHOOK: Webhook = {
  ...{ webhookid: 7, url: 'https://books.example/winkel', events: ['sale.created', 'stock.low'], siteid: null, sitename: null },
  ...{ state: 'on', stop_reason: '', failing_since: null, previous_secret_until: null, version: 1 },
  created_at: new Date('2026-06-15T10:00:00Z'),
}
const DELIVERY: WebhookDelivery = {
  ...{ id: 'msg_1', messageid: '0e3e2ad3-4b1c-4b44-9c8b-1f2f3a4b5c6d', type: 'sale.created', state: 'delivered', attempts: 1 },
  ...{ next_attempt_at: null, status: 204, duration_ms: 12, problem: null, answer: null },
  ...{ created_at: new Date('2026-06-15T10:00:00Z'), attempted_at: new Date('2026-06-15T10:00:01Z') },
}
const FAILED: WebhookDelivery = {
  ...{ ...DELIVERY, id: 'msg_2', messageid: '1e3e2ad3-4b1c-4b44-9c8b-1f2f3a4b5c6d', state: 'given_up', attempts: 8, status: 500 },
  ...{ problem: 'It answered with 500.', answer: '<b>Out of order</b>' },
}
const SECRET = `whsec_${'k'.repeat(32)}`

const serve = (webhooks: Webhook[] = [WEBHOOK], deliveries: WebhookDelivery[] = [DELIVERY, FAILED]): Answers => ({
  sites: { options: () => [{ siteid: RIVONIA.siteid, sitename: RIVONIA.sitename }] },
  webhooks: {
    list: () => webhooks,
    create: () => ({ webhookid: 7, secret: SECRET }),
    rotateSecret: () => ({ secret: SECRET, previous_secret_until: new Date('2026-06-16T10:00:00Z') }),
    deliveries: ({ input: { failed } }) => {
      const rows = deliveries.filter(({ problem }) => !failed || problem !== null)
      return { rows, page: 1, pages: 1, results: rows.length }
    },
    update: () => undefined,
    resend: () => undefined,
    resendFailed: () => ({ resent: 1 }),
  },
})
const rows = () => page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')

const event = (name: string) => dialog().getByRole('checkbox', { name: new RegExp(`^${name} `) })

describe('webhooks list', () => {
  test('says what a webhook is while there is none, and when it cannot be loaded', async () => {
    await renderScreen('/settings/connections', { webhooks: { list: loseConnection } })
    await expectContains(alert(), 'Failed to load webhooks')
    answerWith(serve([]))
    await button('Try again').click()
    await expectContains(page.getByRole('main'), 'No webhooks yet.')
    await expectAccessible()
  })

  test('shows the state of each, also on a phone', async () => {
    const stopped: Webhook = { ...WEBHOOK, webhookid: 8, state: 'stopped', url: `https://${'long'.repeat(60)}.example/` }
    const failing: Webhook = { ...WEBHOOK, webhookid: 9, failing_since: new Date(), siteid: 1, sitename: 'Rosebank' }
    await renderScreen('/settings/connections', serve([WEBHOOK, stopped, failing]), PHONE)
    const listed = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem')
    await expectContains(listed.nth(0), 'Sales, To reorder · All sitesOn')
    await expectContains(listed.nth(1), 'Stopped')
    await expectContains(listed.nth(2), 'Sales, To reorder · RosebankFailing')
    expectNoOverflow()
    await expectAccessible()
  })

  test('a new one is checked at its fields, and its secret is shown until a person says that it is kept', async () => {
    await renderScreen('/settings/connections', {
      ...serve([]),
      webhooks: {
        ...serve([]).webhooks,
        create: ({ errors }) => {
          throw errors.URL_REFUSED({ message: 'Use port 443, or one from 1024.' })
        },
      },
    })
    await button('Add your first webhook').click()
    await save().click()
    await expectContains(dialog(), 'Enter an address that begins with https://.')
    await field('Address').fill('https://books.example:22/')
    await event('Sales').click()
    await save().click()
    await expectContains(dialog(), 'Choose at least one event.')
    await event('Cash-ups').click()
    await save().click()
    await expectContains(dialog(), 'Enter your current password.')
    await field('Current password').fill('karoo rain')
    await save().click()
    await expectContains(dialog(), 'Use port 443, or one from 1024.')
    await expect.element(field('Address')).toHaveFocus()
    answerWith(serve([WEBHOOK]))
    await field('Address').fill('https://books.example/')
    await save().click()
    await expectContains(dialog(), SECRET)
    await button("I've saved the secret").click()
    await expectGone(dialog())
    const [first, second] = getInputs('webhooks.create') as { request_id: string }[]
    expect(second).toMatchObject({
      ...{ url: 'https://books.example/', events: ['cash_up.saved'], siteid: null, current: 'karoo rain' },
    })
    expect(first?.request_id).toBe(second?.request_id)
  })

  test('a new one shows its secret, and what was changed while it was saved is saved as an edit', async () => {
    const create = hold(() => ({ webhookid: 7, secret: SECRET }))
    await renderScreen('/settings/connections', { webhooks: { ...serve([]).webhooks, create: create.handler } })
    await button('Add webhook').click()
    await field('Address').fill('https://books.example/')
    await field('Current password').fill('karoo rain')
    await save().click()
    await field('Address').fill('https://books.example/other')
    create.release()
    await expectContains(page.getByRole('dialog', { name: 'Webhook added' }), SECRET)
    await button("I've saved the secret").click()
    await save().click()
    await expectGone(dialog())
    expect(getInputs('webhooks.create')).toHaveLength(1)
    expect(getInputs('webhooks.update')).toMatchObject([
      { webhookid: 7, url: 'https://books.example/other', current: 'karoo rain', opened: { version: 1 } },
    ])
  })
})

describe('webhook page', () => {
  test('shows deliveries and what failed as text, and sends them again', async () => {
    await renderScreen('/settings/connections/7', serve(), DESK)
    await expect.element(heading('books.example')).toBeVisible()
    await expectContains(rows().nth(0), 'Status 204 · 12 ms')
    await expectContains(rows().nth(1), '8 attempts · Status 500 · 12 ms')
    await expectContains(rows().nth(1), 'It answered with 500.Answer: <b>Out of order</b>msg_2')
    await button('Failed only').click()
    await expectUrl('/settings/connections/7?failed=true')
    await expectContains(rows(), 'Given up')
    await button(/^Send again: Sales/).click()
    await button('Send all again').click()
    await expect.element(page.getByText('1 message sent again')).toBeVisible()
    expect(getInputs('webhooks.resend')).toEqual([{ webhookid: 7, messageid: FAILED.messageid }])
    await expectAccessible()
  })

  test('has its history', async () => {
    const change = createChange({
      noun: 'webhook',
      rowid: '7',
      name: 'books.example/winkel',
      before: { state: 'on' },
      undo: null,
    })
    const history = () => ({ rows: [{ ...change, after: { state: 'off' } }], next: null })
    await renderScreen('/settings/connections/7', { ...serve(), changes: { history } }, PHONE)
    await button('Full history').click()
    await expectContains(page.getByRole('list', { name: 'History' }), 'Webhook books.example/winkel paused')
    expect(getInputs('changes.history')).toEqual([{ noun: 'webhook', rowid: '7' }])
    await expectNoOverflow()
    await expectAccessible()
  })

  test('is changed again with what was changed while it was saved', async () => {
    const update = hold(() => undefined)
    await renderScreen('/settings/connections/7', { ...serve(), webhooks: { ...serve().webhooks, update: update.handler } })
    await button('Edit').click()
    await event('Cash-ups').click()
    await save().click()
    await event('Imports').click()
    update.release()
    await expectContains(dialog(), 'Saved without your latest changes.')
    await save().click()
    await expectGone(dialog())
    expect(getInputs('webhooks.update')).toMatchObject([{ opened: { version: 1 } }, { opened: { version: 2 } }])
  })

  test('asks for the password where the address is another one, and says at the field that it is wrong', async () => {
    const update: NonNullable<Answers['webhooks']>['update'] = ({ errors }) => {
      throw errors.WRONG_PASSWORD()
    }
    await renderScreen('/settings/connections/7', { ...serve(), webhooks: { ...serve().webhooks, update } })
    await button('Edit').click()
    await expectGone(field('Current password'))
    await field('Address').fill('https://other.example/')
    await field('Current password').fill('wrong')
    await save().click()
    await expect.element(field('Current password')).toHaveAccessibleDescription('This is not your current password.')
    await field('Address').fill(WEBHOOK.url)
    await expectGone(field('Current password'))
  })

  test('a new secret whose answer is lost is asked for again with the same idempotency key', async () => {
    await renderScreen('/settings/connections/7', { ...serve(), webhooks: { ...serve().webhooks, rotateSecret: loseConnection } })
    await button('New secret').click()
    await button('Create secret').click()
    await expectContains(dialog(), 'Enter your current password.')
    await field('Current password').fill('karoo rain')
    await button('Create secret').click()
    await expectContains(alert(), 'Something went wrong.')
    answerWith(serve())
    await button('Create secret').click()
    await expectContains(dialog(), SECRET)
    const [first, second] = getInputs('webhooks.rotateSecret') as { request_id: string }[]
    expect(second).toEqual(first)
    // Opened again, it is another request.
    await button("I've saved the secret").click()
    await button('New secret').click()
    await field('Current password').fill('karoo rain')
    await button('Create secret').click()
    await expectContains(dialog(), SECRET)
    const third = getInputs('webhooks.rotateSecret').at(-1) as { request_id: string }
    expect(third.request_id).not.toBe(first?.request_id)
  })

  test('a stopped one says why, and sends nothing', async () => {
    await renderScreen(
      '/settings/connections/7',
      serve([{ ...WEBHOOK, state: 'stopped', stop_reason: 'Every attempt failed for 5 days.' }]),
    )
    await expectContains(page.getByRole('main'), 'Every attempt failed for 5 days. Turn it on when the receiver works again.')
    await expect.element(button('Send a test')).toBeDisabled()
    await expect.element(button(/^Send again: Sales/).nth(0)).toBeDisabled()
    await expect.element(button('Turn on')).toBeVisible()
  })

  test('one that was deleted since says so, whatever the address has', async () => {
    await renderScreen('/settings/connections/99', serve())
    await expectContains(page.getByRole('main'), 'This webhook was deleted or never existed.')
    await page.getByRole('link', { name: 'All connections' }).click()
    await expectUrl('/settings/connections')
  })
})
