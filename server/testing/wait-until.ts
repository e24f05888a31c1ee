import type { Pool } from 'pg'
import { expect, vi } from 'vitest'

/** Waits until `look` no longer throws: 30 s at most, more than a busy machine needs and less than a test may take. */
export const waitUntil = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: 30_000, interval: 20 })

/** Waits until so many connections wait for locks of others, in the database of `pool`: other tests use others of the same PostgreSQL. */
export const waitForBlocked = (pool: Pool, count: number) =>
  waitUntil(async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and pg_blocking_pids(pid) <> '{}'`,
    )
    expect(rowCount).toBe(count)
  })
