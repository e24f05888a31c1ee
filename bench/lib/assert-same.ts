import { isDeepStrictEqual } from 'node:util'

/**
 * An answer that is wrong is not fast: the run ends here. Compares as JSON the fields that the baseline has, on every level, so that
 * the answer may have more of them. Lists are compared as a whole.
 */
export function assertSame(name: string, ours: unknown, baseline: unknown) {
  const expected = JSON.parse(JSON.stringify(baseline))
  const actual = pickFields(JSON.parse(JSON.stringify(ours)), expected)
  if (isDeepStrictEqual(actual, expected)) return
  throw new Error(`${name}: the answer differs from the baseline's at ${describeDifference(actual, expected)}`)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What `answer` has of the fields of `expected`. */
function pickFields(answer: unknown, expected: unknown): unknown {
  if (Array.isArray(answer) && Array.isArray(expected)) return answer.map((item, nth) => pickFields(item, expected[nth]))
  if (!isObject(answer) || !isObject(expected)) return answer
  const shared = Object.entries(expected).filter(([field]) => Object.hasOwn(answer, field))
  return Object.fromEntries(shared.map(([field, value]) => [field, pickFields(answer[field], value)]))
}

/** The path of the first field that differs, and both values. */
function describeDifference(ours: unknown, baseline: unknown, path = 'answer'): string {
  const areLists = Array.isArray(ours) && Array.isArray(baseline)
  if (areLists || (isObject(ours) && isObject(baseline))) {
    const [left, right] = [Object.entries(ours), Object.entries(baseline)]
    for (const [field, value] of right) {
      const [, mine] = left.find(([name]) => name === field) ?? []
      if (!isDeepStrictEqual(mine, value)) return describeDifference(mine, value, `${path}.${field}`)
    }
    if (areLists) return `${path}.length\nours:     ${ours.length}\nbaseline: ${baseline.length}`
  }
  const shorten = (value: unknown) => JSON.stringify(value)?.slice(0, 600)
  return `${path}\nours:     ${shorten(ours)}\nbaseline: ${shorten(baseline)}`
}
