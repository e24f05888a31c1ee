import { sql } from 'kysely'
import { currentBusiness } from '../../db/sql.ts'
import type { Scope } from '../../db/tenant-scope.ts'
import type { Auth } from '../auth/auth.ts'

type Owners = { business: string; emails: string[] }

/** Who is mailed about a new secret of the business: its owner, or its admins where no owner can sign in. */
export async function findOwners(scope: Scope): Promise<Owners> {
  const { rows } = await sql<Owners>`
    select b.name as business,
           array(select u.email from list_business_users() u
                  where is_owner(b.id, u.user_id)
                    and not exists (select from employee e where e.businessid = b.id and e.user_id = u.user_id and not e.isenabled)
                  order by u.email) as emails
      from business b where b.id = ${currentBusiness}`.execute(scope)
  const [owners] = rows
  if (!owners) throw new Error('a business that was entered exists')
  return owners
}

type Kind = 'read key created' | 'webhook added' | 'webhook moved' | 'webhook secret'

/** After COMMIT. `secret` is what the mail is about, `by` the e-mail address of the person who made it. */
export function mailOwners(
  auth: Pick<Auth, 'sendSecurityMail'>,
  { business, emails }: Owners,
  kind: Kind,
  secret: string,
  by: string,
) {
  for (const email of emails) auth.sendSecurityMail(email, kind, business, secret, by)
}
