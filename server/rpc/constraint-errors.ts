import { violates } from '../../db/errors.ts'
import { KeyReused } from '../shared/idempotency.ts'

type Errors<Code extends string> = Partial<Record<Code | 'ALREADY_USED', () => Error>>

/**
 * For `.catch` behind a write: throws the contract's error for a violated constraint or a reused idempotency key, and rethrows any
 * other error. `codes` is the feature's table of constraints, as `violates` names them; the first that is violated counts.
 */
export const throwConstraintError =
  <Code extends string>(codes: Record<string, Code>, errors: Errors<Code>) =>
  (error: unknown): never => {
    if (error instanceof KeyReused || violates(error, 'request key')) throw errors.ALREADY_USED?.() ?? error
    const [, code] = Object.entries(codes).find(([constraint]) => violates(error, constraint)) ?? []
    throw (code && errors[code]?.()) ?? error
  }
