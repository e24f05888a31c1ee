import { afterEach, beforeEach, expect } from 'vitest'
import { getUnanswered } from './fake-server.ts'
import { closeScreen } from './render-screen.tsx'

// A call that is refused or cannot be made is logged with its error and where it came from.
const REFUSED_CALL = /^(TypeError: Failed to fetch\b|(?!TypeError|ReferenceError|RangeError|SyntaxError)\w+: .*\n +at )/

/** The router's development build repeats what a screen's error page says. */
const ROUTE_ERROR = /^Warning: Error in route match: /

let faults: string[] = []
for (const level of ['error', 'warn'] as const) {
  const log = console[level]
  console[level] = (...values: unknown[]) => {
    const error = values.find((value) => value instanceof Error)
    const text = error?.stack ?? values.join(' ')
    if (REFUSED_CALL.test(text) || ROUTE_ERROR.test(text)) return
    faults.push(text)
    log(...values)
  }
}

beforeEach(() => {
  faults = []
})

/** Every test fails for what the browser complains of, whatever else it looks at; for errors nobody caught Vitest fails it. */
afterEach(async () => {
  const unanswered = getUnanswered()
  await closeScreen()
  expect(faults).toEqual([])
  expect(unanswered).toEqual([])
})
