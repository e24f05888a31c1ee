import { ORPCError } from '@orpc/client'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { createMutationCache } from './stale-queries.ts'

const NOUNS = ['suppliers', 'products', 'stock', 'stockReports', 'reports', 'dashboard', 'changes', 'webhooks', 'stocks']

/** The nouns whose query is read again after a mutation, which fails with the error if one is given. */
async function findStale(changes: ['suppliers'] | undefined, error?: Error) {
  const client = new QueryClient({ mutationCache: createMutationCache() })
  for (const noun of NOUNS) client.setQueryData([[noun, 'list'], { type: 'query' }], noun)
  const mutation = client.getMutationCache().build(client, {
    mutationFn: () => (error ? Promise.reject(error) : Promise.resolve()),
    meta: { changes },
  })
  await mutation.execute(undefined).catch(() => {})
  return NOUNS.filter((noun) => client.getQueryState([[noun, 'list'], { type: 'query' }])?.isInvalidated)
}

describe('stale queries', () => {
  test('stale queries: a supplier is read again wherever its name is shown, and in the log', async () => {
    expect(await findStale(['suppliers'])).toEqual(NOUNS.slice(0, 7))
  })

  test('stale queries: a save without an answer may have changed them', async () => {
    expect(await findStale(['suppliers'], new Error('no answer'))).toEqual(NOUNS.slice(0, 7))
  })

  test('stale queries: a refused input leaves them as they are', async () => {
    expect(await findStale(['suppliers'], new ORPCError('NAME_TAKEN'))).toEqual([])
  })

  test('stale queries: a mutation that says no changes changes nothing', async () => {
    expect(await findStale(undefined)).toEqual([])
  })
})
