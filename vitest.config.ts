import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,db,server,web,cli,tools}/**/*.test.{ts,tsx}'],
    globalSetup: ['db/testing/cluster.ts'],
    // On two cores Vitest would take one; most of a test's time is waiting for PostgreSQL or a hash.
    maxWorkers: 2,
    // Starting servers and killing them takes longer than a function does, and longer still beside other work.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
