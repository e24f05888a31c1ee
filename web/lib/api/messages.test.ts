import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { getErrorCode, getErrorMessage, getSaveErrorMessage, markUnsent } from './messages.ts'

test('error message: the message of the server is shown (8.1)', () => {
  const error = new ORPCError('IN_USE', { status: 409, message: 'Cannot delete this site because it has related records.' })
  expect(getErrorMessage(error, 'no')).toBe('Cannot delete this site because it has related records.')
  expect(getErrorCode(error)).toBe('IN_USE')
})

test('error message: the message of the screen is shown for an internal error or no answer (8.1)', () => {
  expect(getErrorMessage(new ORPCError('INTERNAL_SERVER_ERROR', { message: 'relation "x" does not exist' }), 'Failed.')).toBe(
    'Failed.',
  )
  expect(getErrorMessage(new TypeError('Failed to fetch'), 'Failed.')).toBe('Failed.')
  expect(getErrorCode(new TypeError('Failed to fetch'))).toBeNull()
})

test('error message: the answer of a proxy is not shown', () => {
  const data = { status: 502, headers: { 'content-type': 'text/html' }, body: undefined }
  expect(getErrorMessage(new ORPCError('BAD_GATEWAY', { status: 502, data }), 'Login failed')).toBe('Login failed')
})

test('error message: too many attempts show the minutes to wait when more than one, and the hours', () => {
  const message = 'Too many attempts. Please wait a moment and try again.'
  const messageAfter = (retry_after: number) =>
    getErrorMessage(new ORPCError('TOO_MANY_ATTEMPTS', { status: 429, message, data: { retry_after } }), 'no')
  expect(messageAfter(20)).toBe(message)
  expect(messageAfter(60)).toBe(message)
  expect(messageAfter(61)).toBe('Too many attempts. Please try again in 2 minutes.')
  expect(messageAfter(3590)).toBe('Too many attempts. Please try again in 60 minutes.')
  expect(messageAfter(86_390)).toBe('Too many attempts. Please try again in 24 hours.')
})

test('error message: invalid input shows the message of the invalid field', () => {
  const data = { fields: [{ field: 'email', reason: 'Please enter a valid e-mail address.' }] }
  const error = new ORPCError('UNPROCESSABLE_CONTENT', { message: 'email: Please enter a valid e-mail address.', data })
  expect(getErrorMessage(error, 'no')).toBe('Please enter a valid e-mail address.')
})

test('error message: a save without a network says that nothing was saved, other calls have the message of the screen', () => {
  const error = new TypeError('Failed to fetch')
  markUnsent(error)
  expect(getSaveErrorMessage(error, 'Failed.')).toBe('No connection. Nothing was saved; your text is still here.')
  expect(getErrorMessage(error, 'Failed.')).toBe('Failed.')
  expect(getSaveErrorMessage(new TypeError('Failed to fetch'), 'Failed.')).toBe('Failed.')
})
