import type { Size } from '../datasets/size.ts'
import type { describePostgres } from '../lib/database.ts'
import { round } from './goals.ts'
import type { Measurement, Report } from './report.ts'

type Line = { label: string; find(measurements: Measurement[]): Found | undefined }
type Found = { measurement: Measurement; note?: string }

const byName = (label: string, name: string): Line => ({
  label,
  find: (measurements) => {
    const measurement = measurements.find((measurement) => measurement.name === name)
    return measurement && { measurement }
  },
})

/** Of many measurements the one that comes nearest to its goal, or misses it by most. */
const worst = (label: string, prefix: string): Line => ({
  label,
  find: (measurements) => {
    const all = measurements.filter(({ name }) => name.startsWith(prefix))
    const [measurement] = all.toSorted((a, b) => (b.goal?.used ?? 0) - (a.goal?.used ?? 0))
    return measurement && { measurement, note: `the worst of ${all.length}: ${measurement.name.slice(prefix.length)}` }
  },
})

const createChapters = ({ catalogue, importedProducts, count: counted }: Size): Record<string, Line[]> => ({
  'An owner waits for': [
    byName('the dashboard, 30 days', 'dashboard: 30 days'),
    byName('the dashboard, a year', 'dashboard: a year'),
    byName('the sales list, first page', 'sales list: first page'),
    worst('a page of sales', 'sales list: '),
    worst('cards and charts of sales', 'sales cards and charts: '),
    worst('a report from roll-ups', 'report: '),
    worst('a report from the rows', 'report of rows: '),
    worst(`a page of ${count(catalogue.products)} products`, `${count(catalogue.products)} products: `),
    byName(
      `a count of ${count(counted.products)} products`,
      `a count of ${count(counted.products)} products: first page with its sums`,
    ),
    byName('a scan in that count', `a count of ${count(counted.products)} products: a scan`),
    byName('the stock value of a past day', 'stock value: a past day'),
    byName('shrinkage of a year', 'shrinkage: a year'),
    byName(`an import of ${count(importedProducts)} products`, `import of ${count(importedProducts)} products, new`),
    byName('an export of all sales', 'export of all sales'),
  ],
  'A shop manager waits, to the owner': ['one site', 'all sites'].flatMap((who) =>
    ['the dashboard of 30 days', 'a page of sales', 'a report by product', 'a page of products'].map((read) =>
      byName(`${read}, ${who}`, `rights: ${read}, of a manager of ${who} to the owner's`),
    ),
  ),
  'A till waits for': [
    byName('sales one by one, 8 tills', 'ingest: one by one, 8 tills'),
    byName('sales in batches of 500, 2 tills', 'ingest: batches of 500, two tills'),
  ],
  'A seller waits for, at the till in the browser': ['first sync', 'opened without a network', 'tap to line', 'scan to line'].map(
    (what) => byName(`${what}, ${count(importedProducts)} products`, `a till with ${count(importedProducts)} products: ${what}`),
  ),
  'An operator pays': [
    byName('16 people on one dashboard', 'dashboard: 16 connections, answers'),
    byName('16 people, a range each', 'dashboard: 16 connections, a range each, answers'),
    byName('a backup of everything', 'backup'),
    byName('memory of a backup', 'backup: memory beyond that of the idle command'),
    byName('others beside a backup, p95', 'backup: p95 of other requests, during to before'),
    byName('disk', 'disk: all tables and indexes'),
  ],
})

const count = (number: number) => number.toLocaleString('en')

const COST = 'cost: '
const COST_WIDTH = 60
const LABEL_WIDTH = 34
const COLUMN_WIDTH = 16
const RATIO_WIDTH = 9

type Machine = ReturnType<Report['describeMachine']>
type Postgres = Awaited<ReturnType<typeof describePostgres>>

/** The measurements that tell how fast the product is, and what it costs, each beside its baseline and its goal. */
export function formatSummary(size: Size, measurements: Measurement[], machine: Machine, postgres: Postgres, file?: string) {
  const chapters = Object.entries(createChapters(size)).flatMap(([title, lines], chapter) => {
    const rows = lines.flatMap((line) => formatRow(line, measurements))
    const head = chapter === 0 ? ['ours', 'baseline'].map((name) => name.padStart(COLUMN_WIDTH)).join('') : ''
    return rows.length === 0 ? [] : [`${title.padEnd(LABEL_WIDTH)}${head}`.trimEnd(), ...rows]
  })
  const costs = measurements.flatMap(({ name, unit, value, p95 }) => {
    if (!name.startsWith(COST)) return []
    return `  ${name.slice(COST.length).padEnd(COST_WIDTH)}${round(value)} ${unit}${p95 === undefined ? '' : `, p95 ${round(p95)}`}`
  })
  const judged = measurements.filter(({ goal }) => goal)
  const missed = judged.filter(({ goal }) => !goal?.isMet)
  return [
    `${count(size.sales)} sales of ${size.shop.linesPerSale} lines in a year, ${size.shop.sites} sites, ${size.shop.employees} employees, ${size.shop.products} products. Medians, runs in turn, warm.`,
    `Node ${machine.node}, ${machine.cores} cores, load ${round(machine.load_before ?? 0)} to ${round(machine.load_after ?? 0)}. PostgreSQL ${postgres['server_version']}, shared_buffers ${postgres['shared_buffers']}; baselines: plain SQL, work_mem ${postgres['work_mem']}.`,
    ...chapters,
    ...(costs.length > 0 ? ['What each costs', ...costs] : []),
    `${judged.length - missed.length} of ${judged.length} goals met. ${file ? `All ${measurements.length} measurements: ${file}` : ''}`.trimEnd(),
  ].join('\n')
}

function formatRow({ label, find }: Line, measurements: Measurement[]): string[] {
  const found = find(measurements)
  if (!found) return []
  const { unit, value, p95, baseline, goal } = found.measurement
  const columns = [
    `  ${label}`.padEnd(LABEL_WIDTH),
    `${round(value)} ${unit}`.padStart(COLUMN_WIDTH),
    (baseline ? `${round(baseline.value)} ${unit}` : '').padStart(COLUMN_WIDTH),
    (baseline ? `${round(baseline.ratio)} x` : '').padStart(RATIO_WIDTH),
  ]
  const actual = goal?.text.startsWith('p95') ? `${round(p95 ?? value)}, ` : ''
  const remarks = [goal && `${goal.text}: ${actual}${goal.result}`, found.note && `(${found.note})`].filter(Boolean)
  return [`${columns.join('')}   ${remarks.join(' ')}`.trimEnd()]
}
