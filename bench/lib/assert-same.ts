import { isDeepStrictEqual } from 'node:util'

/** An answer that is wrong is not fast: the run ends here. Compares as JSON, without the fields in `except`. */
export function assertSame(name: string, ours: unknown, baseline: unknown, except: string[] = []) {
  const [left, right] = [ours, baseline].map((answer) =>
    JSON.parse(JSON.stringify(answer, (key, value) => (except.includes(key) ? undefined : value))),
  )
  if (isDeepStrictEqual(left, right)) return
  const shorten = (answer: unknown) => JSON.stringify(answer).slice(0, 600)
  throw new Error(`${name}: the answer differs from the baseline's\nours:     ${shorten(left)}\nbaseline: ${shorten(right)}`)
}
