import { ORPCError, ValidationError } from '@orpc/server'
import type { Logger } from 'pino'
import { config } from 'zod'
import { pictureErrors } from '../../contract/product-pictures.ts'
import { MANY_SIGN_INS, TOO_MANY_ATTEMPTS } from '../../contract/session.ts'
import { dataErrors } from '../../contract/shared/errors.ts'
import { validationMessage } from '../../contract/shared/validation-messages.ts'
import { isDiskFull, isOverloaded, isReadOnly, isUnreachable, ScopeRefused, TooBusy } from '../../db/errors.ts'
import { TooManyAttempts } from '../auth/too-many-attempts.ts'
import { createReadKeyRefusal } from '../shared/read-key.ts'
import { ImageRejected } from '../storage/image-processing.ts'
import { StorageUnavailable } from '../storage/object-store.ts'

// What a schema of the contract has no message of its own for.
config({ customError: validationMessage })

type Request = { log: Logger; clientIp?: string; resHeaders?: Headers; onDiskFull(): void }

/** The only place where an error becomes an answer: what the layers below throw, as an error of the contract. Logs the unexpected ones. */
export function toApiError(error: unknown, { log, clientIp, resHeaders, onDiskFull }: Request): ORPCError<string, unknown> {
  const expected = toExpectedError(error)
  if (expected) {
    if (error instanceof ImageRejected && error.cause)
      log.info({ event: 'picture_unreadable', err: error.cause }, 'a picture could not be read')
    if (error instanceof TooManyAttempts) {
      log.warn(
        { event: 'too_many_attempts', clientIp, ...error.limit, seconds: error.seconds },
        'a call was refused: too many attempts',
      )
      resHeaders?.set('retry-after', String(error.seconds))
    }
    return expected
  }
  if (isOverloaded(error) || error instanceof TooBusy) {
    log.warn({ event: 'overloaded', err: error }, 'too much work of one kind is queued')
    return new ORPCError('TOO_BUSY', error instanceof TooBusy ? FILES_BUSY : BUSINESS_BUSY)
  }
  const cause = (error instanceof ORPCError || error instanceof StorageUnavailable) && error.cause ? error.cause : error
  log.error({ event: 'call_failed', err: cause }, 'a call failed')
  if (isDiskFull(error)) {
    onDiskFull()
    return new ORPCError('SERVICE_UNAVAILABLE', DISK_FULL)
  }
  if (error instanceof StorageUnavailable) return new ORPCError('SERVICE_UNAVAILABLE', STORAGE_UNAVAILABLE)
  if (isReadOnly(error)) return new ORPCError('SERVICE_UNAVAILABLE', DATABASE_READ_ONLY)
  if (isUnreachable(error)) return new ORPCError('SERVICE_UNAVAILABLE', DATABASE_UNAVAILABLE)
  if (error instanceof ORPCError) return error
  return new ORPCError('INTERNAL_SERVER_ERROR', { message: 'Internal server error', cause: error })
}

const BUSINESS_BUSY = {
  status: 503,
  message: 'Too many requests of your business wait for the database. Please try again shortly.',
} as const
const FILES_BUSY = { status: 503, message: 'Too many files are being worked on. Please try again in a moment.' } as const
const DATABASE_UNAVAILABLE = { status: 503, message: 'The database does not answer. Please try again in a moment.' } as const
const DATABASE_READ_ONLY = { status: 503, message: 'The database takes no changes now. Please try again in a moment.' } as const
const DISK_FULL = { status: 503, message: 'There is no space left to store this. Please try again later.' } as const
const STORAGE_UNAVAILABLE = { status: 503, message: 'The file store does not answer. Please try again in a moment.' } as const

/** The answer to an error that the caller can do something about; undefined for every other error. */
function toExpectedError(error: unknown) {
  if (error instanceof ORPCError) return isInvalidInput(error) ? toValidationError(error.cause) : asClientError(error)
  if (error instanceof ScopeRefused) {
    if (error.reason === 'unknown key') return createReadKeyRefusal()
    const code = SCOPE_CODES[error.reason]
    return code && new ORPCError(code, dataErrors[code])
  }
  if (error instanceof TooManyAttempts) {
    const { status } = TOO_MANY_ATTEMPTS
    const message = error.limit.reason === 'queue' ? MANY_SIGN_INS : TOO_MANY_ATTEMPTS.message
    return new ORPCError('TOO_MANY_ATTEMPTS', { status, message, data: { retry_after: error.seconds } })
  }
  if (error instanceof ImageRejected) return new ORPCError('PICTURE_REFUSED', pictureErrors[error.why])
  return undefined
}

const SCOPE_CODES: Partial<Record<ScopeRefused['reason'], keyof typeof dataErrors>> = {
  'no business': 'NO_BUSINESS',
  'role refused': 'ROLE_REFUSED',
  'right refused': 'RIGHT_REFUSED',
  disabled: 'UNAUTHORIZED',
  closed: 'BUSINESS_CLOSED',
  'two-step required': 'TWO_STEP_REQUIRED',
}

/** 503 to a till: it sends the sales again when the business is open. */
const asClientError = (error: ORPCError<string, unknown>) =>
  error.status < 500 || error.code === 'BUSINESS_CLOSED' ? error : undefined

const isInvalidInput = (error: ORPCError<string, unknown>): error is ORPCError<string, unknown> & { cause: ValidationError } =>
  error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError

function toValidationError({ issues }: ValidationError) {
  const fields = issues.map(({ path, message }) => ({ field: formatPath(path), reason: message }))
  const [first] = fields
  const message = first ? [first.field, first.reason].filter(Boolean).join(': ') : 'The request cannot be read.'
  return new ORPCError('UNPROCESSABLE_CONTENT', { status: 422, message, data: { fields } })
}

const formatPath = (path: readonly (PropertyKey | { key: PropertyKey })[] | undefined) =>
  (path ?? [])
    .map((part) => (typeof part === 'object' ? part.key : part))
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('')
