/** A limit on the median or p95 of a time, or on a single value. */
export type Goal = { on: 'value' | 'p95'; below: number } | { on: 'value'; atLeast: number }

export const GOALS = {
  dashboard: { on: 'p95', below: 25 },
  /** At ten times the sales, compared with the saved result of a million. */
  dashboardTenfold: { on: 'value', below: 1.5 },
  dashboardCompared: { on: 'value', below: 1.6 },
  firstPage: { on: 'value', below: 10 },
  page: { on: 'p95', below: 30 },
  pageByAmount: { on: 'p95', below: 150 },
  report: { on: 'p95', below: 40 },
  /** What no roll-up has. */
  reportOfRows: { on: 'p95', below: 1_500 },
  salesFigures: { on: 'p95', below: 40 },
  batches: { on: 'value', atLeast: 4_000 },
  oneByOne: { on: 'value', atLeast: 400 },
  exportOf100000: { on: 'value', below: 1_000 },
  firstByte: { on: 'value', below: 300 },
  exportMemory: { on: 'value', below: 50 },
  othersDuringExport: { on: 'value', below: 3 },
  backup: { on: 'value', below: 60_000 },
  backupMemory: { on: 'value', below: 100 },
  othersDuringBackup: { on: 'value', below: 2 },
  concurrency: { on: 'value', atLeast: 200 },
  errors: { on: 'value', below: 1 },
  productSearch: { on: 'value', below: 6 },
  importOf20000: { on: 'value', below: 10_000 },
  countLines: { on: 'p95', below: 300 },
  countEntry: { on: 'p95', below: 50 },
  stockOfDay: { on: 'p95', below: 300 },
  shrinkage: { on: 'p95', below: 200 },
  /** Reads of a person with a right, to those of an owner. */
  rights: { on: 'value', below: 1.1 },
  catalogue: { on: 'p95', below: 40 },
  /** On a processor that is six times slower, but for the first sync. */
  tillSync: { on: 'value', below: 5_000 },
  tillOpened: { on: 'value', below: 2_000 },
  tillTap: { on: 'value', below: 50 },
  tillScan: { on: 'value', below: 80 },
} as const satisfies Record<string, Goal>

export type GoalResult = {
  /** As in 'p95 below 30'. */
  text: string
  isMet: boolean
  result: string
  /** What was measured, as a share of the limit; below 1 where the goal is met. */
  used: number
}

/** Whether the goal is met, and by how much it is missed. */
export function checkGoal(goal: Goal, { value, p95 }: { value: number; p95?: number }): GoalResult {
  const actual = goal.on === 'p95' ? p95 : value
  if (actual === undefined) throw new Error('a goal on p95 needs many runs')
  const [words, limit, used] =
    'below' in goal ? ['below', goal.below, actual / goal.below] : ['at least', goal.atLeast, goal.atLeast / actual]
  const isMet = used < 1 || (used === 1 && 'atLeast' in goal)
  const difference = Math.abs(actual - limit)
  return {
    text: `${goal.on === 'p95' ? 'p95 ' : ''}${words} ${limit.toLocaleString('en')}`,
    isMet,
    result: isMet ? 'met' : `missed by ${round(difference)} (${Math.round((difference / limit) * 100)} %)`,
    used,
  }
}

/** Whole numbers where they are large, two digits where they are small. */
export const round = (value: number) =>
  value >= 100 ? Math.round(value) : value >= 1 ? Math.round(value * 10) / 10 : Number(value.toPrecision(2))
