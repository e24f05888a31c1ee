import { vi } from 'vitest'

/** Waits until `look` no longer throws: 30 s at most, more than a busy machine needs and less than a test may take. */
export const waitUntil = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: 30_000, interval: 20 })
