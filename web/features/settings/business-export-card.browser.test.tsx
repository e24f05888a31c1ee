import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { BusinessExport } from '../../../contract/business-export.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { ACCOUNT, NO_EXPORT, serveAccount } from '../../testing/account.ts'
import { answerWith, getInputs } from '../../testing/fake-server.ts'
import { PHONE, renderScreen } from '../../testing/render-screen.tsx'
import { alert, button, expectContains, expectGone, expectNoOverflow } from '../../testing/screen.ts'

const card = () => page.getByRole('region', { name: 'Download your data' })
const RUNNING: BusinessExport = { ...NO_EXPORT, state: 'running', done: 12_000, of: 60_000 }
const READY: BusinessExport = {
  ...NO_EXPORT,
  ...{ state: 'ready', bytes: 1_210_000 },
  ...{ created_at: new Date('2026-06-18T08:00:00Z'), expires_at: new Date('2026-06-19T08:00:00Z') },
}

test('download of all data: shows size, progress and the file on a phone', async () => {
  await renderScreen('/settings/data', serveAccount(), PHONE)
  await expectContains(card(), 'About 1,3 MB')
  let answer = RUNNING
  answerWith({ businessExport: { get: () => answer, create: () => undefined } })
  await button('Prepare file').click()
  await expectContains(card(), 'Collecting your data… 12 000 of 60 000 rows')
  await expectAccessible()
  expectNoOverflow()
  answer = READY
  await expectContains(card(), 'Your data of 18 Jun 2026, 10:00')
  await expectContains(card(), '1,2 MB')
  await expectContains(card(), 'Deleted on 19 Jun 2026, 10:00')
  const link = page.getByRole('link', { name: 'Download' })
  expect(link.element().getAttribute('href')).toBe('/api/v1/account/export/file')
  expect(getInputs('businessExport.create')).toHaveLength(1)
  await expectAccessible()
  expectNoOverflow()
})

test('download of all data: a file that failed can be made again', async () => {
  await renderScreen('/settings/data', serveAccount())
  answerWith({
    businessExport: {
      get: () => ({ ...NO_EXPORT, state: 'failed' }),
      create: ({ errors }) => {
        throw errors.EXPORT_RUNNING()
      },
    },
  })
  await button('Prepare file').click()
  await expect.element(alert()).toHaveTextContent('The file is already being made.')
  answerWith({ businessExport: { get: () => READY, create: () => undefined } })
  await button('Prepare file').click()
  await expect.element(page.getByRole('link', { name: 'Download' })).toBeVisible()
  await expectGone(alert())
})

test('download of all data: only the owner sees it', async () => {
  await renderScreen('/settings/data', serveAccount({ ...ACCOUNT, is_owner: false }))
  await expect.element(page.getByText('Only the owner can download the data or close the business.')).toBeVisible()
  await expectGone(card())
})
