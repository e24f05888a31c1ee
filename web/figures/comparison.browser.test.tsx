import { expect, test } from 'vitest'
import type { Comparison } from '../../contract/search/filters.ts'
import { type Answers, getInputs } from '../testing/fake-server.ts'
import { closePage, renderScreen, SESSION } from '../testing/render-screen.tsx'
import { button, expectUrl } from '../testing/screen.ts'

test.each([
  ['/dashboard', 'dashboard.figures'],
  ['/sales', 'sales.figures'],
  ['/reports?by=day', 'reports.get'],
])('comparison: is in the next session what the person chose last, and of the days of a month: %s', async (url, call) => {
  const and = url.includes('?') ? '&' : '?'
  let saved: Comparison = 'previous'
  const answers: Answers = {
    session: { get: () => ({ ...SESSION, compare: saved }) },
    account: {
      saveComparison: ({ input }) => {
        saved = input.compare
      },
    },
  }
  await renderScreen(url, answers)
  await button('Last year').click()
  await expectUrl(`${url}${and}compare=year`)
  await expect.poll(() => saved).toBe('year')
  await closePage()
  await renderScreen(`${url}${and}range=MTD`, answers)
  await expect.element(button('Last year')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => getInputs(call)[0]).toMatchObject({ compare: 'year', period: 'month' })
})
