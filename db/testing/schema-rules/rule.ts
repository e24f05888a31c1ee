import pg, { type ClientBase } from 'pg'
import type { CatalogueRule, Kind } from './catalogue.ts'
import type { Shops } from './shops.ts'

/**
 * As whom a rule is proven: the owner of the database, with whose rights its functions and triggers run; an owner of a business;
 * a till; people with a right; the role of the sign-in; the login role before it has switched to another; the role of backups.
 */
export type Role = 'owner' | 'tenant' | 'till' | 'auth' | 'login' | 'backup' | RightRole
type RightRole = 'bookkeeper' | 'manager' | 'manager who sees costs' | 'stock'

/** A statement and what comes of it while the rule is there. */
export type Proof =
  /** Fails because of the rule, and succeeds without it. A trigger has no error of its own, so its message is given. */
  | { refused: string; message?: string }
  /** Does not fail for lack of a privilege, and does without the rule. */
  | { permitted: string }
  /** `rows` are the rows of the query, after `work`; without the rule they are others. */
  | { work?: string; query: string; rows: unknown[][] }

export type Rule = {
  kind: Kind
  name: string
  /** Why there is this rule. */
  reason: string
  role: Role
  /** Done by the owner before, so that nothing else refuses the statement. */
  prepare?: string
  proofs: Proof[]
}

const CODES: Partial<Record<Kind, string>> = {
  check: '23514',
  'unique key': '23505',
  'primary key': '23505',
  'foreign key': '23503',
}

type Outcome = { holds: boolean; isOpen: boolean; seen: string }

/**
 * Runs a proof in a transaction that is rolled back, on a connection of the superuser, and without the rule when it is given the
 * statement that drops it.
 */
async function runProof(client: ClientBase, shops: Shops, rule: Rule, proof: Proof, drop?: string): Promise<Outcome> {
  const asOwner = [drop, rule.prepare]
    .filter(Boolean)
    .map((statement) => `set local role winkel_owner; ${statement}; reset role;`)
  try {
    await client.query(`begin; ${asOwner.join(' ')}`)
    try {
      return await observe(client, shops, rule, proof)
    } catch (error) {
      if (error instanceof pg.DatabaseError) return describeError(rule, proof, error)
      throw error
    }
  } finally {
    await client.query('rollback')
  }
}

async function observe(client: ClientBase, { own, people }: Shops, { role }: Rule, proof: Proof): Promise<Outcome> {
  const login = 'set local session authorization winkel;'
  const enterWithRight = (right: RightRole) => `${login}
    select set_config('role', role_name, true), set_config('search_path', coalesce(schemas, 'public'), true)
      from enter_with_right('${people[right]}')`
  const enter = {
    owner: 'set local role winkel_owner',
    backup: 'set local session authorization winkel_backup',
    bookkeeper: enterWithRight('bookkeeper'),
    manager: enterWithRight('manager'),
    'manager who sees costs': enterWithRight('manager who sees costs'),
    stock: enterWithRight('stock'),
    login,
    auth: `${login} set local role winkel_auth`,
    tenant: `${login} select enter_business('${own.user_id}'); set local role winkel_tenant`,
    till: `${login} select enter_tills(array['\\x${own.key_hash.toString('hex')}'::bytea]); set local role winkel_tenant`,
  }
  await client.query(enter[role])
  if ('refused' in proof) {
    await client.query(proof.refused)
    return { holds: false, isOpen: true, seen: 'the statement succeeded' }
  }
  if ('permitted' in proof) {
    await client.query(proof.permitted)
    return { holds: true, isOpen: false, seen: 'the statement succeeded' }
  }
  if (proof.work) await client.query(proof.work)
  const { rows } = await client.query({ text: proof.query, rowMode: 'array' })
  const seen = JSON.stringify(rows)
  const holds = seen === JSON.stringify(proof.rows)
  return { holds, isOpen: !holds, seen }
}

function describeError({ kind, name }: Rule, proof: Proof, error: pg.DatabaseError): Outcome {
  const seen = `${error.code}: ${error.message}`
  const isDenied = error.code === '42501' && /permission denied|row-level security/.test(error.message)
  if ('permitted' in proof) return { holds: !isDenied, isOpen: isDenied, seen }
  if (!('refused' in proof)) return { holds: false, isOpen: true, seen }
  const [, constraint] = name.split('.').slice(-2)
  const code = CODES[kind]
  const holds = code ? error.code === code && error.constraint === constraint : isDenied || error.message === proof.message
  return { holds, isOpen: false, seen }
}

/** What is wrong with the proofs of a rule, each in a sentence: one fails while it is there, or does not notice that it was dropped. */
export async function findFaults(client: ClientBase, shops: Shops, rule: Rule, { drop }: Pick<CatalogueRule, 'drop'>) {
  const faults: string[] = []
  const describe = (proof: Proof) => `${rule.kind} ${rule.name} (${rule.reason}): ${JSON.stringify(proof)}`
  for (const proof of rule.proofs) {
    const { holds, seen } = await runProof(client, shops, rule, proof)
    if (!holds) faults.push(`${describe(proof)} gave ${seen}`)
    const dropped = await runProof(client, shops, rule, proof, drop)
    if (!dropped.isOpen) faults.push(`${describe(proof)} gave ${dropped.seen} when the rule was dropped`)
  }
  return faults
}
