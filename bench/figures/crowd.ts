import { at, type Bench, MONTH } from '../bench.ts'
import { clientOf } from '../client.ts'
import { GOALS } from '../goals.ts'
import { measure } from '../measure.ts'
import { rawFigures } from '../plain/dashboard.ts'

const CONNECTIONS = 16
const SECONDS = 10
const WARM_UP_MS = 1_000

/** Many at once on the dashboard, each asking again as soon as it is answered. */
export async function measureCrowd({ server, shop, db, report }: Bench) {
  const rows = await measure(3, () => rawFigures(db, shop.businessid, MONTH))
  const address = at('/api/v1/dashboard/figures', MONTH)
  const times: number[] = []
  let errors = 0
  const counted = performance.now() + WARM_UP_MS
  const ends = counted + SECONDS * 1000

  const ask = async () => {
    const client = clientOf(server.url, shop.owner.cookie)
    for (let began = performance.now(); began < ends; began = performance.now()) {
      const answered = await client.fetch(address).then(
        () => true,
        () => false,
      )
      if (!answered) errors++
      else if (began >= counted) times.push(performance.now() - began)
    }
    client.close()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, ask))

  const name = `${CONNECTIONS} connections on the dashboard for ${SECONDS} s`
  report.value(`${name}, answers`, times.length / SECONDS, 'answers/s', {
    plain: { way: 'plain SQL over the rows, one at a time', value: 1000 / rows.median },
    goal: GOALS.crowd,
  })
  report.value(`${name}, errors`, errors, 'errors', { goal: GOALS.errors })
  report.times(`${name}, each`, times)
}
