import { createQuery } from '../../../db/roll-ups/roll-ups.ts'
import { type Check, ok, problem } from '../check.ts'

type Sequence = { table: string; column: string; sequence: string }

/** The next number of a sequence is above every number of its column: otherwise the next rows are refused as duplicates. */
export const sequences: Check = {
  name: 'sequences',
  async run({ client }) {
    const query = createQuery(client)
    const found = await query<Sequence>(`
      select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as table, quote_ident(a.attname) as column,
             pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence
        from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where a.attidentity <> '' and n.nspname in ('public', 'auth') order by 1`)
    const wrong = []
    for (const { table, column, sequence } of found) {
      const [row] = await query<{ last: number | null }>(`select max(${column})::float as last from ${table}`)
      const last = row?.last ?? 0
      // Read after the rows, a sequence is never behind those that tills add at the same time.
      const [{ next } = { next: 1 }] = await query<{ next: number }>(
        `select (last_value + is_called::int)::float as next from ${sequence}`,
      )
      if (last >= next)
        wrong.push(
          problem(
            `The next number of ${table}.${column} is ${next}, and the column already has ${last}.`,
            `Run as the owner: select setval('${sequence}', ${last});`,
          ),
        )
    }
    return wrong.length > 0 ? wrong : ok('The next number of every sequence is above those of its column.')
  },
}
