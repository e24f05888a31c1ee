import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen } from '../testing/render-screen.tsx'
import { expectUrl, heading } from '../testing/screen.ts'

test('a screen that is opened right after typing is shown, also when it loads for longer than the search waits', async () => {
  const unanswered = () => new Promise<never>(() => {})
  await renderScreen('/sites', { dashboard: { announcements: unanswered } })
  await page.getByRole('searchbox').click()
  await userEvent.keyboard('kloof{Tab}gd')
  await expect.element(heading('Dashboard')).toBeVisible()
  await expectUrl('/dashboard')
})
