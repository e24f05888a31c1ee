import { sql } from 'kysely'
import type { Origin, Scope } from '../../../db/tenant-scope.ts'

/** The business and the address of a link that works. */
export async function findInvitation(scope: Scope, tokenHash: Buffer) {
  const { rows } = await sql<{ business_name: string; email: string }>`
    select * from public.find_invitation(${tokenHash})`.execute(scope)
  return rows[0]
}

type Accepted = { businessid: string; email: string; user_id: string | null }

/** Creates the login of an invited person. Undefined when the link does not work; without a user when the address has a login by now. */
export async function acceptInvitation(
  scope: Scope,
  { tokenHash, passwordHash, origin }: { tokenHash: Buffer; passwordHash: string; origin: Origin },
) {
  const { rows } = await sql<Accepted>`
    select * from public.accept_invitation(${tokenHash}, ${passwordHash}, ${origin.clientIp}, ${origin.device})`.execute(scope)
  return rows[0]
}
