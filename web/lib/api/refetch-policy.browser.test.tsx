import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { refetchPolicy } from './api.ts'

const LOST = new TypeError('Failed to fetch')
const REFUSED = new ORPCError('NOT_FOUND', { status: 404 })

/** The intervals after each of the answers: null is data. */
function getIntervals(policy: ReturnType<typeof refetchPolicy>, answers: (Error | null)[]) {
  const query = { state: { status: 'pending', error: null, errorUpdateCount: 0 } } as unknown as Parameters<typeof policy>[0]
  return answers.map((error) => {
    const errorUpdateCount = query.state.errorUpdateCount + (error ? 1 : 0)
    Object.assign(query.state, { error, status: error ? 'error' : 'success', errorUpdateCount })
    return policy(query)
  })
}

test('refetch policy: the interval doubles with each failure up to a minute, and begins again after an answer', () => {
  const policy = refetchPolicy({ afterFailureMs: 15_000 })
  expect(getIntervals(policy, [LOST, LOST, LOST, LOST, null, LOST])).toEqual([15_000, 30_000, 60_000, 60_000, false, 15_000])
})

test('refetch policy: work that is watched each second is read each minute after the server refused it', () => {
  const policy = refetchPolicy({ everyMs: 1_000 })
  expect(getIntervals(policy, [null, REFUSED, LOST])).toEqual([1_000, 60_000, 30_000])
  expect(getIntervals(refetchPolicy(), [REFUSED])).toEqual([false])
})
