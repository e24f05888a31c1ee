import { ORPCError } from '@orpc/server'
import { dataErrors } from '../../contract/shared/errors.ts'
import { ScopeRefused } from '../../db/errors.ts'
import type { Entered, ReadFrom, Rights, Scope, TenantScopes } from '../../db/tenant-scope.ts'
import type { Auth } from '../auth/auth.ts'
import type { Client } from '../auth/password-check.ts'
import type { SignedIn } from '../auth/sessions.ts'
import type { AccessKey } from '../shared/access-key.ts'
import { findOrigin } from '../shared/origin.ts'

/**
 * `rights` let a person in beside owners and admins, or a read key: those of the call, see contract/rights.ts. With a key, the person does
 * not count.
 */
type Caller = {
  scopes: TenantScopes
  auth: Auth
  person: SignedIn
  readKey?: AccessKey | undefined
  rights?: Rights
} & Client

/** `asOwner`: an owner also enters a closed business. */
export type Entrance = 'asTenant' | 'asOwner'

/** Work in one transaction, inside the caller's business. Ends the session of a person who was disabled. */
export const runInBusiness = <T>(
  { scopes, rights, readKey, ...caller }: Caller,
  work: (scope: Scope, entered: Entered) => Promise<T>,
  entrance: Entrance = 'asTenant',
) =>
  readKey
    ? scopes.asReadKey(readKey.hash, work, rights)
    : endDisabled(caller, scopes[entrance](caller.person.user_id, work, { rights, origin: findOrigin(caller) }))

/** As runInBusiness, for a read that the replica may answer. `work` may run twice. */
export const readInBusiness = <T>(
  { scopes, rights, readKey, ...caller }: Caller,
  work: (scope: Scope, from: ReadFrom) => Promise<T>,
) =>
  readKey
    ? scopes.readAsReadKey(readKey.hash, work, rights)
    : endDisabled(caller, scopes.readAsTenant(caller.person.user_id, work, rights))

/** People and keys with the same view see the same rows and columns of the same business. */
export const getView = ({ businessid, right, siteids, sees_costs }: Entered) =>
  right === 'everything' ? businessid : JSON.stringify({ businessid, right, siteids, sees_costs })

/** Fails when the right was changed since `view` was seen: while a shared read waited, or between two pages of a file. */
export function requireView(entered: Entered, view: string) {
  if (getView(entered) !== view) throw new ORPCError('RIGHT_REFUSED', dataErrors.RIGHT_REFUSED)
}

/** Refuses a call that no key may make, or the key if it opens nothing. */
export async function refuseKey(scopes: TenantScopes, { hash }: AccessKey): Promise<never> {
  await scopes.asReadKey(hash, async () => undefined)
  throw new ScopeRefused('right refused')
}

async function endDisabled<T>({ auth, person }: Pick<Caller, 'auth' | 'person'>, result: Promise<T>) {
  try {
    return await result
  } catch (error) {
    if (error instanceof ScopeRefused && error.reason === 'disabled') await auth.endSession(person.sessionId)
    throw error
  }
}
