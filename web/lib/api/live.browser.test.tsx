import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerWith, getInputs, hold } from '../../testing/fake-server.ts'
import { createFigures } from '../../testing/figures.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { expectContains } from '../../testing/screen.ts'

const countReads = () => getInputs('dashboard.figures').length
const serveRevenue = (revenue: number) => ({
  figures: ({ input }: { input: { from: string; to: string } }) => createFigures(input, { [input.to]: { revenue, orders: 1 } }),
})
const expectRevenue = (text: string) => expectContains(page.getByRole('group', { name: 'Revenue' }), text)

/** Opens the dashboard and waits until the first message has read it again; the returned function is the next message. */
async function openDashboard() {
  const messages = new TransformStream<{ changed: 'sales' }, { changed: 'sales' }>(undefined, { highWaterMark: 9 })
  const writer = messages.writable.getWriter()
  const announce = () => void writer.write({ changed: 'sales' })
  const opened = hold(() => {})
  await renderScreen('/dashboard', {
    dashboard: serveRevenue(100),
    live: {
      async *changes() {
        await opened.handler(undefined)
        yield* messages.readable
      },
    },
  })
  await expectRevenue('R 100')
  expect(countReads()).toBe(1)
  announce()
  opened.release()
  await expect.poll(countReads).toBe(2)
  return announce
}

test('the dashboard is read again once when it is drawn, and at once after the next message', async () => {
  const announce = await openDashboard()
  answerWith({ dashboard: serveRevenue(200) })
  announce()
  await expectRevenue('R 200')
  expect(countReads()).toBe(3)
})

test('a request that never ends keeps no later change away', async () => {
  const announce = await openDashboard()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answerWith({ dashboard: { figures: hold(() => createFigures({ from: '', to: '' })).handler } })
  announce()
  await expect.poll(countReads).toBe(3)
  answerWith({ dashboard: serveRevenue(200) })
  announce()
  await vi.advanceTimersByTimeAsync(4_900)
  expect(countReads()).toBe(3)
  await vi.advanceTimersByTimeAsync(500)
  await expectRevenue('R 200')
})
