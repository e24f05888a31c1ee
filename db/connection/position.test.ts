import { expect, test } from 'vitest'
import { findMismatch } from './position.ts'

test('replica: one of another PostgreSQL or of another timeline is not used', () => {
  const origin = { system: '1', database: '2', role: 'winkel', timeline: '00000001' }
  const position = { ...origin, lsn: '0/1', as_at: new Date() }
  const state = { ...origin, is_standby: true, has_position: true }
  expect(findMismatch(state, position)).toBeUndefined()
  expect(findMismatch({ ...state, system: '9' }, position)).toMatch(/a standby of another PostgreSQL/)
  expect(findMismatch(state, { ...position, timeline: '00000002' })).toMatch(/has not followed the last change/)
})
