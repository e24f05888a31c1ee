import { sql } from 'kysely'
import { MAX_READ_KEYS, type ReadKey, type ReadKeyInput } from '../../../contract/read-keys.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import type { AccessKey } from '../../shared/access-key.ts'
import { KeyReused } from '../../shared/idempotency.ts'
import { joinPerson, personName } from '../../shared/list-query.ts'

/** Newest first. */
export async function listReadKeys(scope: Scope): Promise<ReadKey[]> {
  const { rows } = await sql<ReadKey>`
    select k.keyid, k.name, k.key_start, k.created_at, k.expires_at, k.last_used_at, k.revoked_at,
           json_build_object('name', k.right_name, 'siteids', case when not has_all_sites(k.right_name) then sites.ids end,
                             'sees_costs', k.sees_costs) as right,
           sites.names as sitenames, ${personName} as created_by,
           case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired' else 'active' end as state
      from read_keys k
     cross join lateral (
       select coalesce(json_agg(siteid order by sitename, siteid), '[]') as ids,
              coalesce(array_agg(sitename order by sitename, siteid), '{}') as names
         from read_key_sites join site using (businessid, siteid)
        where businessid = ${currentBusiness} and keyid = k.keyid
     ) sites
      ${joinPerson('k', 'created_by')}
     where k.businessid = ${currentBusiness}
     order by k.keyid desc`.execute(scope)
  return rows
}

type NewKey = Omit<ReadKeyInput, 'request_id'> & { key: AccessKey }

/** The number of the key. A retry has the same key, and so the same number. Throws KeyReused when it has other values. */
export async function insertReadKey(scope: Scope, { key, name, right, days }: NewKey) {
  const { rows } = await sql<{ keyid: number | null }>`
    select create_read_key(${name}, ${key.start}, ${Buffer.from(key.hash, 'hex')}, ${right.name}, ${right.siteids}::bigint[],
                           ${right.sees_costs}, ${days}, ${MAX_READ_KEYS}) as keyid`.execute(scope)
  const keyid = rows[0]?.keyid
  if (!keyid) throw new KeyReused('the key of this request has other values, or is revoked')
  return keyid
}

/** False when there is no such key, or it is revoked already. */
export async function revokeReadKey(scope: Scope, keyid: number) {
  const { rows } = await sql<{ is_revoked: boolean }>`select revoke_read_key(${keyid}) as is_revoked`.execute(scope)
  return rows[0]?.is_revoked === true
}
