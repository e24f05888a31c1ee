import type { ClientBase } from 'pg'
import { createQuery } from '../../db/roll-ups/roll-ups.ts'
import { type Outcome, ok } from './check.ts'

/** What a statement with the id of a business as $1 compares: how many rows there are and are wrong, and the names of some of these. */
type Compared = { rows: number; wrong: number; names: string | null }

type Described = { wrong: (compared: Compared, business: string) => Outcome; all: (rows: number) => string }

/** One outcome for each business with wrong rows. */
export async function compareBusinesses(
  client: ClientBase,
  statement: string,
  describe: Described,
): Promise<Outcome | Outcome[]> {
  const query = createQuery(client)
  const businesses = await query<{ id: string; name: string }>('select id, name from business order by name, id')
  const findings: Outcome[] = []
  let rows = 0
  for (const { id, name } of businesses) {
    const [compared] = await query<Compared>(statement, [id])
    rows += compared?.rows ?? 0
    if (compared && compared.wrong > 0) findings.push(describe.wrong(compared, name))
  }
  return findings.length > 0 ? findings : ok(describe.all(rows))
}
