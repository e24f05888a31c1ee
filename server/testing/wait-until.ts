import { vi } from 'vitest'

/** Waits until `look` no longer throws: 10 s at most, which is more than any machine needs and less than a test may take. */
export const waitUntil = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: 10_000, interval: 20 })
