import type { Measured } from './measure.ts'

/** What a figure is held to: a time in milliseconds of which most, a rate of which least. */
export type Goal = { of: 'median' | 'p95'; under: number } | { of: 'value'; under: number } | { of: 'value'; atLeast: number }

export const GOALS = {
  dashboard: { of: 'p95', under: 25 },
  /** At ten times the sales, against the kept result of a million. */
  dashboardTenfold: { of: 'value', under: 1.5 },
  firstPage: { of: 'median', under: 10 },
  page: { of: 'p95', under: 30 },
  byAmount: { of: 'p95', under: 150 },
  sums: { of: 'p95', under: 40 },
  batches: { of: 'value', atLeast: 4_000 },
  oneByOne: { of: 'value', atLeast: 400 },
  exportOf100000: { of: 'value', under: 1_000 },
  firstByte: { of: 'value', under: 300 },
  exportMemory: { of: 'value', under: 50 },
  othersMeanwhile: { of: 'value', under: 3 },
  crowd: { of: 'value', atLeast: 200 },
  errors: { of: 'value', under: 1 },
  productSearch: { of: 'median', under: 6 },
  importOf20000: { of: 'value', under: 10_000 },
  catalogue: { of: 'p95', under: 40 },
} as const satisfies Record<string, Goal>

export type Judged = { goal: string; met: boolean; says: string }

/** Whether the goal is met, and by how much it is missed. */
export function judge(goal: Goal, figure: Partial<Measured> & { value?: number }): Judged {
  const actual = goal.of === 'value' ? figure.value : figure[goal.of]
  if (actual === undefined) throw new Error(`a goal on ${goal.of}, which was not measured`)
  const name = goal.of === 'value' ? '' : `${goal.of} `
  const [words, limit] = 'under' in goal ? ['under', goal.under] : ['at least', goal.atLeast]
  const met = 'under' in goal ? actual < goal.under : actual >= goal.atLeast
  const off = Math.abs(actual - limit)
  const says = met ? 'met' : `missed by ${rounded(off)} (${Math.round((off / limit) * 100)} %)`
  return { goal: `${name}${words} ${limit}`, met, says }
}

/** To whole numbers where they are large, and to two digits where they are small. */
export const rounded = (value: number) =>
  value >= 100 ? Math.round(value) : value >= 1 ? Math.round(value * 10) / 10 : Number(value.toPrecision(2))
