import { ScopeRefused } from '../../db/errors.ts'
import type { Scope, TenantScopes } from '../../db/tenant-scope.ts'
import type { Auth } from '../auth/auth.ts'
import type { SignedIn } from '../auth/sessions.ts'

type Caller = { scopes: TenantScopes; auth: Auth; person: SignedIn }

/** Work in one transaction, inside the caller's business. Ends the session of a person who was disabled. */
export async function runInBusiness<T>(
  { scopes, auth, person }: Caller,
  work: (scope: Scope, entered: { businessid: string }) => Promise<T>,
) {
  try {
    return await scopes.asTenant(person.user_id, work)
  } catch (error) {
    if (error instanceof ScopeRefused && error.reason === 'disabled') await auth.endSession(person.sessionId)
    throw error
  }
}
