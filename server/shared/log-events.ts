import { sql } from 'kysely'
import { ScopeRefused } from '../../db/errors.ts'
import type { Scope, TenantScopes } from '../../db/tenant-scope.ts'
import type { AccessKey } from './access-key.ts'
import { findOrigin } from './origin.ts'

type Request = { scopes: TenantScopes; headers: Headers; clientIp: string }

/** Writes what no trigger sees into the log of changes: an import, a file that a person takes, or a month that is locked for accounting. */
export const logEvent = (
  scope: Scope,
  noun: 'import' | 'export' | 'accounting',
  name: string,
  details: Record<string, number | boolean>,
) => sql`select log_event(${noun}, ${name}, ${JSON.stringify(details)}::jsonb)`.execute(scope)

/** Writes a file that a read key takes into the log: a key's own transactions are read only. Throws ScopeRefused when the key is revoked. */
export async function logKeyExport({ scopes, headers, clientIp }: Request, { hash }: AccessKey, name: string, rows: number) {
  const { device } = findOrigin({ headers, clientIp })
  const { rows: results } = await scopes.asAuth((scope) =>
    sql<{ is_open: boolean }>`
      select public.log_read_key_export(decode(${hash}, 'hex'), ${name}, ${rows}, ${clientIp}, ${device}) as is_open`.execute(
      scope,
    ),
  )
  if (!results[0]?.is_open) throw new ScopeRefused('unknown key')
}

/** What this transaction changes is a part of a bulk change or an import, which has an entry of its own in the log. */
export const markAsParts = (scope: Scope) => sql`select set_config('app.is_part', 'on', true)`.execute(scope)

/** What this transaction changes takes an earlier change back. */
export const markAsUndo = (scope: Scope, changeid: number) =>
  sql`select set_config('app.undo_of', ${String(changeid)}, true)`.execute(scope)

export type SignInEvent =
  | 'signed in'
  | 'refused'
  | 'password changed'
  | 'password reset'
  | 'two-step on'
  | 'two-step off'
  | 'recovery codes replaced'
  | 'email changed'
  | 'email confirmed'

/** Writes what happened to a sign-in into the log of the business of the person, who is known by the id or by the e-mail address. */
export const logSignIn = (
  request: Request,
  person: { user_id: string } | { email: string },
  event: SignInEvent,
  { before, after }: { before?: object; after?: object } = {},
) => {
  const { clientIp, device } = findOrigin(request)
  const isPerson = 'user_id' in person ? sql`u.id = ${person.user_id}` : sql`u.email = ${person.email}`
  const json = (values: object | undefined) => sql`${values === undefined ? null : JSON.stringify(values)}::jsonb`
  return request.scopes.asAuth((scope) =>
    sql`select public.log_sign_in(u.id, ${event}, ${clientIp}, ${device}, ${json(before)}, ${json(after)})
          from auth."user" u where ${isPerson}`.execute(scope),
  )
}
