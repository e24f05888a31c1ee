import { vi } from 'vitest'

/** A Thursday, for figures that would otherwise move on with the days. */
export const TODAY = '2026-06-18'

export const setToday = (now = `${TODAY}T10:00:00+02:00`) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
