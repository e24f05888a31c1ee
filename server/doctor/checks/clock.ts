import { type Check, ok, problem, warning } from '../check.ts'

const SMALL_MS = 2_000
const LARGE_MS = 60_000
const TIMEOUT_MS = 5_000

/** Compares the clock of this machine with PostgreSQL's and, where there is one, with that of the bucket. */
export const clock: Check = {
  name: 'clock',
  async run({ client, config: { filesUrl } }) {
    const before = Date.now()
    const { rows } = await client.query('select extract(epoch from clock_timestamp())::float * 1000 as now')
    const compared = [{ name: 'PostgreSQL', difference: measureDifference(rows[0].now, before, Date.now()) }]
    const bucket = filesUrl && (await readBucketClock(filesUrl))
    if (bucket) compared.push({ name: 'the bucket', difference: bucket })
    const wrong = compared.flatMap(({ name, difference }) => assessClock(name, difference))
    return wrong.length > 0 ? wrong : ok(`It agrees with ${compared.map(({ name }) => name).join(' and ')}.`)
  },
}

/** In milliseconds; zero while the other time lies between question and answer. */
export const measureDifference = (time: number, before: number, after: number) =>
  time < before ? time - before : time > after ? time - after : 0

export function assessClock(name: string, difference: number) {
  const size = Math.abs(difference)
  if (size < SMALL_MS) return []
  const sentence = `The clock of this machine is ${Math.round(size / 1000)} seconds ${difference > 0 ? 'behind' : 'ahead of'} ${name}.`
  const remedy = 'Let both machines take the time from the network (NTP).'
  return [size < LARGE_MS ? warning(sentence, remedy) : problem(sentence, remedy)]
}

/** The header Date has whole seconds. Undefined when there is no answer: the check of the file store reports that. */
async function readBucketClock(filesUrl: string) {
  const { protocol, host } = new URL(filesUrl)
  const before = Date.now()
  const answer = await fetch(`${protocol === 's3:' ? 'https' : 'http'}://${host}/`, {
    method: 'HEAD',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined)
  const date = Date.parse(answer?.headers.get('date') ?? '')
  return Number.isNaN(date) ? undefined : measureDifference(date, before - 1_000, Date.now())
}
