import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerWith, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { createFigures } from '../../testing/figures.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import {
  button,
  dialog,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTexts,
  expectUrl,
  goBack,
  heading,
} from '../../testing/screen.ts'
import { setToday } from '../../testing/today.ts'

const dialogNamed = (name: string) => page.getByRole('dialog', { name, exact: true })

async function openDashboard(tickets = {}) {
  setToday()
  await renderScreen('/dashboard?range=7D', { dashboard: { figures: ({ input }) => createFigures(input) }, tickets })
  await expect.element(heading('Dashboard')).toBeVisible()
}

describe('tickets', () => {
  const TICKETS = Array.from({ length: 3 }, (_, index) => ({
    ticketid: 3 - index,
    subject: ['The till is slow', '', 'An invoice'][index] ?? '',
    status: ['pending', null, ' Closed '][index] ?? null,
    created_at: new Date('2026-06-17T22:30:00Z'),
    has_new_answer: index === 0,
  }))

  test('open as a list with all of them, newest first, in pages', async () => {
    await openDashboard({
      count: () => ({ open: 2, new_answers: 12 }),
      list: ({ input }: { input: { before?: number } }) =>
        input.before ? { rows: TICKETS.slice(2), has_more: false } : { rows: TICKETS.slice(0, 2), has_more: true },
    })
    await expect.element(page.getByRole('region', { name: 'Support' })).toHaveTextContent('SupportOpen tickets12 new answers2')
    await page.viewport(1024, 768)
    expectNoOverflow()
    await page.viewport(1440, 900)
    await button('Open tickets').click()
    await expectTexts(dialog().getByRole('listitem'), [
      'The till is slow #3 · 18 Jun 2026 New answer Pending',
      'No subject #2 · 18 Jun 2026 Open',
    ])
    await dialog().getByRole('button', { name: 'Show older tickets' }).click()
    await expect.poll(() => dialog().getByRole('listitem').elements()).toHaveLength(3)
    await expectContains(dialog().getByRole('listitem').nth(2), 'An invoice')
    await expectContains(dialog().getByRole('listitem').nth(2), 'Closed')
    expect(getInputs('tickets.list').at(-1)).toEqual({ before: 2 })
    await expectGone(button('Show older tickets'))
    await expectAccessible()
    await dialog().getByRole('button', { name: 'Close' }).click()
    await expect.element(button('Open tickets')).toHaveFocus()
  })

  test('open one by one: an answer is then no longer new, and a reply and a new ticket are sent', async () => {
    const messages = [
      { messageid: 1, is_from_support: false, author: 'Thandi Nkosi', message: 'Since Monday.' },
      { messageid: 2, is_from_support: true, author: null, message: 'Restart it.' },
    ].map((message) => ({ ...message, created_at: new Date('2026-06-17T22:30:00Z') }))
    await openDashboard({
      list: () => ({ rows: TICKETS.slice(0, 1), has_more: false }),
      get: () => ({ ticketid: 3, subject: 'The till is slow', status: 'open', created_at: new Date(), messages }),
      markRead: () => {},
      reply: () => {},
      create: () => ({ ticketid: 4 }),
    })
    await button('Open tickets').click()
    await dialogNamed('Support tickets').getByRole('button', { name: 'The till is slow' }).click()
    const thread = dialogNamed('The till is slow')
    await expectTexts(thread.getByRole('listitem'), [
      'Thandi Nkosi · 18 Jun 2026, 00:30 Since Monday.',
      'Support · 18 Jun 2026, 00:30 Restart it.',
    ])
    await expect.poll(() => getInputs('tickets.markRead')).toEqual([{ ticketid: 3 }])
    await expectAccessible()
    await thread.getByLabelText('Your message').fill('It helped.')
    await thread.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => getInputs('tickets.reply')).toEqual([{ ticketid: 3, message: 'It helped.' }])

    await expectGone(thread)
    await dialogNamed('Support tickets').getByRole('button', { name: 'New ticket' }).click()
    const form = dialogNamed('New ticket')
    await form.getByRole('button', { name: 'Send' }).click()
    await expectContains(form, 'Enter a subject.')
    await form.getByLabelText('Subject').fill('Scanner')
    await form.getByLabelText('Message').fill('Reads twice.')
    await expectAccessible()
    await form.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => getInputs('tickets.create')).toEqual([{ subject: 'Scanner', message: 'Reads twice.' }])
  })

  test('are left one dialog at a time by Back, which asks before a typed message is lost', async () => {
    await openDashboard({ list: () => ({ rows: [], has_more: false }) })
    await button('Open tickets').click()
    await dialogNamed('Support tickets').getByRole('button', { name: 'New ticket' }).click()
    const form = dialogNamed('New ticket')
    const entry = history.state.__TSR_index
    const expectForward = () => expect.poll(() => history.state.__TSR_index).toBe(entry)
    await form.getByLabelText('Subject').fill('Scanner')
    await goBack()
    await expectContains(page.getByRole('alertdialog'), 'Your changes are not saved.')
    await button('Keep editing').click()
    await expect.element(form.getByLabelText('Subject')).toHaveValue('Scanner')
    await form.getByLabelText('Subject').fill('')
    await expectForward()
    await goBack()
    await expectGone(form)
    await expectForward()
    await expect.element(dialogNamed('Support tickets').getByRole('button', { name: 'New ticket' })).toHaveFocus()
    await goBack()
    await expectGone(dialog())
    await expectUrl('/dashboard?range=7D')
  })

  test('say when there are none, and when they could not be loaded', async () => {
    await openDashboard({ list: loseConnection })
    await button('Open tickets').click()
    await expect.element(dialog().getByRole('alert')).toHaveTextContent('Error: Failed to load the tickets')
    answerWith({ tickets: { list: () => ({ rows: [], has_more: false }) } })
    await dialog().getByRole('button', { name: 'Try again' }).click()
    await expectContains(dialog(), 'No tickets yet.')
  })
})
