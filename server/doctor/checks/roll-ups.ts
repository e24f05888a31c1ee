import { countDifferences, createQuery } from '../../../db/roll-ups/roll-ups.ts'
import { findSlices } from '../../../db/roll-ups/slices.ts'
import { type Check, count, ok, problem } from '../check.ts'

type Business = { id: string; name: string }

/** Compares every roll-up of every business with its sales. Tills may go on selling. */
export const rollUps: Check = {
  name: 'roll-ups',
  async run({ client }) {
    const query = createQuery(client)
    const businesses = await query<Business>('select id, name from business order by name, id')
    const wrong = []
    for (const { id, name } of businesses) {
      const tables = new Set<string>()
      let rows = 0
      for await (const { rollUp, bounds } of findSlices(query, id)) {
        const differing = await countDifferences(query, rollUp, bounds)
        if (differing > 0) tables.add(rollUp.table)
        rows += differing
      }
      if (rows > 0)
        wrong.push(
          problem(
            `${count(rows, 'sum')} of the business '${name}' ${rows === 1 ? 'differs' : 'differ'} from its sales (${[...tables].join(', ')}).`,
            'Run doctor --repair. It builds the roll-ups again while tills keep working.',
          ),
        )
    }
    return wrong.length > 0
      ? wrong
      : ok(`The roll-ups of ${count(businesses.length, 'business', 'businesses')} equal their sales.`)
  },
}
