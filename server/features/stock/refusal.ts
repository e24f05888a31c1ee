import { isDataError, violates } from '../../../db/errors.ts'
import { throwConstraintError } from '../../rpc/constraint-errors.ts'

type Code = 'NOT_FOUND' | 'WRONG_STATE' | 'INVALID' | 'NO_SITE'

/** A document cannot be saved or changed. `message` replaces that of the contract. */
export class Refused extends Error {
  readonly code: Code
  constructor(code: Code, message = '') {
    super(message)
    this.code = code
  }
}

export const PRODUCT_GONE = 'A product of these lines is not at this site any more. Remove it.'

type Errors = Partial<Record<Code, (options?: { message: string }) => Error>> &
  Partial<Record<'OUT_OF_STOCK_RANGE' | 'ALREADY_USED', () => Error>>

/** For `.catch` behind a change of a document: throws the contract's error for what the functions of this folder throw. */
export const throwRefusal =
  (errors: Errors) =>
  (error: unknown): never => {
    if (error instanceof Refused) throw errors[error.code]?.(error.message ? { message: error.message } : undefined) ?? error
    // Somebody deleted a product after it was looked up.
    if (violates(error, 'stock_document_lines__product')) throw errors.INVALID?.({ message: PRODUCT_GONE }) ?? error
    if (isDataError(error)) throw errors.OUT_OF_STOCK_RANGE?.() ?? error
    return throwConstraintError({}, errors)(error)
  }
