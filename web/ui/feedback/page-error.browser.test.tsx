import { createRootRoute, createRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { App } from '../../app/app.tsx'
import type { AppRouter } from '../../app/router.ts'
import { answerRoute } from '../../testing/fake-server.ts'
import { expectContains } from '../../testing/screen.ts'
import { PageError } from './page-error.tsx'

test.each([
  ['an error with the text', (typed: string) => new Error(`Cannot save ${typed}`), 'Error'],
  [
    'an error of the browser',
    (typed: string) => new TypeError(`Cannot read properties of undefined (reading '${typed}')`),
    'TypeError: Cannot read properties of undefined (reading …)',
  ],
])('page error: a screen that throws sends one report without what was typed: %s', async (_what, create, message) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const reports: string[] = []
  answerRoute('POST /api/browser-errors', async (request) => {
    reports.push(await request.text())
    return new Response(null, { status: 204 })
  })
  function Screen() {
    const [typed, setTyped] = useState('')
    if (typed === 'hunter2') throw create(typed)
    return <input aria-label="Name" onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
  }
  history.pushState(null, '', '/sites?q=searched')
  const router = createRouter({ routeTree: createRootRoute({ component: Screen, errorComponent: PageError }) })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => {
    root.unmount()
    router.history.destroy()
  })
  root.render(<App router={router as unknown as AppRouter} />)
  await page.getByRole('textbox', { name: 'Name' }).click()
  await userEvent.keyboard('hunter2')
  await expectContains(page.getByRole('alert'), 'Something went wrong. Please try again.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await expect.poll(() => reports).toHaveLength(1)
  const [report = ''] = reports
  expect(report).not.toMatch(/hunter2|searched/)
  expect(JSON.parse(report)).toEqual({
    message,
    stack: expect.stringMatching(/^\S*\/page-error\.browser\.test\.tsx:\d+:\d+\n/),
    path: '/sites',
  })
})
