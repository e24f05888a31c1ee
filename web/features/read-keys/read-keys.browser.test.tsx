import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ReadKey } from '../../../contract/read-keys.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { type Answers, answerWith, getInputs, hold, loseConnection } from '../../testing/fake-server.ts'
import { PHONE, renderScreen } from '../../testing/render-screen.tsx'
import { alert, button, dialog, expectContains, expectGone, expectNoOverflow, field } from '../../testing/screen.ts'
import { RIVONIA } from '../../testing/sites.ts'

const KEY = `wk_read_${'k'.repeat(43)}`
const BOOKS: ReadKey = {
  ...{ keyid: 7, name: 'Books', key_start: 'wk_read_kkkkkk', sitenames: [], created_by: 'Thandi Nkosi', state: 'active' },
  right: { name: 'bookkeeper', siteids: null, sees_costs: true },
  ...{ created_at: new Date('2026-06-01T10:00:00Z'), expires_at: new Date('2026-08-30T10:00:00Z') },
  ...{ last_used_at: new Date('2026-06-15T10:00:00Z'), revoked_at: null },
}
const ENDED: ReadKey = {
  ...{
    ...BOOKS,
    keyid: 6,
    name: 'Warehouse',
    state: 'revoked',
    last_used_at: null,
    revoked_at: new Date('2026-06-10T10:00:00Z'),
  },
  ...{ right: { name: 'manager', siteids: [RIVONIA.siteid], sees_costs: false }, sitenames: [RIVONIA.sitename] },
}
const serve = (keys: ReadKey[] = [BOOKS, ENDED]): Answers => ({
  sites: { options: () => [{ siteid: RIVONIA.siteid, sitename: RIVONIA.sitename }] },
  readKeys: { list: () => keys, create: () => ({ keyid: 8, key: KEY }), revoke: () => undefined },
})
const rows = () => page.getByRole('list', { name: 'Read keys' }).getByRole('listitem')

afterEach(() => void vi.useRealTimers())

describe('read keys', () => {
  test('say what each key reads, when it was used and when it ends', async () => {
    await renderScreen('/settings/connections', { readKeys: { list: loseConnection } })
    await expectContains(alert(), 'Failed to load keys')
    answerWith(serve())
    await button('Try again').click()
    for (const text of ['Bookkeeper of all sites', 'Last used 15 Jun 2026, 12:00 · Expires 30 Aug 2026', 'Active'])
      await expectContains(rows().nth(0), text)
    for (const text of [`Shop manager of ${RIVONIA.sitename}, without costs`, 'Never used · Revoked 10 Jun 2026'])
      await expectContains(rows().nth(1), text)
    await expect.element(button('Revoke Warehouse')).not.toBeInTheDocument()
    await expectAccessible()
  })

  test('are created with a right and a period, and the key is shown once', async () => {
    await renderScreen('/settings/connections', serve([]), PHONE)
    await button('Create key').click()
    await dialog().getByRole('button', { name: 'Create key' }).click()
    await expectContains(dialog(), 'Key name is required.')
    await field('Name').fill('Warehouse')
    await dialog().getByRole('radio', { name: 'Stock keeper' }).click()
    await dialog().getByRole('button', { name: 'Create key' }).click()
    await expectContains(dialog(), 'Choose at least one site.')
    await dialog().getByRole('checkbox', { name: RIVONIA.sitename }).click()
    await dialog().getByRole('button', { name: 'Create key' }).click()
    await expectContains(dialog(), 'Enter your current password.')
    answerWith({
      readKeys: {
        create: ({ errors }) => {
          throw errors.WRONG_PASSWORD()
        },
      },
    })
    await field('Current password').fill('karoo sun')
    await dialog().getByRole('button', { name: 'Create key' }).click()
    await expect.element(field('Current password')).toHaveAccessibleDescription('This is not your current password.')
    answerWith(serve([]))
    await field('Current password').fill('karoo rain')
    await dialog().getByRole('button', { name: 'Create key' }).click()
    await expectContains(dialog(), KEY)
    await expectContains(dialog(), '/api/v1/products/all')
    const key = { name: 'Warehouse', days: 90, right: { name: 'stock', siteids: [RIVONIA.siteid], sees_costs: false } }
    expect(getInputs('readKeys.create')).toMatchObject([
      { ...key, current: 'karoo sun' },
      { ...key, current: 'karoo rain' },
    ])
    await expectNoOverflow()
    await expectAccessible()
    await button("I've saved the key").click()
    await expectGone(dialog())
  })

  test('are shown, and what was changed while one was created is created as another key', async () => {
    const create = hold(() => ({ keyid: 8, key: KEY }))
    await renderScreen('/settings/connections', { ...serve([]), readKeys: { ...serve([]).readKeys, create: create.handler } })
    await button('Create key').click()
    await field('Name').fill('Books')
    await field('Current password').fill('karoo rain')
    const send = dialog().getByRole('button', { name: 'Create key' })
    await send.click()
    await field('Name').fill('Other books')
    create.release()
    await expectContains(page.getByRole('dialog', { name: 'Read key created' }), KEY)
    await button("I've saved the key").click()
    await send.click()
    await expectContains(page.getByRole('dialog', { name: 'Read key created' }), KEY)
    const [first, second] = getInputs('readKeys.create') as { request_id: string }[]
    expect(second).toMatchObject({ name: 'Other books' })
    expect(second?.request_id).not.toBe(first?.request_id)
  })

  test('are revoked after a question', async () => {
    await renderScreen('/settings/connections', serve())
    await button('Revoke Books').click()
    await expectContains(dialog(), 'The program that uses Books can no longer read your data.')
    await dialog().getByRole('button', { name: 'Revoke' }).click()
    await expectGone(dialog())
    expect(getInputs('readKeys.revoke')).toEqual([{ keyid: 7 }])
  })
})
