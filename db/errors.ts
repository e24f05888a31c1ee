import pg from 'pg'

/** The reason why the server cannot start or continue, in one sentence for the operator. Printed without a stack. */
export class CannotStart extends Error {}

/** Files of the embedded database are missing or unreadable. */
export class DamagedDatabase extends CannotStart {
  constructor(folder: string, reason: string) {
    super(
      `The database in ${folder} is damaged: ${reason}. Restore the data folder from a backup, or set DATA_DIR to another folder.`,
    )
  }
}

/** Whether PostgreSQL could not read its own files: I/O error, missing file, corrupted data or index. */
export const isDamage = (error: unknown) => error instanceof pg.DatabaseError && /^(58030|58P01|XX00[12])$/.test(error.code ?? '')

/** The code of PostgreSQL's or the system's error: '57P03', 'ENOENT'. */
export const getErrorCode = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : undefined)

/** An error in one line without a full stop. An AggregateError, which a refused connection to 'localhost' is, has no message of its own. */
export function getErrorMessage(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return error.errors.map(getErrorMessage).join(', ')
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}

/** The error at the bottom: libraries wrap that of the system or the network. */
export const getRootCause = (error: unknown): unknown =>
  error instanceof Error && error.cause ? getRootCause(error.cause) : error

/** The database refused to open a scope. */
export class ScopeRefused extends Error {
  readonly reason: Refusal
  constructor(reason: Refusal) {
    super(reason)
    this.name = 'ScopeRefused'
    this.reason = reason
  }
}

/** The codes that the functions of the database raise. */
const REFUSALS = {
  WK001: 'no business',
  WK002: 'role refused',
  WK003: 'disabled',
  WK005: 'sign-up finished',
  WK006: 'closed',
  WK007: 'two-step required',
} as const
type Refusal = (typeof REFUSALS)[keyof typeof REFUSALS] | 'unknown key' | 'right refused'

/** The refusal that the error of a statement means; undefined for any other error. */
export function toScopeRefused(error: unknown) {
  if (!(error instanceof pg.DatabaseError) || !error.code) return undefined
  const reason = REFUSALS[error.code as keyof typeof REFUSALS]
  return reason && new ScopeRefused(reason)
}

/** A business had too much work queued. No work was done, and the call may be repeated. */
export class QueueTimeout extends Error {
  constructor() {
    super('too much of one business is under way')
    this.name = 'QueueTimeout'
  }
}

/** Too much work of one kind is queued, of all businesses. No work was done, and the call may be repeated. */
export class TooBusy extends Error {}

/**
 * Whether the database refused a statement because of a constraint of this kind, or of this name. A row of another site is refused by row
 * security, and an idempotency key that made a row which the person does not see is refused as 'request key'.
 */
export function violates(error: unknown, constraint: 'foreign key' | 'unique' | 'row security' | 'request key' | (string & {})) {
  if (!(error instanceof pg.DatabaseError)) return false
  if (constraint === 'foreign key') return error.code === '23503' || error.code === '23001'
  if (constraint === 'unique') return error.code === '23505'
  if (constraint === 'request key') return error.code === '23505' && error.constraint?.endsWith('__request_id') === true
  if (constraint === 'row security') return error.code === '42501' && error.message.includes('row-level security')
  return error.constraint === constraint
}

/** Whether a value was at fault (out of range, unreadable, against a check constraint). */
export const isDataError = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code?.startsWith('22') === true || error.code === '23514')

/** Whether the same work may succeed when it is repeated: a row that it refers to was deleted, or there was a deadlock. */
export const isRetryable = (error: unknown) =>
  violates(error, 'foreign key') || (error instanceof pg.DatabaseError && error.code === '40P01')

const LOCK_NOT_AVAILABLE = '55P03'

/** Whether the business had too much work queued. No work was done, and the call may be repeated. */
export const isOverloaded = (error: unknown) =>
  error instanceof QueueTimeout || (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)

/** Whether the database ended a statement that ran too long. */
export const isStatementTimeout = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '57014' && error.message.includes('statement timeout')

/** A connection leads to a database that takes no changes: a standby, or one that an operator has made read-only. */
export class ReadOnlyDatabase extends Error {
  constructor() {
    super('the database takes no changes')
    this.name = 'ReadOnlyDatabase'
  }
}

/** Whether the database takes no changes. Its connection is not used again: another one may lead to the database that does. */
export const isReadOnly = (error: unknown) =>
  error instanceof ReadOnlyDatabase || (error instanceof pg.DatabaseError && error.code === '25006')

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02', '57P03', '53300', '57014'])

const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether PostgreSQL's disk, or that of a file, is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (DISK_FULL.has(getErrorCode(error) ?? '') || isDiskFull(error.cause))

/** Whether the database did not answer, or takes no changes. The call itself may be right, and may be made again. */
export function isUnreachable(error: unknown) {
  if (!(error instanceof Error)) return false
  const code = getErrorCode(error) ?? ''
  return (
    UNREACHABLE.has(code) ||
    isReadOnly(error) ||
    // The socket of a PostgreSQL that does not run. Without `connect`, a file is missing.
    (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') ||
    code.startsWith('08') ||
    /connection terminated|timeout exceeded when trying to connect|not queryable/i.test(error.message)
  )
}
